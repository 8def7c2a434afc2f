// Package kysely reads the queries and migrations of Kysely, and the interface that names its
// tables.
//
//	kysely.go      the mapper; which files it reads
//	facts.go       what the library declares
//	tables.go      the interface of the database, names of tables
//	queries.go     chains of calls that read and write
//	migrations.go  what migrations change
package kysely

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Kysely.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// words are those of files that build queries. One that is given a connection does not name the
// library.
var words = []string{"kysely", "Kysely", ".selectFrom(", ".insertInto(", ".updateTable(",
	".deleteFrom(", ".replaceInto(", ".mergeInto(", ".schema"}

// Sites asks for the sites of files that may build queries.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	return data.ScriptSites(lang, src, words)
}

// Named reports whether a file names the library: as the string that a module imports.
func (mapper) Named(_ string, src parse.Source) bool {
	return src.Has("'kysely'") || src.Has(`"kysely"`)
}

// Read enters the tables of the tree, what its queries do, and what its migrations change.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, steps: data.NewSteps(t, m),
		named: map[resolve.DefID]map[string]bool{}}
	if !r.isUsed() {
		return
	}
	r.findTables()
	t.EachCall(data.Script, r.name)
	data.EachChain(t, data.Script, func(c data.Chain) {
		if !r.schema(c) {
			r.chain(c)
		}
	})
	r.steps.Close()
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	out   *data.Model
	steps *data.Steps
	named map[resolve.DefID]map[string]bool // the names of queries, by the callable that has them
	snake bool                              // names are written with underscores in the database
}

// isUsed reports whether a file imports the library; it finds out how names are written.
func (r *reader) isUsed() bool {
	used := false
	for _, f := range r.Table.Files {
		if f.Family != data.Script {
			continue
		}
		for i := range f.Imports {
			if im := &f.Imports[i]; isLibrary(im.Path) {
				used = true
				r.snake = r.snake || im.Name == "CamelCasePlugin" && !f.Test
			}
		}
	}
	return used
}

// isLibrary reports whether a module is one of the library's.
func isLibrary(module string) bool {
	module, _, _ = strings.Cut(module, "/")
	return module == "kysely"
}
