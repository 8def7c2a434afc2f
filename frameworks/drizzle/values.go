package drizzle

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Name implements [data.ValueReader]: constants that hold tables, and declared types.
func (r *reader) Name(x eval.Expr) []data.Value {
	if d := x.Referent().Def; d != resolve.None {
		return r.defined(x, d)
	}
	if l := x.Local(); l != nil {
		return data.TypeExprAt(x, l.Type).Values(r.ofType)
	}
	return nil
}

// defined returns the values of a definition: a table, or those of its declared type.
func (r *reader) defined(x eval.Expr, d resolve.DefID) []data.Value {
	if e := r.Of(d); e != nil {
		return []data.Value{e.Value(data.ClassValue, x.Referent().Tier)}
	}
	return data.Declared(r.Tree, d, r.ofType)
}

// ofType returns the table of a type: typeof users. It goes by the name, as the table
// may be declared in another file.
func (r *reader) ofType(w data.TypeExpr) []data.Value {
	if w.Form != parse.FormQuery {
		return nil
	}
	if e := r.inSchema(resolve.LastName(w.Name)); e != nil {
		return []data.Value{e.Value(data.ClassValue, graph.Unique)}
	}
	return nil
}

// Member implements [data.ValueReader]: tables of a module or of an unknown object, by
// name.
//
//	schema.users    db._.fullSchema.users
func (r *reader) Member(x eval.Expr, of data.Value) []data.Value {
	if of.Kind != 0 {
		return nil
	}
	if d := x.Referent().Def; d != resolve.None {
		return r.defined(x, d)
	}
	return nil
}

// Call implements [data.ValueReader]: an aliased table is the same table.
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	if of.Kind != 0 || len(x.Args) == 0 || !aliases[r.library(x)] {
		return nil
	}
	return r.values.Of(x.Sub(&x.Args[0].Value))
}

// inSchema returns the table with that name in the schema. If several in the tree are
// one database table, it returns the one with the most relations.
func (r *reader) inSchema(name string) *data.Entity {
	var best *data.Entity
	for _, e := range r.Named(name) {
		switch {
		case best == nil:
			best = e
		case e.Tables[0] != best.Tables[0]:
			return nil
		case len(e.Fields) > len(best.Fields):
			best = e
		}
	}
	return best
}

// tableAt returns the table that an expression refers to; nil for others, and if it is
// ambiguous.
func (r *reader) tableAt(x eval.Expr) *data.Entity {
	var found *data.Entity
	for _, v := range r.values.Of(x) {
		e := r.Entity(v)
		if e == nil || v.Kind != data.ClassValue {
			continue
		}
		if found != nil && found != e {
			return nil
		}
		found = e
	}
	return found
}
