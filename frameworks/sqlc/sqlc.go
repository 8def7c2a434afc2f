// Package sqlc links the queries that sqlc reads to the Go methods that it generates: a
// method reads and writes the tables of its query.
//
//	sqlc.go    the mapper; from queries to methods
//	config.go  sqlc.yaml: the queries, and the packages generated from them
package sqlc

import (
	"path"
	"regexp"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Mapper returns the rules of sqlc.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// Sites returns NoSites: queries are scripts, and their methods are found by name.
func (mapper) Sites(string, parse.Source) parse.SiteScope { return parse.NoSites }

// receiver is the type whose methods run queries, in every package that sqlc generates.
const receiver = "Queries"

// Read records the reads and writes of queries as those of their methods.
func (mapper) Read(t *eval.Tree, m *data.Model) {
	for _, p := range packagesOf(t.Table.Project.Files) {
		methods := methodsIn(t, p.out)
		for _, b := range t.Files {
			if b.File.Language == "sql" && len(methods) > 0 && p.takes(b.File.Path) {
				join(t, m, b, methods)
			}
		}
	}
}

// methodsIn lists the methods that run queries in the package of a folder, by name.
// sqlc generates no tests.
func methodsIn(t *eval.Tree, folder string) map[string]*resolve.Def {
	out := map[string]*resolve.Def{}
	for _, b := range t.Files {
		if b.File.Language != "go" || b.File.Test || path.Dir(b.File.Path) != folder {
			continue
		}
		for i := range b.File.Definitions {
			d := t.Table.Def(b.File.ID(int32(i)))
			if d.Kind == graph.KindMethod && d.Receiver().Name == receiver {
				out[d.Name] = d
			}
		}
	}
	return out
}

// named matches the comment before a query.
//
//	-- name: ListOrders :many
//	/* name: GetOrder :one */
//	# name: DropOrder :exec
var named = regexp.MustCompile(`(?m)^[ \t]*(?:--|#|/\*)[ \t]*name:[ \t]*(\w+)[ \t]+:[a-z]+`)

// join records the reads and writes of the queries of a script for their methods.
func join(t *eval.Tree, m *data.Model, b *resolve.Binder, methods map[string]*resolve.Def) {
	for _, q := range data.NamedQueries(b, named) {
		d := methods[q.Name]
		if d == nil {
			continue
		}
		for _, u := range q.Uses(t) {
			u.By, u.File, u.At = d.ID, d.File, d.NameAt
			m.Uses = append(m.Uses, u)
		}
	}
}
