package resolve

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/parse"
)

// This file has what resolvers say of columns, and finds those that the SQL in strings uses. A
// build that is not asked for columns has none: then Table.Columns is false, and nothing here
// reads anything.

// A Column is a column that scripts declare. It is no definition: its text is part of that of
// its table, and names of programs never mean it.
type Column struct {
	Table DefID // in force
	Name  string
	File  *File // where it is declared
	At    uint32
	Range parse.Range
}

// A ColumnUse is the use of a column by a definition. Several uses of a column at several
// places of a definition become one edge with several lines.
type ColumnUse struct {
	From   DefID
	Column int32 // among [Resolution.Columns]
	Ops    graph.Ops
	Tier   graph.Tier
	Via    graph.Via
	At     uint32  // in the file of From
	By     []DefID // definitions of other files that the statement is made of
}

// A ColumnBinder is implemented by rules of database objects.
type ColumnBinder interface {
	// Columns lists the columns of all tables, by table, then by place.
	Columns() []Column
	// ColumnsIn resolves which columns the SQL in a string uses.
	ColumnsIn(c *parse.Columns) []ColumnUse
}

// Columns lists the columns that scripts declare; nil where they are not asked for. It is the
// same before and after the resolution is released.
func (r *Resolution) Columns() []Column {
	for _, rules := range r.Table.used {
		if c, ok := rules.(ColumnBinder); ok && r.Table.Columns {
			return c.Columns()
		}
	}
	return nil
}

// A columnReader reads which columns the SQL in strings uses.
type columnReader struct {
	reader parse.ColumnReader // nil: they are not asked for
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

// bind lets from use the columns that the text of a string uses, but for those that it uses
// without what fills its holes.
func (c columnReader) bind(b *Binder, from DefID, at placing, text, unfilled string, by []DefID) {
	if c.reader == nil {
		return
	}
	// What a statement uses whatever fills it is said of the definition that it stands in.
	var known []ColumnUse
	if unfilled != "" {
		known = c.binder.ColumnsIn(c.reader.ReadColumns(unfilled))
	}
	// Definitions of the same file are seen by whoever sees the use.
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
