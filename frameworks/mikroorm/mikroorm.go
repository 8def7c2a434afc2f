// Package mikroorm reads the entities and migrations of MikroORM, and the uses of the
// entities.
//
//	mikroorm.go    the mapper; which files it reads
//	facts.go       declarations of the library
//	entities.go    entities and their tables
//	schemas.go     entities declared by calls
//	relations.go   relations, foreign keys, pivot tables
//	values.go      values of expressions
//	uses.go        calls that read and write
//	conditions.go  related entities in the options of calls
//	builders.go    query builders
//	migrations.go  changes by migrations
package mikroorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// Mapper returns the rules of MikroORM.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const family = data.Script

// head requests the sites of files that declare entities or use them. A file with a
// manager from a class of the tree need not name the library.
var head = interest.Head{Languages: interest.Scripts, Words: []string{"ikro-orm", "ikroORM",
	"EntityManager", "Repository", "em.", ".flush(", "AndFlush(", "addSql("},
	Names: []string{"@mikro-orm/"}}

// Read adds the entities of the tree, their keys, its migrations, and the uses of the
// entities.
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

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	data.Catalog
	out      *data.Model
	values   *data.Values
	schemas  []schema
	shared   map[*data.Entity]bool     // entities whose table is shared with subclasses
	back     map[*data.Relation]string // name of the inverse relation, if specified
	roles    data.Roles
	aliases  data.Aliases
	chains   map[*parse.Expr]bool // first calls of queries that write
	strategy strategy
}

// library returns the name of a library symbol that an expression refers to, or "".
func (r *reader) library(x eval.Expr) string { return data.LibraryName(r.Tree, x, isLibrary) }

// isLibrary reports whether a module belongs to the library: @mikro-orm/core.
func isLibrary(module string) bool { return strings.HasPrefix(module, "@mikro-orm/") }
