package graphbuild

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A literalNode is the node of a function literal.
type literalNode struct {
	parse.Range
	node uint32
}

// literalsOf lists the function literals that handle requests or messages.
func literalsOf(facts *concept.Facts) []eval.Literal {
	var list []eval.Literal
	for _, e := range facts.Endpoints {
		if e.Literal.File != nil {
			list = append(list, e.Literal)
		}
	}
	for _, e := range facts.Ends {
		if e.Literal.File != nil {
			list = append(list, e.Literal)
		}
	}
	return list
}

// literals makes a node for every function literal in a list and appends its
// containment edge. The edges of code in a literal leave the literal's node; see
// collector.from. The enclosing definition references the literal, as it would a
// function passed by name, so that a traversal over all edge kinds reaches the
// literal's calls.
//
// The id consists of the enclosing definition and a description of the call, with
// ordinals for duplicates, so that it does not change with the body or surrounding
// code.
func (c *collector) literals(ix *resolve.Table, inputs []Input, list []eval.Literal,
	count func(string) int, edges []graph.Edge) []graph.Edge {
	if len(list) == 0 {
		return edges
	}
	slices.SortFunc(list, func(a, b eval.Literal) int {
		return cmp.Or(cmp.Compare(a.File.First, b.File.First),
			cmp.Compare(a.Range.Start, b.Range.Start), strings.Compare(a.Name, b.Name))
	})
	list = slices.CompactFunc(list, func(a, b eval.Literal) bool {
		return a.File == b.File && a.Range == b.Range
	})
	inputOf := map[*resolve.File]*Input{}
	for i, f := range ix.Files {
		inputOf[f] = &inputs[i]
	}
	inside := map[resolve.DefID][]literalNode{}
	var lines resolve.Lines
	for i, l := range list {
		if count != nil && (i == 0 || l.File != list[i-1].File) {
			lines = resolve.LinesOf(l.File.Facts)
		}
		n := c.literal(ix, inputOf[l.File], l, lines, count)
		inside[l.Outer] = append(inside[l.Outer], literalNode{l.Range, n})
		for _, kind := range []graph.EdgeKind{graph.Contains, graph.References} {
			edges = append(edges, graph.Edge{From: nodeOf(l.Outer), To: n, Kind: kind,
				Tier: graph.Exact, Line: l.File.Line(l.Range.Start)})
		}
	}
	c.inside = map[resolve.DefID]literalNodes{}
	for d, list := range inside {
		c.inside[d] = literalNodesOf(list)
	}
	return edges
}

// literalNodes holds the literals within one definition.
type literalNodes struct {
	list   []literalNode
	ranges parse.Nesting
}

func literalNodesOf(list []literalNode) literalNodes {
	ranges := make([]parse.Range, len(list))
	for i, l := range list {
		ranges[i] = l.Range
	}
	return literalNodes{list, parse.NestingOf(ranges)}
}

// literal makes the node of one literal; lines are those of its file.
func (c *collector) literal(ix *resolve.Table, in *Input, l eval.Literal, lines resolve.Lines,
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
		w := textWriter{f: f.Facts, lines: lines, count: count}
		n.Parts = w.split([]piece{{at: l.Range.Start, text: f.Slice(l.Range)}}, nil)
	}
	return c.addSymbol(n, n.Module, symbol)
}

// from returns the source node of an edge at a place in a definition: the innermost
// literal with a node around the place, or else the definition.
func (c *collector) from(d resolve.DefID, at uint32) uint32 {
	inside := c.inside[d]
	for i := range inside.ranges.Enclosing(at) {
		return inside.list[i].node
	}
	return nodeOf(d)
}

// fromPlace is from for a place that may be in another file than the definition.
func (c *collector) fromPlace(ix *resolve.Table, d resolve.DefID, at eval.Place) uint32 {
	if len(c.inside[d].list) == 0 || at.File != ix.Def(d).File {
		return nodeOf(d)
	}
	return c.from(d, at.At)
}
