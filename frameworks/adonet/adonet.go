// Package adonet reads what ADO.NET is told of tables without a statement: where bulk copies write,
// which table a command of type TableDirect reads, and what an adapter writes by the commands that a
// builder makes. Statements and names of procedures in strings are read without it.
//
//	adonet.go   the mapper; which files it reads
//	objects.go  what is said of commands, copies and adapters
//	tables.go   the statements that they run
package adonet

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of ADO.NET.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// words are those of files that name tables so.
var words = []string{"DestinationTableName", "BulkLoader", tableDirect, "CommandBuilder(",
	"BinaryImport(", "BinaryExport(", "TextImport(", "TextExport(", "RawBinaryCopy("}

// Sites asks for the sites of files that name tables so.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == data.CSharp && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Read enters what uses tables.
func (mapper) Read(t *eval.Tree, _ *data.Model) {
	r := &reader{DotNet: data.DotNet{Tree: t}, said: map[object]*said{}}
	for _, b := range t.Files {
		if b.File.Family != data.CSharp || b.File.Test || len(b.File.Sites) == 0 ||
			!(parse.Source{Text: b.File.Text}).Mentions(words) {
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

// A reader is what is kept of one tree.
type reader struct {
	data.DotNet
	said  map[object]*said
	order []object // of one file, as they were met
}

// An object is a variable or member that a definition says something of.
type object struct {
	def  resolve.DefID
	name string
}
