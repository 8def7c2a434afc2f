// Package gorm reads the models of GORM, and what uses them.
//
//	gorm.go    the mapper; which files it reads
//	facts.go   what the library declares
//	models.go  structs and their tables, associations and keys
//	naming.go  how names of tables are made
//	values.go  what expressions stand for
//	uses.go    calls that read and write
package gorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of GORM.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

const family = data.Golang

// words are those of files that may use the library: one that has its connection from
// another package names nothing of it.
var words = []string{"gorm", ".Find(", ".First(", ".Create(", ".Save(", ".Model(", ".Delete("}

// Sites asks for the sites of files that may use the library.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names the library.
func (mapper) Named(_ string, src parse.Source) bool { return src.Has("gorm") }

// Modules implements [interest.Library].
func (mapper) Modules() []string { return []string{"gorm.io/gorm", "github.com/jinzhu/gorm"} }

// Read enters the models of the tree and what uses them. No declaration says that a struct is
// a model: those are that are read, written or migrated.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	if !data.ImportsAny(t, isLibrary) {
		return
	}
	r := &reader{out: m, models: map[resolve.DefID]*model{}, naming: data.NamesakesOf(t, "TableName")}
	r.Structs = data.Structs{Tree: t, Values: data.NewValues(t, r), Connects: r.connects}
	r.readOptions()
	r.readJoins()
	r.readCalls()
	for i := 0; i < len(r.order); i++ { // keys lead to further models
		x := r.order[i]
		r.out.Map(x.def, x.tables)
		r.keys(x)
	}
}

// A reader is what is kept of one tree.
type reader struct {
	data.Structs
	out      *data.Model
	models   map[resolve.DefID]*model // by struct
	order    []*model                 // in the order met
	ends     map[*parse.Expr]*model   // what the end of the chain is for that a call is in
	naming   data.Namesakes
	singular bool   // names of tables are no plurals
	prefix   string // of the names that are made
}

func isLibrary(path string) bool {
	return path == "gorm.io/gorm" || path == "github.com/jinzhu/gorm"
}
