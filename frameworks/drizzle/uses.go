package drizzle

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// readUses records the reads and writes of call chains in the tree, and the tables in
// its SQL templates.
func (r *reader) readUses() {
	data.EachChain(r.Tree, family, func(c data.Chain) {
		for _, x := range c.Calls {
			r.called(c, x)
		}
		r.found(c)
	})
	r.EachCall(family, r.template)
}

// called records the use of a table that a call of a chain takes.
//
//	db.select().from(users).leftJoin(orders, …)    db.insert(users).values({…})
func (r *reader) called(c data.Chain, x eval.Expr) {
	a, known := actions[x.Expr.Text]
	if !known || x.Recv == nil || len(x.Args) == 0 || x.Callee() != resolve.None {
		return
	}
	ops := a.ops
	if ops == graph.Insert && r.mayUpdate(c) {
		ops = saves
	}
	for _, v := range r.values.Of(x.Sub(&x.Args[0].Value)) {
		if e := r.Entity(v); e != nil && v.Kind == data.ClassValue {
			r.out.Use(x, e.Tables, ops, v.Tier)
		}
	}
}

// mayUpdate reports whether a chain that inserts may update existing rows.
func (r *reader) mayUpdate(c data.Chain) bool {
	for _, x := range c.Calls {
		if conflicts[x.Expr.Text] {
			return true
		}
	}
	return false
}

// found records the reads of a query by a table's name in the schema.
//
//	db.query.users.findMany({ with: { orders: { with: { lines: true } } } })
func (r *reader) found(c data.Chain) {
	x := c.Calls[0]
	if !finders[x.Expr.Text] || c.Base == nil || c.Base.Kind != parse.ExprMember ||
		c.Base.Recv == nil || c.Base.Recv.Text != "query" && c.Base.Recv.Text != "_query" {
		return
	}
	e := r.inSchema(c.Base.Text)
	if e == nil {
		return
	}
	r.out.Use(x, e.Tables, reads, graph.Typed)
	if len(x.Args) > 0 {
		r.with(x, x.Sub(&x.Args[0].Value), e)
	}
}

// with records the related tables that a query reads.
func (r *reader) with(at, x eval.Expr, e *data.Entity) {
	for _, v := range r.Evaluate(x) {
		list := data.Within(v.Expr, "with")
		if list.Kind != parse.ExprMap {
			continue
		}
		for i := range list.Args {
			rel, value := e.Relations[list.Args[i].Name], v.Sub(&list.Args[i].Value)
			if rel == nil || value.Kind == parse.ExprLiteral && value.Expr.Text != "true" {
				continue
			}
			r.out.Follow(at, rel, graph.Typed)
			r.with(at, value, rel.To)
		}
	}
}
