package graphbuild

import (
	"seedgraph/entry"
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

// entries are the nodes that something outside the tree starts.
func entries(found []entry.Entry) []graph.Entry {
	var out []graph.Entry
	for _, e := range found {
		out = append(out, graph.Entry{Node: nodeOf(e.Def), Role: e.Role, By: nodeOf(e.By)})
	}
	return out
}
