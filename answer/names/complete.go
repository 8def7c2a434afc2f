package names

import (
	"strings"

	"seedgraph/graph"
)

// A Completion is a name that starts with what was typed.
type Completion struct {
	Name string
	Note string // what it names; empty for a path
}

// maxCompletions bounds the paths, and the names, that are offered.
const maxCompletions = 100

// Complete lists the paths and the ends of qualified names that start with typed.
func (r *Resolver) Complete(typed string) ([]Completion, error) {
	var out []Completion
	err := r.Index.Paths(typed, func(p string) bool {
		out = append(out, Completion{Name: p})
		return len(out) < maxCompletions
	})
	if err != nil || typed == "" {
		return out, err
	}
	last := typed[strings.LastIndexByte(typed, '.')+1:]
	var nodes []uint32
	if err := r.Index.Symbols(last, func(_ string, found []uint32) bool {
		nodes = append(nodes, found...)
		return len(nodes) < maxCompletions
	}); err != nil {
		return nil, err
	}
	for _, n := range nodes[:min(len(nodes), maxCompletions)] {
		node, err := r.Index.Node(n)
		if err != nil {
			return nil, err
		}
		if name := completedName(node, typed); name != "" {
			out = append(out, Completion{name, string(node.Kind) + " " + node.Path})
		}
	}
	return out, nil
}

// completedName returns the shortest end of n's name that starts at a separator
// and with typed, or "".
func completedName(n *graph.Node, typed string) string {
	for i := len(n.Name); i > 0; i-- {
		if i > 1 && strings.IndexByte("./#:", n.Name[i-2]) < 0 {
			continue
		}
		if rest := n.Name[i-1:]; len(rest) >= len(typed) &&
			strings.EqualFold(rest[:len(typed)], typed) {
			return rest
		}
	}
	return ""
}
