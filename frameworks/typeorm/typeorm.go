// Package typeorm reads the entities and migrations of TypeORM, and what uses the entities.
//
//	typeorm.go     the mapper; which files it reads
//	facts.go       what the library declares
//	entities.go    entities and their tables
//	relations.go   relations, foreign keys, join tables
//	values.go      what expressions stand for
//	uses.go        calls that read and write
//	builders.go    queries that calls build
//	migrations.go  what migrations change
package typeorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
)

// Mapper returns the rules of TypeORM.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const family = data.Script

// words are those of files that declare entities or use them. A file that has its
// repositories from a class of the tree names neither the library nor its types.
var words = []string{"typeorm", "Repository", "createQueryBuilder", "EntityManager", ".manager.",
	"queryRunner"}

// Sites asks for the sites of files that may have to do with entities.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	return data.ScriptSites(lang, src, words)
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool {
	return src.Has("typeorm")
}

// Read enters the entities of the tree, their keys, its migrations, and what uses the entities.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, children: map[*data.Entity]bool{},
		closures: map[*data.Entity]bool{}, written: map[*parse.Expr]bool{}, roles: roles}
	r.roles.Begin(t, &r.Catalog)
	r.readMigrations()
	r.values = data.NewValues(t, r)
	r.values.Given = true
	r.findEntities()
	if len(r.Order) == 0 {
		return
	}
	r.findRelations()
	for _, e := range r.Order {
		r.out.Map(e.Def, e.Tables)
		r.keys(e)
	}
	r.readCalls()
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	data.Catalog
	out      *data.Model
	values   *data.Values
	children map[*data.Entity]bool // stored in the table of a base class
	closures map[*data.Entity]bool // trees whose closure is stored in a table of its own
	prefix   string                // of the names of all tables
	strategy bool                  // a class of the tree makes the names of tables

	written map[*parse.Expr]bool // calls that a query is built of which writes
	roles   data.Roles
	aliases data.Aliases
}

// library is the name of what an expression names in the library; empty for others. Forks
// of it have its name in theirs.
func (r *reader) library(x eval.Term) string {
	return data.LibraryName(r.Tree, x, isLibrary)
}

// isLibrary reports whether a module is the library: typeorm, @n8n/typeorm, typeorm/find.
func isLibrary(module string) bool {
	for part := range strings.SplitSeq(module, "/") {
		if part == "typeorm" {
			return true
		}
	}
	return module == "@nestjs/typeorm"
}
