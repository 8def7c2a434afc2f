package parse

import "seedgraph/graph"

// Columns is what a script, or the SQL in a string, says of the columns of tables. Which table
// a name in a query means depends on what other scripts declare, so that all names are kept with
// the queries around them; the resolver of SQL decides.
type Columns struct {
	Declared []Column      // by At
	Scopes   []ColumnScope // in the order in which queries begin: those around come first
	Uses     []ColumnUse   // as they are read

	// Open lists the definitions of tables that have more columns than are declared here: those
	// of a table that they are made like.
	Open []int32
}

// A Column is declared by CREATE TABLE or by an ALTER that adds it.
type Column struct {
	Def   int32 // of the table, or the ALTER
	Name  string
	At    uint32
	Range Range // of its declaration
}

// A ColumnScope is a query, or a statement that changes rows, with what its names may mean.
type ColumnScope struct {
	Outer   int32 // the scope of the query around it; -1: there is none
	Target  int32 // the source that is written; -1: none
	Sources []ColumnSource
}

// A ColumnSource is an entry of FROM, or the target of a statement.
type ColumnSource struct {
	Name   string     // its alias, else the last part of the name of the table
	Schema string     // written before the name, where there is no alias
	Table  *Reference // nil for what is no table: a subquery, a function, a temporary table
	Names  []string   // the columns of a subquery; nil where they are not known
}

// A ColumnUse is a name in a query that may be one of a column.
type ColumnUse struct {
	Name      string
	Qualifier string // the alias or table before it; may be empty
	Schema    string // before that
	Scope     int32
	At        uint32
	Def       int32 // index of the definition around it
	Op        graph.Ops
	Target    bool // it is a column of the target of its scope
	Dynamic   bool // see [Reference.Dynamic]

	// Joined, if not 0, says that the column is one that USING names: of each of so many sources
	// that has it.
	Joined int32
}

// A ColumnReader is a Language that also reads which columns the code in a string of another
// language uses.
type ColumnReader interface {
	// ReadColumns is what ReadEmbedded is for references: the places are offsets in text.
	ReadColumns(text string) *Columns
}

// moved renumbers definitions, see definitionsMoved.
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
