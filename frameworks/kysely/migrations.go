package kysely

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
)

// schema records the schema changes of a chain in a migration; it reports whether the
// chain is not a query.
//
//	db.schema.alterTable('orders').addColumn('buyer', 'uuid', (c) => c.references('people.id'))
func (r *reader) schema(c data.Chain) bool {
	first := c.Calls[0]
	inSchema := c.Base != nil && c.Base.Kind == parse.ExprMember && c.Base.Text == "schema"
	if !r.steps.InUp(first.Def) {
		return inSchema
	}
	if !inSchema {
		return r.column(c)
	}
	t, o, ok := r.defined(c)
	if !ok {
		return true
	}
	m := r.steps.Of(first.In.File.First)
	if first.Expr.Text != "alterTable" {
		r.steps.Change(m, first, t, o)
	}
	for _, x := range c.Calls[1:] {
		o, known := alterations[x.Expr.Text]
		if !known {
			continue
		}
		if x.Expr.Text == "addForeignKeyConstraint" && len(x.Args) > 2 {
			for _, to := range r.tablesAt(x, 2) {
				r.steps.Key(t, to)
			}
		}
		if first.Expr.Text == "alterTable" {
			o.Part = 0
			r.steps.Change(m, x, t, o)
			m.Changes[len(m.Changes)-1].Part = r.steps.NameAt(x, 0)
		}
	}
	return true
}

// defined returns the table that the first call of a chain names, in the schema
// specified by the chain, and the operation of the call.
func (r *reader) defined(c data.Chain) (t data.Table, o data.Operation, ok bool) {
	first := c.Calls[0]
	schema := ""
	if first.Expr.Text == "withSchema" && len(c.Calls) > 1 && len(first.Args) > 0 {
		schema = data.TextOf(r.Tree, first.Sub(&first.Args[0].Value))
		first = c.Calls[1]
	}
	o, ok = definitions[first.Expr.Text]
	tables := r.tablesAt(first, 0)
	if !ok || len(tables) != 1 {
		return t, o, false
	}
	t = tables[0]
	t.View = strings.HasSuffix(first.Expr.Text, "View")
	if t.Schema == "" {
		t.Schema = schema
	}
	return t, o, true
}

// column adds the foreign key of a column; it reports whether a chain is on a column.
func (r *reader) column(c data.Chain) bool {
	if c.Base == nil || c.Base.Kind != parse.ExprName {
		return false
	}
	f, param, ok := r.CallersOf(data.Script).Lambda(c.Calls[0].Sub(c.Base))
	if !ok || param != 0 || f.Call.Expr == nil || alterations[f.Call.Expr.Text].Op != graph.AddsColumn {
		return false
	}
	t, _, ok := r.defined(data.ChainOf(f.Call))
	x, refers := c.Call("references")
	if !ok || !refers {
		return true
	}
	text := data.TextOf(r.Tree, argument(x))
	if i := strings.LastIndexByte(text, '.'); i > 0 {
		r.steps.Key(t, r.table(text[:i]))
	}
	return true
}

// argument returns the first argument of a call, or an opaque expression.
func argument(x eval.Expr) eval.Expr {
	if len(x.Args) == 0 {
		return x.Sub(&parse.Expr{})
	}
	return x.Sub(&x.Args[0].Value)
}
