package drizzle

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// findTables finds the tables and views that constants and members hold.
//
//	export const users = pgTable('users', { id: serial('id') })
func (r *reader) findTables() {
	for d := range r.DefinitionsWithSites(family) {
		switch d.Kind {
		case graph.KindConstant, graph.KindVariable, graph.KindField:
			for _, x := range r.Values(d.ID) {
				r.declared(d, x)
			}
		}
	}
}

// declared adds the table that is the value of a definition.
func (r *reader) declared(d *resolve.Def, x eval.Expr) {
	for _, v := range r.Evaluate(x) {
		begun, t, ok := r.begun(v)
		if !ok || r.made[begun.Expr] != nil {
			continue
		}
		e := r.Add(data.ClassOf(d.ID), d.ID, d.Name)
		if e.Tables == nil {
			e.Own, e.Tables = t.Name, []data.TableMapping{{Table: t, Tier: graph.Exact}}
			r.made[begun.Expr] = e
		}
	}
}

// begun returns the call of a chain that makes a table, and the table: pgTable('users', {})
// of pgTable('users', {}).enableRLS().
func (r *reader) begun(x eval.Expr) (call eval.Expr, t data.Table, ok bool) {
	for {
		if t, ok = r.tableOf(x); ok || x.Kind != parse.ExprCall || x.Recv == nil || x.Recv.Kind != parse.ExprCall {
			return x, t, ok
		}
		x = x.Sub(x.Recv)
	}
}

// tableOf returns the table that a call makes: by a function of the library, of a
// creator, or of a schema.
func (r *reader) tableOf(x eval.Expr) (t data.Table, ok bool) {
	if x.Kind != parse.ExprCall || len(x.Args) == 0 {
		return t, false
	}
	name := r.library(x)
	switch {
	case tables[name] || views[name]:
		t.View = views[name]
		t.Name, ok = r.Text(x.Sub(&x.Args[0].Value))
		return t, ok
	case x.Recv == nil:
		return r.created(x)
	case x.Expr.Text == "table" || x.Expr.Text == "view" || x.Expr.Text == "materializedView":
		t.View = x.Expr.Text != "table"
		if t.Schema = r.schemaOf(x.Sub(x.Recv)); t.Schema == "" {
			return t, false
		}
		t.Name, ok = r.Text(x.Sub(&x.Args[0].Value))
		return t, ok
	}
	return t, false
}

// schemaOf returns the name of the schema that an expression is, or "".
//
//	pgSchema('auth')
func (r *reader) schemaOf(x eval.Expr) string {
	for _, v := range r.Evaluate(x) {
		if v.Kind == parse.ExprCall && schemas[r.library(v)] && len(v.Args) > 0 {
			text, _ := r.Text(v.Sub(&v.Args[0].Value))
			return text
		}
	}
	return ""
}

// created returns the table made by a creator's function. The creator's callback
// computes its name from the argument.
//
//	const table = pgTableCreator((name) => `shop_${name}`)
func (r *reader) created(x eval.Expr) (t data.Table, ok bool) {
	d := x.Callee()
	if d == resolve.None {
		return t, false
	}
	for _, v := range r.Values(d) {
		if v.Kind != parse.ExprCall || !creators[r.library(v)] || len(v.Args) == 0 {
			continue
		}
		f := v.Sub(&v.Args[0].Value)
		if f.Kind != parse.ExprLambda || len(f.Args) == 0 {
			return t, false
		}
		given := x.Sub(&x.Args[0].Value)
		if f.Recv == nil {
			t.Name, ok = r.Text(given) // (name) => name
			body := f.In.File.Text[f.Body.Start:f.Body.End]
			return t, ok && body == f.Args[0].Name
		}
		f.Env = eval.Env{}.With(f.Args[0].Name, given)
		t.Name, ok = r.Text(f.Sub(f.Recv))
		return t, ok
	}
	return t, false
}
