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
	answer.Edges
	NumNodes() uint32
	Nodes(f func(n uint32, node *graph.Node) error) error
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
	c := centrality{Index: x, own: make([]bool, x.NumNodes()), paths: make([]string, x.NumNodes())}
	var all []Definition
	var factors []float64
	err := x.Nodes(func(n uint32, node *graph.Node) error {
		c.paths[n], c.own[n] = node.Path, isDefinition(node, opts.Filter.Kinds)
		if c.own[n] && opts.Admits(node) {
			all = append(all, Definition{Node: n, rank: node.Rank})
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
	own   []bool   // by node: whether it is a separate definition
	paths []string // by node
}

// compute returns the centrality of all nodes by number: the PageRank that they receive
// along edges from other files. That of members that are not separate definitions is
// added to their type.
func (c *centrality) compute() ([]float64, error) {
	ranks, err := c.Ranks()
	if err != nil {
		return nil, err
	}
	central := make([]float64, len(ranks))
	owner := make([]uint32, len(ranks))
	for n := range owner {
		owner[n] = uint32(n)
	}
	for n := range c.NumNodes() {
		edges, err := c.Out(n)
		if err != nil {
			return nil, err
		}
		sum := 0.0
		edges = slices.DeleteFunc(slices.Clone(edges), func(e graph.Edge) bool {
			return e.Kind == graph.CoChanges
		})
		for _, e := range edges {
			sum += e.Kind.Weight() * e.Confidence()
		}
		for _, e := range edges {
			switch {
			case e.Kind == graph.Contains:
				owner[e.To] = n
			case c.paths[e.To] != c.paths[n]:
				central[e.To] += ranks[n] * e.Kind.Weight() * e.Confidence() / sum
			}
		}
	}
	for n, o := range owner {
		if uint32(n) != o && !c.own[n] && c.own[o] {
			central[o] += central[n]
		}
	}
	return central, nil
}

// isDefinition reports whether a node may be on a map by itself. Members that are less
// informative than their type require a filter that names their kind.
func isDefinition(n *graph.Node, kinds []graph.NodeKind) bool {
	if n.Path == "" || len(n.Parts) == 0 || n.Flags.Has(graph.Replaced) {
		return false
	}
	switch n.Kind {
	case graph.KindFile, graph.KindNamespace, graph.KindConstructor, graph.KindProperty,
		graph.KindField, graph.KindEvent,
		graph.KindVariable, graph.KindConstant, graph.KindBatch, graph.KindDeploy:
		return len(kinds) > 0
	}
	return true
}
