package artifacts

import (
	"fmt"

	"seedgraph/graph"
	"seedgraph/pagerank"
)

// Rank returns the PageRank of every node as stored in artifacts: an edge is weighted by
// its kind and its confidence. External symbols and documents have rank 0. If there are
// access views, it is the rank for readers of all files. The result does not depend on
// workers; 0 means GOMAXPROCS.
func Rank(g *graph.Graph, workers int) ([]float64, error) {
	g = g.Whole()
	var outside []uint32
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Kind.IsExternal() || n.Domain() == graph.Docs {
			outside = append(outside, uint32(i))
		}
	}
	return rankEdges(len(g.Nodes), outside, g.Edges, workers)
}

// rankEdges ranks n nodes except those listed in outside, by number. The edges are sorted
// by (From, Kind, To).
func rankEdges(n int, outside []uint32, edges []graph.Edge, workers int) ([]float64, error) {
	place := make([]uint32, n) // 1 + the index among the ranked nodes; 0: not ranked
	ranked := uint32(0)
	for i := range place {
		if len(outside) > 0 && outside[0] == uint32(i) {
			outside = outside[1:]
			continue
		}
		ranked++
		place[i] = ranked
	}
	weighted := make([]pagerank.Edge, 0, len(edges))
	for _, e := range edges {
		if e.Kind == graph.CoChanges {
			continue // co-changing is not a use
		}
		if from, to := place[e.From], place[e.To]; from > 0 && to > 0 {
			weighted = append(weighted, pagerank.Edge{From: from - 1, To: to - 1,
				Weight: e.Kind.Weight() * e.Confidence()})
		}
	}
	res, err := pagerank.Compute(pagerank.Graph{Nodes: int(ranked), Edges: weighted},
		pagerank.Options{Workers: workers})
	if err != nil {
		return nil, fmt.Errorf("rank nodes: %w", err)
	}
	ranks := make([]float64, n)
	for i, p := range place {
		if p > 0 {
			ranks[i] = pagerank.Round(res.Ranks[p-1])
		}
	}
	return ranks, nil
}
