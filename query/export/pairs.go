package export

import (
	"context"
	"slices"
	"strings"

	"seedgraph/graph"
)

// A pair is two nodes and all edges between them, for formats with undirected edges.
type pair struct {
	a, b  uint32       // a <= b
	edges []graph.Edge // those from a to b first; in each direction by kind
}

// pairs calls f for each pair of connected nodes, by (a, b), until it returns an error.
func (g *Graph) pairs(ctx context.Context, f func(p *pair) error) error {
	for n := range g.r.NumNodes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !g.keep[n] {
			continue
		}
		list, err := g.pairsOf(n)
		if err != nil {
			return err
		}
		for i := range list {
			if err := f(&list[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// pairsOf lists the pairs of node a with itself and with later nodes.
func (g *Graph) pairsOf(a uint32) ([]pair, error) {
	out, err := g.Out(a)
	if err != nil {
		return nil, err
	}
	in, err := g.in(a)
	if err != nil {
		return nil, err
	}
	at := map[uint32]int{}
	var list []pair
	add := func(b uint32, e graph.Edge) {
		i, ok := at[b]
		if !ok {
			i = len(list)
			at[b] = i
			list = append(list, pair{a: a, b: b})
		}
		list[i].edges = append(list[i].edges, e)
	}
	for _, e := range out {
		if e.To >= a {
			add(e.To, e)
		}
	}
	for _, e := range in {
		if e.From > a { // self-loops are among the edges that leave a
			add(e.From, e)
		}
	}
	slices.SortFunc(list, func(x, y pair) int { return int(x.b) - int(y.b) })
	return list, nil
}

// weight returns the sum of the weights of the edges.
func (p *pair) weight() (sum float64) {
	for _, e := range p.edges {
		sum += weight(e)
	}
	return round(sum)
}

// kinds lists the distinct kinds of the edges of a pair, in order.
func (p *pair) kinds() []string {
	var list []string
	for _, e := range p.edges {
		if name := words(e.Kind); !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// describe describes the edges of a pair, with their directions.
func (p *pair) describe(labels []label) string {
	var list []string
	for _, e := range p.edges {
		list = append(list, sentence(labels[e.From].name, labels[e.To].name, e))
	}
	return strings.Join(list, "; ")
}
