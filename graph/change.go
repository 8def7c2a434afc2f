package graph

// A SchemaOp is the operation of a migration on a database object, other than on
// its rows.
type SchemaOp uint8

// The operations. For those on a part of a table, the part is a column or a
// constraint.
const (
	Alters SchemaOp = iota // an operation without its own constant
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

// String returns o in words.
func (o SchemaOp) String() string {
	if o >= numSchemaOps {
		return "invalid"
	}
	return schemaOpNames[o]
}

// A Migration is a node that changes a database, with its changes. A build passes it to
// the writer of artifacts, which stores it as edges.
type Migration struct {
	Node    uint32
	Order   int      // position among the migrations that run in one sequence, from 1
	Changes []Change // in source order
}

// A Change is one operation of a migration.
type Change struct {
	Object uint32 // the node of the table, or of another object of the database
	Op     SchemaOp
	Rows   bool   // rows are changed, and Op is meaningless
	Part   string // the column or constraint; of RenamesObject the new name
	To     string // the new name of a column
}
