package graphbuild

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// A literalNode is the node of a function literal.
type literalNode struct {
	parse.Range
	node uint32
}

// literals lists the function literals that handle requests or messages.
func (t *told) literals() []web.Literal {
	var list []web.Literal
	for _, e := range t.endpoints {
		if e.Literal.File != nil {
			list = append(list, e.Literal)
		}
	}
	for _, e := range t.ends {
		if e.Literal.File != nil {
			list = append(list, e.Literal)
		}
	}
	return list
}

// literals makes a node of every function literal of a list and appends the edges
// that contain them. What is written in a literal leaves its node; see collector.from. The
// definition around references it, as it would a function that it passes by its name: a walk
// over all kinds of edges goes on to what the literal calls.
//
// The id is made of the definition around it and of what its call says, with ordinals for
// several of one name, so that it does not move with the body or with what is around.
func (c *collector) literals(ix *resolve.Table, inputs []Input, list []web.Literal,
	count func(string) int, edges []graph.Edge) []graph.Edge {
	if len(list) == 0 {
		return edges
	}
	slices.SortFunc(list, func(a, b web.Literal) int {
		return cmp.Or(cmp.Compare(a.File.First, b.File.First),
			cmp.Compare(a.Range.Start, b.Range.Start), strings.Compare(a.Name, b.Name))
	})
	list = slices.CompactFunc(list, func(a, b web.Literal) bool {
		return a.File == b.File && a.Range == b.Range
	})
	inputOf := map[*resolve.File]*Input{}
	for i, f := range ix.Files {
		inputOf[f] = &inputs[i]
	}
	c.inside = map[resolve.DefID][]literalNode{}
	for _, l := range list {
		n := c.literal(ix, inputOf[l.File], l, count)
		c.inside[l.Outer] = append(c.inside[l.Outer], literalNode{l.Range, n})
		for _, kind := range []graph.EdgeKind{graph.Contains, graph.References} {
			edges = append(edges, graph.Edge{From: nodeOf(l.Outer), To: n, Kind: kind,
				Tier: graph.Exact, Line: l.File.Line(l.Range.Start)})
		}
	}
	return edges
}

// literal makes the node of one literal.
func (c *collector) literal(ix *resolve.Table, in *Input, l web.Literal,
	count func(string) int) uint32 {
	f, outer := l.File, ix.Def(l.Outer)
	header := f.Text[l.Range.Start:l.Body]
	n := graph.Node{Kind: graph.KindFunction, Language: f.Language, Short: l.Name,
		Module: outer.ModuleName, Path: f.Path, Span: in.span(f, l.Range.Start, l.Range.End),
		NameLine: f.Line(l.Range.Start), Signature: strings.Join(strings.Fields(header), " "),
		Parent: c.nodes[nodeOf(l.Outer)].ID, Flags: in.Flags}
	if outer.Test || f.Test {
		n.Flags |= graph.Test
	}
	symbol := l.Name
	if outer.Outer == resolve.None {
		n.Module = pathModule(f.Path)
		n.Name = n.Module[strings.LastIndexByte(n.Module, '/')+1:] + "." + l.Name
	} else {
		name, class := qualified(ix, outer)
		if outer.Kind.IsType() {
			class = outer.Name
		}
		symbol, n.Name, n.Class = outer.Symbol+"."+l.Name, name+"."+l.Name, class
	}
	if count != nil {
		w := textWriter{f: f.Facts, lines: resolve.LinesOf(f.Facts), count: count}
		n.Parts = w.split([]piece{{at: l.Range.Start, text: f.Slice(l.Range)}}, nil)
	}
	return c.addSymbol(n, n.Module, symbol)
}

// from is the node that an edge from a place in a definition leaves: the innermost literal
// with a node around that place, else that of the definition.
func (c *collector) from(d resolve.DefID, at uint32) uint32 {
	n, start := nodeOf(d), uint32(0)
	for _, l := range c.inside[d] {
		if l.Contains(at) && l.Start >= start {
			n, start = l.node, l.Start
		}
	}
	return n
}

// fromPlace is from for a place that may be in another file than the definition.
func (c *collector) fromPlace(ix *resolve.Table, d resolve.DefID, at web.Place) uint32 {
	if len(c.inside[d]) == 0 || at.File != ix.Def(d).File {
		return nodeOf(d)
	}
	return c.from(d, at.At)
}
