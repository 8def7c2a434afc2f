package knex

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// chain records the reads, writes and changes of a call chain.
func (r *reader) chain(c data.Chain) {
	if r.schema(c) {
		return
	}
	tier := r.builds(c)
	if tier == 0 {
		r.goesOn(c)
		return
	}
	r.enter(c, tier)
}

// builds returns the confidence that a chain builds a query; 0 if it does not.
func (r *reader) builds(c data.Chain) graph.Tier {
	first := c.Calls[0]
	if _, ok := r.rootTable(c); ok {
		return r.called(c)
	}
	if c.Base == nil {
		return 0
	}
	base := first.Sub(c.Base)
	if tier := r.connection(base); tier != 0 {
		return tier
	}
	// whereIn('id', (q) => q.select('id').from('orders')), function () { this.from('orders') }
	if _, named := source(c); !named {
		return 0
	}
	if base.Kind == parse.ExprName && base.Expr.Text == "this" {
		return graph.Typed
	}
	if f, _, ok := r.CallersOf(data.Script).Lambda(base); ok && f.Call.Expr != nil &&
		steps[f.Call.Expr.Text] {
		return graph.Typed
	}
	return 0
}

// called returns the confidence that the first call of a chain is a connection called
// with a table. If only its name suggests a connection, a query method has to follow.
//
//	knex('orders').first()    this.db<Row>('orders as o')
func (r *reader) called(c data.Chain) graph.Tier {
	first := c.Calls[0]
	d := first.Callee()
	if d != resolve.None && r.Table.Def(d).Kind.IsCallable() || r.makes(first) {
		return 0
	}
	e := *first.Expr
	e.Kind = parse.ExprMember
	if e.Recv == nil {
		e.Kind = parse.ExprName
	}
	tier := r.connection(first.Sub(&e))
	if tier == graph.Typed && len(c.Calls) > 1 && !steps[c.Calls[1].Expr.Text] {
		return 0
	}
	return tier
}

// rootTable returns the table in the first argument of the first call of a chain, if
// that may be a connection.
func (r *reader) rootTable(c data.Chain) (data.Table, bool) {
	first := c.Calls[0]
	if len(first.Args) == 0 || steps[first.Expr.Text] || sources[first.Expr.Text] ||
		writes[first.Expr.Text] != 0 {
		return data.Table{}, false
	}
	return r.tableAt(first, 0)
}

// source returns the call of a chain that names the table; ok is false if it has no
// such call.
func source(c data.Chain) (eval.Expr, bool) {
	for _, x := range c.Calls {
		if sources[x.Expr.Text] && len(x.Args) > 0 {
			return x, true
		}
	}
	return eval.Expr{}, false
}

// tableAt returns the table that an argument names: a string, or an object whose keys
// are aliases.
func (r *reader) tableAt(x eval.Expr, at int) (data.Table, bool) {
	if at >= len(x.Args) {
		return data.Table{}, false
	}
	arg := x.Sub(&x.Args[at].Value)
	if arg.Kind == parse.ExprMap && len(arg.Args) == 1 {
		arg = arg.Sub(&arg.Args[0].Value)
	}
	switch arg.Kind {
	case parse.ExprString, parse.ExprName, parse.ExprMember:
	default:
		return data.Table{}, false
	}
	text, ok := r.Text(arg)
	if !ok || text == "" || strings.ContainsAny(text, "(/:*?") {
		return data.Table{}, false
	}
	return r.camel.Table(data.TableNamed(text)), true
}

// tableOf returns the main table of a chain, with the schema that it specifies.
func (r *reader) tableOf(c data.Chain) (t data.Table, ok bool) {
	if t, ok = r.rootTable(c); !ok {
		x, named := source(c)
		if !named {
			x, named = c.Call("batchInsert")
		}
		if !named {
			return t, false
		}
		if t, ok = r.tableAt(x, 0); !ok {
			return t, false
		}
	}
	if x, stated := c.Call("withSchema"); stated && len(x.Args) > 0 && t.Schema == "" {
		t.Schema = r.camel.Name(data.TextOf(r.Tree, x.Sub(&x.Args[0].Value)))
	}
	return t, true
}

// enter records the operations of a query on its tables.
func (r *reader) enter(c data.Chain, tier graph.Tier) {
	if t, ok := r.tableOf(c); ok {
		ops := opsOf(c)
		r.use(c.Calls[0], t, ops, tier)
		first := c.Calls[0]
		if ops != reads && r.steps.InUp(first.Def) {
			r.steps.Change(r.steps.Of(first.In.File.First), first, t, data.Operation{Ops: ops})
		}
	}
	r.joined(c, tier)
}

// name records the name of a subquery: db.with('totals', db('lines').sum('n')).
func (r *reader) name(x eval.Expr) {
	if !names[x.Expr.Text] || len(x.Args) < 2 {
		return
	}
	text, ok := r.Text(x.Sub(&x.Args[0].Value))
	if !ok {
		return
	}
	if r.named[x.Def] == nil {
		r.named[x.Def] = map[string]bool{}
	}
	r.named[x.Def][r.camel.Name(text)] = true
}

// use records an operation on a table, unless its name is that of a subquery.
func (r *reader) use(x eval.Expr, t data.Table, ops graph.Ops, tier graph.Tier) {
	for d := x.Def; d != resolve.None && t.Schema == ""; d = r.Table.Def(d).Outer {
		if r.named[d][t.Name] {
			return
		}
	}
	r.out.Use(x, []data.TableMapping{{Table: t, Tier: graph.Exact}}, ops, tier)
}

// joined records the additional tables that a query reads.
func (r *reader) joined(c data.Chain, tier graph.Tier) {
	for _, x := range c.Calls {
		if joins[x.Expr.Text] {
			if t, ok := r.tableAt(x, 0); ok {
				r.use(x, t, reads, tier)
			}
		}
	}
}

// opsOf returns the operations of a chain on rows, 0 for a read.
func opsOf(c data.Chain) graph.Ops {
	ops := reads
	for _, x := range c.Calls {
		ops |= writes[x.Expr.Text]
	}
	return ops
}

// goesOn records the extensions of a query that a local holds: rows that it writes, and
// tables that it joins.
//
//	const query = db('orders').where({ id }); await query.update({ paid: true })
func (r *reader) goesOn(c data.Chain) {
	if c.Base == nil || c.Base.Kind != parse.ExprName {
		return
	}
	base := c.Calls[0].Sub(c.Base)
	if base.Local() == nil {
		return
	}
	for _, v := range r.ReachingValues(base) {
		if v.Kind != parse.ExprCall {
			continue
		}
		begun := data.ChainOf(v)
		tier := r.builds(begun)
		if tier == 0 {
			continue
		}
		tier = resolve.WeakerTier(tier, graph.Typed)
		if t, ok := r.tableOf(begun); ok && opsOf(c) != reads {
			r.use(c.Calls[0], t, opsOf(c), tier)
		}
		r.joined(c, tier)
		return
	}
}
