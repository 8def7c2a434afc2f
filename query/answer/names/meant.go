package names

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"seedgraph/internal/near"
)

// The minimum length of a name that is considered misspelt, and the maximum number of
// names suggested for it.
const (
	minMisspelt = 4
	maxMeant    = 3
)

// Suggestions returns the names to which an identifier in a text may refer if it is not a known
// name, the nearest first, each in the case of its most central definition; if there are
// none, the shortest names that begin with it. It returns nil for a text of several
// words.
func (r *Resolver) Suggestions(text string) ([]string, error) {
	if !isName(text) {
		return nil, nil
	}
	name := strings.ToLower(text[strings.LastIndexAny(text, ".#/:")+1:])
	if len(name) < minMisspelt {
		return nil, nil
	}
	if known, err := r.known(name); err != nil || known {
		return nil, err
	}
	found, err := r.nearest(name)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range found[:min(len(found), maxMeant)] {
		nodes, err := r.mostCentral(c.nodes[:min(len(c.nodes), maxAlike)])
		if err != nil {
			return nil, err
		}
		node, err := r.Index.Node(nodes[0])
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, node.Short) {
			out = append(out, node.Short)
		}
	}
	return out, nil
}

// known reports whether a lower-case name is the name of a node, or a word in some text.
func (r *Resolver) known(name string) (bool, error) {
	known := false
	err := r.Index.Symbols(name, func(other string, _ []uint32) bool {
		known = other == name
		return false
	})
	if err != nil || known {
		return known, err
	}
	p, err := r.Index.Postings(name)
	return err == nil && p.Len() > 0, err
}

// A similar is a lower-case name that may be meant instead of another, with its nodes.
type similar struct {
	name     string
	distance int
	nodes    []uint32
}

// nearest lists the names that differ from a lower-case one by a few letters, the nearest
// first; failing these, the names that begin with it, the shortest first.
func (r *Resolver) nearest(name string) ([]similar, error) {
	var found []similar
	allowed := len(name)/6 + 1
	err := r.Index.Symbols("", func(other string, nodes []uint32) bool {
		if d := near.Distance(name, other, allowed); d <= allowed && len(nodes) > 0 {
			found = append(found, similar{other, d, nodes})
		}
		return true
	})
	if err == nil && len(found) == 0 {
		err = r.Index.Symbols(name, func(other string, nodes []uint32) bool {
			if len(nodes) > 0 {
				found = append(found, similar{other, len(other), nodes})
			}
			return len(found) < maxAlike
		})
	}
	slices.SortStableFunc(found, func(a, b similar) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	return found, err
}

// isName reports whether a text could be the name of a definition.
func isName(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.#/:", r)
	}) < 0
}
