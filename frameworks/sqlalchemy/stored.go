package sqlalchemy

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/data"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A storedParam is a parameter that a callable passes to a method of a session.
//
//	def save(session, row): session.add(row)
//	save(session, Order())    # writes the table of Order
type storedParam struct {
	param, method string
	ops           graph.Ops
}

// keepStored records that a parameter with an unknown model is passed to a session.
func (r *reader) keepStored(x eval.Expr, method string, ops graph.Ops) {
	if x.Kind != parse.ExprName || len(r.values.Of(x)) > 0 {
		return
	}
	d := x.Def
	p := storedParam{x.Expr.Text, method, ops}
	if l := x.Local(); l != nil && l.Kind == parse.LocalParam && r.Table.Def(d).Kind.IsCallable() &&
		hasParam(r.Table.Def(d), p.param) && !slices.Contains(r.stored[d], p) {
		r.stored[d] = append(r.stored[d], p)
	}
}

func hasParam(d *resolve.Def, name string) bool {
	return slices.ContainsFunc(d.Params, func(p parse.Param) bool { return p.Name == name })
}

// maxHanded bounds chains of callables that pass a parameter on.
const maxHanded = 5

// readStored records the uses by arguments for stored parameters, at the calls that
// pass objects of models. A parameter that is passed on is a stored parameter of each
// callable in the chain. It visits all calls a few times.
func (r *reader) readStored() {
	for range maxHanded {
		before := r.countStored()
		r.eachStored(func(x, arg eval.Expr, p storedParam) { r.keepStored(arg, p.method, p.ops) })
		if r.countStored() == before {
			break
		}
	}
	r.eachStored(func(x, arg eval.Expr, p storedParam) {
		for _, v := range r.values.Of(arg) {
			if m := r.model(v); m != nil && v.Kind == data.ObjectValue {
				if p.method == "add" && !r.isCreated(arg) {
					p.ops |= graph.Update
				}
				r.use(x, m, m.tables, p.ops, resolve.WeakerTier(graph.Typed, v.Tier))
			}
		}
	})
}

func (r *reader) countStored() int {
	n := 0
	for _, list := range r.stored {
		n += len(list)
	}
	return n
}

// eachStored calls f for every call argument bound to a stored parameter.
func (r *reader) eachStored(f func(x, arg eval.Expr, p storedParam)) {
	r.EachCall(family, func(x eval.Expr) {
		d := x.Callee()
		if d <= resolve.None {
			return
		}
		for _, p := range r.stored[d] {
			if arg, ok := eval.Given(r.Table.Def(d), x, p.param); ok {
				f(x, arg, p)
			}
		}
	})
}
