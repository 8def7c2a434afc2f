// Package knex reads the queries and migrations of Knex.
//
//	knex.go        the mapper; which files it reads
//	facts.go       what the library declares
//	queries.go     chains of calls that read and write
//	instances.go   what a query is built by
//	migrations.go  what migrations change
package knex

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Knex.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// words are those of files that build queries. One that is given a connection does not name the
// library.
var words = []string{"knex", "Knex", ".insert(", ".del(", ".delete(", ".update(", ".where(",
	".whereIn(", ".first(", ".select(", ".from(", ".into(", ".join(", "eftJoin(", ".returning(",
	".schema.", ".runSql(", "db(", "trx(", "tx("}

// Sites asks for the sites of files that may build queries.
func (mapper) Sites(lang string, src parse.Source) parse.SiteScope {
	return data.ScriptSites(lang, src, words)
}

// Named reports whether a file names the library: as the string that a module imports.
func (mapper) Named(_ string, src parse.Source) bool {
	return src.Has("'knex'") || src.Has(`"knex"`)
}

// Read enters what the queries of the tree read and write, and what its migrations change.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	r := &reader{Tree: t, out: m, steps: data.NewSteps(t, m),
		named: map[resolve.DefID]map[string]bool{}}
	t.EachCall(data.Script, r.name)
	data.EachChain(t, data.Script, r.chain)
	r.steps.Close()
}

// A reader is what is kept of one tree.
type reader struct {
	*eval.Tree
	out   *data.Model
	steps *data.Steps
	named map[resolve.DefID]map[string]bool // the names of queries, by the callable that has them
}

// isLibrary reports whether a module is the library.
func isLibrary(module string) bool {
	module, _, _ = strings.Cut(module, "/")
	return module == "knex"
}
