package graphbuild

import (
	"strings"

	"seedgraph/frameworks/concept/message"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// topics makes a node for every topic that is handled or declared, which is a separate
// kind of route, and appends the edges from its senders, and to its handlers and
// declarations. Constants that hold the name of a topic get the edges of senders and
// handlers too.
func (c *collector) topics(ix *resolve.Table, ends []message.ChannelEnd,
	edges []graph.Edge) []graph.Edge {
	nodes := map[message.Topic]uint32{}
	byEnd := make([]graph.Edge, len(ends))
	for i, e := range ends {
		f, line := e.At.File, e.At.File.Line(e.At.At)
		n, ok := nodes[e.Topic]
		if !ok {
			n = c.addSymbol(graph.Node{Kind: graph.KindRoute, Language: "topic",
				Module: e.System, Name: e.Word + " " + e.Name, Short: e.Name,
				Signature: strings.TrimSpace(e.System + " " + e.Scope), Path: f.Path, NameLine: line,
				Span: graph.Span{StartLine: line, EndLine: line}, Flags: graph.Exported},
				e.System, strings.Join(strings.Fields(e.Scope+"/"+e.Word+"/"+e.Name), "_"))
			nodes[e.Topic] = n
		}
		edge := graph.Edge{From: n, To: nodeOf(e.Def), Kind: graph.Handles, Tier: e.Tier,
			Recv: c.handledOn(ix, e.Class, e.Def)}
		switch {
		case e.Sends:
			edge.Recv = 0
			edge.From, edge.To = c.fromPlace(ix, e.Def, e.At), n
			edge.Kind, edge.Line = graph.Requests, line
		case e.States:
			edge.Kind, edge.Line = graph.References, line
		case e.Literal.File != nil:
			edge.To = c.from(e.Def, e.Literal.Range.Start)
		}
		edges = append(edges, edge)
		byEnd[i] = edge
	}
	for _, l := range message.Links(ends) {
		edge := byEnd[l.End]
		if ends[l.End].Sends {
			edge.To = nodeOf(l.Constant)
		} else {
			edge.From = nodeOf(l.Constant)
		}
		edges = append(edges, edge)
	}
	return edges
}
