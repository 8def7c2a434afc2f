package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A columnKey identifies a column by the node of its table and its name in lower case.
type columnKey struct {
	table uint32
	name  string
}

// columns makes a node for every column, within its table, and appends its read and
// write edges. The text of a column is part of the text of its table.
func (c *collector) columns(r *resolve.Resolution, inputs []Input, edges []graph.Edge,
	said *[]EdgeProvenance) []graph.Edge {
	list := r.Columns()
	if len(list) == 0 {
		return edges
	}
	c.columnNodes = make(map[columnKey]uint32, len(list))
	inputOf := inputsOf(r.Table, inputs)
	nodes := make([]uint32, len(list))
	for i := range list {
		x := &list[i]
		table := nodeOf(x.Table)
		nodes[i] = c.column(r.Table, inputOf[x.File], x)
		c.columnNodes[columnKey{table, strings.ToLower(x.Name)}] = nodes[i]
		e := graph.Edge{From: table, To: nodes[i], Kind: graph.Contains, Tier: graph.Exact}
		if x.File == r.Table.Def(x.Table).File {
			e.Line = x.File.Line(x.At)
		}
		edges = append(edges, e)
	}
	for _, b := range r.Files {
		for _, u := range b.ColumnUses {
			e := graph.Edge{From: c.from(u.From, u.At), To: nodes[u.Column], Kind: graph.ReadsFrom,
				Tier: u.Tier, Line: b.File.Line(u.At), Ops: u.Ops, Via: u.Via}
			if u.Ops != 0 {
				e.Kind = graph.WritesTo
			}
			if u.Via == graph.ViaInline {
				*said = append(*said, statement(e, u.By, len(*said)+1)...)
			}
			edges = append(edges, e)
		}
		b.ColumnUses = nil
	}
	return edges
}

// inputsOf returns the input of each file.
func inputsOf(ix *resolve.Table, inputs []Input) map[*resolve.File]*Input {
	out := make(map[*resolve.File]*Input, len(inputs))
	for i, f := range ix.Files {
		out[f] = &inputs[i]
	}
	return out
}

// column makes the node of one column, named after its table.
func (c *collector) column(ix *resolve.Table, in *Input, x *resolve.Column) uint32 {
	table := &c.nodes[nodeOf(x.Table)]
	f, symbol := x.File, ix.Def(x.Table).Symbol+"."+x.Name
	n := graph.Node{Kind: graph.KindColumn, Language: f.Language, Short: x.Name,
		Schema: table.Schema, Name: table.Name + "." + x.Name, Path: f.Path,
		Span: in.span(f, x.Range.Start, x.Range.End), NameLine: f.Line(x.At), Parent: table.ID,
		Signature: strings.Join(strings.Fields(f.Slice(x.Range)), " "),
		Flags:     in.Flags | table.Flags&(graph.Test|graph.Exported)}
	return c.addKey(n, words(string(graph.SQLKey(n.Schema, symbol, n.Kind, ""))), false,
		func(salt string) graph.NodeID { return graph.SQLKey(n.Schema, symbol, n.Kind, salt) })
}

// changed appends the edges from a migration to the columns that it adds, drops and
// renames.
func (s *storing) changed(e graph.Edge, x *graph.Change, edges []graph.Edge) []graph.Edge {
	names := []string{x.Part, x.To}
	switch x.Op {
	case graph.AddsColumn, graph.DropsColumn, graph.RenamesColumn:
	default:
		return edges
	}
	for _, name := range names {
		n, ok := s.nodes.columnNodes[columnKey{e.To, strings.ToLower(name)}]
		if ok && name != "" {
			to := e
			to.To = n
			edges = append(edges, to)
		}
	}
	return edges
}
