package drizzle

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// Name implements [data.ValueReader]: constants that hold tables, and what a declaration says the
// type of.
func (r *reader) Name(x eval.Term) []data.Value {
	if d := x.Meaning().Def; d != resolve.None {
		return r.defined(x, d)
	}
	if l := x.Local(); l != nil {
		return data.WrittenHere(x, l.Type).Values(r.ofType)
	}
	return nil
}

// defined is what a definition is: a table, or what the type says that is written for it.
func (r *reader) defined(x eval.Term, d resolve.DefID) []data.Value {
	if e := r.Of(d); e != nil {
		return []data.Value{e.Value(data.ClassValue, x.Meaning().Tier)}
	}
	return data.Declared(r.Tree, d, r.ofType)
}

// ofType is the table that a type is of: typeof users. What it is of may be written in another
// file, so that the name counts.
func (r *reader) ofType(w data.Written) []data.Value {
	name, ok := strings.CutPrefix(w.Name, "typeof ")
	if !ok {
		return nil
	}
	if e := r.inSchema(resolve.LastName(name)); e != nil {
		return []data.Value{e.Value(data.ClassValue, graph.Unique)}
	}
	return nil
}

// Member implements [data.ValueReader]: tables of a module, or of an object that nothing is known
// of, by their names.
//
//	schema.users    db._.fullSchema.users
func (r *reader) Member(x eval.Term, of data.Value) []data.Value {
	if of.Kind != 0 {
		return nil
	}
	if d := x.Meaning().Def; d != resolve.None {
		return r.defined(x, d)
	}
	return nil
}

// Call implements [data.ValueReader]: a table by another name is that table.
func (r *reader) Call(x eval.Term, of data.Value) []data.Value {
	if of.Kind != 0 || len(x.Args) == 0 || !aliases[r.library(x)] {
		return nil
	}
	return r.values.Of(x.Sub(&x.Args[0].Value))
}

// inSchema is the table that the schema has by a name. Of several in the tree, one is as good as
// another where they are one table of the database: the one that most relations are known of.
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

// tableAt is the table that an expression stands for; nil for others, and where it may be several.
func (r *reader) tableAt(x eval.Term) *data.Entity {
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
