package outline

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/search"
)

// An Index provides the data for ranking definitions. [*answer.Index] implements it.
type Index interface {
	answer.Nodes
	NumNodes() uint32
	// NodesOfKinds calls f for every node of one of the kinds.
	NodesOfKinds(kinds map[graph.NodeKind]bool, admit func(n uint32) bool,
		f func(n uint32, node *graph.Node) error) error
	// EachOut calls f with the edges that leave each node.
	EachOut(f func(n uint32, edges []graph.Edge) error) error
	// FileNumbers returns a number of the file of each node.
	FileNumbers() ([]uint32, error)
	Parent(n uint32) (parent uint32, ok bool, err error)
	Rank(n uint32) (float64, error)
	Ranks() ([]float64, error)
}

// A Definition is a node that may be on a map.
type Definition struct {
	Node    uint32
	central float64
	rank    float64
}

// Definitions lists the definitions that a filter admits, the most central first,
// then by rank, then by id.
func Definitions(x Index, filter search.Selection) ([]Definition, error) {
	opts := search.Options{Selection: filter}
	c := centrality{Index: x, own: make([]bool, x.NumNodes())}
	var err error
	if c.ranks, err = x.Ranks(); err != nil {
		return nil, err
	}
	var all []Definition
	var factors []float64
	err = x.NodesOfKinds(definitionKinds(opts.Filter.Kinds), nil, func(n uint32, node *graph.Node) error {
		if c.own[n] = isDefinition(node); c.own[n] && opts.Admits(node) {
			all = append(all, Definition{Node: n, rank: c.ranks[n]})
			factors = append(factors, opts.Demotion(node))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	central, err := c.compute()
	if err != nil {
		return nil, err
	}
	for i := range all {
		all[i].central = central[all[i].Node] * factors[i]
	}
	slices.SortStableFunc(all, func(a, b Definition) int {
		return cmp.Or(cmp.Compare(b.central, a.central), cmp.Compare(b.rank, a.rank))
	})
	return all, nil
}

// A centrality computes how much of the repository depends on each node.
type centrality struct {
	Index
	ranks []float64 // by node
	own   []bool    // by node: whether it is a separate definition
}

// compute returns the centrality of all nodes by number: the PageRank that they receive
// along edges from other files. That of members that are not separate definitions is
// added to their type.
func (c *centrality) compute() ([]float64, error) {
	files, err := c.FileNumbers()
	if err != nil {
		return nil, err
	}
	central := make([]float64, len(c.ranks))
	owner := make([]uint32, len(c.ranks))
	for n := range owner {
		owner[n] = uint32(n)
	}
	err = c.EachOut(func(n uint32, edges []graph.Edge) error {
		sum := 0.0
		for _, e := range edges {
			if e.Kind != graph.CoChanges {
				sum += e.Kind.Weight() * e.Confidence()
			}
		}
		for _, e := range edges {
			switch {
			case e.Kind == graph.CoChanges:
			case e.Kind == graph.Contains:
				owner[e.To] = n
			case files[e.To] != files[n]:
				central[e.To] += c.ranks[n] * e.Kind.Weight() * e.Confidence() / sum
			}
		}
		return nil
	})
	for n, o := range owner {
		if uint32(n) != o && !c.own[n] && c.own[o] {
			central[o] += central[n]
		}
	}
	return central, err
}

// isDefinition reports whether a node of a kind of definitions may be on a map.
func isDefinition(n *graph.Node) bool {
	return n.Path != "" && len(n.Parts) > 0 && !n.Flags.Has(graph.Replaced)
}

// definitionKinds returns the kinds of nodes that may be on a map by themselves: with a
// filter of kinds all of them, otherwise not members that are less informative than their
// type.
func definitionKinds(filter []graph.NodeKind) map[graph.NodeKind]bool {
	kinds := map[graph.NodeKind]bool{}
	for _, k := range graph.NodeKinds() {
		kinds[k] = true
	}
	if len(filter) > 0 {
		return kinds
	}
	for _, k := range []graph.NodeKind{graph.KindFile, graph.KindNamespace, graph.KindConstructor,
		graph.KindProperty, graph.KindField, graph.KindEvent, graph.KindVariable,
		graph.KindConstant, graph.KindBatch, graph.KindDeploy} {
		delete(kinds, k)
	}
	return kinds
}
