package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/message"
)

// handled appends the edges from messages to what handles them.
func handled(handlings []message.Handling, edges []graph.Edge) []graph.Edge {
	for _, h := range handlings {
		edges = append(edges, graph.Edge{From: nodeOf(h.Message), To: nodeOf(h.Handler),
			Kind: graph.Handles, Tier: h.Tier})
	}
	return edges
}
