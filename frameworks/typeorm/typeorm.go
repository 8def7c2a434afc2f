// Package typeorm reads the entities and migrations of TypeORM, and the uses of the
// entities.
//
//	typeorm.go     the mapper; which files it reads
//	facts.go       declarations of the library
//	entities.go    entities and their tables
//	relations.go   relations, foreign keys, join tables
//	values.go      values of expressions
//	uses.go        calls that read and write
//	builders.go    query builders
//	migrations.go  changes by migrations
package typeorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// Mapper returns the rules of TypeORM.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const family = data.Script

// head requests the sites of files that declare entities or use them. A file with
// repositories from a class of the tree names neither the library nor its types.
var head = interest.Head{Languages: interest.Scripts, Words: []string{"typeorm", "Repository",
	"createQueryBuilder", "EntityManager", ".manager.", "queryRunner"},
	Names: []string{"typeorm"}}

// Read adds the entities of the tree, their keys, its migrations, and the uses of the
// entities.
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

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	data.Catalog
	out      *data.Model
	values   *data.Values
	children map[*data.Entity]bool // stored in the table of a base class
	closures map[*data.Entity]bool // trees with a separate closure table
	prefix   string                // of all table names
	strategy bool                  // a class of the tree generates table names

	written map[*parse.Expr]bool // calls of query chains that write
	roles   data.Roles
	aliases data.Aliases
}

// library returns the name of a library symbol that an expression refers to, or "". It
// includes forks, whose names contain the library's.
func (r *reader) library(x eval.Expr) string {
	return data.LibraryName(r.Tree, x, isLibrary)
}

// isLibrary reports whether a module is the library: typeorm, @n8n/typeorm,
// typeorm/find.
func isLibrary(module string) bool {
	for part := range strings.SplitSeq(module, "/") {
		if part == "typeorm" {
			return true
		}
	}
	return module == "@nestjs/typeorm"
}
