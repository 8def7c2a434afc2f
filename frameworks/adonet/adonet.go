// Package adonet reads table uses of ADO.NET that need no SQL statement: the targets of
// bulk copies, tables read by commands of type TableDirect, and tables written by
// adapters through the commands of a builder. Statements and procedure names in strings
// are handled elsewhere.
//
//	adonet.go   the mapper; which files it reads
//	objects.go  the state of commands, copies and adapters
//	tables.go   the statements that they run
package adonet

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of ADO.NET.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// words are those of files with such uses.
var words = []string{"DestinationTableName", "BulkLoader", tableDirect, "CommandBuilder(",
	"BinaryImport(", "BinaryExport(", "TextImport(", "TextExport(", "RawBinaryCopy("}

// head requests the sites of files with such uses.
var head = interest.Head{Languages: []string{data.CSharp}, Words: words}

// Read records the table uses.
func (mapper) Read(t *eval.Tree, _ *data.Model) {
	r := &reader{DotNet: data.DotNet{Tree: t}, said: map[object]*said{}}
	for _, b := range t.Files {
		if b.File.Family != data.CSharp || b.File.Test || len(b.File.Sites) == 0 ||
			!(parse.Source{Text: b.File.Text}).ContainsAny(words) {
			continue
		}
		for i := range b.File.Sites {
			r.site(b, &b.File.Sites[i])
		}
		for _, o := range r.order {
			r.close(r.said[o])
		}
		r.order = nil
	}
}

// A reader holds the state for one tree.
type reader struct {
	data.DotNet
	said  map[object]*said
	order []object // of one file, in the order visited
}

// An object is a variable or member, within one definition.
type object struct {
	def  resolve.DefID
	name string
}
