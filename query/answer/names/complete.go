package names

import (
	"slices"
	"strings"

	"seedgraph/graph"
)

// A Completion is a name that starts with the typed text.
type Completion struct {
	Name string
	Note string // the definition it refers to; empty for a path
}

// maxCompletions bounds the number of suggested paths, and of names.
const maxCompletions = 100

// Complete lists the paths and the suffixes of qualified names that start with typed.
func (r *Resolver) Complete(typed string) ([]Completion, error) {
	var out []Completion
	err := r.Index.Paths(typed, func(p string) bool {
		out = append(out, Completion{Name: p})
		return len(out) < maxCompletions
	})
	if err != nil || typed == "" {
		return out, err
	}
	dot := strings.LastIndexByte(typed, '.')
	last := typed[dot+1:]
	if dot > 0 {
		members, err := r.completeMembers(typed[:dot], last)
		if err != nil || len(members) > 0 || last == "" {
			return append(out, members...), err
		}
	}
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
	return once(out), nil
}

// once removes duplicate completions, such as those of overloads, and keeps the order.
func once(all []Completion) []Completion {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(c Completion) bool {
		again := seen[c.Name]
		seen[c.Name] = true
		return again
	})
}

// completeMembers lists the members of the nodes denoted by a name that start with typed,
// ignoring case, by name.
func (r *Resolver) completeMembers(owner, typed string) ([]Completion, error) {
	nodes, err := r.Candidates(owner)
	if err != nil {
		return nil, err
	}
	var out []Completion
	for _, n := range nodes {
		edges, err := r.Index.Out(n)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			member, err := r.Index.Node(e.To)
			if err != nil {
				return nil, err
			}
			c := Completion{owner + "." + member.Short, string(member.Kind) + " " + member.Path}
			if e.Kind == graph.Contains && startsWith(member.Short, typed) {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Completion) int { return strings.Compare(a.Name, b.Name) })
	out = once(out)
	return out[:min(len(out), maxCompletions)], nil
}

// startsWith reports whether a name starts with a text, ignoring case.
func startsWith(name, text string) bool {
	return len(name) >= len(text) && strings.EqualFold(name[:len(text)], text)
}

// CompletePath lists the folders and files that start with typed: the next step of each.
func (r *Resolver) CompletePath(typed string) ([]string, error) {
	var out []string
	err := r.Index.Paths(typed, func(p string) bool {
		if i := strings.IndexByte(p[len(typed):], '/'); i >= 0 {
			p = p[:len(typed)+i+1]
		}
		if len(out) == 0 || out[len(out)-1] != p {
			out = append(out, p)
		}
		return len(out) < maxCompletions
	})
	return out, err
}

// completedName returns the shortest suffix of n's name that starts at a separator and
// with typed, or "".
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
