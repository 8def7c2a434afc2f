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
	tables []data.TableMapping // empty if the name is unknown
}

// entity returns the entity of a struct; nil for others, and for a struct that is
// stored as a column value.
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

// isColumn reports whether a struct converts itself from a column value: by
// sql.Scanner, or the library's Conversion.
func (r *reader) isColumn(def resolve.DefID) bool {
	_, scanned := r.scanned.Of(r.Tree, r.Table.Def(def))
	_, converted := r.converted.Of(r.Tree, r.Table.Def(def))
	return scanned || converted
}

// tableOf returns the table of a struct: the return value of its method TableName,
// which may be promoted from an embedded struct, or else its name as converted by the
// mapper.
func (r *reader) tableOf(d *resolve.Def) []data.TableMapping {
	name, own, known := r.ownName(d)
	switch {
	case known:
		return []data.TableMapping{{Table: data.TableNamed(name), Tier: graph.Exact}}
	case own || !r.naming.known:
		return nil
	}
	return []data.TableMapping{{Table: data.TableNamed(r.naming.of(d.Name)),
		Tier: resolve.WeakerTier(r.naming.tier, r.synced)}}
}

// maxEmbedded bounds nested embedded structs.
const maxEmbedded = 10

// ownName returns the value of the method TableName of a struct. The method may be
// promoted from an embedded struct, if no other is at the same depth.
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

// readSynced adds the structs whose tables the library creates: they are entities even
// without uses.
func (r *reader) readSynced() {
	r.synced = graph.Exact
	r.EachCall(data.Golang, func(x eval.Expr) {
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

// onConnection reports whether the target of a call is a method of a connection.
func (r *reader) onConnection(x eval.Expr) bool {
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
