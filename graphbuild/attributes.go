package graphbuild

import (
	"strings"

	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An attributeKey identifies an attribute by its class and its name.
type attributeKey struct {
	class resolve.DefID
	name  string
}

// attributes makes a node for every attribute, a field of its class at the place where the column
// is declared, whose text is part of that of the script. It appends the edges to the columns, if
// these have nodes.
func (s *storing) attributes(list []data.Attribute, edges []graph.Edge) []graph.Edge {
	s.fields = make(map[attributeKey]uint32, len(list))
	for _, x := range list {
		n := s.nodes.attribute(s.Table, s.inputs[x.File], x)
		s.fields[attributeKey{x.Class, x.Name}] = n
		edges = append(edges, graph.Edge{From: nodeOf(x.Class), To: n, Kind: graph.Contains,
			Tier: graph.Exact})
		if x.Table.Name == "" {
			continue
		}
		table, tier := s.table(x.Table)
		if column, ok := s.nodes.columnNodes[columnKey{table, strings.ToLower(x.Name)}]; ok {
			edges = append(edges, graph.Edge{From: n, To: column, Kind: graph.MapsTo, Tier: tier,
				Via: graph.ViaORM, Line: x.File.Line(x.Range.Start)})
		}
	}
	return edges
}

// attribute makes the node of one attribute, named after its class.
func (c *collector) attribute(ix *resolve.Table, in *Input, x data.Attribute) uint32 {
	class, f := ix.Def(x.Class), x.File
	name, _ := qualified(ix, class)
	n := graph.Node{Kind: graph.KindField, Language: class.File.Language, Short: x.Name,
		Module: class.ModuleName, Name: name + "." + x.Name, Class: class.Name, Path: f.Path,
		Span: in.span(f, x.Range.Start, x.Range.End), NameLine: f.Line(x.Range.Start), Parent: c.nodes[nodeOf(x.Class)].ID,
		Signature: strings.Join(strings.Fields(f.Slice(x.Range)), " "), Flags: in.Flags | graph.Exported}
	return c.addSymbol(n, n.Module, class.Symbol+"."+x.Name)
}
