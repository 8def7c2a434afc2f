package search

import "seedgraph/graph"

// A function and the functions and classes in it are one place: who reads one of them sees
// the other, or most of it. Next to each other in a list, or next to what the reader was given,
// they take the place of something new.

// A nesting are the nodes that the reader has, or will have read: the given ones first.
type nesting []*graph.Node

// newNesting begins with the given nodes.
func (r *ranking) newNesting() (nesting, error) {
	var n nesting
	for _, given := range r.opts.Beside {
		info, err := r.ix.Node(given)
		if err != nil {
			return nil, err
		}
		n = append(n, info)
	}
	return n, nil
}

// factor returns the factor of a hit after these nodes.
func (n nesting) factor(weight float64, h *Hit) float64 {
	if weight >= 1 || h.Bonus > 0 {
		return 1
	}
	for _, before := range n {
		if isIn(h.Info, before) || isIn(before, h.Info) {
			return weight
		}
	}
	return 1
}

// isIn reports whether a node is in a function. A type is no such place: its text has no more
// of its members than their signatures.
func isIn(inner, outer *graph.Node) bool {
	in, out := inner.Span, outer.Span
	return outer.Kind.IsCallable() && inner.Path == outer.Path && in.StartLine > 0 &&
		out.Start <= in.Start && in.End <= out.End
}
