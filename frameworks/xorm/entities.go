package xorm

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// An entity is a struct whose values are stored.
type entity struct {
	def    resolve.DefID
	tables []data.Stored // none where the name is not known
}

// entity is the entity that a struct is; nil for others, and for a struct that is the value of a
// column.
func (r *reader) entity(def resolve.DefID) *entity {
	if def <= resolve.None {
		return nil
	}
	def = r.Table.Canon[def]
	if e, ok := r.entities[def]; ok {
		return e
	}
	d := r.Table.Def(def)
	if d.Kind != graph.KindStruct || d.File.Test || r.isColumn(def) {
		r.entities[def] = nil
		return nil
	}
	e := &entity{def: def, tables: r.tableOf(d)}
	r.entities[def] = e
	r.order = append(r.order, e)
	return e
}

// isColumn reports whether a struct converts itself from what a column has: sql.Scanner, and the
// library's Conversion.
func (r *reader) isColumn(def resolve.DefID) bool {
	_, scanned := r.scanned.Of(r.Tree, r.Table.Def(def))
	_, converted := r.converted.Of(r.Tree, r.Table.Def(def))
	return scanned || converted
}

// tableOf is the table of a struct: what its method TableName returns, or that of a struct which it
// embeds, else what the mapper makes of its name.
func (r *reader) tableOf(d *resolve.Def) []data.Stored {
	name, own, known := r.ownName(d)
	switch {
	case known:
		return []data.Stored{{Table: data.TableNamed(name), Tier: graph.Exact}}
	case own || !r.naming.known:
		return nil
	}
	return []data.Stored{{Table: data.TableNamed(r.naming.of(d.Name)),
		Tier: resolve.Worse(r.naming.tier, r.synced)}}
}

// maxEmbedded bounds structs within structs.
const maxEmbedded = 10

// ownName is what the method TableName of a struct returns. One of a struct that it embeds is its
// own, if no other one is as near.
func (r *reader) ownName(d *resolve.Def) (name string, own, known bool) {
	level := []resolve.DefID{d.ID}
	for depth := 0; depth < maxEmbedded && len(level) > 0; depth++ {
		var next []resolve.DefID
		found := 0
		for _, of := range level {
			if n, has, ok := r.named.Text(r.Tree, r.Table.Def(of)); has {
				found++
				name, own, known = n, true, ok
			}
			for _, b := range r.Table.Bases[of] {
				if b.Def > resolve.None {
					next = append(next, r.Table.Canon[b.Def])
				}
			}
		}
		if found > 0 {
			return name, own && found == 1, known && found == 1
		}
		level = next
	}
	return "", false, false
}

// readSynced enters the structs whose tables the library is told to make: they are entities,
// whatever uses them.
func (r *reader) readSynced() {
	r.synced = graph.Exact
	r.EachCall(data.Golang, func(x eval.Term) {
		first, ok := synchronisers[x.Expr.Text]
		if !ok || len(x.Args) <= first || !r.isOfLibrary(x) || !r.onConnection(x) {
			return
		}
		for i := range x.Args[first:] {
			for _, v := range r.Objects(x.Sub(&x.Args[first+i].Value)) {
				r.entity(v.Of.Def)
			}
		}
	})
	r.synced = graph.Typed
}

// onConnection reports whether a call is of a method of a connection.
func (r *reader) onConnection(x eval.Term) bool {
	if x.Recv == nil {
		return false
	}
	for _, of := range r.Values.Of(x.Sub(x.Recv)) {
		if data.IsConnection(of) {
			return true
		}
	}
	return false
}
