// Package bun reads the models of Bun, and the queries on them.
//
//	bun.go     the mapper; which files it reads
//	models.go  structs and their tables and relations
//	uses.go    queries that read and write
package bun

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Mapper returns the rules of Bun.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const library = "github.com/uptrace/bun"

// words are those of files that may use the library: a file with a connection from
// another package need not name it.
var words = []string{"uptrace/bun", `bun:"`, ".NewSelect(", ".NewInsert(", ".NewUpdate(",
	".NewDelete(", ".Model(", ".TableExpr(", ".Relation("}

// head requests the sites of files that may use the library.
var head = interest.Head{Languages: []string{data.Golang}, Words: words, Names: words[:2]}

// Modules implements [interest.Library].
func (mapper) Modules() []string { return []string{library} }

// Read adds the models of the tree and the queries on them. A struct is a model if a
// query or a relation refers to it.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	if !t.ImportsAny(data.Golang, isLibrary) {
		return
	}
	r := &reader{out: m, models: map[resolve.DefID]*model{},
		queries: data.QueryNamesOf(t, data.Golang, resolve.WordSet("With WithRecursive"))}
	r.Structs = data.Structs{Tree: t, Values: data.NewValues(t, r), Connects: connects}
	data.EachChain(t, data.Golang, r.chain)
	for i := 0; i < len(r.order); i++ { // keys may add models
		x := r.order[i]
		m.Map(x.def, x.tables)
		r.keys(x)
	}
}

func isLibrary(path string) bool { return path == library }

// A reader holds the state for one tree.
type reader struct {
	data.Structs
	out     *data.Model
	models  map[resolve.DefID]*model // by struct
	order   []*model                 // in the order visited
	queries data.QueryNames
}

// connections are the types that make queries.
var connections = resolve.WordSet("DB IDB Tx Conn")

// queries are the methods that make queries, and the types of these, with their
// operations on rows.
var queries = map[string]graph.Ops{"NewSelect": 0, "NewInsert": graph.Insert,
	"NewUpdate": graph.Update, "NewDelete": graph.Delete, "NewMerge": graph.Insert | graph.Update,
	"NewTruncateTable": graph.Delete,
	"SelectQuery":      0, "InsertQuery": graph.Insert, "UpdateQuery": graph.Update,
	"DeleteQuery": graph.Delete, "MergeQuery": graph.Insert | graph.Update,
	"TruncateTableQuery": graph.Delete}

// definitions are the methods that make queries which change no rows, but refer to
// models.
var definitions = resolve.WordSet("NewCreateTable NewDropTable NewCreateIndex NewAddColumn " +
	"NewDropColumn")

func connects(t resolve.Type) bool {
	_, isQuery := queries[t.Name]
	return t.Def <= resolve.None && t.Module == library && (connections[t.Name] || isQuery)
}
