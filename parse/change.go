package parse

import "seedgraph/graph"

// A Change is the effect of a statement of a script on a database object that the
// script does not define.
type Change struct {
	Op           graph.SchemaOp
	Kind         graph.NodeKind // of the object
	Schema, Name string         // as written; an empty schema is the default schema
	Part         string         // the column or constraint; of RenamesObject the new name
	To           string         // the new name of a column
	TargetSchema string         // of RenamesObject, the schema that it moves to; empty if it stays
	Index        string         // dropped by the statement; the table may have no name then
	Params       []Param        // of the routine that it drops or moves; nil if not written
	Cascades     bool           // objects that depend on the dropped one are dropped, too
	// In is the routine that makes the change when it is called, as an index of the
	// definitions; 0 for changes made by the script itself.
	In int32
	At uint32
}
