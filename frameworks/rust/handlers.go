package rust

import (
	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// handled sets the handler of an endpoint that a call registers: a function by its name, a function
// literal, or, typed, the function that an adapter is passed: get(timed(show)). Any other handler
// leaves the function around the call, as a guess.
func (r *reader) handled(x, handler eval.Expr, e routes.Endpoint) routes.Endpoint {
	e.At, e.Handler, e.Tier = eval.Place{File: x.In.File, At: x.At}, x.Def, graph.Heuristic
	if handler.Kind == parse.ExprName && handler.Referent().Def == resolve.None {
		for _, v := range r.Evaluate(handler) {
			handler = v
		}
	}
	if handler.Kind == parse.ExprLambda {
		h := r.Registered(x, r.HandlerOf(handler))
		e.Handler, e.Literal, e.Tier = h.Def, h.Literal, graph.Exact
		return e
	}
	handler.Walk(func(h *parse.Expr) {
		if h.Kind != parse.ExprName && h.Kind != parse.ExprMember || e.Tier != graph.Heuristic {
			return
		}
		if d := handler.Sub(h).Referent().Def; d > resolve.None && r.Table.Def(d).Kind.IsCallable() {
			e.Handler, e.Tier = d, graph.Typed
			if h == handler.Expr {
				e.Tier = graph.Exact
			}
		}
	})
	return e
}

// chain lists the calls of a chain, the last one first.
func chain(x eval.Expr) []eval.Expr {
	var out []eval.Expr
	for e := x.Expr; e != nil && e.Kind == parse.ExprCall; e = e.Recv {
		out = append(out, x.Sub(e))
	}
	return out
}
