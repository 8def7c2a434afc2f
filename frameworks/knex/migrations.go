package knex

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
//	knex.schema.createTable('orders', (t) => { t.increments() })
//	table.string('name')
//	knex.raw('ALTER TABLE orders ADD total int')
func (r *reader) schema(c data.Chain) bool {
	first := c.Calls[0]
	inSchema := c.Base != nil && c.Base.Kind == parse.ExprMember && c.Base.Text == "schema"
	if !r.steps.InUp(first.Def) {
		return inSchema
	}
	for _, x := range c.Calls {
		switch x.Expr.Text {
		case "raw", "runSql", "schemaRaw":
			if len(x.Args) > 0 {
				r.steps.SQL(r.steps.Of(x.In.File.First), x.Sub(&x.Args[0].Value))
			}
		}
	}
	if inSchema {
		r.tables(c)
		return true
	}
	return r.column(c)
}

// tables records the tables that a chain on the schema changes.
func (r *reader) tables(c data.Chain) {
	for _, x := range c.Calls {
		o, ok := schema[x.Expr.Text]
		if !ok {
			continue
		}
		if t, ok := r.schemaTable(c, x, 0); ok {
			t.View = x.Expr.Text == "createView"
			m := r.steps.Of(x.In.File.First)
			r.steps.Change(m, x, t, o)
			if to, ok := r.schemaTable(c, x, 1); ok && o.Op == graph.RenamesObject {
				r.steps.Change(m, x, to, data.Operation{})
			}
		}
	}
}

// schemaTable returns the table that an argument names, in the schema specified by the
// chain.
func (r *reader) schemaTable(c data.Chain, x eval.Expr, at int) (data.Table, bool) {
	t, ok := r.tableAt(x, at)
	if w, stated := c.Call("withSchema"); ok && stated && len(w.Args) > 0 {
		t.Schema = r.camel.Name(data.TextOf(r.Tree, x.Sub(&w.Args[0].Value)))
	}
	return t, ok
}

// column records the changes of a chain on a table builder in a migration; it reports
// whether the chain is one.
//
//	(t) => { t.integer('buyer').references('id').inTable('people'); t.dropColumn('old') }
func (r *reader) column(c data.Chain) bool {
	if c.Base == nil || c.Base.Kind != parse.ExprName {
		return false
	}
	first := c.Calls[0]
	f, param, ok := r.CallersOf(data.Script).Lambda(first.Sub(c.Base))
	if !ok || param != 0 || f.Call.Recv == nil {
		return false
	}
	o, known := schema[f.Call.Expr.Text]
	if !known {
		return false
	}
	t, ok := r.schemaTable(data.ChainOf(f.Call), f.Call, 0)
	if !ok {
		return true
	}
	if o.Op == graph.Alters {
		r.part(c, t)
	}
	r.refers(c, t)
	return true
}

// part records the change of a column or constraint of an altered table.
func (r *reader) part(c data.Chain, t data.Table) {
	first := c.Calls[0]
	name := r.steps.NameAt(first, 0)
	o, known := parts[first.Expr.Text]
	_, alters := c.Call("alter")
	switch {
	case indexed[first.Expr.Text]:
		if name = r.steps.NameAt(first, 1); name == "" { // the library generates the name
			return
		}
	case known:
	case name == "" || alters || plain[first.Expr.Text]:
		return
	default:
		o.Op = graph.AddsColumn
	}
	m := r.steps.Of(first.In.File.First)
	r.steps.Change(m, first, t, o)
	m.Changes[len(m.Changes)-1].Part = r.camel.Name(name)
}

// refers adds the foreign key of a column: references('people.id'),
// references('id').inTable('people').
func (r *reader) refers(c data.Chain, t data.Table) {
	x, ok := c.Call("references")
	if !ok {
		return
	}
	if in, ok := c.Call("inTable"); ok {
		if to, ok := r.tableAt(in, 0); ok {
			r.steps.Key(t, to)
		}
		return
	}
	text := r.steps.NameAt(x, 0)
	if i := strings.LastIndexByte(text, '.'); i > 0 {
		r.steps.Key(t, r.camel.Table(data.TableNamed(text[:i])))
	}
}
