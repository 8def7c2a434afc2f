package rows

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/model"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the reader of routes, except for those of Go: the handlers of net/http need the rules
// of package golang, which reads these rows.
func Framework(libs []*model.Library) routes.Framework {
	libs = slices.DeleteFunc(slices.Clone(libs), func(l *model.Library) bool { return l.Language == "go" })
	return framework{newReader(libs, isRouting)}
}

func isRouting(e *model.Effect) bool { return e.Route != nil || e.Group != nil || e.Mount != nil }

func isRoute(e *model.Effect) bool { return e.Route != nil }

type framework struct{ reader }

// Endpoints implements [routes.Framework].
func (f framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	var out []routes.Endpoint
	f.each(t, func(m *model.Matcher) { out = append(out, endpointsOf(m)...) })
	return out
}

// A router collects the endpoints in one language.
type router struct {
	*routes.Routers
	m      *model.Matcher
	scopes []scope
	listed map[*parse.Expr]eval.Expr // elements of a list that a router takes, with the call
	found  []routes.Endpoint
}

// A scope is a function literal in which functions register routes below a prefix.
//
//	path("/orders", () -> { get("/:id", show); })
type scope struct {
	file   *resolve.File
	body   parse.Range
	prefix routes.Prefix
}

func endpointsOf(m *model.Matcher) []routes.Endpoint {
	r := &router{Routers: routes.NewRouters(m.Tree, m.Language), m: m,
		listed: map[*parse.Expr]eval.Expr{}}
	r.Instances = m.Language == "typescript"
	r.Group, r.Mount, r.CreationPrefix = r.group, routes.Single(r.mount), r.madeWith
	r.Mounting = m.Names(func(e *model.Effect) bool { return e.Mount != nil })
	m.EachMatch(func(e *model.Effect) bool { return e.Group != nil }, r.scope)
	m.EachMatch(func(e *model.Effect) bool { return e.Mount != nil }, r.list)
	m.EachMatch(isRoute, func(x model.Match) {
		if x.Call.Route.Handler != "" {
			r.call(x)
		}
	})
	m.EachDecorated(isRoute, r.decorated)
	m.EachAnnotated(isRoute, r.annotated)
	return r.found
}

// group returns the prefix of the router that a call makes.
func (r *router) group(x eval.Expr) (added routes.Prefix, ok bool) {
	for _, match := range r.m.Match(x) {
		if match.Call.Group != nil {
			return r.prefix(match.Expr, match.Library, match.Call.Group.Prefix), true
		}
	}
	return routes.Prefix{Tier: graph.Exact}, true
}

// madeWith returns the prefix of a router at its creation.
func (r *router) madeWith(x eval.Expr) routes.Prefix {
	p, _ := r.group(x)
	return p
}

// scope adds the function literals that a function takes which registers routes below a prefix.
func (r *router) scope(x model.Match) {
	if len(x.Call.Function) == 0 {
		return
	}
	for i := range x.Args {
		if e := &x.Args[i].Value; e.Kind == parse.ExprLambda {
			r.scopes = append(r.scopes, scope{x.In.File, e.Body, r.prefix(x.Expr, x.Library, x.Call.Group.Prefix)})
		}
	}
}

// list records the routes in a list that a router takes.
//
//	app.add_routes([web.get("/orders", orders)])
func (r *router) list(x model.Match) {
	if x.Recv == nil {
		return
	}
	arg, ok := x.Call.Mount.Router.First(r.Tree, x.Expr)
	if !ok {
		return
	}
	for _, v := range r.Evaluate(arg) {
		if v.Kind == parse.ExprList {
			for i := range v.Args {
				r.listed[&v.Args[i].Value] = x.Expr
			}
		}
	}
}

// around returns the prefix of the scopes around a call, from the outermost one.
func (r *router) around(x eval.Expr) []routes.Prefix {
	out := routes.Prefix{Tier: graph.Exact}
	for _, s := range r.scopes {
		if s.file == x.In.File && s.body.Contains(x.At) {
			out = out.And(s.prefix)
		}
	}
	return []routes.Prefix{out}
}

// mount lists the routers that a call mounts.
func (r *router) mount(x eval.Expr) (mounted []eval.Expr, under routes.Prefix) {
	for _, match := range r.m.Match(x) {
		if match.Call.Mount != nil {
			return match.Call.Mount.Router.Of(r.Tree, x), r.prefix(x, match.Library, match.Call.Mount.Prefix)
		}
	}
	return nil, routes.Prefix{Tier: graph.Exact}
}

// prefix returns the prefix in an argument, empty for one that is not there.
func (r *router) prefix(x eval.Expr, l *model.Library, a model.Arg) routes.Prefix {
	arg, ok := a.First(r.Tree, x)
	if !ok {
		return routes.Prefix{Tier: graph.Exact}
	}
	text, tier := r.KnownText(arg)
	return routes.Prefix{Text: template(l, text), Tier: tier}
}

// template converts a path in the notation of a library.
func template(l *model.Library, path string) string {
	switch {
	case l.Paths == "angles":
		return routes.Angles(path)
	case l.Paths == "braces", strings.Contains(path, "{"):
		return path
	}
	return routes.Colons(path)
}

// call adds the endpoints that a call registers.
func (r *router) call(x model.Match) {
	for _, f := range r.FramesAt(x.Expr) {
		at := x.Expr
		at.Env = f.Env
		arg, ok := x.Call.Route.Handler.First(r.Tree, at)
		if !ok {
			return
		}
		h, ok := r.m.Handler(at, arg)
		if !ok {
			h = eval.Handler{Def: x.Def}
		}
		on := r.around(at)
		if len(x.Call.Method) > 0 {
			on = r.Prefixes(r.routerOf(at.Sub(x.Recv)))
		} else if by, ok := r.listed[x.Expr.Expr]; ok {
			on = r.Prefixes(r.routerOf(by.Sub(by.Recv)))
		}
		tier := x.Tier
		if !f.Env.IsEmpty() { // otherwise nothing depends on a caller
			tier = resolve.WeakerTier(tier, f.Tier)
		}
		if x.Branch {
			tier = resolve.WeakerTier(tier, graph.Heuristic)
		}
		d := arg.Referent().Def
		if x.Call.Route.Verb == model.OfMethods && d > resolve.None &&
			r.Table.Def(d).Kind.IsType() {
			r.addMethods(at, x.Library, x.Call.Route, on, r.Table.Canon[d], tier)
			continue
		}
		r.add(at, x.Library, x.Call.Route, on, h, tier)
	}
}

// routerOf returns the object of a library whose member a router is.
//
//	app.router
func (r *router) routerOf(x eval.Expr) eval.Expr {
	for x.Kind == parse.ExprMember && x.Referent().Def == resolve.None {
		of := x.Sub(x.Recv)
		if len(r.m.Objects(of)) == 0 || r.m.Objects(of)[0].Type == "" && of.Kind == parse.ExprName && r.m.ExternalName(of) != "" {
			break // a member of a module
		}
		x = of
	}
	return x
}

// decorated adds the endpoints of a decorator that is a call on a router.
func (r *router) decorated(x model.Match, d *resolve.Def) {
	route := x.Call.Route
	switch {
	case route.Handler != "" || x.Recv == nil:
	case route.Verb == model.OfMethods && d.Kind.IsType():
		r.addMethods(x.Expr, x.Library, route, r.Prefixes(x.Sub(x.Recv)), d.ID, x.Tier)
	case d.Kind.IsCallable():
		r.add(x.Expr, x.Library, x.Call.Route, r.Prefixes(x.Sub(x.Recv)), eval.Handler{Def: d.ID}, x.Tier)
	}
}

// verbMethods are the names of methods that handle a verb.
var verbMethods = []string{"get", "head", "post", "put", "patch", "delete", "options"}

// addMethods adds the endpoints of a class whose methods are named after verbs.
//
//	class Order(web.View):
//	    async def get(self): ...
func (r *router) addMethods(x eval.Expr, l *model.Library, route *model.Route,
	on []routes.Prefix, class resolve.DefID, tier graph.Tier) {
	seen := map[string]bool{}
	for _, c := range r.Lineage(class) {
		for _, name := range verbMethods {
			for _, id := range r.Table.Own(c, name) {
				verb := strings.ToUpper(name)
				if seen[verb] {
					continue
				}
				seen[verb] = true
				of := *route
				of.Verb, of.VerbArg = verb, ""
				r.add(x, l, &of, on, eval.Handler{Def: id}, tier)
			}
		}
	}
}

// annotated adds the endpoints of an annotation of a method, below the prefixes of its class.
func (r *router) annotated(a model.Annotated) {
	if !a.Of.Kind.IsCallable() {
		return
	}
	on := []routes.Prefix{{Tier: graph.Exact}}
	if class := r.Table.EnclosingType(a.Of.ID); class != resolve.None {
		for _, of := range r.m.AnnotationsOf(class) {
			if g := of.Annotation.Group; g != nil && of.Library == a.Library {
				on = []routes.Prefix{r.prefix(of.Expr, of.Library, g.Prefix)}
			}
		}
	}
	r.add(a.Expr, a.Library, a.Annotation.Route, on, eval.Handler{Def: a.Of.ID}, graph.Exact)
}

// add adds the endpoints of one route on a router with some prefixes.
func (r *router) add(x eval.Expr, l *model.Library, route *model.Route, on []routes.Prefix, h eval.Handler, tier graph.Tier) {
	verbs := verbsOf(r.m, x, route.Verb, route.VerbArg, "")
	text := ""
	if arg, ok := route.Path.First(r.Tree, x); ok {
		known := graph.Exact
		if text, known = r.KnownText(arg); known != graph.Exact && !strings.HasPrefix(text, "/") {
			routes.AddUnresolved(r.Tree, arg, verbs...)
			return
		}
		tier = resolve.WeakerTier(tier, known)
	}
	for _, p := range on {
		e := routes.Endpoint{Template: routes.Join(p.Text, template(l, text)), Handler: h.Def, Literal: h.Literal,
			At: eval.Place{File: x.In.File, At: x.At}, Choice: routes.Choice{InOrder: l.FirstMatch}, Tier: resolve.WeakerTier(p.Tier, tier)}
		for _, e.Verb = range verbs {
			r.found = append(r.found, e)
		}
	}
}
