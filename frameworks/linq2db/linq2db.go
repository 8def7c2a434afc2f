// Package linq2db reads the mappings of linq2db, and the table uses of its connections.
//
//	linq2db.go   the mapper; which files it reads
//	facts.go     declarations of the library
//	entities.go  classes and their tables
//	relations.go associations
//	uses.go      calls that read and write
package linq2db

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of linq2db.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// head requests the sites of files that map classes, or use tables without naming the
// library.
var head = interest.Head{Languages: []string{data.CSharp}, Words: []string{"LinqToDB", "ITable<",
	"GetTable<", ".BulkCopy", ".InsertWith", ".Insert", ".Update", ".Delete", ".Set(",
	".LoadWith"}, Names: []string{"LinqToDB"}}

// Read adds the entities of the tree, their keys, and their uses.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{DotNet: data.DotNet{Tree: t, Out: m, Entities: data.Entities{},
		Sequences: tables},
		stated: map[resolve.DefID]*stated{}, implied: graph.Typed}
	if !r.isUsed() {
		return
	}
	r.Returns = r.returns
	r.findEntities()
	r.findRelations()
	r.FindPassedQueries(r.rows)
	r.EachCall(data.CSharp, r.called)
	r.findQueries()
	r.Close()
}

// A reader holds the state for one tree.
type reader struct {
	data.DotNet
	stated  map[resolve.DefID]*stated // by canonical class
	order   []resolve.DefID           // the classes, in the order visited
	implied graph.Tier                // for default table names
}

// isUsed reports whether a file imports the library. It also finds whether the tree
// customizes table names.
func (r *reader) isUsed() bool {
	used := false
	for _, f := range r.Table.Files {
		if f.Family != data.CSharp || !imports(f) {
			continue
		}
		used = true
		if !f.Test && (parse.Source{Text: f.Text}).ContainsAny(conventions) {
			r.implied = graph.Heuristic
		}
	}
	return used
}

func imports(f *resolve.File) bool {
	for i := range f.Imports {
		if p := f.Imports[i].Path; p == library || strings.HasPrefix(p, library+".") {
			return true
		}
	}
	return false
}
