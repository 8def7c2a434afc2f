package kysely

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// chain records the reads and writes of a call chain.
//
//	db.selectFrom('orders as o').innerJoin('lines', …)    trx.insertInto('orders').values({ … })
func (r *reader) chain(c data.Chain) {
	begun, schema := r.begins(c), ""
	if x, ok := c.Call("withSchema"); ok && len(x.Args) > 0 {
		schema = data.TextOf(r.Tree, x.Sub(&x.Args[0].Value))
	}
	for i, x := range c.Calls {
		ops, isRoot := roots[x.Expr.Text]
		if isRoot && ops == graph.Insert && updates(c.Calls[i+1:]) {
			ops |= graph.Update
		}
		if x.Recv == nil || x.Callee() != resolve.None || !isRoot && !(begun && reads[x.Expr.Text]) {
			continue
		}
		for _, t := range r.tablesAt(x, 0) {
			if t.Schema == "" {
				t.Schema = schema
			}
			r.use(x, t, ops)
		}
	}
}

// updates reports whether a step of an insert updates existing rows.
func updates(calls []eval.Expr) bool {
	for _, x := range calls {
		if conflicts[x.Expr.Text] {
			return true
		}
		for i := range x.Args { // onConflict((c) => c.column('id').doUpdateSet({ … }))
			f := &x.Args[i].Value
			if x.Expr.Text == "onConflict" && f.Kind == parse.ExprLambda &&
				strings.Contains(x.In.File.Slice(f.Body), ".doUpdateSet(") {
				return true
			}
		}
	}
	return false
}

// begins reports whether a chain is a query that begins with a library call, in the
// chain or in the value of its base local.
func (r *reader) begins(c data.Chain) bool {
	for _, x := range c.Calls {
		if _, ok := roots[x.Expr.Text]; ok {
			return true
		}
	}
	if c.Base == nil || c.Base.Kind != parse.ExprName {
		return false
	}
	base := c.Calls[0].Sub(c.Base)
	if base.Local() == nil {
		return false
	}
	for _, v := range r.ReachingValues(base) {
		if v.Kind != parse.ExprCall {
			continue
		}
		for _, x := range data.ChainOf(v).Calls {
			if _, ok := roots[x.Expr.Text]; ok {
				return true
			}
		}
	}
	return false
}

// name records the name of a subquery: db.with('totals', (db) => …).
func (r *reader) name(x eval.Expr) {
	if x.Expr.Text != "with" && x.Expr.Text != "withRecursive" || len(x.Args) < 2 {
		return
	}
	text, ok := r.Text(x.Sub(&x.Args[0].Value))
	if !ok {
		return
	}
	text, _, _ = strings.Cut(text, "(")
	if r.named[x.Def] == nil {
		r.named[x.Def] = map[string]bool{}
	}
	r.named[x.Def][r.table(text).Name] = true
}

// use records an operation on a table, unless its name is that of a subquery.
func (r *reader) use(x eval.Expr, t data.Table, ops graph.Ops) {
	for d := x.Def; d != resolve.None && t.Schema == ""; d = r.Table.Def(d).Outer {
		if r.named[d][t.Name] {
			return
		}
	}
	r.out.Use(x, []data.TableMapping{{Table: t, Tier: graph.Exact}}, ops, graph.Exact)
	if ops != 0 && r.steps.InUp(x.Def) && !r.steps.InDown(x.Def) {
		r.steps.Change(r.steps.Of(x.In.File.First), x, t, data.Operation{Ops: ops})
	}
}
