package search

import "seedgraph/graph"

// A function and the functions and classes nested in it are one location: a reader of one
// sees most of the other. Listing them together, or a node nested in a given one, would
// take the place of new results.

// A nestedHits lists the nodes that the reader has, the given ones first, and the hits
// before the current one.
type nestedHits []*graph.Node

// newNesting returns the given nodes.
func (r *ranking) newNesting() (nestedHits, error) {
	var n nestedHits
	for _, given := range r.opts.Given {
		info, err := r.ix.Node(given)
		if err != nil {
			return nil, err
		}
		n = append(n, info)
	}
	return n, nil
}

// factor returns the factor of a hit that follows these nodes.
func (n nestedHits) factor(weight float64, h *Hit) float64 {
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

// isIn reports whether inner is nested in the function outer. Types do not count: their
// text has only the signatures of their members.
func isIn(inner, outer *graph.Node) bool {
	in, out := inner.Span, outer.Span
	return outer.Kind.IsCallable() && inner.Path == outer.Path && in.StartLine > 0 &&
		out.Start <= in.Start && in.End <= out.End
}
