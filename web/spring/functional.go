package spring

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// functionalWords are those of files that make router functions.
var functionalWords = []string{"RouterFunction", "RequestPredicates", "RouteBuilder"}

// A place is where a router function is nested.
type place struct {
	prefix string
	tier   graph.Tier
}

// maxDepth bounds expressions that lead to one another.
const maxDepth = 40

// functional finds the endpoints of the router functions that are beans.
func (r *reader) functional() {
	for x := range r.Family(family) {
		r.sites[x.In.File] = append(r.sites[x.In.File], x)
		if v, ok := rootLocal(x); ok && x.Kind == parse.ExprCall {
			r.statements[v] = append(r.statements[v], x)
		}
	}
	for _, f := range r.Table.Files {
		if f.Family != family || f.Test || len(f.Sites) == 0 {
			continue
		}
		for i := range f.Definitions {
			d := f.ID(int32(i))
			for _, a := range r.Attributes(d) {
				if r.Outside(a) == "org.springframework.context.annotation.Bean" {
					for _, v := range r.Values(d) {
						r.routes(v, place{tier: graph.Exact}, 0)
					}
				}
			}
		}
	}
}

// rootLocal is the local that a chain of calls begins with.
func rootLocal(x web.Term) (web.Variable, bool) {
	e := x.Expr
	for e.Recv != nil {
		e = e.Recv
	}
	if e.Kind != parse.ExprName || e == x.Expr || x.Sub(e).Meaning().Def != resolve.None {
		return web.Variable{}, false
	}
	return web.Variable{Def: x.Def, Name: e.Text}, true
}

// routes finds the endpoints of what makes a router function: a chain of calls on a builder, a
// function that returns one, or a local.
func (r *reader) routes(x web.Term, at place, depth int) {
	if depth > maxDepth {
		return
	}
	if x.Branch {
		at.tier = resolve.Worse(at.tier, graph.Heuristic)
	}
	switch x.Kind {
	case parse.ExprLambda:
		for i := range x.Args { // a builder that the function is given
			r.builders[web.Variable{Def: x.Def, Name: x.Args[i].Name}]++
			defer func() { r.builders[web.Variable{Def: x.Def, Name: x.Args[i].Name}]-- }()
		}
		for _, v := range r.results(x) {
			r.routes(v, at, depth+1)
		}
	case parse.ExprName, parse.ExprMember:
		r.named(x, at, depth)
	case parse.ExprCall:
		if x.Callee() == resolve.None {
			r.step(x, at, depth)
			return
		}
		for _, v := range r.Reduce(x) {
			if v.Expr != x.Expr {
				r.routes(v, at, depth+1)
			}
		}
	}
}

// named finds the endpoints of what a name stands for. A local builder has those of the
// statements that go on with it.
func (r *reader) named(x web.Term, at place, depth int) {
	local := web.Variable{Def: x.Def, Name: x.Expr.Text}
	if r.builders[local] > 0 {
		return
	}
	isBuilder := false
	for _, v := range r.Reduce(x) {
		if v.Expr != x.Expr {
			isBuilder = isBuilder || r.isBuilder(v)
			r.routes(v, at, depth+1)
		}
	}
	if isBuilder && x.Kind == parse.ExprName && x.Meaning().Def == resolve.None {
		r.builders[local]++
		for _, s := range r.statements[local] {
			r.routes(s, at, depth+1)
		}
		r.builders[local]--
	}
}

// results lists the expressions in the body of a function literal that are in no other
// within it: what it returns is among them.
func (r *reader) results(x web.Term) []web.Term {
	var out []web.Term
	var inner []parse.Range
	for _, s := range r.sites[x.In.File] {
		if s.At < x.Body.Start || s.At >= x.Body.End {
			continue
		}
		s.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprLambda {
				inner = append(inner, e.Body)
			}
		})
		s.Env = x.Env
		out = append(out, s)
	}
	kept := out[:0]
	for _, s := range out {
		nested := false
		for _, body := range inner {
			nested = nested || body.Contains(s.At)
		}
		if !nested {
			kept = append(kept, s)
		}
	}
	return kept
}

// outside is the full name of what a call calls. Where the functions of several classes are
// imported, that of the library's two classes which has one of the name.
func (r *reader) outside(x web.Term) string {
	if name := r.Outside(x); name != "" || x.Kind != parse.ExprCall || x.Recv != nil ||
		x.Callee() != resolve.None {
		return r.Outside(x)
	}
	for i := range x.In.File.Imports {
		im := &x.In.File.Imports[i]
		if im.All && im.Static && (strings.HasSuffix(im.Path, ".RouterFunctions") ==
			isFunction[x.Expr.Text]) && strings.Contains(im.Path, ".function.") {
			return im.Path + "." + x.Expr.Text
		}
	}
	return ""
}

// isFunction has the names of the functions of RouterFunctions; others with the same import
// are those of RequestPredicates.
var isFunction = map[string]bool{"route": true, "nest": true, "resources": true}

// isStatic reports whether a call is that of a function of the library, not of a method of a
// builder.
func (r *reader) isStatic(x web.Term) bool {
	_, name, ok := strings.Cut(r.outside(x), ".RouterFunctions.")
	return ok && !strings.Contains(name, ".") // and not what is called on its result
}

// step finds the endpoints of one call of a chain, and of those before it.
func (r *reader) step(x web.Term, at place, depth int) {
	if x.Recv != nil && !r.isStatic(x) {
		r.routes(x.Sub(x.Recv), at, depth+1)
	}
	if !r.isBuilder(x) || len(x.Args) == 0 {
		return
	}
	switch name := x.Expr.Text; name {
	case "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS":
		r.endpoint(x, at, []request{{verb: name}})
	case "route", "andRoute":
		r.endpoint(x, at, []request{{verb: web.Any}})
	case "nest", "andNest", "path":
		if len(x.Args) < 2 {
			return
		}
		for _, p := range r.requests(x.Sub(&x.Args[0].Value), 0) {
			r.routes(x.Sub(&x.Args[1].Value), at.under(p), depth+1)
		}
	case "add", "and", "andOther":
		r.routes(x.Sub(&x.Args[0].Value), at, depth+1)
	}
}

// under is the place of what is nested where a request has to match.
func (p place) under(q request) place {
	return place{web.Join(p.prefix, q.path), resolve.Worse(p.tier, q.tier)}
}

// isBuilder reports whether a call belongs to a chain on a builder of router functions: it
// begins with a function of the library, or with a local that is known to hold one.
func (r *reader) isBuilder(x web.Term) bool {
	for x.Kind == parse.ExprCall {
		if r.isStatic(x) || strings.HasSuffix(r.outside(x), ".SpringdocRouteBuilder.route") {
			return true
		}
		if d := x.Callee(); d != resolve.None || x.Recv == nil {
			return d != resolve.None && r.isRouterFunction(d)
		}
		x = x.Sub(x.Recv)
	}
	return x.Kind == parse.ExprName &&
		r.builders[web.Variable{Def: x.Def, Name: x.Expr.Text}] > 0
}

func (r *reader) isRouterFunction(d resolve.DefID) bool {
	return strings.HasSuffix(r.Table.Def(d).Type.Name, "RouterFunction")
}

// A request is what a predicate asks of one: a verb and a path, either of which may be open.
type request struct {
	verb, path string
	tier       graph.Tier
}

// predicates are the packages of the functions that make predicates.
func isPredicate(name string) bool { return strings.Contains(name, ".RequestPredicates.") }

// requests lists the requests that a predicate lets pass, or that a path is of.
func (r *reader) requests(x web.Term, depth int) []request {
	open := []request{{verb: web.Any, tier: graph.Exact}}
	if depth > maxDepth {
		return open
	}
	if text, ok := r.Text(x); ok {
		return []request{{web.Any, text, graph.Exact}}
	}
	if x.Kind != parse.ExprCall {
		for _, v := range r.Reduce(x) {
			if v.Kind == parse.ExprCall && v.Expr != x.Expr {
				return r.requests(v, depth+1)
			}
		}
		return open
	}
	if x.Recv != nil && (x.Expr.Text == "and" || x.Expr.Text == "or") && len(x.Args) == 1 {
		left := r.requests(x.Sub(x.Recv), depth+1)
		right := r.requests(x.Sub(&x.Args[0].Value), depth+1)
		if x.Expr.Text == "or" {
			return append(left, right...)
		}
		return both(left, right)
	}
	name, ok := strings.CutPrefix(r.outside(x), reactive)
	if !ok {
		name, ok = strings.CutPrefix(r.outside(x), servlet)
	}
	if !ok {
		return []request{{web.Any, "", graph.Heuristic}}
	}
	return r.predicate(x, name)
}

const (
	reactive = "org.springframework.web.reactive.function.server.RequestPredicates."
	servlet  = "org.springframework.web.servlet.function.RequestPredicates."
)

// predicate reads a call that makes a predicate.
func (r *reader) predicate(x web.Term, name string) []request {
	out := request{verb: web.Any, tier: graph.Exact}
	switch name {
	case "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "path":
		if name != "path" {
			out.verb = name
		}
		if len(x.Args) > 0 {
			out.path, out.tier = r.Known(x.Sub(&x.Args[0].Value))
			if out.path == "" && out.tier != graph.Exact {
				return nil // a path that is not known at all
			}
		}
	case "method", "methods":
		var all []request
		for i := range x.Args {
			out.verb = x.Args[i].Value.Text
			all = append(all, out)
		}
		return all
	}
	return []request{out}
}

// both lists the requests that two predicates let pass together.
func both(left, right []request) []request {
	var out []request
	for _, a := range left {
		for _, b := range right {
			c := request{a.verb, a.path + b.path, resolve.Worse(a.tier, b.tier)}
			if c.verb == web.Any {
				c.verb = b.verb
			}
			out = append(out, c)
		}
	}
	return out
}

// endpoint enters the endpoints of a call that maps requests to a handler: a path or a
// predicate or both come first. Springdoc's builder has documentation behind the handler.
func (r *reader) endpoint(x web.Term, at place, mapped []request) {
	var handler *parse.Expr
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		_, isText := r.Text(arg)
		if (!isText || arg.Kind == parse.ExprLiteral) && !r.isCondition(arg, 0) {
			handler = arg.Expr
			break
		}
		mapped = both(mapped, r.requests(arg, 0))
	}
	if handler == nil {
		return
	}
	to := r.Registered(x, r.handler(x.Sub(handler)))
	for _, q := range mapped {
		r.found = append(r.found, web.Endpoint{Verb: q.verb, Template: web.Join(at.prefix, q.path),
			Handler: to.Def, Literal: to.Literal, Tier: resolve.Worse(at.tier, q.tier),
			At: web.Place{File: x.In.File, At: x.At}})
	}
}

// isCondition reports whether an argument is a predicate.
func (r *reader) isCondition(x web.Term, depth int) bool {
	if depth > maxDepth {
		return false
	}
	switch x.Kind {
	case parse.ExprCall:
		if isPredicate(r.outside(x)) {
			return true
		}
		return x.Recv != nil && (x.Expr.Text == "and" || x.Expr.Text == "or" ||
			x.Expr.Text == "negate") && x.Callee() == resolve.None
	case parse.ExprName:
		for _, v := range r.Reduce(x) {
			if v.Expr != x.Expr && r.isCondition(v, depth+1) {
				return true
			}
		}
	}
	return false
}

// handler is what handles requests: the method that is referred to, or that returns the
// handler, or a lambda.
func (r *reader) handler(x web.Term) web.Handler {
	for _, v := range r.Reduce(x) {
		if v.Kind == parse.ExprLambda {
			return r.HandlerOf(v)
		}
		if d := v.Meaning().Def; d != resolve.None {
			return web.Handler{Def: d}
		}
	}
	if d := x.Callee(); d != resolve.None {
		return web.Handler{Def: d}
	}
	return web.Handler{Def: x.Def}
}
