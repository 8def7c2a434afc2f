package resolve

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file defines database columns for resolvers, and finds the columns used by SQL in
// strings. Unless columns are requested, Table.Columns is false and nothing is read here.

// A Column is a column declared by scripts. It is not a definition: its text is part of
// that of its table, and names in programs never refer to it.
type Column struct {
	Table DefID // in effect
	Name  string
	File  *File // that declares it
	At    uint32
	Range parse.Range
}

// A ColumnUse is the use of a column by a definition. Several uses of a column in one
// definition become one edge with several lines.
type ColumnUse struct {
	From   DefID
	Column int32 // index in [Resolution.Columns]
	Ops    graph.Ops
	Tier   graph.Tier
	Via    graph.Via
	At     uint32  // in the file of From
	By     []DefID // definitions of other files that the statement is built from
}

// A ColumnBinder is implemented by rules of database objects.
type ColumnBinder interface {
	// Columns lists the columns of all tables, by table, then by place.
	Columns() []Column
	// ColumnsIn resolves the columns that the SQL in a string uses.
	ColumnsIn(c *parse.Columns) []ColumnUse
}

// Columns lists the columns declared by scripts, or nil if they are not requested.
// Releasing the resolution does not change it.
func (r *Resolution) Columns() []Column {
	for _, rules := range r.Table.used {
		if c, ok := rules.(ColumnBinder); ok && r.Table.Columns {
			return c.Columns()
		}
	}
	return nil
}

// A columnReader finds the columns used by SQL in strings.
type columnReader struct {
	reader parse.ColumnReader // nil: not requested
	binder ColumnBinder
}

func newColumnReader(ix *Table, reader parse.EmbeddedReader, rules embeddedBinder) columnReader {
	r, reads := reader.(parse.ColumnReader)
	binder, binds := rules.(ColumnBinder)
	if !ix.Columns || !reads || !binds {
		return columnReader{}
	}
	return columnReader{r, binder}
}

// bind records the columns that a string uses as uses of from. Columns that the string
// uses with its holes unfilled are left out.
func (c columnReader) bind(b *Binder, from DefID, at placing, text, unfilled string, by []DefID) {
	if c.reader == nil {
		return
	}
	// Columns used whatever fills the holes belong to the definition that contains the
	// statement.
	var known []ColumnUse
	if unfilled != "" {
		known = c.binder.ColumnsIn(c.reader.ReadColumns(unfilled))
	}
	// Definitions of the same file are visible to everyone who sees the use.
	by = slices.DeleteFunc(slices.Clone(by),
		func(id DefID) bool { return b.Table.Def(id).File == b.File })
	for _, u := range c.binder.ColumnsIn(c.reader.ReadColumns(text)) {
		if slices.ContainsFunc(known,
			func(k ColumnUse) bool { return k.Column == u.Column && k.Ops == u.Ops }) {
			continue
		}
		u.From, u.At, u.By = from, at.of(u.At), by
		b.ColumnUses = append(b.ColumnUses, u)
	}
}
