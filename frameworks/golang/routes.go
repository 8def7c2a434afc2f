package golang

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

// Framework returns the rules of the libraries of Go whose rows describe routers, and of huma.
func Framework(libs []*model.Library) routes.Framework {
	f := framework{registering: map[string]bool{"Register": true}}
	for name := range humaVerbs {
		f.registering[name] = true
	}
	for name := range lasts {
		f.registering[name] = true
	}
	for _, l := range model.Of(libs, "go", isRouting) {
		lib := newLibrary(l)
		f.Libraries, f.routers = append(f.Libraries, l), append(f.routers, lib)
		for name := range lib.routes {
			f.registering[name] = true
		}
		for name := range lib.files {
			f.registering[name] = true
		}
	}
	return f
}

func isRouting(e *model.Effect) bool { return e.Route != nil || e.Group != nil || e.Mount != nil }

type framework struct {
	model.SiteReader
	routers     []*library
	registering map[string]bool // the names of all methods that map a handler
}

// A library is a row of routers, with its calls by the names of the functions and methods.
type library struct {
	*model.Library
	routes map[string]*model.Call
	groups map[string]*model.Group
	mounts map[string]*model.Mount
	choice routes.Choice
	files  map[string]bool
}

func newLibrary(l *model.Library) *library {
	out := &library{l, map[string]*model.Call{}, map[string]*model.Group{}, map[string]*model.Mount{},
		routes.Choice{InOrder: l.FirstMatch}, files[l.Modules[0]]}
	if choice, ok := choices[l.Modules[0]]; ok {
		out.choice = choice
	}
	for i := range l.Calls {
		c := &l.Calls[i]
		for _, name := range slices.Concat(c.Method, c.Function) {
			switch {
			case c.Route != nil:
				out.routes[name] = c
			case c.Group != nil:
				out.groups[name] = c.Group
			case c.Mount != nil:
				out.mounts[name] = c.Mount
			}
		}
	}
	return out
}

const (
	// netHTTP matches all paths below a path that ends with a slash, unless {$} follows.
	netHTTP = "net/http"
	// gorilla describes a route by a chain of calls, the last of which takes the handler.
	gorilla = "github.com/gorilla/mux"
)

// libraryOf returns the library of a package path, or nil.
func (f *framework) libraryOf(path string) (lib *library, module string) {
	for _, l := range f.routers {
		for _, module := range l.Modules {
			rest, ok := strings.CutPrefix(path, module)
			if ok && (rest == "" || rest[0] == '.' || strings.HasPrefix(rest, "/v")) {
				return l, module
			}
		}
	}
	return nil, ""
}

// Sites requests the sites of the files that import one of the libraries.
func (f framework) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != "go" {
		return parse.NoSites
	}
	for _, l := range f.routers {
		for _, module := range l.Modules {
			if src.Contains(`"`+module) && (l.Needs == nil || src.ContainsAny(l.Needs)) {
				return parse.AllSites
			}
		}
	}
	if src.Contains(`"` + huma) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Endpoints lists the endpoints of the tree.
func (f framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := newReader(t, &f)
	t.EachCall("go", r.call)
	r.found = r.withoutMountings()
	takeRest(r.found)
	return r.found
}

// takeRest limits the endpoints of echo whose last parameter matches the rest of the path to
// those without a route below them.
//
//	e.GET("/users/:id", show)    /users/7/orders, unless there is /users/:id/orders
func takeRest(found []routes.Endpoint) {
	below := map[string]bool{} // paths, with what precedes a slash of a longer one
	for i := range found {
		name := routes.Name(found[i].Template)
		if found[i].Slash == routes.WithSlash {
			name += "/"
		}
		for at := range len(name) {
			if name[at] == '/' {
				below[name[:at]] = true
			}
		}
	}
	for i := range found {
		e := &found[i]
		name := routes.Name(e.Template)
		e.Choice.Tail = e.Choice.Tail && strings.HasSuffix(name, "{}") && !below[name]
	}
}

// files are the methods that serve files under a path, and whether they are those of a
// folder, by the package path of the router.
var files = map[string]map[string]bool{
	"github.com/gin-gonic/gin": {"Static": true, "StaticFS": true, "StaticFile": false, "StaticFileFS": false},
}

// choices are the choices of routers by package path. Those of other libraries follow from
// their rows.
var choices = map[string]routes.Choice{
	"github.com/gin-gonic/gin": {Strict: true, Redirects: routes.RedirectsAll, Eager: true, Stuck: true},
	"github.com/go-chi/chi":    {Strict: true, Replaces: true, Rest: routes.RestSlash},
	"github.com/labstack/echo": {Strict: true, Replaces: true, Rest: routes.RestSlash, Tail: true},
	"github.com/gofiber/fiber": {InOrder: true, Head: true},
	gorilla:                    {InOrder: true, Strict: true, Rest: routes.RestSlash},
	netHTTP:                    {Strict: true, Head: true, Redirects: routes.RedirectsAdd, Rest: routes.RestRedirect},
}

// call adds the endpoint that a call maps, if it maps one.
func (r *reader) call(x eval.Expr) {
	if x.Recv == nil || len(x.Args) == 0 || !r.registering[x.Expr.Text] || r.humaCall(x) {
		return
	}
	lib := r.library(x.Sub(x.Recv))
	if lib == nil {
		return
	}
	if below, ok := lib.files[x.Expr.Text]; ok {
		r.servesFiles(x, lib, below)
		return
	}
	switch {
	case lib.Name == gorilla && lasts[x.Expr.Text]:
		r.built(x, lib)
		return
	case lib.routes[x.Expr.Text] == nil || !r.isOn(x.Sub(x.Recv), lib.routes[x.Expr.Text].On):
		return
	}
	c := lib.routes[x.Expr.Text]
	handler, ok := c.Route.Handler.First(r.Tree, x)
	path, hasPath := c.Route.Path.First(r.Tree, x)
	if !ok || c.Route.Path != "" && (!hasPath || path.Expr == handler.Expr) || len(x.Args) < c.Least {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		m := mapping{router: x.Recv, verbs: r.verbs(x, c.Route), handler: handler.Expr}
		if hasPath {
			m.path = path.Expr
		}
		if given, ok := r.limited[x.Expr]; ok {
			m.verbs = nil
			for i := range given {
				m.verbs = append(m.verbs, r.verb(x.Sub(&given[i].Value))...)
			}
		}
		r.endpoint(x, lib, m, f.Tier)
	}
}

// servesFiles adds the endpoints of a call that serves a file, or all below a folder. The
// definition that calls it is the handler.
func (r *reader) servesFiles(x eval.Expr, lib *library, below bool) {
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		r.endpoint(x, lib, mapping{router: x.Recv, verbs: []string{"GET", "HEAD"}, path: &x.Args[0].Value, below: below}, f.Tier)
	}
}

// verbs lists the verbs that a row states for a call.
func (r *reader) verbs(x eval.Expr, route *model.Route) []string {
	if arg, ok := route.VerbArg.First(r.Tree, x); ok {
		return r.verb(arg)
	}
	if route.Verb == "name" {
		return []string{model.VerbOf(x.Expr.Text)}
	}
	return []string{route.Verb}
}

// isOn reports whether a router may be of one of some types; any is, if the list is empty.
func (r *reader) isOn(x eval.Expr, types []string) bool {
	if len(types) == 0 {
		return true
	}
	if r.types == nil {
		if r.types = model.NewMatcher(r.Tree, r.Libraries, "go", isRouting); r.types == nil {
			return true
		}
	}
	found := r.types.Objects(x)
	return len(found) == 0 || slices.ContainsFunc(found, func(o model.Object) bool {
		return o.Type == "" || slices.Contains(types, o.Type)
	})
}

// verb returns the verb that an argument names: a string, or a constant of net/http.
func (r *reader) verb(x eval.Expr) []string {
	if x.Kind == parse.ExprList {
		var out []string
		for i := range x.Args {
			out = append(out, r.verb(x.Sub(&x.Args[i].Value))...)
		}
		return out
	}
	if name, ok := strings.CutPrefix(r.ExternalName(x), "net/http.Method"); ok {
		return []string{strings.ToUpper(name)}
	}
	if text, ok := r.Text(x); ok {
		return []string{strings.ToUpper(text)}
	}
	var out []string
	for _, v := range r.Evaluate(x) { // a field of a row, which may be such a constant
		if v.Expr != x.Expr {
			out = append(out, r.verb(v)...)
		}
	}
	return out
}

// inBraces writes the parameters of a path in braces, if they are not.
//
//	/users/:id    /users/{id:[0-9]+}
func inBraces(path string) string {
	if at := strings.IndexAny(path, ":{"); at >= 0 && path[at] == '{' {
		return path
	}
	return routes.Colons(path)
}

// A mapping is the set of requests that a call assigns to a handler.
type mapping struct {
	router  *parse.Expr
	verbs   []string
	path    *parse.Expr // nil for the path of the router
	handler *parse.Expr // nil for files
	below   bool        // matches all paths that begin with it
}

// lasts are the gorilla/mux route methods that take the handler.
var lasts = map[string]bool{"Handler": true, "HandlerFunc": true}

// built adds the route that a chain of calls describes.
//
//	r.Methods("GET").Path("/orders/{id}").HandlerFunc(show)    r.PathPrefix("/app/").Handler(spa)
func (r *reader) built(x eval.Expr, lib *library) {
	m := mapping{verbs: []string{routes.Any}, handler: &x.Args[0].Value}
	e := x.Recv
	var methods []parse.ExprArg
	for described := true; described && e.Kind == parse.ExprCall && e.Recv != nil; {
		switch e.Text {
		case "Path", "PathPrefix":
			if len(e.Args) > 0 {
				m.path, m.below = &e.Args[0].Value, e.Text == "PathPrefix"
			}
		case "Methods":
			methods = e.Args
		case "NewRoute", "Name", "Host", "Schemes", "Headers", "HeadersRegexp", "Queries", "MatcherFunc":
		default:
			described = false
			continue
		}
		e = e.Recv
	}
	if m.router = e; m.path == nil && methods == nil {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		if methods != nil {
			m.verbs = nil
			for i := range methods {
				m.verbs = append(m.verbs, r.verb(x.Sub(&methods[i].Value))...)
			}
		}
		r.endpoint(x, lib, m, f.Tier)
	}
}

// template converts a path in the notation of a library, including the suffixes that
// match all paths below it.
//
//	/files/{path...}    /files/{*path}          of net/http
//	/docs/              /docs/{*}
//	/docs/{$}           /docs
func (l *library) template(path string, below bool) string {
	if l.Name == netHTTP {
		if exact, ok := strings.CutSuffix(path, "{$}"); ok {
			return exact
		}
		below = strings.HasSuffix(path, "/")
		if at := strings.LastIndexByte(path, '{'); at >= 0 && strings.HasSuffix(path, "...}") {
			path = path[:at] + "{*" + strings.TrimSuffix(path[at+1:], "...}") + "}"
		}
	}
	if below {
		return routes.Join(inBraces(path), "{*}")
	}
	return inBraces(path)
}

// endpoint adds the endpoints of one call in one frame.
func (r *reader) endpoint(x eval.Expr, lib *library, m mapping, tier graph.Tier) {
	text := ""
	if m.path != nil {
		var known graph.Tier
		text, known = r.KnownText(x.Sub(m.path))
		if known != graph.Exact && !strings.HasPrefix(text, "/") {
			routes.AddUnresolved(r.Tree, x.Sub(m.path), m.verbs...)
			return // only a base path from the configuration may be omitted
		}
		tier = resolve.WeakerTier(tier, known)
	}
	// Since Go 1.22 a pattern of net/http may begin with a verb.
	if verb, rest, ok := strings.Cut(text, " "); ok && strings.HasPrefix(rest, "/") {
		m.verbs, text = []string{verb}, rest
	}
	text = lib.template(text, m.below)
	to, handler := eval.Handler{Def: x.Def}, eval.Expr{}
	if m.handler != nil {
		handler = x.Sub(m.handler)
		to = r.Registered(x, r.handler(handler))
	}
	r.serves(x, x.Sub(m.router), handler)
	for _, p := range r.Prefixes(x.Sub(m.router)) {
		e := routes.Endpoint{Template: routes.Join(p.Text, text), Handler: to.Def,
			Literal: to.Literal, At: eval.Place{File: x.In.File, At: x.At}, Choice: lib.choice,
			On: routes.On(x, x.Sub(m.router)), Slash: routes.SlashOf(text),
			Tier: resolve.WeakerTier(graph.Typed, resolve.WeakerTier(p.Tier, tier))}
		if x.Branch {
			e.Tier = resolve.WeakerTier(e.Tier, graph.Heuristic)
		}
		for _, e.Verb = range m.verbs {
			r.found = append(r.found, e)
		}
	}
}
