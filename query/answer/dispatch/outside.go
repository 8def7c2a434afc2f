package dispatch

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// wide is an index that has the edges out of the tree among the others.
type wide struct{ Index }

// Wide returns an index whose nodes lead to names of code outside the tree, too. Whoever
// walks far should not: it costs reads at every node, and most ways end there.
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
	outer, err := w.Outer(n)
	if len(outer) == 0 || err != nil {
		return edges, err
	}
	edges = append(edges, outer...)
	slices.SortFunc(edges, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
	})
	return edges, nil
}

// Around returns the index in which to ask about nodes: a wide one if one of them is a
// name of code outside the tree.
func Around(x Index, nodes []uint32) (Index, error) {
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		if node.Kind.IsOutside() {
			return Wide(x), nil
		}
	}
	return x, nil
}

// Within lists a node and, if it is a package or type outside the tree, all names in it
// that the tree uses: who uses one of them uses it.
func Within(x Index, n uint32) ([]uint32, error) {
	out := []uint32{n}
	for i := 0; i < len(out); i++ {
		node, err := x.Node(out[i])
		if err != nil {
			return nil, err
		}
		if !node.Kind.IsOutside() {
			break
		}
		edges, err := x.Outer(out[i])
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
