package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// ninjas are the classes of Django Ninja whose instances have operations, by full name.
// An API is mounted with path("api/", api.urls), a router with add_router.
var ninjas = map[string]bool{
	"ninja.NinjaAPI": true, "ninja.Router": true, "ninja.main.NinjaAPI": true,
	"ninja.router.Router": true, "ninja_extra.NinjaExtraAPI": true, "ninja_extra.Router": true,
}

// A ninja is an API or a router of Django Ninja.
type ninja struct {
	operations []operation
	mounted    []mounted
}

// An operation is a function that handles requests.
type operation struct {
	verbs   []string
	path    string
	handler resolve.DefID
	from    eval.Expr
}

// A mounted router is mounted on an API or another router under a prefix.
type mounted struct {
	on     eval.Variable
	prefix string
	tier   graph.Tier
}

// findNinjas finds the variables that hold an API or a router, their operations and
// their mounts.
func (r *reader) findNinjas() {
	r.Declared(func(v eval.Variable, x eval.Expr) {
		if x.In.File.Family == family && !x.In.File.Test && x.Kind == parse.ExprCall && r.isNinja(x) {
			r.ninjas[v] = &ninja{}
		}
	})
	if len(r.ninjas) == 0 {
		return
	}
	r.EachCall(family, r.addRouter)
	r.EachAttribute(family, func(of *resolve.Def, x eval.Expr) {
		if x.Kind == parse.ExprCall && x.Recv != nil && of.Kind.IsCallable() {
			x.Def = of.Outer // the scope in which the decorator runs
			r.operation(of.ID, x)
		}
	})
}

// isNinja reports whether a call makes an API or a router.
func (r *reader) isNinja(x eval.Expr) bool {
	called := r.Called(x)
	if d := called.Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsType() {
		for _, base := range r.ExternalBases(r.Table.Canon[d]) {
			if ninjas[base] {
				return true
			}
		}
		return false
	}
	return ninjas[r.ExternalName(called)]
}

// ninjaVerbs are the decorators for one verb.
var ninjaVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE"}

// operation records a function that a decorator registers.
//
//	@router.get("/{id}")
//	@router.api_operation(["POST", "PATCH"], "/")
func (r *reader) operation(handler resolve.DefID, x eval.Expr) {
	verbs, at := []string{ninjaVerbs[x.Expr.Text]}, 0
	if x.Expr.Text == "api_operation" {
		methods := x.Arg(0, "methods")
		if methods == nil {
			return
		}
		verbs, _ = r.Texts(x.Sub(methods))
		at = 1
	} else if verbs[0] == "" {
		return
	}
	path := x.Arg(at, "path")
	if path == nil {
		return
	}
	for _, v := range r.Variables(x.Sub(x.Recv)) {
		on := r.ninjas[v]
		if on == nil {
			continue
		}
		if text, ok := r.Text(x.Sub(path)); ok {
			on.operations = append(on.operations, operation{verbs, text, handler, x})
		} else {
			routes.AddUnresolved(r.Tree, x.Sub(path), verbs...)
		}
	}
}

// addRouter records the router that api.add_router("/orders", router) mounts, given as
// an object or by name.
func (r *reader) addRouter(x eval.Expr) {
	prefix, child := x.Arg(0, "prefix"), x.Arg(1, "router")
	if x.Expr.Text != "add_router" || x.Recv == nil || prefix == nil || child == nil {
		return
	}
	text, tier := r.KnownText(x.Sub(prefix))
	if x.Branch {
		tier = resolve.WeakerTier(tier, graph.Heuristic)
	}
	for _, v := range r.Variables(x.Sub(x.Recv)) {
		on := r.ninjas[v]
		if on == nil {
			continue
		}
		for _, c := range r.ninjasOf(x.Sub(child)) {
			on.mounted = append(on.mounted, mounted{c, text, tier})
		}
	}
}

// ninjasOf lists the routers that an expression refers to, including by a dotted name
// in a string.
func (r *reader) ninjasOf(x eval.Expr) []eval.Variable {
	name, ok := r.Text(x)
	if !ok {
		return r.Variables(x)
	}
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return nil
	}
	m := r.module(name[:i])
	if m == nil {
		return nil
	}
	var out []eval.Variable
	for _, d := range r.Table.Own(m.ID(0), name[i+1:]) {
		out = append(out, eval.Variable{Def: d})
	}
	return out
}

// operated adds the endpoints of an API; it returns false if x is not an API.
func (r *reader) operated(x eval.Expr, at place) bool {
	found := false
	for _, v := range r.Variables(x) {
		if on := r.ninjas[v]; on != nil {
			r.operations(on, at, 0)
			found = true
		}
	}
	return found
}

// operations adds the endpoints of an API or a router at its place, with those of the
// routers mounted on it.
func (r *reader) operations(on *ninja, at place, depth int) {
	if depth > maxDepth || len(r.found) > maxEndpoints {
		return
	}
	for _, o := range on.operations {
		for _, verb := range o.verbs {
			r.found = append(r.found, routes.Endpoint{Verb: strings.ToUpper(verb), Handler: o.handler,
				Template: routes.Join(at.prefix, converters(o.path)), Tier: at.tier,
				Attributes: at.said.And(r.saidOf(o.handler)),
				At:         eval.Place{File: o.from.In.File, At: o.from.At}})
		}
	}
	for _, m := range on.mounted {
		if child := r.ninjas[m.on]; child != nil {
			below := at
			below.prefix = routes.Join(at.prefix, converters(m.prefix))
			below.tier = resolve.WeakerTier(at.tier, m.tier)
			r.operations(child, below, depth+1)
		}
	}
}

// converters moves the converter of a path parameter after its name: {int:id} becomes
// {id:int}.
func converters(path string) string {
	return routes.Angles(strings.NewReplacer("{", "<", "}", ">").Replace(path))
}
