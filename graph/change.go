package graph

// A SchemaOp says what a migration does to an object of a database, beyond its rows.
type SchemaOp uint8

// The operations. Of those on a part of a table, the part is a column or a constraint.
const (
	Alters SchemaOp = iota // something that has no operation of its own
	CreatesObject
	DropsObject
	RenamesObject
	AddsColumn
	DropsColumn
	RenamesColumn
	AddsForeignKey
	DropsForeignKey
	numSchemaOps
)

var schemaOpNames = [numSchemaOps]string{"alters", "creates", "drops", "renames", "adds column",
	"drops column", "renames column", "adds foreign key", "drops foreign key"}

// String returns the words for o.
func (o SchemaOp) String() string {
	if o >= numSchemaOps {
		return "invalid"
	}
	return schemaOpNames[o]
}

// A Migration is a node that changes a database, with what it does. A build hands it to
// the writer of artifacts; stored are its edges.
type Migration struct {
	Node    uint32
	Order   int      // its place among those that run one after the other, from 1
	Changes []Change // in source order
}

// A Change is one of the things that a migration does.
type Change struct {
	Object uint32 // the node of the table, or of another object of the database
	Op     SchemaOp
	Rows   bool   // rows are changed, and Op says nothing
	Part   string // the column or constraint; of RenamesObject the new name
	To     string // the new name of a column
}
