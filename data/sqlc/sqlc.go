// Package sqlc joins the queries that sqlc reads to the methods that it writes in Go: a method
// reads and writes the tables of its query.
//
//	sqlc.go    the mapper; from queries to methods
//	config.go  sqlc.yaml: which queries there are, and where their methods go
package sqlc

import (
	"path"
	"regexp"

	"seedgraph/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Mapper returns the rules of sqlc.
func Mapper() data.Mapper { return mapper{} }

type mapper struct{}

// Sites has use for none: queries are scripts, their methods are known by their names.
func (mapper) Sites(string, parse.Source) parse.SiteScope { return parse.NoSites }

// receiver is the type whose methods run queries, in every package that sqlc writes.
const receiver = "Queries"

// Read enters what the queries of each package do as what its methods do.
func (mapper) Read(t *web.Tree, m *data.Model) {
	for _, p := range packagesOf(t.Table.Project.Files) {
		methods := methodsIn(t, p.out)
		for _, b := range t.Files {
			if b.File.Language == "sql" && len(methods) > 0 && p.takes(b.File.Path) {
				join(t, m, b, methods)
			}
		}
	}
}

// methodsIn lists the methods that run queries in the package of a folder, by name. sqlc writes
// no tests.
func methodsIn(t *web.Tree, folder string) map[string]*resolve.Def {
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

// A query is a part of a script, with the name of its method.
type query struct {
	name     string
	from, to uint32
}

// named is the comment before a query.
//
//	-- name: ListOrders :many
//	/* name: GetOrder :one */
//	# name: DropOrder :exec
var named = regexp.MustCompile(`(?m)^[ \t]*(?:--|#|/\*)[ \t]*name:[ \t]*(\w+)[ \t]+:[a-z]+`)

// queriesIn lists the queries of a script.
func queriesIn(text string) []query {
	var out []query
	for _, at := range named.FindAllStringSubmatchIndex(text, -1) {
		if n := len(out); n > 0 {
			out[n-1].to = uint32(at[0])
		}
		out = append(out, query{text[at[2]:at[3]], uint32(at[0]), uint32(len(text))})
	}
	return out
}

// join enters what the queries of a script read and write for their methods.
func join(t *web.Tree, m *data.Model, b *resolve.Binder, methods map[string]*resolve.Def) {
	for _, q := range queriesIn(b.File.Text) {
		d := methods[q.name]
		if d == nil {
			continue
		}
		for _, x := range b.Bindings {
			if x.At < q.from || x.At >= q.to || x.Kind != graph.ReadsFrom &&
				x.Kind != graph.WritesTo {
				continue
			}
			m.Uses = append(m.Uses, data.Use{By: d.ID, File: d.File, At: d.NameAt,
				Table: data.TableOf(t.Table, &x), Ops: x.Ops, Tier: x.Tier})
		}
	}
}
