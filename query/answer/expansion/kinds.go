package expansion

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/expand"
	"seedgraph/query/search"
)

// MissingKinds lists the edge kinds among the entries of an allow-list that no edge of
// the index has, in the order of [graph.EdgeKinds]. It searches the index only for those
// that an expansion did not find.
func MissingKinds(x interface {
	WithoutEdge(kinds map[graph.EdgeKind]bool) error
}, entries []string, res *expand.Result) ([]string, error) {
	missing := map[graph.EdgeKind]bool{}
	for _, e := range entries {
		if k, ok := graph.ParseEdgeKind(e); ok {
			missing[k] = true
		}
	}
	for _, e := range res.Edges {
		k, _ := graph.ParseEdgeKind(e.Kind)
		delete(missing, k)
	}
	err := x.WithoutEdge(missing)
	var names []string
	for _, row := range graph.EdgeKinds() {
		if missing[row.Kind] {
			names = append(names, row.Name)
		}
	}
	return names, err
}

// documents lists the nodes of documents, by number. [*answer.Index] implements it.
type documents interface{ Documents() ([]uint32, error) }

// ReachFilter returns a predicate for the nodes that an expansion may reach: nodes of the given
// domains, with or without external ones. If domains is empty, all are allowed except
// documents, because their edges are only links. A node that cannot be read is admitted:
// the next read reports the error.
func ReachFilter(x answer.Nodes, domains []string, external bool) (func(uint32) bool, error) {
	var want []graph.Domain
	for _, name := range domains {
		d, err := search.ParseDomain(name)
		if err != nil {
			return nil, err
		}
		want = append(want, d)
	}
	if d, ok := x.(documents); ok && len(want) == 0 && external {
		docs, err := d.Documents()
		if err != nil || len(docs) == 0 {
			return nil, err
		}
		return func(n uint32) bool {
			_, is := slices.BinarySearch(docs, n)
			return !is
		}, nil
	}
	return func(n uint32) bool {
		node, err := x.Node(n)
		if err != nil {
			return true
		}
		return (len(want) == 0 && node.Domain() != graph.Docs || slices.Contains(want, node.Domain())) &&
			(external || !node.Flags.Has(graph.External))
	}, nil
}
