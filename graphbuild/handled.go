package graphbuild

import (
	"seedgraph/frameworks/concept/entry"
	"seedgraph/frameworks/concept/lookup"
	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// handled appends the edges from messages to their handlers; those of external message
// types are added to the external edges, if these have nodes.
func (c *collector) handled(ix *resolve.Table, handlings []message.Handler, outside *externals,
	edges []graph.Edge) []graph.Edge {
	for _, h := range handlings {
		e := graph.Edge{From: nodeOf(h.Message), To: nodeOf(h.Handler),
			Kind: graph.Handles, Tier: h.Tier,
			Recv: c.handledOn(ix, h.Class, h.Handler)}
		if (h.Outside == resolve.ForeignName{}) {
			edges = append(edges, e)
			continue
		}
		family := ix.Def(h.Handler).File.Family
		if n, ok := outside.numbers[foreignKey{family, h.Outside.Package, h.Outside.Symbol()}]; ok {
			e.From = n
			edges = append(edges, e)
		}
	}
	return edges
}

// sent appends the edges from senders of messages to the message types.
func (c *collector) sent(ix *resolve.Table, sendings []message.Publish,
	edges []graph.Edge) []graph.Edge {
	for _, s := range sendings {
		edges = append(edges, graph.Edge{From: c.fromPlace(ix, s.By, s.At), To: nodeOf(s.Message),
			Kind: graph.Requests, Tier: s.Tier, Line: s.At.File.Line(s.At.At)})
	}
	return edges
}

// entries returns the nodes that are started from outside the tree.
func entries(found []entry.Entry) []graph.Entry {
	var out []graph.Entry
	for _, e := range found {
		out = append(out, graph.Entry{Node: nodeOf(e.Def), Role: e.Role, By: nodeOf(e.By)})
	}
	return out
}

// lookedUp appends the edges from code to the members that it looks up by name.
func (c *collector) lookedUp(ix *resolve.Table, lookups []lookup.Lookup,
	edges []graph.Edge) []graph.Edge {
	for _, l := range lookups {
		if l.Open == "" {
			edges = append(edges, graph.Edge{From: c.fromPlace(ix, l.By, l.At),
				To: nodeOf(l.Member), Kind: l.Kind, Tier: graph.Heuristic,
				Line: l.At.File.Line(l.At.At)})
		}
	}
	return edges
}
