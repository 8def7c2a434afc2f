// Package sequelize reads the models and migrations of Sequelize, with or without the
// decorators of sequelize-typescript, and the uses of the models.
//
//	sequelize.go   the mapper; which files it reads
//	facts.go       declarations of the library
//	models.go      models and their tables
//	relations.go   associations, foreign keys, join tables
//	values.go      values of expressions
//	uses.go        calls that read and write
//	migrations.go  changes by migrations
package sequelize

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
)

// Mapper returns the rules of Sequelize.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// head requests the sites of files that declare models or use them. A file with models
// from another file need not name the library.
var head = interest.Head{Languages: interest.Scripts, Words: []string{"equelize",
	"queryInterface", "QueryInterface", ".findAll(", ".findOne(", ".findByPk(",
	".findAndCountAll(", ".findOrCreate(", ".bulkCreate(", ".destroy(", ".create(", ".update(",
	".save(", ".count(", ".upsert(", ".scope(", ".unscoped(", ".increment(", ".belongsTo(",
	".hasMany(", ".belongsToMany("}, Names: []string{"equelize"}}

// Read adds the models of the tree, their keys, its migrations, and the uses of the
// models.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, models: map[*parse.Expr]*data.Entity{},
		scopes: map[*data.Entity]map[string]eval.Expr{},
		held:   map[string][]eval.Expr{}}
	r.readMigrations()
	r.values = data.NewValues(t, r)
	r.values.Given = true
	r.findModels()
	if len(r.Order) == 0 {
		return
	}
	r.findHeld()
	r.findRelations()
	for _, e := range r.Order {
		m.Map(e.Def, e.Tables)
		m.Implied(e)
	}
	r.EachCall(data.Script, r.called)
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	data.Catalog
	out    *data.Model
	values *data.Values
	models map[*parse.Expr]*data.Entity // by the declaring call
	scopes map[*data.Entity]map[string]eval.Expr
	held   map[string][]eval.Expr // models held by object members, by member name
	refers []reference
	usual  defaults
}

// library returns the name of a library symbol that an expression refers to, or "".
func (r *reader) library(x eval.Expr) string { return data.LibraryName(r.Tree, x, isLibrary) }

// isLibrary reports whether a module is the library, or that of its decorators.
func isLibrary(module string) bool {
	module, _, _ = strings.Cut(strings.TrimPrefix(module, "@"), "/")
	return module == "sequelize" || module == "sequelize-typescript"
}
