package gorm

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// connects reports whether a type is a connection, or embeds one and so has its
// methods.
func (r *reader) connects(t resolve.Type) bool {
	isDB := func(t resolve.Type) bool { return t.Name == "DB" && isLibrary(t.Module) }
	return t.Def <= resolve.None && isDB(t) || r.Embeds(t.Def, isDB)
}

// Call implements [data.ValueReader]: connection methods return a connection; a model
// or a table that they bind is kept.
func (r *reader) Call(x eval.Expr, of data.Value) []data.Value {
	switch {
	case of.Kind == 0:
		if x.Expr.Text == "G" && r.ExternalName(x) == "gorm.io/gorm.G" {
			return r.typed(x)
		}
		if lib, ok := strings.CutSuffix(r.ExternalName(x), ".Open"); ok && isLibrary(lib) {
			return []data.Value{data.NewConnection(resolve.None, "", graph.Exact)}
		}
		return r.Returned(x)
	case !data.IsConnection(of) || x.Callee() != resolve.None:
		return nil
	case len(x.Args) > 0 && x.Expr.Text == "Table":
		if name, ok := r.Text(x.Sub(&x.Args[0].Value)); ok {
			return []data.Value{data.NewConnection(of.Of.Def, name, of.Tier)}
		}
		return []data.Value{data.NewConnection(resolve.None, data.NoTable, of.Tier)}
	case len(x.Args) > 0 && x.Expr.Text == "Model":
		var out []data.Value
		for _, v := range r.Objects(x.Sub(&x.Args[0].Value)) {
			bound := of
			bound.Of.Def, bound.Where = v.Of.Def, v.Where
			bound.Tier = resolve.WeakerTier(of.Tier, v.Tier)
			out = append(out, bound)
		}
		if out != nil {
			return out
		}
	case x.Expr.Text == "Raw": // the text names the tables
		return []data.Value{data.NewConnection(resolve.None, data.NoTable, of.Tier)}
	}
	return []data.Value{of}
}

// typed returns a connection of the generic interface, bound to the struct of its type
// argument.
//
//	gorm.G[Order](db)
func (r *reader) typed(x eval.Expr) []data.Value {
	if len(x.TypeArgs) > 0 {
		for _, v := range r.OfType(r.WrittenType(x.Sub(&x.TypeArgs[0]))) {
			if v.Kind == data.ObjectValue {
				return []data.Value{data.NewConnection(v.Of.Def, "", graph.Typed)}
			}
		}
	}
	return []data.Value{data.NewConnection(resolve.None, data.NoTable, graph.Typed)}
}
