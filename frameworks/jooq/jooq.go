// Package jooq reads the tables for which jOOQ generates classes, and the queries built
// from them.
//
//	jooq.go    the mapper; which files it reads
//	facts.go   declarations of the library, by full name
//	tables.go  generated classes and their tables
//	values.go  tables as values of expressions
//	uses.go    calls that read and write
package jooq

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of jOOQ.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const (
	family  = "java"
	library = "org.jooq"
)

// head requests the sites of files that build queries, or contain generated tables.
var head = interest.Head{Languages: []string{family}, Words: []string{"jooq", "DSLContext"},
	Names: []string{library}}

// Read adds the tables of generated classes, and the reads and writes of queries in the
// tree. If the generated code is missing, a constant of it refers to the table of that
// name defined by a script of the tree.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, tables: map[data.Class]data.TableMapping{},
		names: map[resolve.DefID]string{}}
	if !t.ImportsAny(family, func(path string) bool { return strings.HasPrefix(path, library) }) {
		return
	}
	r.values = data.NewValues(t, r)
	r.findNames()
	r.findTables()
	r.EachCall(family, r.called)
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out      *data.Model
	values   *data.Values
	tables   map[data.Class]data.TableMapping // by class, or by the name of an external one
	names    map[resolve.DefID]string         // that generated classes pass to their constructors
	updating map[*parse.Expr]bool             // calls before a step that may update rows
}

// library returns the name of a library symbol that an expression refers to, or "".
//
//	impl.DSL.table
func (r *reader) library(x eval.Expr) string {
	rest, _ := strings.CutPrefix(r.ExternalName(x), library+".")
	if rest == r.ExternalName(x) {
		return ""
	}
	return rest
}
