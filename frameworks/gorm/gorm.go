// Package gorm reads the models of GORM, and their uses.
//
//	gorm.go    the mapper; which files it reads
//	facts.go   declarations of the library
//	models.go  structs and their tables, associations and keys
//	naming.go  default table names
//	values.go  values of expressions
//	uses.go    calls that read and write
//	migrations.go  migrations in code
package gorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of GORM.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const family = data.Golang

// head requests the sites of files that may use the library: a file with a connection
// from another package need not name it.
var head = interest.Head{Languages: []string{family}, Words: []string{"gorm", ".Find(",
	".First(", ".Create(", ".Save(", ".Model(", ".Delete("}, Names: []string{"gorm"}}

// Modules implements [interest.Library].
func (mapper) Modules() []string { return []string{"gorm.io/gorm", "github.com/jinzhu/gorm"} }

// Read adds the models of the tree and their uses. Models are not declared as such:
// they are the structs that are read, written or migrated.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	if !t.ImportsAny(data.Golang, isLibrary) {
		return
	}
	r := &reader{out: m, models: map[resolve.DefID]*model{}, naming: data.NamesakesOf(t, "TableName")}
	r.Structs = data.Structs{Tree: t, Values: data.NewValues(t, r), Connects: r.connects}
	r.readOptions()
	r.readJoins()
	r.readCalls()
	for i := 0; i < len(r.order); i++ { // keys may add models
		x := r.order[i]
		r.out.Map(x.def, x.tables)
		r.keys(x)
	}
	r.readMigrations() // a table that only a migration changes or drops makes no model
}

// A reader holds the state for one tree.
type reader struct {
	data.Structs
	out      *data.Model
	models   map[resolve.DefID]*model // by struct
	order    []*model                 // in the order visited
	ends     map[*parse.Expr]*model   // model of the final call of the chain that contains a call
	naming   data.Namesakes
	singular bool   // table names are not pluralized
	prefix   string // of default table names
}

func isLibrary(path string) bool {
	return path == "gorm.io/gorm" || path == "github.com/jinzhu/gorm"
}
