package parse

import "seedgraph/graph"

// A Change is what a statement of a script does to an object of the database that it does
// not define.
type Change struct {
	Op           graph.SchemaOp
	Kind         graph.NodeKind // of the object
	Schema, Name string         // as written; an empty schema is that of what names none
	Part         string         // the column or constraint; of RenamesObject the new name
	To           string         // the new name of a column
	Home         string         // of RenamesObject, the schema that it moves to; empty where it stays
	Index        string         // that the statement drops; the table may have no name then
	Params       []Param        // of the routine that it drops or moves; nil where none are written
	Cascades     bool           // what depends on what it drops goes with it
	// In is the routine that makes the change when it is called, as an index of the definitions; 0
	// for what the script does itself.
	In int32
	At uint32
}
