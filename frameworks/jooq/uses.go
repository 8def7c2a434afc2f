package jooq

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// called records the reads and writes of a call, by its table arguments, or its
// receiver record.
//
//	ctx.select().from(ORDERS.join(LINES).onKey())    ctx.insertInto(ORDERS)    order.store()
func (r *reader) called(x eval.Expr) {
	if x.Callee() != resolve.None {
		return // methods of the tree are read separately
	}
	if ops, ok := stored[x.Expr.Text]; ok && len(x.Args) == 0 && x.Recv != nil {
		for _, v := range r.values.Of(x.Sub(x.Recv)) {
			if v.Kind == data.ObjectValue {
				r.use(x, v, ops)
			}
		}
		return
	}
	a, ok := actions[x.Expr.Text]
	if !ok {
		return
	}
	ops := a.ops
	if ops == graph.Insert && r.mayUpdate(x) {
		ops = saves
	}
	for i := range x.Args {
		for _, v := range r.values.Of(x.Sub(&x.Args[i].Value)) {
			if v.Kind == data.ClassValue {
				r.use(x, v, ops)
			}
		}
		if !a.all {
			break
		}
	}
}

func (r *reader) use(x eval.Expr, v data.Value, ops graph.Ops) {
	if t, ok := r.tables[v.Of]; ok {
		r.out.Use(x, []data.TableMapping{t}, ops, v.Tier)
	}
}

// mayUpdate reports whether the statement that a call begins may update existing rows.
func (r *reader) mayUpdate(x eval.Expr) bool {
	if r.updating == nil {
		r.updating = map[*parse.Expr]bool{}
		data.EachChain(r.Tree, family, func(c data.Chain) {
			for i := len(c.Calls) - 1; i >= 0; i-- {
				if conflicts[c.Calls[i].Expr.Text] {
					for _, of := range c.Calls[:i] {
						r.updating[of.Expr] = true
					}
					return
				}
			}
		})
	}
	return r.updating[x.Expr]
}
