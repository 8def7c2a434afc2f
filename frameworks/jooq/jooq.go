// Package jooq reads the tables that jOOQ generates classes for, and the queries that calls build
// of them.
//
//	jooq.go    the mapper; which files it reads
//	facts.go   what the library declares, by full names
//	tables.go  generated classes and their tables
//	values.go  the tables that expressions stand for
//	uses.go    calls that read and write
package jooq

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of jOOQ.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const (
	family  = "java"
	library = "org.jooq"
)

// words are those of files that build queries, or that tables are generated in.
var words = []string{"jooq", "DSLContext"}

// Sites asks for the sites of files that may use the library.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has(library) }

// Read enters the tables of generated classes, and what the queries of the tree read and write.
// The code that is generated may be missing: a constant of it means the table of that name that a
// script of the tree defines.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, tables: map[data.Class]data.Stored{},
		names: map[resolve.DefID]string{}}
	if !r.isUsed() {
		return
	}
	r.values = data.NewValues(t, r)
	r.findNames()
	r.findTables()
	r.EachCall(family, r.called)
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	out      *data.Model
	values   *data.Values
	tables   map[data.Class]data.Stored // by class, or by the name of one outside of the tree
	names    map[resolve.DefID]string   // that generated classes give to their constructors
	updating map[*parse.Expr]bool       // calls before a step that may update
}

// isUsed reports whether anything imports the library.
func (r *reader) isUsed() bool {
	for _, f := range r.Table.Files {
		for i := range f.Imports {
			if f.Family == family && strings.HasPrefix(f.Imports[i].Path, library) {
				return true
			}
		}
	}
	return false
}

// library is the name of what an expression names in the library; empty for others.
//
//	impl.DSL.table
func (r *reader) library(x eval.Term) string {
	rest, _ := strings.CutPrefix(r.Outside(x), library+".")
	if rest == r.Outside(x) {
		return ""
	}
	return rest
}
