// Package mybatisplus reads the classes that MyBatis-Plus stores, and the calls of the
// methods that mappers and services inherit from it. Statements in XML or annotations
// are SQL and handled elsewhere.
//
//	mybatisplus.go  the mapper; which files it reads
//	facts.go        declarations of the library, by full name
//	classes.go      classes and their tables
//	uses.go         calls that read and write
package mybatisplus

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Mapper returns the rules of MyBatis-Plus.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

const (
	language = "java"
	library  = "com.baomidou.mybatisplus"
)

// head requests the sites of files that may use the library: a file with a mapper from
// another package need not name it.
var head = interest.Head{Languages: []string{language}, Words: []string{library, "apper",
	"ervice", "Dao", "Repository", "this.", "super."}, Names: []string{library}}

// Read adds the stored classes of the tree and their uses.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, tables: data.Entities{}, asked: map[resolve.DefID]bool{},
		generic: map[resolve.DefID][]graph.Ops{}}
	if !r.isUsed() {
		return
	}
	r.readSettings()
	r.findClasses()
	r.readCalls()
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out    *data.Model
	prefix string                 // of default names
	tables data.Entities          // by class
	asked  map[resolve.DefID]bool // classes that were looked up

	generic map[resolve.DefID][]graph.Ops // operations of generic methods, deduplicated
	grown   bool                          // an operation was added
}

// isUsed reports whether anything imports the library.
func (r *reader) isUsed() bool {
	for _, f := range r.Table.Files {
		for i := range f.Imports {
			if f.Language == language && strings.HasPrefix(f.Imports[i].Path, library) {
				return true
			}
		}
	}
	return false
}
