// Package nhibernate reads the mappings of NHibernate - XML, Fluent NHibernate, mapping
// by code - and the uses of mapped classes by sessions.
//
//	nhibernate.go  the mapper; which files it reads
//	facts.go       declarations of the libraries
//	documents.go   XML mappings
//	classes.go     mappings by the constructors of classes
//	entities.go    entities, their tables and foreign keys
//	uses.go        calls that read and write
//	joins.go       joins and fetches of queries
package nhibernate

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of NHibernate.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// head requests the sites of files that map classes, or use a session without naming the
// library.
var head = interest.Head{Languages: []string{data.CSharp}, Words: []string{"NHibernate",
	"ISession", "IStatelessSession", "ession.", "ClassMap<", "SubclassMap<", "ClassMapping<",
	"QueryOver"}, Names: []string{"NHibernate"}}

// Read adds the entities of the tree, their keys, and their uses.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{DotNet: data.DotNet{Tree: t, Out: m, Entities: data.Entities{},
		Sequences: sequences},
		entities: map[resolve.DefID]*entity{}, byName: map[string]*entity{},
		named: map[string]string{}, attributes: map[resolve.DefID]map[string]data.QueryAttribute{},
		implied: graph.Typed}
	if !r.isUsed() {
		return
	}
	r.Returns = r.returns
	r.readDocuments()
	r.readClasses()
	if len(r.order) == 0 {
		return
	}
	r.conclude()
	r.FindPassedQueries(r.rows)
	r.EachCall(data.CSharp, r.called)
	r.Close()
}

// A reader holds the state for one tree.
type reader struct {
	data.DotNet
	entities   map[resolve.DefID]*entity // by canonical class
	order      []*entity                 // in the order visited
	byName     map[string]*entity        // by entity name in queries
	classes    map[string]resolve.DefID  // by full name; see classesByName
	named      map[string]string         // named queries
	attributes map[resolve.DefID]map[string]data.QueryAttribute
	implied    graph.Tier // for default table names
}

// isUsed reports whether a file imports the library, or a document maps classes. It
// also finds whether conventions change table names.
func (r *reader) isUsed() bool {
	used := false
	for _, f := range r.Table.Files {
		if f.Family != data.CSharp {
			continue
		}
		for i := range f.Imports {
			path := f.Imports[i].Path
			if strings.HasPrefix(path, "NHibernate") || strings.HasPrefix(path, "FluentNHibernate") {
				used = true
				if !f.Test && (parse.Source{Text: f.Text}).ContainsAny(conventions) {
					r.implied = graph.Heuristic
				}
				break
			}
		}
	}
	return used || r.hasDocuments()
}
