package artifacts

import (
	"fmt"

	"seedgraph/graph"
	"seedgraph/pagerank"
)

// Rank returns the PageRank of every node, as artifacts store it: an edge counts
// with the weight of its kind and its confidence. The edges are sorted by
// (From, Kind, To). The result does not depend on workers; 0 means GOMAXPROCS.
func Rank(nodes int, edges []graph.Edge, workers int) ([]float64, error) {
	weighted := make([]pagerank.Edge, len(edges))
	for i, e := range edges {
		weighted[i] = pagerank.Edge{From: e.From, To: e.To,
			Weight: e.Kind.Weight() * e.Confidence()}
	}
	res, err := pagerank.Compute(pagerank.Graph{Nodes: nodes, Edges: weighted},
		pagerank.Options{Workers: workers})
	if err != nil {
		return nil, fmt.Errorf("rank nodes: %w", err)
	}
	for i, r := range res.Ranks {
		res.Ranks[i] = pagerank.Round(r)
	}
	return res.Ranks, nil
}
