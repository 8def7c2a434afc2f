// Package mikroorm reads the entities and migrations of MikroORM, and what uses the entities.
//
//	mikroorm.go    the mapper; which files it reads
//	facts.go       what the library declares
//	entities.go    entities and their tables
//	schemas.go     entities that calls declare
//	relations.go   relations, foreign keys, pivot tables
//	values.go      what expressions stand for
//	uses.go        calls that read and write
//	conditions.go  what the options of calls say of related entities
//	builders.go    queries that calls build
//	migrations.go  what migrations change
package mikroorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
)

// Mapper returns the rules of MikroORM.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const family = data.Script

// words are those of files that declare entities or use them. A file that has its manager from a
// class of the tree does not name the library.
var words = []string{"ikro-orm", "ikroORM", "EntityManager", "Repository", "em.", ".flush(",
	"AndFlush(", "addSql("}

// Sites asks for the sites of files that may have to do with entities.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	return data.ScriptSites(lang, src, words)
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has("@mikro-orm/") }

// Read enters the entities of the tree, their keys, its migrations, and what uses the entities.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, shared: map[*data.Entity]bool{},
		back: map[*data.Relation]string{}, roles: roles, aliases: data.Aliases{}}
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
		m.Map(e.Def, e.Tables)
		m.Implied(e)
	}
	r.findAliases()
	r.EachCall(family, r.called)
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	data.Catalog
	out      *data.Model
	values   *data.Values
	schemas  []schema
	shared   map[*data.Entity]bool     // entities whose table has those of derived classes, too
	back     map[*data.Relation]string // the relation on the other side, where it is named
	roles    data.Roles
	aliases  data.Aliases
	chains   map[*parse.Expr]bool // calls that begin a query which writes
	strategy strategy
}

// library is the name of what an expression names in the library; empty for others.
func (r *reader) library(x eval.Term) string { return data.LibraryName(r.Tree, x, isLibrary) }

// isLibrary reports whether a module is one of the library's: @mikro-orm/core.
func isLibrary(module string) bool { return strings.HasPrefix(module, "@mikro-orm/") }
