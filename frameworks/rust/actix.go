package rust

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Actix returns the rules of actix-web.
func Actix() routes.Framework { return actix{&actixHead} }

type actix struct{ *interest.Head }

// actixHead requests the sites of the files that declare handlers or configure services.
var actixHead = interest.Head{Languages: []string{family},
	Words: []string{"actix_web", "ServiceConfig", "web::scope(", "web::resource("},
	Names: []string{"actix_web"}}

// Endpoints lists the endpoints of the tree.
func (actix) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := newReader(t, actixCalls{})
	t.EachAttribute(family, func(of *resolve.Def, x eval.Expr) {
		if !r.isTest(x) {
			r.actixAttribute(of, x)
		}
	})
	return r.endpoints()
}

// actixVerbs are the attributes of handlers and the functions of the module web for one method.
var actixVerbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "patch": "PATCH",
	"delete": "DELETE", "head": "HEAD", "options": "OPTIONS", "trace": "TRACE",
	"connect": "CONNECT"}

// actixAttribute adds the routes of an attribute, below the router that the handler is a service of.
//
//	#[get("/orders/{id}")]    #[route("/x", method = "GET", method = "POST")]
func (r *reader) actixAttribute(of *resolve.Def, x eval.Expr) {
	path := x.Arg(0, "")
	if path == nil || path.Kind != parse.ExprString || !ofActix(x) {
		return
	}
	verbs := []string{actixVerbs[x.Text]}
	if x.Text == "route" {
		verbs = nil
		for i := range x.Args {
			if a := &x.Args[i]; a.Name == "method" {
				verbs = append(verbs, strings.ToUpper(a.Value.Text))
			}
		}
	}
	for _, verb := range verbs {
		if verb == "" {
			continue
		}
		e := actixEndpoint(verb, path.Text)
		e.Handler, e.Tier, e.At = of.ID, graph.Exact, eval.Place{File: x.In.File, At: x.At}
		r.add(router{v: eval.Variable{Def: of.ID}}, e)
	}
}

// ofActix reports whether an attribute is one of actix-web, by its path or by an import: other
// frameworks have attributes of the same names.
func ofActix(x eval.Expr) bool {
	if x.Recv != nil {
		return x.Recv.Text == "actix_web"
	}
	all := false
	for i := range x.In.File.Imports {
		im := &x.In.File.Imports[i]
		if im.Alias == x.Text || im.Alias == "" && im.Name == x.Text {
			return strings.HasPrefix(im.Path, "actix_web")
		}
		all = all || im.All && im.Path == "actix_web"
	}
	return all
}

func actixEndpoint(verb, template string) routes.Endpoint {
	return routes.Endpoint{Verb: verb, Template: template, Slash: routes.SlashOf(template),
		Choice: routes.Choice{InOrder: true, Strict: true, Rest: routes.RestSlash}}
}

type actixCalls struct{}

func (actixCalls) configures() bool { return true }

// call implements [library].
func (actixCalls) call(r *reader, x eval.Expr, of router) {
	switch base := baseOf(x); {
	case base.Kind == parse.ExprName && base.Text == "App": // all calls on App::new() return it
		r.mount(of, router{}, "")
	case base.Local() != nil: // the chain changes its first receiver: cfg.service(show)
		r.mount(of, r.router(base), "")
	}
	switch {
	case x.Recv == nil:
	case x.Text == "service":
		for i := range x.Args {
			r.service(x.Sub(&x.Args[i].Value), of)
		}
	case x.Text == "configure" && len(x.Args) == 1:
		if arg := x.Sub(&x.Args[0].Value); arg.Kind != parse.ExprLambda {
			r.mount(r.router(arg), of, "")
		}
	case x.Text == "route" && len(x.Args) == 2:
		r.actixRoute(r.TextWithHoles(x.Sub(&x.Args[0].Value)), x.Sub(&x.Args[1].Value), of)
	case x.Text == "route" && len(x.Args) == 1:
		r.actixRoute("", x.Sub(&x.Args[0].Value), of)
	case x.Text == "to" && len(x.Args) == 1: // web::resource("/x").to(show)
		if base := baseOf(x); base.Text == "resource" && len(base.Args) == 1 {
			r.add(of, r.handled(x, x.Sub(&x.Args[0].Value), actixEndpoint(routes.Any, "")))
		}
	}
}

// service mounts a service on a router: a handler with an attribute, a scope or a resource, or a
// tuple or list of them.
func (r *reader) service(x eval.Expr, on router) {
	if x.Kind == parse.ExprList {
		for i := range x.Args {
			r.service(x.Sub(&x.Args[i].Value), on)
		}
		return
	}
	r.mount(r.router(x), on, r.prefixOf(x, 0))
}

// maxNames bounds the variables and functions between a service and the scope that it is.
const maxNames = 10

// prefixOf returns the path of a scope or a resource, with holes for unknown parts.
func (r *reader) prefixOf(x eval.Expr, depth int) string {
	if depth > maxNames {
		return ""
	}
	for _, v := range r.Evaluate(x) {
		base := baseOf(v)
		if base.Text == "scope" || base.Text == "resource" {
			if len(base.Args) == 1 {
				return r.TextWithHoles(base.Sub(&base.Args[0].Value))
			}
			continue
		}
		if base.Expr != x.Expr && base.Expr != v.Expr { // on a variable or the result of a function
			return r.prefixOf(base, depth+1)
		}
	}
	return ""
}

// baseOf returns the expression that a chain of calls begins with: web::scope("/api") of
// web::scope("/api").service(show), and s of s.service(show).
func baseOf(x eval.Expr) eval.Expr {
	for x.Kind == parse.ExprCall && x.Recv != nil {
		if x.Text == "scope" || x.Text == "resource" || x.Callee() > resolve.None {
			return x
		}
		x = x.Sub(x.Recv)
	}
	return x
}

// actixRoute adds the routes of a path, or of the path of a resource.
//
//	web::get().to(show)    web::route().method(Method::PATCH).to(save)
func (r *reader) actixRoute(template string, x eval.Expr, of router) {
	for _, v := range r.Evaluate(x) {
		calls := chain(v)
		verb, known, to := routes.Any, false, eval.Expr{}
		for _, c := range calls {
			switch {
			case c.Text == "to" && len(c.Args) == 1:
				to = c
			case c.Text == "method" && len(c.Args) == 1:
				verb, known = c.Args[0].Value.Text, true
			case c.Text == "route" && len(c.Args) == 0:
				known = true
			case actixVerbs[c.Text] != "" && len(c.Args) == 0:
				verb, known = actixVerbs[c.Text], true
			}
		}
		if to.Expr != nil && known {
			r.add(of, r.handled(to, to.Sub(&to.Args[0].Value), actixEndpoint(verb, template)))
		}
	}
}
