// Package sequelize reads the models and migrations of Sequelize, plain and with the decorators
// of sequelize-typescript, and what uses the models.
//
//	sequelize.go   the mapper; which files it reads
//	facts.go       what the library declares
//	models.go      models and their tables
//	relations.go   associations, foreign keys, tables between
//	values.go      what expressions stand for
//	uses.go        calls that read and write
//	migrations.go  what migrations change
package sequelize

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
)

// Mapper returns the rules of Sequelize.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// words are those of files that declare models or use them. A file that has its models from
// another one does not name the library.
var words = []string{"equelize", "queryInterface", "QueryInterface", ".findAll(", ".findOne(",
	".findByPk(", ".findAndCountAll(", ".findOrCreate(", ".bulkCreate(", ".destroy(", ".create(",
	".update(", ".save(", ".count(", ".upsert(", ".scope(", ".unscoped(", ".increment(",
	".belongsTo(", ".hasMany(", ".belongsToMany("}

// Sites asks for the sites of files that may have to do with models.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	return data.ScriptSites(lang, src, words)
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has("equelize") }

// Read enters the models of the tree, their keys, its migrations, and what uses the models.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, models: map[*parse.Expr]*data.Entity{},
		scopes: map[*data.Entity]map[string]eval.Term{},
		held:   map[string][]eval.Term{}}
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

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	data.Catalog
	out    *data.Model
	values *data.Values
	models map[*parse.Expr]*data.Entity // by the call that declares them
	scopes map[*data.Entity]map[string]eval.Term
	held   map[string][]eval.Term // models that members of objects hold, by name
	refers []reference
	usual  defaults
}

// library is the name of what an expression names in the library; empty for others.
func (r *reader) library(x eval.Term) string { return data.LibraryName(r.Tree, x, isLibrary) }

// isLibrary reports whether a module is the library, or that of its decorators.
func isLibrary(module string) bool {
	module, _, _ = strings.Cut(strings.TrimPrefix(module, "@"), "/")
	return module == "sequelize" || module == "sequelize-typescript"
}
