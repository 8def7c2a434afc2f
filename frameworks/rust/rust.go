// Package rust finds the routes of axum and actix-web. Both make routers by chains of calls, and
// mount them on each other across functions:
//
//	Router::new().route("/orders/{id}", get(show)).nest("/admin", admin::router())
//	web::scope("/api").service(show).configure(orders::config)
//
//	rust.go      routers and their prefixes
//	handlers.go  the handlers of routes
//	axum.go      the calls of axum
//	actix.go     the calls and attributes of actix-web
package rust

import (
	"slices"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const family = "rust"

// A router is a place that holds a router: a call that returns it, or a variable. That of a
// function is its return value, or the configuration passed to it. The zero router serves.
type router struct {
	call *parse.Expr
	v    eval.Variable
}

// A mount is a router on which another one is mounted, or a place that it is moved to.
type mount struct {
	on     router
	prefix string
}

// A route is an endpoint below the prefixes of a router.
type route struct {
	routes.Endpoint
	on router
}

// A reader collects the routers of a tree.
type reader struct {
	*eval.Callers
	mounts  map[router][]mount
	read    map[*parse.Expr]router
	routes  []route
	library library
	steps   int
}

// A library has the calls of a framework.
type library interface {
	// call reads a call that returns a router, or else has no effect.
	call(r *reader, x eval.Expr, of router)

	// configures reports whether a function that is passed the parameter of another one adds
	// routes to it, rather than to its return value.
	configures() bool
}

// newReader returns a reader that has read the calls of a tree.
func newReader(t *eval.Tree, l library) *reader {
	r := &reader{Callers: t.CallersOf(family), mounts: map[router][]mount{},
		read: map[*parse.Expr]router{}, library: l}
	holders := map[*parse.Expr]eval.Variable{}
	t.Declared(func(v eval.Variable, x eval.Expr) { holders[x.Expr] = v })
	for x := range t.Family(family) {
		if r.isTest(x) {
			continue
		}
		of := r.router(x)
		if v, ok := holders[x.Expr]; ok {
			r.mount(of, router{v: v}, "")
			if v.Name != "" && l.configures() { // let app = App::new(); app.service(show)
				r.mount(router{v: v}, of, "")
			}
		}
	}
	return r
}

// isTest reports whether an expression is in a test: in a file, a function or a module of tests.
func (r *reader) isTest(x eval.Expr) bool {
	if x.In.File.Test {
		return true
	}
	for d := x.Def; d > resolve.None; d = r.Table.Def(d).Outer {
		def := r.Table.Def(d)
		if def.Test || def.Kind == graph.KindNamespace && (def.Name == "tests" || def.Name == "test") {
			return true
		}
	}
	return false
}

// mount records where a router is mounted.
func (r *reader) mount(of, on router, prefix string) {
	if m := (mount{on, prefix}); of != on && !slices.Contains(r.mounts[of], m) {
		r.mounts[of] = append(r.mounts[of], m)
	}
}

// router returns the router that an expression is, and reads the calls in it.
func (r *reader) router(x eval.Expr) router {
	if of, ok := r.read[x.Expr]; ok {
		return of
	}
	of := router{call: x.Expr}
	if x.Kind == parse.ExprName || x.Kind == parse.ExprMember {
		of = r.named(x)
	}
	r.read[x.Expr] = of
	if x.Kind == parse.ExprList {
		for i := range x.Args {
			r.router(x.Sub(&x.Args[i].Value))
		}
	}
	if x.Kind != parse.ExprCall {
		return of
	}
	callee := r.function(x)
	if callee != resolve.None {
		r.mount(router{v: eval.Variable{Def: callee}}, of, "")
	} else if x.Recv != nil {
		r.mount(r.router(x.Sub(x.Recv)), of, "")
	}
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		given := r.router(arg)
		switch {
		case callee == resolve.None:
		case r.library.configures():
			if r.isParameter(arg) {
				r.mount(router{v: eval.Variable{Def: callee}}, given, "")
			}
		case given.v.Name != "" || arg.Kind == parse.ExprCall:
			r.mount(given, router{v: eval.Variable{Def: callee}}, "")
		}
	}
	r.library.call(r, x, of)
	return of
}

// function returns the function of the tree that a call runs, or None.
func (r *reader) function(x eval.Expr) resolve.DefID {
	if d := x.Callee(); d > resolve.None && r.Table.Def(d).Kind.IsCallable() {
		return d
	}
	return resolve.None
}

// named returns the router of a name. That of a parameter belongs to the call that
// a function literal is passed to, and to the callers of any other function.
func (r *reader) named(x eval.Expr) router {
	if d := x.Referent().Def; d > resolve.None {
		return router{v: eval.Variable{Def: d}}
	}
	if x.Kind == parse.ExprMember {
		return router{call: x.Expr}
	}
	of := router{v: eval.Variable{Def: x.Def, Name: x.Expr.Text}}
	if f, _, ok := r.Lambda(x); ok {
		r.mount(of, router{call: f.Call.Expr}, "")
	} else if !r.IsAssigned(of.v) {
		r.mount(of, router{v: eval.Variable{Def: x.Def}}, "")
	}
	return of
}

// isParameter reports whether a name is a parameter of the function or function literal around it.
func (r *reader) isParameter(x eval.Expr) bool {
	if x.Kind != parse.ExprName {
		return false
	}
	if _, _, ok := r.Lambda(x); ok {
		return true
	}
	return slices.ContainsFunc(r.Table.Def(x.Def).Params,
		func(p parse.Param) bool { return p.Name == x.Expr.Text })
}

// add adds a route of a router.
func (r *reader) add(on router, e routes.Endpoint) { r.routes = append(r.routes, route{e, on}) }

// endpoints lists the routes with the prefixes of their routers.
func (r *reader) endpoints() []routes.Endpoint {
	var out []routes.Endpoint
	for _, x := range r.routes {
		r.steps = maxSteps
		prefixes := r.prefixes(x.on, nil)
		if len(prefixes) == 0 { // it is mounted nowhere
			prefixes = []routes.Prefix{{Tier: graph.Typed}}
		}
		e := x.Endpoint
		for _, p := range prefixes {
			e.Template = routes.Join(p.Text, x.Template)
			e.Tier = resolve.WeakerTier(x.Tier, p.Tier)
			out = append(out, e)
		}
	}
	return out
}

const (
	// maxSteps bounds the mounts that are followed from one route.
	maxSteps = 5000

	// maxPrefixes bounds the prefixes of one router.
	maxPrefixes = 100
)

// prefixes lists the prefixes of a router, one for each place where it is mounted. A router that
// nothing is known to serve has an own one, typed; one that is only moved to itself has none:
//
//	let app = app.nest("/admin", admin());
func (r *reader) prefixes(of router, below []router) []routes.Prefix {
	if of == (router{}) {
		return []routes.Prefix{{Tier: graph.Exact}}
	}
	if r.steps--; r.steps < 0 || slices.Contains(below, of) {
		return nil
	}
	if len(r.mounts[of]) == 0 {
		return []routes.Prefix{{Tier: graph.Typed}}
	}
	var out []routes.Prefix
	for _, m := range r.mounts[of] {
		for _, p := range r.prefixes(m.on, append(below, of)) {
			p.Text = routes.Join(p.Text, m.prefix)
			if i := slices.IndexFunc(out, func(q routes.Prefix) bool { return q.Text == p.Text }); i >= 0 {
				out[i].Tier = min(out[i].Tier, p.Tier)
			} else if len(out) < maxPrefixes {
				out = append(out, p)
			}
		}
	}
	return served(out)
}

// served leaves only the prefixes of routers that are served, if there are any: a router that is also passed to
// a call with an unknown effect is not mounted there.
func served(list []routes.Prefix) []routes.Prefix {
	exact := func(p routes.Prefix) bool { return p.Tier == graph.Exact }
	if !slices.ContainsFunc(list, exact) {
		return list
	}
	return slices.DeleteFunc(list, func(p routes.Prefix) bool { return !exact(p) })
}
