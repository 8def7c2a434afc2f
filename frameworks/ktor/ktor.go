// Package ktor finds the routes of Ktor: calls with function literals in blocks of routing, also in
// extension functions that are called there.
//
//	routing { route("/api") { orders() } }
//	fun Route.orders() { get("/orders/{id}") { … } }
package ktor

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Ktor.
func Framework() routes.Framework { return framework{&head} }

type framework struct{ *interest.Head }

// family is that of Kotlin.
const family = "java"

// head requests the sites of the files that use the library.
var head = interest.Head{Languages: []string{"kotlin"}, Words: []string{"io.ktor"}}

// verbs are the functions that add a handler, and the methods of HttpMethod.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "head": "HEAD", "options": "OPTIONS"}

// A block is a function literal that is passed to a call.
type block struct {
	body parse.Range
	call eval.Expr
}

// A reader collects the routes of a tree.
type reader struct {
	*eval.Callers
	blocks map[*resolve.File][]block
	around map[*resolve.File]parse.Nesting
	calls  map[resolve.DefID][]eval.Expr // of functions that extend routes
	steps  int
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Callers: t.CallersOf(family), blocks: map[*resolve.File][]block{},
		around: map[*resolve.File]parse.Nesting{}, calls: map[resolve.DefID][]eval.Expr{}}
	var handlers []eval.Expr
	t.EachCall(family, func(x eval.Expr) {
		if x.In.File.Language != "kotlin" || x.In.File.Test {
			return
		}
		if d := x.Callee(); d > resolve.None {
			r.calls[d] = append(r.calls[d], x)
		}
		for i := range x.Args {
			if f := &x.Args[i].Value; f.Kind == parse.ExprLambda {
				r.blocks[x.In.File] = append(r.blocks[x.In.File], block{f.Body, x})
			}
		}
		if isHandler(x) {
			handlers = append(handlers, x)
		}
	})
	for f, list := range r.blocks {
		slices.SortFunc(list, func(a, b block) int { return cmp.Compare(a.body.Start, b.body.Start) })
		ranges := make([]parse.Range, len(list))
		for i := range list {
			ranges[i] = list[i].body
		}
		r.around[f] = parse.NestingOf(ranges)
	}
	var out []routes.Endpoint
	for _, x := range handlers {
		out = append(out, r.routes(x)...)
	}
	return out
}

// isHandler reports whether a call may add a handler: a function of the library without a receiver.
func isHandler(x eval.Expr) bool {
	return (verbs[x.Text] != "" || x.Text == "handle") && x.Recv == nil && len(x.Args) > 0 &&
		x.Args[len(x.Args)-1].Value.Kind == parse.ExprLambda && x.Callee() <= resolve.None
}

// maxSteps bounds the blocks and callers that are followed from one handler.
const maxSteps = 2000

// routes lists the routes of a call that adds a handler.
func (r *reader) routes(x eval.Expr) []routes.Endpoint {
	h := r.Registered(x, r.HandlerOf(x.Sub(&x.Args[len(x.Args)-1].Value)))
	r.steps = maxSteps
	var out []routes.Endpoint
	for _, p := range r.places(x, place{path: r.path(x), verb: verbs[x.Text], tier: graph.Exact}, nil) {
		out = append(out, routes.Endpoint{Verb: cmp.Or(p.verb, routes.Any), Template: routes.Join("", p.path),
			Handler: h.Def, Literal: h.Literal, Tier: p.tier, At: eval.Place{File: x.In.File, At: x.At},
			Slash: routes.SlashOf(p.path), Choice: routes.Choice{Strict: true}})
	}
	return out
}

// A place is a route, as far as the blocks around it are known.
type place struct {
	path, verb string
	tier       graph.Tier
}

// places lists the routes that a call in blocks of routing adds to. The path of a function that extends
// routes continues at its calls; if there are none, it has its own one, typed.
func (r *reader) places(x eval.Expr, p place, below []resolve.DefID) []place {
	if r.steps--; r.steps < 0 {
		return nil
	}
	blocks := r.blocks[x.In.File]
	for i := range r.around[x.In.File].Enclosing(x.At) {
		switch c := blocks[i].call; {
		case c.Text == "routing":
			return []place{p}
		case isHandler(c): // the code of a handler adds no routes
			return nil
		case c.Text == "route":
			p.path = routes.Join(r.path(c), p.path)
			for j := range c.Args {
				p.verb = cmp.Or(p.verb, methodOf(&c.Args[j].Value))
			}
		case c.Text == "method" && len(c.Args) == 2:
			p.verb = cmp.Or(p.verb, methodOf(&c.Args[0].Value))
		}
	}
	d := r.extended(x.Def)
	if d == resolve.None || slices.Contains(below, d) {
		return nil
	}
	if len(r.calls[d]) == 0 {
		p.tier = graph.Typed
		return []place{p}
	}
	var out []place
	for _, c := range r.calls[d] {
		for _, q := range r.places(c, p, append(below, d)) {
			if !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// extended returns the function around a definition that extends routes, or None.
//
//	fun Route.orders() { … }
func (r *reader) extended(d resolve.DefID) resolve.DefID {
	for ; d > resolve.None; d = r.Table.Def(d).Outer {
		switch def := r.Table.Def(d); resolve.LastName(def.Receiver().Name) {
		case "Route", "Routing", "Router":
			return d
		}
	}
	return resolve.None
}

// methodOf returns the verb of a member of HttpMethod, or "".
func methodOf(e *parse.Expr) string {
	if e.Kind == parse.ExprMember && e.Recv != nil && e.Recv.Text == "HttpMethod" {
		return verbs[strings.ToLower(e.Text)]
	}
	return ""
}

// path returns the path that a call adds. That of a class is not known: get<Orders> { … }.
func (r *reader) path(x eval.Expr) string {
	path := x.Arg(0, "path")
	switch {
	case x.Text == "handle":
		return ""
	case path == nil || path.Kind == parse.ExprLambda:
		if len(x.TypeArgs) > 0 {
			return eval.Hole
		}
		return ""
	}
	segments := strings.Split(r.TextWithHoles(x.Sub(path)), "/")
	for i, s := range segments {
		if name, ok := strings.CutSuffix(s, "...}"); ok {
			segments[i] = "{*" + strings.TrimPrefix(name, "{") + "}"
		} else if s == "*" {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}
