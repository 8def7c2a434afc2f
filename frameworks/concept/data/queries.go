package data

import (
	"regexp"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// A NamedQuery is a part of a script, named by the comment before it.
//
//	-- name: list-orders
//	SELECT * FROM orders;
type NamedQuery struct {
	Name     string
	In       *resolve.Binder
	from, to uint32
}

// NamedQueries lists the queries of a script; the first group of the pattern is the
// name.
func NamedQueries(b *resolve.Binder, named *regexp.Regexp) []NamedQuery {
	var out []NamedQuery
	text := b.File.Text
	for _, at := range named.FindAllStringSubmatchIndex(text, -1) {
		if n := len(out); n > 0 {
			out[n-1].to = uint32(at[0])
		}
		out = append(out, NamedQuery{text[at[2]:at[3]], b, uint32(at[0]), uint32(len(text))})
	}
	return out
}

// Uses lists the table uses of a query, without a user.
func (q *NamedQuery) Uses(t *eval.Tree) []Use {
	var out []Use
	for i := range q.In.Bindings {
		x := &q.In.Bindings[i]
		if x.At < q.from || x.At >= q.to || x.Kind != graph.ReadsFrom && x.Kind != graph.WritesTo {
			continue
		}
		out = append(out, Use{Table: TableOf(t.Table, x), Ops: x.Ops, Tier: x.Tier})
	}
	return out
}
