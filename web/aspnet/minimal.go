package aspnet

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

const routeBuilder = "Microsoft.AspNetCore.Builder.EndpointRouteBuilderExtensions."

// mappers are the methods of a route builder that map an endpoint, with their verbs.
var mappers = map[string]string{
	"MapGet": "GET", "MapPost": "POST", "MapPut": "PUT", "MapDelete": "DELETE",
	"MapPatch": "PATCH", "Map": web.Any, "MapFallback": web.Any, "MapMethods": "",
}

// mapped finds what calls map: endpoints, and the patterns of conventional routes.
func (r *reader) mapped() {
	for _, x := range r.Calls() {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if e.Kind != parse.ExprCall {
				return
			}
			call := x.Sub(e)
			full := call.Meaning().Outside
			if name, ok := strings.CutPrefix(full, controllerBuilder); ok {
				r.mapControllers(call, name)
			} else if _, maps := mappers[e.Text]; maps && r.isMapper(call) {
				r.mapEndpoint(call, e.Text)
			}
		})
	}
}

// isMapper reports whether a call with the name of a mapper is one: by what it means,
// or, where libraries in between hide that, because it is made on what a call on a
// route builder returned.
func (r *reader) isMapper(call web.Term) bool {
	m := call.Meaning()
	if m.Def != resolve.None || m.Outside != "" {
		return m.Outside == routeBuilder+call.Expr.Text
	}
	return call.Expr.Text != "Map" && call.Recv != nil && r.isBuilder(call.Sub(call.Recv), 0)
}

// isBuilder reports whether an expression is a route builder, or is made from one by
// calls of which nothing is known.
func (r *reader) isBuilder(x web.Term, depth int) bool {
	if depth > maxBases {
		return false
	}
	if x.Kind == parse.ExprCall {
		m := x.Meaning()
		return m.Def == resolve.None && x.Recv != nil &&
			(strings.HasPrefix(m.Outside, "Microsoft.AspNetCore.Builder.") ||
				r.isBuilder(x.Sub(x.Recv), depth+1))
	}
	l := x.Local()
	if l == nil {
		return false
	}
	if t := x.In.TypeOf(l.Type, x.Def, x.At); t.Def < resolve.None {
		return r.isOutside(x.In.File.OutsideName(t.Def),
			"Microsoft.AspNetCore.Routing.IEndpointRouteBuilder", 0)
	}
	values := r.LocalValues(x, l)
	return len(values) == 1 && r.isBuilder(values[0], depth+1)
}

// mapEndpoint enters the endpoints of one call, for all that call the method around it.
func (r *reader) mapEndpoint(call web.Term, name string) {
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
	for _, f := range r.frames(call.Def) {
		call.Env = f.env
		verbs, ok := r.verbs(call, name)
		if !ok {
			continue
		}
		template, ok := "{*path:nonfile}", true
		if pattern != nil {
			template, ok = r.Text(call.Sub(pattern))
		}
		if !ok {
			continue
		}
		to := r.handler(call.Sub(handler))
		for _, p := range r.prefixes(call.Recv, call, 0) {
			e := web.Endpoint{Template: web.Join(p.text, template), Handler: to,
				At:   web.Place{File: call.In.File, At: call.At},
				Tier: resolve.Worse(resolve.Worse(tierOf(call), f.tier), p.tier)}
			for _, e.Verb = range verbs {
				r.found = append(r.found, e)
			}
		}
	}
}

// tierOf is how certain a call is to map what it says.
func tierOf(call web.Term) graph.Tier {
	tier := call.Meaning().Tier
	if call.Meaning().Outside == "" {
		tier = graph.Unique
	}
	if call.Branch {
		tier = resolve.Worse(tier, graph.Heuristic)
	}
	return tier
}

// verbs lists the verbs that a call maps.
func (r *reader) verbs(call web.Term, name string) ([]string, bool) {
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
		if name, is := strings.CutPrefix(call.Sub(e).Meaning().Outside, methodNames); is {
			verb, ok = name, true
		}
		if !ok {
			return nil, false
		}
		verbs = append(verbs, strings.ToUpper(verb))
	}
	return verbs, true
}

// methodNames has a field of each verb.
const methodNames = "Microsoft.AspNetCore.Http.HttpMethods."

// handler is the definition that handles requests: the method that is named, or the
// definition around a lambda.
func (r *reader) handler(x web.Term) resolve.DefID {
	for range maxBases {
		if d := x.Meaning().Def; d != resolve.None {
			return d
		}
		l := x.Local()
		if l == nil {
			break
		}
		if given, ok := x.Env[x.Expr.Text]; ok {
			x = given
		} else if values := r.LocalValues(x, l); len(values) == 1 {
			x = values[0]
		} else {
			break
		}
	}
	return x.Def
}

// A frame is what the parameters of a callable are given by one of its callers.
type frame struct {
	env  web.Env
	tier graph.Tier
}

// maxFrames bounds the callers, and callers of callers, that are told apart.
const maxFrames = 200

// frames lists what the parameters of the callable around a call are given. A callable
// that nothing in the tree calls has one frame, which says nothing.
func (r *reader) frames(d resolve.DefID) []frame {
	for d != resolve.None && !r.Table.Def(d).Kind.IsCallable() {
		d = r.Table.Def(d).Outer
	}
	if d == resolve.None || len(r.Table.Def(d).Params) == 0 {
		return []frame{{tier: graph.Exact}}
	}
	if r.expanding[d] {
		return nil
	}
	r.expanding[d] = true
	defer delete(r.expanding, d)
	out := r.framesOf(d, r.callers[d], graph.Exact)
	if x, ok := r.Table.Def(d).File.Rules.(resolve.Implementer); ok && out == nil {
		for _, of := range x.ImplementedBy(d) {
			out = append(out, r.framesOf(d, r.callers[of], graph.Hierarchy)...)
		}
	}
	if out == nil {
		return []frame{{tier: graph.Heuristic}}
	}
	return out[:min(len(out), maxFrames)]
}

func (r *reader) framesOf(d resolve.DefID, calls []web.Term, tier graph.Tier) []frame {
	def := r.Table.Def(d)
	var out []frame
	for _, c := range calls {
		if c.In.File.Test {
			continue
		}
		for _, f := range r.frames(c.Def) {
			c.Env = f.env
			if !r.mayRun(d, c) {
				continue
			}
			shift := 0
			if isExtension(def) && !r.isStaticCall(c) {
				shift = 1
			}
			env, _ := web.Bind(def, c, shift)
			if env == nil {
				env = web.Env{}
			}
			if shift == 1 && c.Recv != nil {
				env[def.Params[0].Name] = c.Sub(c.Recv)
			}
			for i := range c.TypeArgs[:min(len(c.TypeArgs), len(def.TypeParams))] {
				env[def.TypeParams[i]] = c.Sub(&c.TypeArgs[i])
			}
			of := resolve.Worse(f.tier, tier)
			if c.Branch {
				of = resolve.Worse(of, graph.Heuristic)
			}
			out = append(out, frame{env, of})
		}
	}
	return out
}

// mayRun reports whether a call runs d, which it may do through an interface: if it is made
// on a type parameter, that has to stand for the type of d.
func (r *reader) mayRun(d resolve.DefID, c web.Term) bool {
	if c.Recv == nil || c.Recv.Kind != parse.ExprName {
		return true
	}
	given, ok := c.Env[c.Recv.Text]
	if !ok {
		return true
	}
	to := given.Meaning().Def
	return to == resolve.None || !r.Table.Def(to).Kind.IsType() ||
		r.Table.Canon[to] == r.Table.EnclosingType(d)
}

// isExtension reports whether a method is called on its first parameter.
func isExtension(d *resolve.Def) bool { return !d.Receiver.IsZero() && len(d.Params) > 0 }

// isStaticCall reports whether a method is called on the type that declares it.
func (r *reader) isStaticCall(c web.Term) bool {
	if c.Recv == nil {
		return true
	}
	d := c.Sub(c.Recv).Meaning().Def
	return d != resolve.None && r.Table.Def(d).Kind.IsType()
}

// A prefix is what a route builder puts before the templates of its endpoints.
type prefix struct {
	text string
	tier graph.Tier
}

var root = []prefix{{"", graph.Exact}}

// prefixes lists the prefixes that a route builder may have. What is not known to be a
// group has none.
func (r *reader) prefixes(recv *parse.Expr, x web.Term, depth int) []prefix {
	if recv == nil || depth > maxBases {
		return root
	}
	x.Expr = recv
	switch x.Kind {
	case parse.ExprCall:
		return r.ofCall(x, depth)
	case parse.ExprName, parse.ExprMember:
		if l := x.Local(); l != nil {
			return r.ofLocal(x, l, depth)
		}
		return r.ofValues(r.Values(x.Meaning().Def), x.Env, depth)
	}
	return root
}

// ofCall is the prefix of what a call returns: that of a group, or that of its
// receiver, as methods that go on with a route builder return it.
func (r *reader) ofCall(x web.Term, depth int) []prefix {
	if d := x.Meaning().Def; d != resolve.None {
		if values := r.Values(d); len(values) > 0 {
			def := r.Table.Def(d)
			shift := 0
			if isExtension(def) && !r.isStaticCall(x) {
				shift = 1
			}
			env, _ := web.Bind(def, x, shift)
			if env != nil && shift == 1 {
				env[def.Params[0].Name] = x.Sub(x.Recv)
			}
			return r.ofValues(values, env, depth)
		}
	}
	before := r.prefixes(x.Recv, x, depth+1)
	if m := x.Meaning(); m.Outside != routeBuilder+"MapGroup" &&
		(m.Outside != "" || x.Expr.Text != "MapGroup") {
		return before
	}
	arg := x.Arg(0, "prefix")
	if arg == nil {
		return before
	}
	text, ok := r.Text(x.Sub(arg))
	if !ok {
		return nil
	}
	var out []prefix
	for _, p := range before {
		out = append(out, prefix{web.Join(p.text, text), p.tier})
	}
	return out
}

// ofLocal is the prefix of a local: of the value that it is set to, of what a caller
// gives for a parameter, or of what a lambda is called with.
func (r *reader) ofLocal(x web.Term, l *parse.Local, depth int) []prefix {
	if given, ok := x.Env[l.Name]; ok {
		return r.prefixes(given.Expr, given, depth+1)
	}
	if l.Kind == parse.LocalParam {
		for _, f := range r.lambdas[x.In.File] {
			if f.Body.Contains(x.At) && f.Arg(-1, l.Name) != nil {
				return r.prefixes(f.call.Recv, f.call, depth+1)
			}
		}
		return []prefix{{"", graph.Heuristic}}
	}
	return r.ofValues(r.LocalValues(x, l), x.Env, depth)
}

func (r *reader) ofValues(values []web.Term, env web.Env, depth int) []prefix {
	if len(values) == 0 {
		return root
	}
	var out []prefix
	for _, v := range values {
		v.Env = env
		out = append(out, r.prefixes(v.Expr, v, depth+1)...)
	}
	return out
}
