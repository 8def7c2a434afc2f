package laravel

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// verbs are the methods of the facade that register a route.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "options": "OPTIONS",
	"any": routes.Any, "match": routes.Any, "redirect": routes.Any,
	"permanentRedirect": routes.Any, "view": "GET"}

// An action is a route of a resource.
type action struct{ name, verb, at string }

// members are the routes of resources, below the collection or a member of it.
var members = []action{{"index", "GET", ""}, {"create", "GET", "/create"}, {"store", "POST", ""},
	{"show", "GET", "/{}"}, {"edit", "GET", "/{}/edit"}, {"update", "PUT", "/{}"},
	{"update", "PATCH", "/{}"}, {"destroy", "DELETE", "/{}"}}

// ofOne are the routes of a singleton resource; the first and the last two need creatable or
// destroyable.
var ofOne = []action{{"create", "GET", "/create"}, {"store", "POST", ""}, {"show", "GET", ""},
	{"edit", "GET", "/edit"}, {"update", "PUT", ""}, {"update", "PATCH", ""},
	{"destroy", "DELETE", ""}}

// registers reports whether a method registers routes.
func registers(name string) bool {
	switch name {
	case "resource", "apiResource", "resources", "apiResources", "singleton", "apiSingleton",
		"fallback":
		return true
	}
	return verbs[name] != ""
}

// route adds the routes of a chain.
func (r *reader) route(c chain, in group) {
	for _, x := range c { // another route handles a request that does not match
		in.guarded = in.guarded || x.Text == "domain" || strings.HasPrefix(x.Text, "where")
	}
	for i, x := range c {
		if !registers(x.Text) {
			continue
		}
		switch x.Text {
		case "resource", "apiResource", "singleton", "apiSingleton":
			if len(x.Args) > 1 {
				r.resource(c[i:], r.text(x, 0), x.Sub(&x.Args[1].Value), in)
			}
		case "resources", "apiResources":
			if len(x.Args) > 0 && x.Args[0].Value.Kind == parse.ExprMap {
				for j := range x.Args[0].Value.Args {
					a := &x.Args[0].Value.Args[j]
					r.resource(c[i:], a.Name, x.Sub(&a.Value), in)
				}
			}
		case "fallback":
			if len(x.Args) > 0 {
				r.add(x, routes.Any, routes.Join(in.prefix, "{*}"), x.Sub(&x.Args[0].Value), in)
			}
		default:
			r.plain(x, verbs[x.Text], in)
		}
		return
	}
}

// plain adds the routes of one path.
func (r *reader) plain(x eval.Expr, verb string, in group) {
	list, at := []string{verb}, 0
	if x.Text == "match" {
		at = 1
		if methods := x.Arg(0, "methods"); methods != nil {
			if texts, ok := r.Texts(x.Sub(methods)); ok {
				list = texts
			}
		}
	}
	if x.Arg(at, "uri") == nil && x.Arg(at, "") == nil {
		return
	}
	handler := x
	if len(x.Args) > at+1 {
		handler = x.Sub(&x.Args[at+1].Value)
	}
	path := r.text(x, at)
	if arg := x.Arg(-1, "uri"); arg != nil {
		path = r.TextWithHoles(x.Sub(arg))
	}
	for _, v := range list {
		r.add(x, strings.ToUpper(v), routes.Join(in.prefix, path), handler, in)
	}
}

// add adds an endpoint for the handler that an expression is: a class and a method, a class that
// can be called, the name of a method of the controller around it, or a function literal.
func (r *reader) add(x eval.Expr, verb, template string, handler eval.Expr, in group) {
	e := routes.Endpoint{Verb: verb, Template: template, Handler: x.Def,
		At:   eval.Place{File: x.In.File, At: x.At},
		Tier: graph.Exact, Choice: routes.Choice{InOrder: true, Head: true},
		Passes: in.guarded}
	if handler.Kind == parse.ExprName {
		for _, v := range r.Evaluate(handler) {
			handler = v
		}
	}
	switch handler.Kind {
	case parse.ExprLambda:
		h := r.Registered(x, r.HandlerOf(handler))
		e.Handler, e.Literal = h.Def, h.Literal
	case parse.ExprType:
		r.method(&e, handler, "__invoke", in)
	case parse.ExprString:
		class, method, found := strings.Cut(handler.Expr.Text, "@")
		switch {
		case found:
			r.named(&e, class, method, in)
		case in.known:
			r.method(&e, in.controller, handler.Expr.Text, in)
		default:
			r.named(&e, class, "__invoke", in)
		}
	case parse.ExprList:
		if len(handler.Args) == 2 {
			r.method(&e, handler.Sub(&handler.Args[0].Value), handler.Args[1].Value.Text, in)
		}
	}
	r.found = append(r.found, e)
}

// method sets the handler of an endpoint to a method of a class that an expression denotes.
func (r *reader) method(e *routes.Endpoint, class eval.Expr, method string, in group) {
	switch d := class.Referent().Def; {
	case class.Kind == parse.ExprString:
		r.named(e, class.Expr.Text, method, in)
	case d > resolve.None && r.Table.Def(d).Kind.IsType():
		r.set(e, r.Table.Canon[d], method)
	}
}

// named sets the handler to a method of the class of a name, which is below a namespace.
func (r *reader) named(e *routes.Endpoint, class, method string, in group) {
	class = strings.Trim(class, `\`)
	last := class[strings.LastIndexByte(class, '\\')+1:]
	full := strings.ReplaceAll(strings.Trim(in.namespace+`\`+class, `\`), `\`, ".")
	for _, id := range r.Table.Named(family, last) {
		if d := r.Table.Def(id); d.Kind.IsType() &&
			strings.HasSuffix("."+d.ModuleName+"."+d.Symbol, "."+full) {
			r.set(e, r.Table.Canon[id], method)
			return
		}
	}
}

func (r *reader) set(e *routes.Endpoint, class resolve.DefID, method string) {
	h, of := r.handler(class, method)
	e.Handler = h
	switch {
	case of == resolve.None:
		e.Tier = graph.Typed
	case r.Table.Def(h).Outer != of:
		e.Class = of
	}
}

// resource adds the routes of a resource.
//
//	Route::apiResource("photos.comments", CommentController::class)->only(["index", "show"])
func (r *reader) resource(c chain, name string, controller eval.Expr, in group) {
	x := c[0]
	parts := strings.Split(strings.Trim(name, "/"), ".")
	base := in.prefix
	shallow := has(c, "shallow")
	outer := base
	for _, p := range parts[:len(parts)-1] {
		base = routes.Join(base, p+"/{"+parameter(p)+"}")
	}
	last := parts[len(parts)-1]
	list := members
	if strings.HasSuffix(strings.ToLower(x.Text), "singleton") {
		list = ofOne
	}
	for _, a := range list {
		if !r.selected(c, a) {
			continue
		}
		at := routes.Join(base, last)
		if shallow && strings.Contains(a.at, "{}") {
			at = routes.Join(outer, last)
		}
		template := routes.Join(at, strings.Replace(a.at, "{}", "{"+parameter(last)+"}", 1))
		r.add(x, a.verb, template, pair(controller, a.name), in)
	}
}

// pair is the handler of a resource: a method of its controller.
func pair(controller eval.Expr, method string) eval.Expr {
	return controller.Sub(&parse.Expr{Kind: parse.ExprList, At: controller.At,
		Args: []parse.ExprArg{{Value: *controller.Expr},
			{Value: parse.Expr{Kind: parse.ExprString, Text: method}}}})
}

// parameter returns the name of the parameter of a resource.
func parameter(name string) string {
	name = name[strings.LastIndexByte(name, '/')+1:]
	return strings.ReplaceAll(strings.TrimSuffix(name, "s"), "-", "_")
}

func has(c chain, name string) bool {
	for _, x := range c {
		if x.Text == name {
			return true
		}
	}
	return false
}

// selected reports whether the calls after a resource, or its options, keep a route of it.
func (r *reader) selected(c chain, a action) bool {
	x := c[0]
	api := strings.HasPrefix(x.Text, "api")
	if api && (a.name == "create" || a.name == "edit") {
		return false
	}
	if strings.HasSuffix(strings.ToLower(x.Text), "singleton") {
		creates := has(c, "creatable")
		if (a.name == "create" || a.name == "store") && !creates || a.name == "destroy" &&
			!creates && !has(c, "destroyable") {
			return false
		}
	}
	keep := true
	limit := func(kind string, arg eval.Expr) {
		texts, ok := r.Texts(arg)
		in := false
		for _, t := range texts {
			in = in || t == a.name
		}
		if ok && in != (kind == "only") {
			keep = false
		}
	}
	for _, kind := range []string{"only", "except"} {
		for _, y := range c[1:] {
			if y.Text == kind && len(y.Args) > 0 {
				all := parse.Expr{Kind: parse.ExprList, Args: y.Args}
				if y.Args[0].Value.Kind == parse.ExprList {
					all = y.Args[0].Value
				}
				limit(kind, y.Sub(&all))
			}
		}
		if len(x.Args) > 2 {
			if o := x.Args[2].Value.Arg(-1, kind); o != nil {
				limit(kind, x.Sub(o))
			}
		}
	}
	return keep
}
