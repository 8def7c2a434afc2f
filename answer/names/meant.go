package names

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"seedgraph/internal/near"
)

// The least letters of a name that is taken for a misspelt one, and the most names that
// are suggested for it.
const (
	minMisspelt = 5
	maxMeant    = 3
)

// Meant returns the names that an identifier in a text may stand for, the nearest first,
// if nothing is called that. A text of words is none.
func (r *Resolver) Meant(text string) ([]string, error) {
	fields := strings.Fields(text)
	if len(fields) != 1 || len(text) < minMisspelt || !isName(text) {
		return nil, nil
	}
	name := text[strings.LastIndexAny(text, ".#/:")+1:]
	lower := strings.ToLower(name)
	if len(lower) < minMisspelt {
		return nil, nil
	}
	allowed := len(lower)/6 + 1
	type candidate struct {
		name     string
		distance int
		node     uint32
	}
	var found []candidate
	known := false
	if err := r.Index.Symbols(lower, func(string, []uint32) bool {
		known = true
		return false
	}); err != nil || known {
		return nil, err
	}
	if p, err := r.Index.Postings(lower); err != nil || p.Len() > 0 {
		return nil, err // it is a word of some text
	}
	err := r.Index.Symbols("", func(other string, nodes []uint32) bool {
		if d := near.Distance(lower, other, allowed); d <= allowed && len(nodes) > 0 {
			found = append(found, candidate{other, d, nodes[0]})
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, c := range found {
		node, err := r.Index.Node(c.node)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(out, node.Short) && len(out) < maxMeant {
			out = append(out, node.Short)
		}
	}
	return out, nil
}

// isName reports whether a text could be the name of a definition.
func isName(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.#/:", r)
	}) < 0
}
