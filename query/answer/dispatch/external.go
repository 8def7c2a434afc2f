package dispatch

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// wide is an index whose Out includes the edges to external symbols.
type wide struct{ Index }

// Wide returns an index whose Out includes edges to external symbols. It should not be
// used for long walks: it costs a read per node, and most such paths end at once.
func Wide(x Index) Index {
	if _, ok := x.(wide); ok {
		return x
	}
	return wide{x}
}

// Out lists all edges that leave node n, by (Kind, To).
func (w wide) Out(n uint32) ([]graph.Edge, error) {
	edges, err := w.Index.Out(n)
	if err != nil {
		return nil, err
	}
	outer, err := w.ExternalEdges(n)
	if len(outer) == 0 || err != nil {
		return edges, err
	}
	edges = append(edges, outer...)
	slices.SortFunc(edges, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
	})
	return edges, nil
}

// Around returns the index to use for queries about nodes: a wide one if one of them is
// an external symbol.
func Around(x Index, nodes []uint32) (Index, error) {
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		if node.Kind.IsExternal() {
			return Wide(x), nil
		}
	}
	return x, nil
}

// Within lists a node and, if it is an external package or type, all used names in it: a
// use of one of them is a use of the node.
func Within(x Index, n uint32) ([]uint32, error) {
	out := []uint32{n}
	for i := 0; i < len(out); i++ {
		node, err := x.Node(out[i])
		if err != nil {
			return nil, err
		}
		if !node.Kind.IsExternal() {
			break
		}
		edges, err := x.ExternalEdges(out[i])
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if e.Kind == graph.Contains {
				out = append(out, e.To)
			}
		}
	}
	return out, nil
}
