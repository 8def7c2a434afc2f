package tokens

// A Field is a part of a node whose terms are indexed separately: a term in a
// name is more significant than one in a body.
type Field uint8

// The fields, in the order of their numbers in the store.
const (
	FieldName      Field = iota // the short name
	FieldType                   // the enclosing type
	FieldQualified              // module and qualified name
	FieldPath                   // the path
	FieldSignature              // the signature
	FieldDoc                    // the doc comment
	FieldBody                   // all texts
	NumFields
)

var fieldNames = [NumFields]string{"name", "type", "qualified", "path", "signature", "doc", "body"}

// String returns the name on disk.
func (f Field) String() string {
	if f >= NumFields {
		return "invalid"
	}
	return fieldNames[f]
}
