package jooq

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A table is a [data.ClassValue], a record of it a [data.ObjectValue].

func table(class data.Class, tier graph.Tier) []data.Value {
	return []data.Value{{Kind: data.ClassValue, Of: class, Via: resolve.None, Tier: tier}}
}

// Knows implements [data.ValueReader]. It is false because a declared generated class
// always means that table.
func (r *reader) Knows(data.Class) bool { return false }

// Name implements [data.ValueReader]: constants of generated code, and definitions
// declared with a generated class.
func (r *reader) Name(x eval.Expr) []data.Value {
	if d := x.Referent().Def; d > resolve.None {
		return r.defined(d)
	}
	if l := x.Local(); l != nil {
		return r.ofClass(data.TypeExprAt(x, l.Type))
	}
	if class, ok := r.generated(r.ExternalName(x)); ok {
		return table(class, graph.Exact)
	}
	return nil
}

// defined returns the table by the type of a constant or member.
func (r *reader) defined(d resolve.DefID) []data.Value {
	if kind := r.Table.Def(d).Kind; kind.IsType() || kind.IsCallable() {
		return nil
	}
	return r.ofClass(data.DeclaredType(r.Tree, d))
}

// ofClass returns the table of a generated class that a type names.
func (r *reader) ofClass(w data.TypeExpr) []data.Value {
	if w.IsZero() || w.In == nil {
		return nil
	}
	class := data.ClassOf(w.Class(r.Table))
	if _, ok := r.tables[class]; ok && class.Def > resolve.None {
		return table(class, graph.Exact)
	}
	return nil
}

// Member implements [data.ValueReader].
func (r *reader) Member(x eval.Expr, of data.Value) []data.Value {
	if of.Kind != 0 {
		return nil
	}
	return r.Name(x)
}

// Call implements [data.ValueReader]: aliased and joined tables, tables made from
// names, records of tables.
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	name := x.Expr.Text
	switch {
	case of.Kind == data.ClassValue && (same[name] || joins[name]):
		return []data.Value{of}
	case of.Kind != 0:
		return nil
	case r.library(x) == "impl.DSL.table":
		return r.named(x)
	case records[name] && x.Recv != nil && len(x.Args) > 0:
		var out []data.Value
		for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
			if v.Kind == data.ClassValue {
				v.Kind = data.ObjectValue
				out = append(out, v)
			}
		}
		return out
	}
	return nil
}

// named returns the table that a call makes from a name.
//
//	table("shop.orders")    table(name("shop", "orders"))
func (r *reader) named(x eval.Expr) []data.Value {
	if len(x.Args) == 0 {
		return nil
	}
	parts := []eval.Expr{x.Sub(&x.Args[0].Value)}
	if first := parts[0]; first.Kind == parse.ExprCall && r.library(first) == "impl.DSL.name" {
		parts = parts[:0]
		for i := range first.Args {
			parts = append(parts, first.Sub(&first.Args[i].Value))
		}
	}
	var names []string
	for _, p := range parts {
		text, ok := r.Text(p)
		if !ok || text == "" || strings.ContainsAny(text, " (?{") {
			return nil
		}
		names = append(names, text)
	}
	if len(names) == 0 {
		return nil
	}
	t := data.TableNamed(strings.Join(names, "."))
	class := data.Class{Def: resolve.None, Name: t.String()}
	r.tables[class] = data.TableMapping{Table: t, Tier: graph.Exact}
	return table(class, graph.Exact)
}
