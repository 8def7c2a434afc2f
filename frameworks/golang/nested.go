package golang

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A router that is registered as a handler dispatches to its own handlers: the pattern under
// which a ServeMux serves it is no route of the application.
//
//	api := http.NewServeMux()
//	api.HandleFunc("GET /api/orders/{id}", show)
//	mux.Handle("/api/", logged(api))
//	mux.HandleFunc("/api/", api.ServeHTTP)

// nesting collects the routers that serve requests, each by the expression that makes it.
type nesting struct {
	serving  map[*parse.Expr]bool // routers with endpoints of their own
	mounting []mounting
}

// A mounting is an endpoint whose handler is one of some routers.
type mounting struct {
	endpoint eval.Place
	routers  []*parse.Expr
}

// serves notes an endpoint on a router. If its handler is a router it is a mounting.
func (r *reader) serves(x, router, handler eval.Expr) {
	for _, made := range r.routersOf(router, map[*parse.Expr]bool{}) {
		r.nested.serving[made] = true
	}
	if handler.Expr == nil || handler.Kind == parse.ExprLambda {
		return
	}
	if routers := r.routersOf(handler, map[*parse.Expr]bool{}); routers != nil {
		r.nested.mounting = append(r.nested.mounting, mounting{placeOf(x), routers})
	}
}

func placeOf(x eval.Expr) eval.Place { return eval.Place{File: x.In.File, At: x.At} }

// withoutMountings removes the endpoints whose handlers are routers with endpoints of their own. A
// literal that is another value of the handler stays.
func (r *reader) withoutMountings() []routes.Endpoint {
	mounted := map[eval.Place]bool{}
	for _, m := range r.nested.mounting {
		if slices.ContainsFunc(m.routers, func(made *parse.Expr) bool { return r.nested.serving[made] }) {
			mounted[m.endpoint] = true
		}
	}
	return slices.DeleteFunc(r.found,
		func(e routes.Endpoint) bool { return mounted[e.At] && e.Literal.File == nil })
}

// routersOf lists the expressions that make the routers that a value may be, through variables,
// functions of the tree and calls that wrap a handler. As a variable may be assigned in many
// places, each expression is visited once.
func (r *reader) routersOf(x eval.Expr, seen map[*parse.Expr]bool) []*parse.Expr {
	if seen[x.Expr] || len(seen) > maxTraced {
		return nil
	}
	seen[x.Expr] = true
	var out []*parse.Expr
	switch x.Kind {
	case parse.ExprName:
		out = r.routersOfAll(r.valuesOf(x), seen)
	case parse.ExprMember:
		if x.Expr.Text == "ServeHTTP" && x.Referent().Def == resolve.None {
			return r.routersOf(x.Sub(x.Recv), seen)
		}
		out = r.routersOfAll(r.valuesOf(x), seen)
	case parse.ExprCall:
		if r.makesRouter(x) {
			return []*parse.Expr{x.Expr}
		}
		for i := range x.Args {
			out = append(out, r.routersOf(x.Sub(&x.Args[i].Value), seen)...)
		}
		if d := x.Referent().Def; out == nil && d != resolve.None {
			out = r.routersOfAll(eval.WithEnv(r.Values(d), r.BindCall(d, x)), seen)
		}
	}
	return out
}

func (r *reader) routersOfAll(values []eval.Expr, seen map[*parse.Expr]bool) []*parse.Expr {
	var out []*parse.Expr
	for _, v := range values {
		out = append(out, r.routersOf(v, seen)...)
	}
	return out
}

// makesRouter reports whether a call is one of a library that makes a router.
func (r *reader) makesRouter(x eval.Expr) bool {
	path := r.ExternalName(x)
	lib, _ := r.libraryOf(path)
	if lib == nil {
		return false
	}
	name := path[strings.LastIndexByte(path, '.')+1:]
	if lib.Name == netHTTP {
		return name == "NewServeMux"
	}
	return strings.HasPrefix(name, "New") || name == "Default"
}
