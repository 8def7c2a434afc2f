package parse

import "seedgraph/graph"

// Columns is the information on table columns in a script, or in the SQL of a
// string. The referent of a table name in a query depends on the declarations in
// other scripts, so all names are kept with their enclosing queries; the resolver
// of SQL decides.
type Columns struct {
	Declared []Column      // by At
	Scopes   []ColumnScope // in the order in which queries begin: outer ones first
	Uses     []ColumnUse   // in reading order

	// Open lists the definitions of tables that have more columns than are declared
	// here: those of a table they are copied from.
	Open []int32
}

// A Column is declared by CREATE TABLE or by an ALTER that adds it.
type Column struct {
	Def   int32 // the definition of the table, or the ALTER
	Name  string
	At    uint32
	Range Range // the range of its declaration
}

// A ColumnScope is a query, or a statement that changes rows, with the sources
// that its names may refer to.
type ColumnScope struct {
	Outer   int32 // the scope of the enclosing query, or -1
	Target  int32 // the source that is written to, or -1
	Sources []ColumnSource
}

// A ColumnSource is an entry of FROM, or the target of a statement.
type ColumnSource struct {
	Name   string     // its alias, or the last part of the table name
	Schema string     // the written schema, if there is no alias
	Table  *Reference // nil if it is not a table: a subquery, a function, a temporary table
	Names  []string   // the columns of a subquery; nil if unknown
}

// A ColumnUse is a name in a query that may refer to a column.
type ColumnUse struct {
	Name      string
	Qualifier string // the alias or table before the name; may be empty
	Schema    string // the schema before the qualifier
	Scope     int32
	At        uint32
	Def       int32 // index of the enclosing definition
	Op        graph.Ops
	Target    bool // refers to a column of the target of its scope
	Dynamic   bool // see [Reference.Dynamic]

	// Joined, if not 0, marks a column named by USING: it refers to that column of
	// each of the first Joined sources that have it.
	UsingSources int32
}

// A ColumnReader is a Language that also reads the column uses of code in a string
// of another language.
type ColumnReader interface {
	// ReadColumns is the counterpart of ReadEmbedded for columns: positions are
	// offsets in text.
	ReadColumns(text string) *Columns
}

// moved renumbers definitions; see definitionsMoved.
func (c *Columns) moved(place []int32) {
	for i := range c.Declared {
		c.Declared[i].Def = place[c.Declared[i].Def]
	}
	for i := range c.Uses {
		c.Uses[i].Def = place[c.Uses[i].Def]
	}
	for i := range c.Open {
		c.Open[i] = place[c.Open[i]]
	}
}
