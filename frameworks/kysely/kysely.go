// Package kysely reads the queries and migrations of Kysely, and the interface that
// declares its tables.
//
//	kysely.go      the mapper; which files it reads
//	facts.go       declarations of the library
//	tables.go      the database interface, table names
//	queries.go     call chains that read and write
//	migrations.go  changes by migrations
package kysely

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/resolve"
)

// Mapper returns the rules of Kysely.
func Mapper() data.Mapper { return mapper{&head} }

type mapper struct{ *interest.Head }

// head requests the sites of files that build queries. A file that receives a connection
// need not name the library.
var head = interest.Head{Languages: interest.Scripts, Words: []string{"kysely", "Kysely",
	".selectFrom(", ".insertInto(", ".updateTable(", ".deleteFrom(", ".replaceInto(",
	".mergeInto(", ".schema"}, Names: []string{"'kysely'", `"kysely"`}}

// Read adds the tables of the tree, the uses by its queries, and the changes by its
// migrations.
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

// A reader holds the state for one tree.
type reader struct {
	*eval.Tree
	out   *data.Model
	steps *data.Steps
	named map[resolve.DefID]map[string]bool // names of subqueries, by the callable that defines them
	camel *data.CamelCase                   // the names of the database
}

// isUsed reports whether a file imports the library. It also finds the naming
// convention.
func (r *reader) isUsed() bool {
	used, camel := false, false
	for _, f := range r.Table.Files {
		if f.Family != data.Script {
			continue
		}
		for i := range f.Imports {
			if im := &f.Imports[i]; isLibrary(im.Path) {
				used = true
				camel = camel || im.Name == plugin && !f.Test
			}
		}
	}
	if camel {
		r.camel = data.CamelCaseOf(r.Tree, plugin, false)
	}
	return used
}

// plugin is the class that converts the names of queries from camel case.
const plugin = "CamelCasePlugin"

// isLibrary reports whether a module belongs to the library.
func isLibrary(module string) bool {
	module, _, _ = strings.Cut(module, "/")
	return module == "kysely"
}
