package aspnet

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

const routeBuilder = "Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions."

// mappers are the route builder methods that map an endpoint, with their verbs.
var mappers = map[string]string{
	"MapGet": "GET", "MapPost": "POST", "MapPut": "PUT", "MapDelete": "DELETE",
	"MapPatch": "PATCH", "Map": routes.Any, "MapFallback": routes.Any, "MapMethods": "",
}

// mapped collects the endpoints and conventional route patterns that calls map.
func (r *reader) mapped() {
	r.EachCall(language, func(call eval.Expr) {
		full := call.Referent().External
		if call.Recv != nil {
			r.behind[call.Recv] = call
		}
		if name, ok := strings.CutPrefix(full, controllerBuilder); ok {
			if name == "MapFallbackToController" {
				r.forward(call)
			}
			r.mapControllers(call, name)
		} else if _, maps := mappers[call.Expr.Text]; maps && r.isMapper(call) {
			r.mapEndpoint(call, call.Expr.Text)
		} else if isClassicMapper(call) {
			r.mapClassic(call)
		} else if call.Expr.Text == "MapHub" && len(call.TypeArgs) == 1 && r.isHubMapper(call) {
			r.mapHub(call)
		} else {
			r.mapPages(call, full)
		}
	})
}

// isHubMapper reports whether a call of MapHub targets the framework's method.
func (r *reader) isHubMapper(call eval.Expr) bool {
	m := call.Referent()
	return strings.HasSuffix(m.External, "HubEndpointRouteBuilderExtensions.MapHub") ||
		m.Def == resolve.None && m.External == "" && call.Recv != nil &&
			r.isBuilder(call.Sub(call.Recv), 0)
}

// mapHub adds the endpoints of a hub: the connection, and the negotiation that precedes
// it.
func (r *reader) mapHub(call eval.Expr) {
	class, pattern := call.Sub(&call.TypeArgs[0]).Referent().Def, call.Arg(0, "pattern")
	if class == resolve.None || pattern == nil {
		return
	}
	for _, f := range r.FramesAt(call) {
		call.Env = f.Env
		template, ok := r.Text(call.Sub(pattern))
		if !ok {
			routes.AddUnresolved(r.Tree, call.Sub(pattern), routes.Any)
			continue
		}
		for _, p := range r.prefixes(call) {
			for _, rest := range []string{"", "negotiate"} {
				r.found = append(r.found, routes.Endpoint{Verb: routes.Any, Handler: r.Table.Canon[class],
					Attributes: p.Attributes.And(r.saidOf(r.Ancestry(r.Table.Canon[class])...)).
						And(r.saidBehind(call)),
					Template: routes.Join(routes.Join(p.Text, template), rest),
					At:       eval.Place{File: call.In.File, At: call.At},
					Tier:     resolve.WeakerTier(resolve.WeakerTier(tierOf(call), f.Tier), p.Tier)})
			}
		}
	}
}

// isMapper reports whether a call with the name of a mapper is one: by its call target,
// or, if libraries in between hide that, because its receiver comes from a call on a
// route builder.
func (r *reader) isMapper(call eval.Expr) bool {
	m := call.Referent()
	if m.Def != resolve.None || m.External != "" {
		return m.External == routeBuilder+call.Expr.Text
	}
	return call.Expr.Text != "Map" && call.Recv != nil && r.isBuilder(call.Sub(call.Recv), 0)
}

// isBuilder reports whether an expression is a route builder, or is made from one by
// calls with unknown targets.
func (r *reader) isBuilder(x eval.Expr, depth int) bool {
	if depth > maxBases {
		return false
	}
	if x.Kind == parse.ExprCall {
		m := x.Referent()
		return m.Def == resolve.None && x.Recv != nil &&
			(strings.HasPrefix(m.External, "Microsoft.AspNetCore.Builder.") ||
				r.isBuilder(x.Sub(x.Recv), depth+1))
	}
	l := x.Local()
	if l == nil {
		return false
	}
	if t := x.In.TypeOf(l.Type, x.Def, x.At); t.Def < resolve.None {
		return r.isOutside(x.In.File.ExternalName(t.Def),
			"Microsoft.AspNetCore.Routing.IEndpointRouteBuilder", 0)
	}
	values := r.LocalValues(x, l)
	return len(values) == 1 && r.isBuilder(values[0], depth+1)
}

// mapEndpoint adds the endpoints of one call, for all callers of the method around it.
func (r *reader) mapEndpoint(call eval.Expr, name string) {
	pattern, handler := call.Arg(0, "pattern"), call.Arg(1, "handler")
	if name == "MapMethods" {
		handler = call.Arg(2, "handler")
	}
	if handler == nil && name == "MapFallback" {
		pattern, handler = nil, pattern
	}
	if handler == nil {
		if handler = call.Arg(len(call.Args)-1, "requestDelegate"); handler == nil {
			return
		}
	}
	for _, f := range r.FramesAt(call) {
		call.Env = f.Env
		verbs, ok := r.verbs(call, name)
		if !ok {
			continue
		}
		template, ok := "{*path:nonfile}", true
		if pattern != nil {
			template, ok = r.Text(call.Sub(pattern))
		}
		if !ok {
			routes.AddUnresolved(r.Tree, call.Sub(pattern), verbs...)
			continue
		}
		to := r.Registered(call, r.handler(call.Sub(handler)))
		said := r.saidBehind(call)
		if to.Literal.File == nil {
			said = said.And(r.saidOf(to.Def))
		}
		for _, p := range r.prefixes(call) {
			e := routes.Endpoint{Template: routes.Join(p.Text, template), Handler: to.Def,
				Literal: to.Literal, Attributes: narrowed(p.Attributes, said), At: eval.Place{File: call.In.File, At: call.At},
				Tier: resolve.WeakerTier(resolve.WeakerTier(tierOf(call), f.Tier), p.Tier)}
			for _, e.Verb = range verbs {
				r.found = append(r.found, e)
			}
		}
	}
}

// tierOf returns the confidence that a call maps an endpoint.
func tierOf(call eval.Expr) graph.Tier {
	tier := call.Referent().Tier
	if call.Referent().External == "" {
		tier = graph.Unique
	}
	if call.Branch {
		tier = resolve.WeakerTier(tier, graph.Heuristic)
	}
	return tier
}

// verbs lists the verbs that a call maps.
func (r *reader) verbs(call eval.Expr, name string) ([]string, bool) {
	if name != "MapMethods" {
		return []string{mappers[name]}, true
	}
	arg := call.Arg(1, "httpMethods")
	if arg == nil {
		return nil, false
	}
	list := []*parse.Expr{arg}
	if arg.Kind == parse.ExprList {
		list = nil
		for i := range arg.Args {
			list = append(list, &arg.Args[i].Value)
		}
	}
	var verbs []string
	for _, e := range list {
		verb, ok := r.Text(call.Sub(e))
		if name, is := strings.CutPrefix(call.Sub(e).Referent().External, methodNames); is {
			verb, ok = name, true
		}
		if !ok {
			return nil, false
		}
		verbs = append(verbs, strings.ToUpper(verb))
	}
	return verbs, true
}

// methodNames is the class with a field for each verb.
const methodNames = "Microsoft.AspNetCore.Http.HttpMethods."

// handler returns the handler of requests: the named method, or a lambda.
func (r *reader) handler(x eval.Expr) eval.Handler {
	for range maxBases {
		if x.Kind == parse.ExprLambda {
			return r.HandlerOf(x)
		}
		if d := x.Referent().Def; d != resolve.None {
			return eval.Handler{Def: d}
		}
		l := x.Local()
		if l == nil {
			break
		}
		if given, ok := x.Env.Get(x.Expr.Text); ok {
			x = given
		} else if values := r.LocalValues(x, l); len(values) == 1 {
			x = values[0]
		} else {
			break
		}
	}
	return eval.Handler{Def: x.Def}
}

// group returns the prefix of the group that a call makes.
func (r *reader) group(x eval.Expr) (added routes.Prefix, ok bool) {
	added = routes.Prefix{Tier: graph.Exact, Attributes: r.fromCall(x)}
	if m := x.Referent(); m.External != routeBuilder+"MapGroup" &&
		(m.External != "" || x.Expr.Text != "MapGroup") {
		return added, true
	}
	if arg := x.Arg(0, "prefix"); arg != nil {
		added.Text, ok = r.Text(x.Sub(arg))
		return added, ok
	}
	return added, true
}

// prefixes lists the prefixes of the route builder that is the receiver of a call.
func (r *reader) prefixes(call eval.Expr) []routes.Prefix {
	if call.Recv == nil {
		return root
	}
	return r.Prefixes(call.Sub(call.Recv))
}

var root = []routes.Prefix{{Text: "", Tier: graph.Exact}}
