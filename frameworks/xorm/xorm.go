// Package xorm reads the entities of xorm, and their uses.
//
//	xorm.go      the mapper; which files it reads
//	facts.go     declarations of the library
//	entities.go  structs and their tables
//	naming.go    default table names
//	values.go    values of expressions
//	uses.go      calls that read and write
//	builder.go   statements of the library's builder
//	migrations.go  migrations in code
package xorm

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Mapper returns the rules of xorm.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// words are those of files that may use the library: a file with a session from another
// package need not name it.
var words = []string{"xorm", "TableName", ".Get(", ".Find(", ".FindAndCount(", ".Insert(",
	".InsertOne(", ".Update(", ".Delete(", ".Exist(", ".Count(", ".Iterate(", ".Rows("}

// head requests the sites of files that may use the library.
var head = interest.Head{Languages: []string{data.Golang}, Words: words, Names: []string{"xorm"}}

// Modules implements [interest.Library].
func (mapper) Modules() []string { return slices.Concat(libraries, builders) }

// Read adds the entities of the tree and their uses. Entities are not declared as such:
// they are the structs that are read, written or synchronized.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	if !t.ImportsAny(data.Golang, isLibrary) {
		return
	}
	r := &reader{out: m, entities: map[resolve.DefID]*entity{}, sessions: map[resolve.DefID]bool{}, chains: map[eval.Variable][]data.Chain{},
		named: data.NamesakesOf(t, "TableName"), scanned: data.NamesakesOf(t, "Scan"),
		converted: data.NamesakesOf(t, "FromDB")}
	r.Structs = data.Structs{Tree: t, Values: data.NewValues(t, r), Connects: r.connects}
	r.naming = r.namingOf()
	r.readSynced()
	r.findChains()
	t.EachCall(data.Golang, r.call)
	for _, e := range r.order {
		m.Map(e.def, e.tables)
	}
	r.readMigrations() // a table that only a migration changes or drops makes no entity
}

// A reader holds the state for one tree.
type reader struct {
	data.Structs
	out      *data.Model
	entities map[resolve.DefID]*entity // by struct; nil for structs that are not entities
	order    []*entity                 // in the order visited
	named    data.Namesakes            // methods that name tables
	// scanned and converted are the methods that convert from a column value: of
	// sql.Scanner, and of the library's Conversion.
	scanned, converted data.Namesakes
	naming             naming
	synced             graph.Tier             // of default names, while synchronized structs are read
	sessions           map[resolve.DefID]bool // interfaces of the tree, with whether sessions implement them
	chains             map[eval.Variable][]data.Chain
}
