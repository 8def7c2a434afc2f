// Package phoenix finds the routes of Phoenix: the calls in the modules that are routers.
//
//	phoenix.go   the framework; routers, controllers and actions
//	draw.go      scopes, routes and resources
package phoenix

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Phoenix.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

const family = "elixir"

// frameworkHead requests the sites of the files that have routers.
var frameworkHead = interest.Head{Languages: []string{family}, Words: []string{"Phoenix.Router", ":router"}}

// A reader collects the endpoints of a tree.
type reader struct {
	*eval.Tree
	found []routes.Endpoint
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t}
	var routers []resolve.DefID
	calls := map[resolve.DefID][]eval.Expr{}
	for x := range t.Family(family) {
		if x.Kind != parse.ExprCall || x.Recv != nil || x.In.File.Test {
			continue
		}
		if x.Text == "use" && isRouter(x) && !slices.Contains(routers, x.Def) {
			routers = append(routers, x.Def)
		}
		calls[x.Def] = append(calls[x.Def], x)
	}
	for _, d := range routers {
		list := calls[d]
		slices.SortStableFunc(list, func(a, b eval.Expr) int { return int(a.At) - int(b.At) })
		r.run(list, scope{})
	}
	return r.found
}

// isRouter reports whether a call makes a module a router: by the library, or by the module of the
// application that wraps it.
//
//	use Phoenix.Router
//	use MyAppWeb, :router
func isRouter(x eval.Expr) bool {
	switch {
	case len(x.Args) == 0 || x.Args[0].Value.Kind != parse.ExprName:
		return false
	case x.Args[0].Value.Text == "Phoenix.Router":
		return true
	}
	return len(x.Args) > 1 && x.Args[1].Value.Kind == parse.ExprString && x.Args[1].Value.Text == "router"
}

// module returns the module of a full name.
func (r *reader) module(full string) resolve.DefID {
	last := full[strings.LastIndexByte(full, '.')+1:]
	for _, id := range r.Table.Named(family, last) {
		if d := r.Table.Def(id); d.Kind.IsType() && d.Symbol == full && !d.File.Test {
			return r.Table.Canon[id]
		}
	}
	return resolve.None
}

// handler returns the first of the functions that a module has, or the module if it has none of
// them: they may come from a macro. The router handles requests to a module outside the tree.
func (r *reader) handler(x eval.Expr, module string, functions ...string) (resolve.DefID, graph.Tier) {
	d := r.module(module)
	if d == resolve.None {
		return x.Def, graph.Exact
	}
	for _, name := range functions {
		for _, f := range r.Table.Own(d, name) {
			if r.Table.Def(f).Kind.IsCallable() {
				return f, graph.Exact
			}
		}
	}
	return d, graph.Typed
}
