package sql

import (
	"cmp"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// dropReaders drops the views that read a dropped object, transitively: PostgreSQL
// drops them with it.
//
//	CREATE VIEW late AS SELECT id FROM orders; DROP TABLE orders CASCADE    // also drops late
//
// Takes one pass over the views of the run and their reads for each dropped view.
func (r *run) dropReaders(k objectKey) {
	for _, view := range r.views {
		l := r.seen[view.ID]
		if l == nil || l.dropped || !r.reads(view, k) {
			continue
		}
		l.dropped = true
		if r.last(l.key) == nil {
			r.lost[l.key] = true
		}
		r.dropReaders(l.key)
	}
}

// reads reports whether a view reads the object of a name. References of a script are
// not bound yet: unqualified names are looked up in the view's own schema or that of
// its script.
//
//	CREATE VIEW shop.late AS SELECT id FROM orders    // shop.orders
func (r *run) reads(view *resolve.Def, k objectKey) bool {
	f := view.File
	for i := range f.References {
		ref := &f.References[i]
		if f.ID(ref.Def) != view.ID || ref.Kind != parse.RefRead || !strings.EqualFold(ref.Name, k.name) {
			continue
		}
		database, schema := writtenSchema(ref.Recv)
		if database == "" && strings.EqualFold(cmp.Or(schema, view.Schema, r.homeOf(f), defaultSchema), k.schema) {
			return true
		}
	}
	return false
}

// viewsOf lists the views that the scripts of a run define, in order, with one entry
// per definition for those that are dropped and recreated.
func viewsOf(list []event) []*resolve.Def {
	var out []*resolve.Def
	for i := range list {
		if d := list[i].def; d != nil && d.Kind == graph.KindView {
			out = append(out, d)
		}
	}
	return out
}
