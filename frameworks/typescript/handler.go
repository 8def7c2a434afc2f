package typescript

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// call adds the endpoints that a call registers.
func (r *reader) call(x eval.Expr) {
	name := x.Expr.Text
	_, isVerb := verbs[name]
	if name == "route" && x.Recv != nil && len(x.Args) == 1 {
		r.described(x)
		return
	}
	if name == "on" && x.Recv != nil && len(x.Args) > 2 {
		r.listed(x)
		return
	}
	if x.Recv == nil || !isVerb && (name != "" || x.Recv.Kind != parse.ExprIndex) {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		router, verb := x.Sub(x.Recv), name
		if name == "" { // router[method](…)
			var ok bool
			if verb, ok = r.Text(x.Sub(&x.Recv.Args[0].Value)); !ok {
				continue
			}
			router = x.Sub(x.Recv.Recv)
		}
		if verbs[verb] != "" {
			r.registered(x, router, verbs[verb], f.Tier)
		}
	}
}

// listed adds the endpoints of a call with the verbs in its first argument.
//
//	app.on(['PUT', 'DELETE'], '/orders/:id', change)    // Hono
func (r *reader) listed(x eval.Expr) {
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		router := x.Sub(x.Recv)
		if lib := r.library(router); lib == nil || !lib.lists {
			return
		}
		list, ok := r.Texts(x.Sub(&x.Args[0].Value))
		paths, known := r.Texts(x.Sub(&x.Args[1].Value))
		if !ok {
			list = []string{routes.Any}
		}
		for _, verb := range list {
			verb = strings.ToUpper(verb)
			if !ok || !known {
				routes.AddUnresolved(r.Tree, x.Sub(&x.Args[1].Value), verb)
				continue
			}
			for _, path := range paths {
				r.add(x, router, verb, path, x.Sub(&x.Args[len(x.Args)-1].Value), f.Tier)
			}
		}
	}
}

// described adds the endpoints of Fastify's route({ method, url, handler }).
func (r *reader) described(x eval.Expr) {
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		if lib := r.library(x.Sub(x.Recv)); lib == nil || lib.plugins == "" {
			return
		}
		for _, o := range r.Evaluate(x.Sub(&x.Args[0].Value)) {
			method, url, handler := o.Arg(-1, "method"), o.Arg(-1, "url"), o.Arg(-1, "handler")
			if url == nil {
				url = o.Arg(-1, "path")
			}
			if method == nil || url == nil || handler == nil {
				continue
			}
			list, ok := r.Texts(o.Sub(method))
			path, known := r.Text(o.Sub(url))
			for _, verb := range list {
				switch {
				case !ok:
				case !known:
					routes.AddUnresolved(r.Tree, o.Sub(url), strings.ToUpper(verb))
				default:
					r.add(x, x.Sub(x.Recv), strings.ToUpper(verb), path, o.Sub(handler), f.Tier)
				}
			}
		}
	}
}

// registered adds the endpoints of a call on a router.
func (r *reader) registered(x, router eval.Expr, verb string, tier graph.Tier) {
	if len(x.Args) == 0 {
		return
	}
	lib := r.library(router)
	if lib == nil {
		return
	}
	args := x.Args
	if lib.inside != "" && len(args) > 2 && args[1].Value.Kind == parse.ExprString {
		args = args[1:] // Koa: a route name precedes the path
	}
	paths := []string{""}
	if !lib.isRoute(router) {
		var ok bool
		if len(args) < 2 {
			return
		}
		if paths, ok = r.Texts(x.Sub(&args[0].Value)); !ok {
			routes.AddUnresolved(r.Tree, x.Sub(&args[0].Value), verb)
			return
		}
	}
	for _, path := range paths {
		r.add(x, router, verb, path, x.Sub(&x.Args[len(x.Args)-1].Value), tier)
	}
}

// add adds the endpoints of a path on a router.
func (r *reader) add(x, router eval.Expr, verb, path string, handler eval.Expr, tier graph.Tier) {
	to := r.Registered(x, r.handler(handler))
	if x.Branch {
		tier = resolve.WeakerTier(tier, graph.Heuristic)
	}
	lib := r.library(router)
	for _, p := range r.Prefixes(router) {
		for _, template := range lib.templates(path) {
			r.found = append(r.found, routes.Endpoint{Verb: verb, Handler: to.Def,
				Choice: lib.choiceOf(), On: routes.On(x, router), Slash: routes.SlashOf(path),
				Passes:  lib.passes(r, handler),
				Literal: to.Literal, Template: routes.Join(p.Text, template),
				At:   eval.Place{File: x.In.File, At: x.At},
				Tier: resolve.WeakerTier(graph.Typed, resolve.WeakerTier(p.Tier, tier))})
		}
	}
}

// choiceOf returns how routers of the library choose.
func (l *library) choiceOf() routes.Choice {
	if l == nil {
		return routes.Choice{}
	}
	return l.choice
}

// passes reports whether a handler may pass a request on: it has a parameter for the
// next one, or its parameters are unknown.
func (l *library) passes(r *reader, handler eval.Expr) bool {
	switch d := handler.Referent().Def; {
	case l == nil || l.next == 0:
		return false
	case handler.Kind == parse.ExprLambda:
		return len(handler.Args) >= l.next
	case d != resolve.None && r.Table.Def(d).Kind.IsCallable() && handler.Kind != parse.ExprCall:
		return len(r.Table.Def(d).Params) >= l.next
	}
	return true
}

// isRoute reports whether a router is for one path: route(…), possibly followed by verb
// calls.
func (l *library) isRoute(x eval.Expr) bool {
	for x.Kind == parse.ExprCall && x.Recv != nil && verbs[x.Expr.Text] != "" {
		x = x.Sub(x.Recv)
	}
	return x.Kind == parse.ExprCall && x.Expr.Text == "route" && l.groups["route"]
}

// handler returns the handler of requests: a function by name, as a literal, bound,
// last in a list, or passed to a wrapper; otherwise the enclosing definition.
func (r *reader) handler(x eval.Expr) eval.Handler {
	if h := r.callable(x, 0); h.Def != resolve.None {
		return h
	}
	return eval.Handler{Def: x.Def}
}

// callable returns the function that an expression is or wraps; the zero Handler for
// others.
func (r *reader) callable(x eval.Expr, depth int) eval.Handler {
	if depth > maxDepth {
		return eval.Handler{}
	}
	switch x.Kind {
	case parse.ExprName, parse.ExprMember:
		for _, v := range r.Evaluate(x) {
			if v.Expr == x.Expr {
				break
			}
			if h := r.callable(v, depth+1); h.Def != resolve.None {
				return h
			}
		}
		return eval.Handler{Def: x.Referent().Def}
	case parse.ExprList:
		for i := len(x.Args) - 1; i >= 0; i-- {
			if h := r.callable(x.Sub(&x.Args[i].Value), depth+1); h.Def != resolve.None {
				return h
			}
		}
	case parse.ExprMap: // Fastify's options
		if arg := x.Arg(-1, "handler"); arg != nil {
			return r.callable(x.Sub(arg), depth+1)
		}
	case parse.ExprCall:
		return r.wrapped(x, depth)
	case parse.ExprLambda:
		return r.HandlerOf(x)
	}
	return eval.Handler{}
}

// wrapped returns the function that a call binds or takes as an argument, or else its
// call target.
func (r *reader) wrapped(x eval.Expr, depth int) eval.Handler {
	if x.Expr.Text == "bind" && x.Recv != nil {
		return r.callable(x.Sub(x.Recv), depth+1)
	}
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		h := r.callable(arg, depth+1)
		if h.Literal.File != nil || h.Def != resolve.None && r.Table.Def(h.Def).Kind.IsCallable() {
			return h
		}
	}
	return eval.Handler{Def: x.Referent().Def}
}
