// Package knex reads the queries and migrations of Knex.
//
//	knex.go        the mapper; which files it reads
//	facts.go       declarations of the library
//	queries.go     call chains that read and write
//	instances.go   connections
//	migrations.go  changes by migrations
package knex

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of Knex.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// head requests the sites of files that build queries. A file that receives a connection
// need not name the library.
var head = interest.Head{Languages: interest.Scripts, Words: []string{"knex", "Knex", ".insert(",
	".del(", ".delete(", ".update(", ".where(", ".whereIn(", ".first(", ".select(", ".from(",
	".into(", ".join(", "eftJoin(", ".returning(", ".schema.", ".runSql(", "db(", "trx(", "tx("},
	Names: []string{"'knex'", `"knex"`}}

// Read records the reads and writes of queries, and the changes by migrations.
func (x mapper) Read(t *eval.Tree, m *data.Model) {
	if !slices.ContainsFunc(t.Table.Files, func(f *resolve.File) bool {
		return f.Family == data.Script && len(f.Sites) > 0 && x.Named(f.Language, parse.Source{Text: f.Text})
	}) {
		return
	}
	r := &reader{Tree: t, out: m, steps: data.NewSteps(t, m),
		named: map[resolve.DefID]map[string]bool{}, camel: data.CamelCaseOf(t, mappers, true)}
	t.EachCall(data.Script, r.name)
	data.EachChain(t, data.Script, r.chain)
	r.steps.Close()
}

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out   *data.Model
	steps *data.Steps
	named map[resolve.DefID]map[string]bool // names of subqueries, by the callable that defines them
	camel *data.CamelCase                   // the names of the database
}

// mappers is the function of Objection for connections that convert names from camel case.
const mappers = "knexSnakeCaseMappers"

// isLibrary reports whether a module is the library.
func isLibrary(module string) bool {
	module, _, _ = strings.Cut(module, "/")
	return module == "knex"
}
