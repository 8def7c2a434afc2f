package django

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// A router is one of REST framework.
type router struct {
	tier       graph.Tier
	registered []registration

	// For a nested router: its parent, the prefix there, and the parameter.
	parent         []eval.Variable
	parentPrefix   string
	parentArgument string
}

// A registration is one call of register(…).
type registration struct {
	prefix string
	class  resolve.DefID
	at     eval.Expr
	tier   graph.Tier
}

// findRouters finds the variables that hold routers, and their registrations.
func (r *reader) findRouters() {
	r.Declared(func(v eval.Variable, x eval.Expr) {
		if x.In.File.Family == family && x.Kind == parse.ExprCall {
			if made := r.made(x); made != nil {
				r.routers[v] = made
			}
		}
	})
	r.EachCall(family, func(x eval.Expr) {
		if x.Expr.Text == "register" && x.Recv != nil {
			r.register(x)
		}
	})
}

// made returns the router that a call makes, or nil. A router of another library is
// recognized by the class name.
func (r *reader) made(x eval.Expr) *router {
	name := r.ExternalName(x)
	out := &router{tier: graph.Exact}
	if class := x.Referent().Def; class != resolve.None {
		if !r.Table.Def(class).Kind.IsType() {
			return nil
		}
		for _, base := range r.ExternalBases(r.Table.Canon[class]) {
			if strings.HasSuffix(base, "Router") {
				name = base
				break
			}
		}
	}
	module, last := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		module, last = name[:i], name[i+1:]
	}
	switch {
	case !strings.HasSuffix(last, "Router") || module == "" || strings.HasPrefix(name, "fastapi") ||
		ninjas[name]:
		return nil
	case strings.HasPrefix(last, "Nested"):
		if len(x.Args) < 2 {
			return nil
		}
		out.parent = r.Variables(x.Sub(&x.Args[0].Value))
		out.parentPrefix, _ = r.Text(x.Sub(&x.Args[1].Value))
		lookup := "nested"
		if arg := x.Arg(2, "lookup"); arg != nil {
			lookup, _ = r.Text(x.Sub(arg))
		}
		out.parentArgument = "{" + lookup + "_pk}"
	case !strings.HasPrefix(module, "rest_framework"):
		out.tier = graph.Heuristic
	}
	return out
}

// register records a call of register(prefix, viewset).
func (r *reader) register(x eval.Expr) {
	prefix, viewset := x.Arg(0, "prefix"), x.Arg(1, "viewset")
	if prefix == nil || viewset == nil {
		return
	}
	class := x.Sub(viewset).Referent().Def
	if class == resolve.None || !r.Table.Def(class).Kind.IsType() {
		return
	}
	text, ok := r.Text(x.Sub(prefix))
	if !ok {
		return
	}
	text, tier := fromRegex(text)
	if x.Branch {
		tier = graph.Heuristic
	}
	on, outer := r.registeredOn(x.Sub(x.Recv), 0)
	before, ok := r.parents(x, outer)
	if !ok {
		return
	}
	text = before + text
	for _, v := range r.Variables(on) {
		if to := r.routers[v]; to != nil {
			to.registered = append(to.registered,
				registration{text, r.Table.Canon[class], x, tier})
		}
	}
}

// registeredOn returns the receiver of a chain of register calls, and the outer
// registrations in the chain, the outermost first: drf-extensions routers return an
// object for registrations nested in the last one.
//
//	orders = router.register("orders", OrderViewSet)
//	orders.register("lines", LineViewSet, parents_query_lookups=["order"])
func (r *reader) registeredOn(x eval.Expr, depth int) (router eval.Expr, outer []eval.Expr) {
	call := x
	if x.Kind == parse.ExprName {
		if values := r.Evaluate(x); len(values) == 1 {
			call = values[0]
		}
	}
	if call.Kind != parse.ExprCall || call.Expr.Text != "register" || call.Recv == nil || depth > maxDepth {
		return x, nil
	}
	router, outer = r.registeredOn(call.Sub(call.Recv), depth+1)
	return router, append(outer, call)
}

// parents returns the path of the outer registrations of a nested one: the prefix of
// each and its parameter, which the call names. It is unknown if one of the prefixes
// is.
func (r *reader) parents(x eval.Expr, outer []eval.Expr) (path string, ok bool) {
	var lookups []string
	if list := x.Arg(-1, "parents_query_lookups"); list != nil {
		lookups, _ = r.Texts(x.Sub(list))
	}
	for i, o := range outer {
		prefix := o.Arg(0, "prefix")
		if prefix == nil {
			return "", false
		}
		text, ok := r.Text(o.Sub(prefix))
		if !ok {
			return "", false
		}
		text, _ = fromRegex(text)
		lookup := "parent"
		if i < len(lookups) {
			lookup = lookups[i]
		}
		path += text + "/{parent_lookup_" + lookup + "}/"
	}
	return path, true
}

// routed adds the endpoints of router.urls; it returns false for other expressions.
func (r *reader) routed(x eval.Expr, at place) bool {
	if x.Kind != parse.ExprMember || x.Expr.Text != "urls" {
		return false
	}
	found := false
	for _, v := range r.Variables(x.Sub(x.Recv)) {
		if to := r.routers[v]; to != nil {
			found = true
			for _, p := range r.around(to, at, 0) {
				for _, reg := range to.registered {
					r.viewset(reg, p.under(reg.prefix, resolve.WeakerTier(reg.tier, to.tier)))
				}
			}
		}
	}
	return found
}

// around lists the places of a router's registrations: those of a nested router are
// below an object of its parent.
func (r *reader) around(to *router, at place, depth int) []place {
	if to.parent == nil || depth > maxDepth {
		return []place{at}
	}
	var out []place
	for _, v := range to.parent {
		if parent := r.routers[v]; parent != nil {
			for _, p := range r.around(parent, at, depth+1) {
				out = append(out, p.under(to.parentPrefix+"/"+to.parentArgument+"/", graph.Exact))
			}
		}
	}
	return out
}
