// Package drizzle reads the tables and relations of Drizzle, and their uses.
//
//	drizzle.go    the mapper; which files it reads
//	facts.go      declarations of the library
//	tables.go     tables and views
//	relations.go  foreign keys, and relations that queries follow
//	values.go     values of expressions
//	uses.go       calls that read and write
//	templates.go  tables in SQL templates
package drizzle

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Drizzle.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const family = data.Script

// head requests the sites of files that declare tables or use them. A file with a
// connection from another file need not name the library.
var head = interest.Head{Languages: interest.Scripts, Words: []string{"drizzle", ".query.",
	"._query.", ".insert(", ".update(", ".delete(", ".from(", ".$count(", "Join(", "sql`"},
	Names: []string{"drizzle-orm"}}

// Read adds the tables of the tree, their keys, and their uses. Migrations are scripts,
// which package scripts reads.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, made: map[*parse.Expr]*data.Entity{},
		named: map[*resolve.File][]named{}}
	r.values = data.NewValues(t, r)
	r.values.Given = true
	r.findTables()
	if len(r.Order) == 0 {
		return
	}
	r.findNamed()
	r.findRelations()
	for _, e := range r.Order {
		m.Map(e.Def, e.Tables)
	}
	r.EachCall(family, r.key)
	r.readUses()
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	data.Catalog
	out    *data.Model
	values *data.Values
	made   map[*parse.Expr]*data.Entity // by the call that makes it
	named  map[*resolve.File][]named    // by position
}

// library returns the name of a library symbol that an expression refers to, or "".
func (r *reader) library(x eval.Expr) string { return data.LibraryName(r.Tree, x, isLibrary) }

// isLibrary reports whether a module belongs to the library: drizzle-orm,
// drizzle-orm/pg-core.
func isLibrary(module string) bool {
	module, _, _ = strings.Cut(module, "/")
	return module == "drizzle-orm"
}
