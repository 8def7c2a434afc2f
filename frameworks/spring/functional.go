package spring

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Functional returns the rules of Spring's router functions.
func Functional() routes.Framework { return functional{} }

type functional struct{}

// functionalWords are those of files that make router functions.
var functionalWords = []string{"RouterFunction", "RequestPredicates", "RouteBuilder"}

// Sites requests all sites of all non-test files: the parts of a path may come from any
// file.
func (functional) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && (src.ContainsAny(functionalWords) || !src.Contains("org.junit")) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file makes router functions.
func (functional) Named(_ string, src parse.Source) bool { return src.ContainsAny(functionalWords) }

// A flow follows router functions from the @Bean methods that return them, evaluating
// names on the way.
type flow struct {
	*eval.Tree
	found []routes.Endpoint

	methods []*resolve.Def // methods with @Bean
	sites   map[*resolve.File][]eval.Expr
	calls   map[resolve.DefID][]eval.Expr // by call target
	refs    map[resolve.DefID][]lambda    // method references, by method
	lambdas map[*resolve.File][]lambda
	supers  map[resolve.DefID][]eval.Expr // super(…) in constructors, by class

	statements map[eval.Variable][]eval.Expr // calls on a local, by local
	puts       map[resolve.DefID][]eval.Expr // calls on a field, by field
	builders   map[eval.Variable]int         // locals holding a builder, on the current path

	beansOf map[resolve.DefID]value
	steps   int
}

// A place is where a router function is nested.
type place struct {
	prefix string
	tier   graph.Tier
}

// Endpoints finds the endpoints of the router functions that are beans.
func (functional) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &flow{Tree: t, sites: map[*resolve.File][]eval.Expr{},
		calls: map[resolve.DefID][]eval.Expr{}, refs: map[resolve.DefID][]lambda{},
		lambdas: map[*resolve.File][]lambda{}, statements: map[eval.Variable][]eval.Expr{},
		puts: map[resolve.DefID][]eval.Expr{}, builders: map[eval.Variable]int{},
		beansOf: map[resolve.DefID]value{}, supers: map[resolve.DefID][]eval.Expr{}}
	routers := 0
	for def := range t.DefinitionsWithSites(family) {
		d := def.ID
		for _, a := range r.Attributes(d) {
			if isNamed(t, a, beanMethod) {
				r.methods = append(r.methods, t.Table.Def(d))
			}
		}
		if r.isRouterFunction(d) {
			routers++
		}
	}
	if routers == 0 || len(r.methods) == 0 {
		return nil
	}
	r.index()
	for _, m := range r.methods {
		if r.isRouterFunction(m.ID) {
			for _, made := range r.body(m, r.configuration(m), 0) {
				r.routes(made.at, made.in, place{tier: resolve.WeakerTier(made.tier, r.condition(m.ID))}, 0)
			}
		}
	}
	return r.found
}

// routes adds the endpoints of an expression that makes a router function: a chain of
// calls on a builder, a function that returns one, or a local.
func (r *flow) routes(x eval.Expr, s *scope, at place, depth int) {
	if r.steps++; depth > maxDepth || r.steps > maxSteps {
		return
	}
	at.tier = resolve.WeakerTier(at.tier, r.often(x, s, depth))
	switch x.Kind {
	case parse.ExprLambda:
		r.inLiteral(value{kind: function, at: x, in: s}, at, depth)
	case parse.ExprName, parse.ExprMember:
		r.ofName(x, s, at, depth)
	case parse.ExprConditional:
		for i := range x.Args {
			in := place{at.prefix, resolve.WeakerTier(at.tier, graph.Heuristic)}
			r.routes(x.Sub(&x.Args[i].Value), s, in, depth+1)
		}
	case parse.ExprCall:
		var of value
		if x.Recv != nil {
			of = r.eval(x.Sub(x.Recv), s, depth)
		}
		def, on := r.target(x, of, s)
		switch {
		case x.Callee() == resolve.None && of.kind != object:
			r.step(x, s, at, depth)
		case def == nil:
		case isMethod(def):
			in := &scope{names: r.given(def, x, s, depth), this: on, tier: s.worst()}
			for _, v := range r.body(def, in, depth) {
				r.routes(v.at, v.in, place{at.prefix, resolve.WeakerTier(at.tier, v.tier)}, depth+1)
			}
		default:
			r.of(component(def.Name, r.Table.Def(on.class), on), at, depth)
		}
	}
}

// often returns the tier for a site: heuristic if it is unknown whether it runs. The
// body of a loop over a known list is known to run.
func (r *flow) often(x eval.Expr, s *scope, depth int) graph.Tier {
	tier := s.worst()
	if r.runs(x, s, depth) != always {
		return resolve.WeakerTier(tier, graph.Heuristic)
	}
	if x.Branch && x.If == nil {
		loops := r.loopsAround(x, r.literalsAround(x, nil))
		for _, l := range loops {
			if _, set := s.lookup(l.name); !set {
				return resolve.WeakerTier(tier, graph.Heuristic)
			}
		}
		if len(loops) == 0 {
			return resolve.WeakerTier(tier, graph.Heuristic)
		}
	}
	return tier
}

// of adds the endpoints of a value, or of each element of a list.
func (r *flow) of(v value, at place, depth int) {
	switch v.kind {
	case list:
		for _, it := range v.items {
			r.of(it.value, place{at.prefix, resolve.WeakerTier(at.tier, it.tier)}, depth+1)
		}
	case function:
		r.inLiteral(v, at, depth)
	case library:
		r.routes(v.at, v.in, at, depth+1)
	}
}

// inLiteral adds the endpoints of a function's return value, or of a builder passed to
// it.
func (r *flow) inLiteral(f value, at place, depth int) {
	x := f.at
	if x.Kind != parse.ExprLambda {
		r.inMethod(f, at, depth)
		return
	}
	for i := range x.Args { // a builder passed to the function
		r.builders[eval.Variable{Def: x.Def, Name: x.Args[i].Name}]++
		defer func() { r.builders[eval.Variable{Def: x.Def, Name: x.Args[i].Name}]-- }()
	}
	in := &scope{outer: f.in, body: x.Body}
	for _, v := range r.expressions(x) {
		for _, s := range r.expand(v, in, depth) {
			r.routes(v, s, at, depth+1)
		}
	}
	if name := bodyOf(x); name != "" {
		if v, ok := f.in.lookup(name); ok {
			r.of(v, at, depth)
		}
	}
}

// inMethod adds the endpoints of the return value of a referenced method.
func (r *flow) inMethod(f value, at place, depth int) {
	on, d := r.eval(f.at.Sub(f.at.Recv), f.in, depth), f.class
	if own := r.own(on.class, f.at.Expr.Text, 0); on.kind == object && own > resolve.None {
		d = own
	}
	if def := r.Table.Def(d); isMethod(def) {
		for _, v := range r.body(def, &scope{this: on}, depth) {
			r.routes(v.at, v.in, place{at.prefix, resolve.WeakerTier(at.tier, v.tier)}, depth+1)
		}
	}
}

// bodyOf returns the name that is the body of a function literal: () -> x. No
// expression is kept for such a body.
func bodyOf(x eval.Expr) string {
	body := x.In.File.Text[x.Body.Start:x.Body.End]
	if strings.ContainsAny(body, "(){}. ") {
		return ""
	}
	return body
}

// ofName adds the endpoints of the value of a name. For a local builder these include
// the statements that call it.
func (r *flow) ofName(x eval.Expr, s *scope, at place, depth int) {
	local := eval.Variable{Def: x.Def, Name: x.Expr.Text}
	if r.builders[local] > 0 {
		return
	}
	v := r.eval(x, s, depth)
	if v.kind != library || v.at.Expr != x.Expr {
		r.of(v, at, depth+1)
		return
	}
	d := x.Referent().Def
	var values []eval.Expr
	if d > resolve.None {
		values = r.Values(d)
	} else {
		values = r.ReachingValues(x)
	}
	isBuilder := false
	r.builders[local]++ // r = r.and(…)
	for _, v := range values {
		isBuilder = isBuilder || r.isBuilder(v)
		r.routes(v, s, at, depth+1)
	}
	if isBuilder && x.Kind == parse.ExprName && d <= resolve.None {
		for _, st := range r.statements[local] {
			for _, in := range r.expand(st, s, depth) {
				r.routes(st, in, at, depth+1)
			}
		}
	}
	r.builders[local]--
	if items, ok := r.elements(v, depth); ok && !isBuilder {
		r.of(value{kind: list, items: items}, at, depth)
	}
}

// expressions lists the outermost expressions in the body of a function literal, which
// include its return value.
func (r *flow) expressions(x eval.Expr) []eval.Expr {
	var out []eval.Expr
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

// outside returns the full name of the target of a call. If the functions of several
// classes are imported, it is the one of the library's two classes that has a function
// of that name.
func (r *flow) outside(x eval.Expr) string {
	if name := r.ExternalName(x); name != "" || x.Kind != parse.ExprCall || x.Recv != nil ||
		x.Callee() != resolve.None {
		return r.ExternalName(x)
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

// isFunction holds the functions of RouterFunctions; other functions with the same
// import are those of RequestPredicates.
var isFunction = map[string]bool{"route": true, "nest": true, "resources": true}

// isStatic reports whether the target of a call is a function of the library, rather
// than a method of a builder.
func (r *flow) isStatic(x eval.Expr) bool {
	_, name, ok := strings.Cut(r.outside(x), ".RouterFunctions.")
	return ok && !strings.Contains(name, ".") // and not a method of its result
}

// step adds the endpoints of one call of a chain, and of the calls before it.
func (r *flow) step(x eval.Expr, s *scope, at place, depth int) {
	if !r.isBuilder(x) {
		if items, ok := r.elements(value{kind: library, at: x, in: s}, depth); ok {
			r.of(value{kind: list, items: items}, at, depth)
			return
		}
	}
	if x.Recv != nil && !r.isStatic(x) {
		r.routes(x.Sub(x.Recv), s, at, depth+1)
	}
	if !r.isBuilder(x) || len(x.Args) == 0 {
		return
	}
	switch name := x.Expr.Text; name {
	case "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS":
		r.endpoint(x, s, at, []request{{verb: name}})
	case "route", "andRoute":
		r.endpoint(x, s, at, []request{{verb: routes.Any}})
	case "nest", "andNest", "path":
		if len(x.Args) < 2 {
			return
		}
		for _, p := range r.requests(x.Sub(&x.Args[0].Value), s, 0) {
			r.of(r.eval(x.Sub(&x.Args[1].Value), s, depth), at.under(p), depth+1)
		}
	case "add", "and", "andOther":
		r.routes(x.Sub(&x.Args[0].Value), s, at, depth+1)
	}
}

// under returns the place of routes nested under a request predicate.
func (p place) under(q request) place {
	return place{routes.Join(p.prefix, q.path), resolve.WeakerTier(p.tier, q.tier)}
}

// isBuilder reports whether a call is in a chain on a builder of router functions: it
// begins with a function of the library, or with a local that is known to hold a
// builder.
func (r *flow) isBuilder(x eval.Expr) bool {
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
		r.builders[eval.Variable{Def: x.Def, Name: x.Expr.Text}] > 0
}

func (r *flow) isRouterFunction(d resolve.DefID) bool {
	return strings.HasSuffix(r.Table.Def(d).Type.Name, "RouterFunction")
}

// A request is the condition of a predicate: a verb and a path, either of which may be
// open.
type request struct {
	verb, path string
	tier       graph.Tier
}

// isPredicate reports whether a function makes a predicate.
func isPredicate(name string) bool { return strings.Contains(name, ".RequestPredicates.") }

// requests lists the requests that a predicate or a path matches.
func (r *flow) requests(x eval.Expr, s *scope, depth int) []request {
	if depth > maxDepth {
		return nil
	}
	v := r.eval(x, s, depth)
	if v.kind == text {
		return r.fromPath(x, v, routes.Any)
	}
	if v.kind == library {
		x, s = v.at, v.in
	}
	if x.Kind != parse.ExprCall {
		for _, held := range r.ReachingValues(x) {
			if held.Kind == parse.ExprCall {
				return r.requests(held, s, depth+1)
			}
		}
		return []request{{routes.Any, "", graph.Heuristic}}
	}
	if x.Recv != nil && (x.Expr.Text == "and" || x.Expr.Text == "or") && len(x.Args) == 1 {
		left := r.requests(x.Sub(x.Recv), s, depth+1)
		right := r.requests(x.Sub(&x.Args[0].Value), s, depth+1)
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
		return []request{{routes.Any, "", graph.Heuristic}}
	}
	return r.predicate(x, s, name)
}

// fromPath returns the request for a verb and a path, or nil if a part of the path is
// unknown.
func (r *flow) fromPath(x eval.Expr, path value, verb string) []request {
	if !path.known() {
		routes.AddUnresolved(r.Tree, x, verb)
		return nil
	}
	return []request{{verb, path.text, graph.Exact}}
}

const (
	reactive = "org.springframework.web.reactive.function.server.RequestPredicates."
	servlet  = "org.springframework.web.servlet.function.RequestPredicates."
)

// predicate reads a call that makes a predicate.
func (r *flow) predicate(x eval.Expr, s *scope, name string) []request {
	switch name {
	case "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "path":
		verb := routes.Any
		if name != "path" {
			verb = name
		}
		if len(x.Args) > 0 {
			path := x.Sub(&x.Args[0].Value)
			return r.fromPath(path, r.eval(path, s, 0), verb)
		}
	case "method", "methods":
		var all []request
		for i := range x.Args {
			all = append(all, request{x.Args[i].Value.Text, "", graph.Exact})
		}
		return all
	}
	return []request{{routes.Any, "", graph.Exact}}
}

// isOpenText reports whether an argument is an unknown string: a method's return value,
// by its type.
func (r *flow) isOpenText(x eval.Expr, s *scope) bool {
	d := x.Callee()
	return x.Kind == parse.ExprCall && d != resolve.None && r.Table.Def(d).Type.Name == "String" &&
		r.eval(x, s, 0).kind != text
}

// both lists the requests that two predicates both match.
func both(left, right []request) []request {
	var out []request
	for _, a := range left {
		for _, b := range right {
			c := request{a.verb, a.path + b.path, resolve.WeakerTier(a.tier, b.tier)}
			if c.verb == routes.Any {
				c.verb = b.verb
			}
			out = append(out, c)
		}
	}
	return out
}

// endpoint adds the endpoints of a call that maps requests to a handler, which follows
// a path, a predicate or both. In Springdoc's builder, documentation follows the
// handler.
func (r *flow) endpoint(x eval.Expr, s *scope, at place, mapped []request) {
	var handler *parse.Expr
	for i := range x.Args {
		arg := x.Sub(&x.Args[i].Value)
		if r.isOpenText(arg, s) {
			for _, q := range mapped {
				routes.AddUnresolved(r.Tree, arg, q.verb)
			}
			return
		}
		if r.eval(arg, s, 0).kind != text && !r.isCondition(arg, s, 0) {
			handler = arg.Expr
			break
		}
		mapped = both(mapped, r.requests(arg, s, 0))
	}
	if handler == nil {
		return
	}
	to := r.Registered(x, r.handler(x.Sub(handler), s))
	for _, q := range mapped {
		r.found = append(r.found, routes.Endpoint{Verb: q.verb, Template: routes.Join(at.prefix, q.path),
			Handler: to.Def, Literal: to.Literal, Tier: resolve.WeakerTier(at.tier, q.tier),
			At: eval.Place{File: x.In.File, At: x.At}})
	}
}

// isCondition reports whether an argument is a predicate.
func (r *flow) isCondition(x eval.Expr, s *scope, depth int) bool {
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
		for _, v := range r.ReachingValues(x) {
			if r.isCondition(v, s, depth+1) {
				return true
			}
		}
	}
	return false
}

// overload returns the method of a reference: among overloads, the one that takes a
// request.
func (r *flow) overload(f value) resolve.DefID {
	if f.at.Referent().Def == f.class {
		return f.class
	}
	for _, c := range r.Lineage(r.Table.EnclosingType(f.class)) {
		for _, m := range r.Table.Own(c, f.at.Expr.Text) {
			d := r.Table.Def(m)
			if d.Kind.IsCallable() && len(d.Params) == 1 && d.Params[0].Type.Name == "ServerRequest" {
				return m
			}
		}
	}
	return f.class
}

// handler returns the handler of requests: the referenced method, a method that returns
// the handler, a lambda, or the method of a handler object.
func (r *flow) handler(x eval.Expr, s *scope) eval.Handler {
	switch v := r.eval(x, s, 0); {
	case v.kind == function && v.at.Kind == parse.ExprLambda:
		return r.HandlerOf(v.at)
	case v.kind == function:
		return eval.Handler{Def: r.overload(v)}
	case v.kind == object:
		if m := r.own(v.class, "handle", 1); m > resolve.None {
			return eval.Handler{Def: m}
		}
	}
	if d := x.Callee(); d != resolve.None {
		return eval.Handler{Def: d}
	}
	return eval.Handler{Def: x.Def}
}
