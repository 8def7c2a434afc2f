package golang

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of these libraries.
func Framework() routes.Framework { return framework{} }

type framework struct{}

// A library describes the methods of one library's routers, by name.
type library struct {
	path  string            // package path, without the /vN of a version
	verbs map[string]string // methods that map the verb of their name
	// methods whose first argument is the verb, and the path the second
	named map[string]bool
	last  bool // the handler is the last argument, after middleware
	// inOrder is set if the first of several matching routes is used, rather than the
	// one with the most literals.
	inOrder bool
	// groups are the methods that make a router under a path, their first argument;
	// mounts are those that mount a router, their second argument.
	groups, mounts map[string]bool
	// subtrees is set if a path that ends with a slash matches all paths below it,
	// unless {$} follows.
	subtrees bool
	// built is set if a chain of calls may describe a route, the last of which takes
	// the handler
	built bool
	// words, for a library that clients import too, are words one of which is in every
	// file that maps handlers.
	words []string
}

func verbs(any []string, upper bool) map[string]string {
	out := map[string]string{}
	for _, v := range []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "CONNECT",
		"TRACE"} {
		if upper {
			out[v] = v
		} else {
			out[v[:1]+strings.ToLower(v[1:])] = v
		}
	}
	for _, name := range any {
		out[name] = routes.Any
	}
	return out
}

func set(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}

// libraries are the supported libraries.
var libraries = []*library{
	{path: "github.com/gin-gonic/gin", verbs: verbs([]string{"Any"}, true), named: set("Handle"),
		last: true, groups: set("Group")},
	{path: "github.com/go-chi/chi", verbs: verbs([]string{"Handle", "HandleFunc"}, false),
		named: set("Method", "MethodFunc"), groups: set("Route"), mounts: set("Mount")},
	{path: "github.com/labstack/echo", verbs: verbs([]string{"Any"}, true), named: set("Add"),
		groups: set("Group")},
	{path: "github.com/gofiber/fiber", inOrder: true, verbs: verbs([]string{"All"}, false), named: set("Add"),
		last: true, groups: set("Group", "Route"), mounts: set("Mount")},
	{path: "github.com/gorilla/mux", inOrder: true, built: true, verbs: map[string]string{"Handle": routes.Any,
		"HandleFunc": routes.Any}, groups: set("PathPrefix")},
	{path: "net/http", subtrees: true, verbs: map[string]string{"Handle": routes.Any, "HandleFunc": routes.Any},
		words: []string{".Handle", "ServeMux", "ServeHTTP", "ResponseWriter", "http.Server"}},
}

// registering holds the names of all methods that map a handler.
var registering = func() map[string]bool {
	out := map[string]bool{"Register": true}
	for name := range humaVerbs {
		out[name] = true
	}
	for _, l := range libraries {
		for name := range l.verbs {
			out[name] = true
		}
		for name := range l.named {
			out[name] = true
		}
	}
	for name := range lasts {
		out[name] = true
	}
	return out
}()

// libraryOf returns the library of a package path, or nil.
func libraryOf(path string) *library {
	for _, l := range libraries {
		rest, ok := strings.CutPrefix(path, l.path)
		if ok && (rest == "" || rest[0] == '.' || strings.HasPrefix(rest, "/v")) {
			return l
		}
	}
	return nil
}

// Sites requests the sites of the files that import one of the libraries.
func (framework) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != "go" {
		return parse.NoSites
	}
	for _, l := range libraries {
		if src.Contains(`"`+l.path) && (l.words == nil || src.ContainsAny(l.words)) {
			return parse.AllSites
		}
	}
	if src.Contains(`"` + huma) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := newReader(t)
	t.EachCall("go", r.call)
	return r.found
}

// call adds the endpoint that a call maps, if it maps one.
func (r *reader) call(x eval.Expr) {
	if x.Recv == nil || len(x.Args) == 0 || !registering[x.Expr.Text] || r.humaCall(x) {
		return
	}
	lib := r.library(x.Sub(x.Recv))
	switch {
	case lib == nil:
		return
	case lib.built && lasts[x.Expr.Text]:
		r.built(x, lib)
		return
	case len(x.Args) < 2:
		return
	}
	verb, isVerb := lib.verbs[x.Expr.Text]
	path, handler := 0, 1
	if lib.named[x.Expr.Text] {
		path, handler = 1, 2
	} else if !isVerb {
		return
	}
	if lib.last {
		handler = len(x.Args) - 1
	}
	if handler >= len(x.Args) {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		list := []string{verb}
		if path == 1 {
			list = r.verb(x.Sub(&x.Args[0].Value))
		}
		if given, ok := r.limited[x.Expr]; ok {
			list = nil
			for i := range given {
				list = append(list, r.verb(x.Sub(&given[i].Value))...)
			}
		}
		r.endpoint(x, lib, mapping{x.Recv, list, &x.Args[path].Value, &x.Args[handler].Value, false}, f.Tier)
	}
}

// verb returns the verb that an argument names: a string, or a constant of net/http.
func (r *reader) verb(x eval.Expr) []string {
	if name, ok := strings.CutPrefix(r.ExternalName(x), "net/http.Method"); ok {
		return []string{strings.ToUpper(name)}
	}
	if text, ok := r.Text(x); ok {
		return []string{strings.ToUpper(text)}
	}
	return nil
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
	handler *parse.Expr
	below   bool // matches all paths that begin with it
}

// lasts are the gorilla/mux route methods that take the handler.
var lasts = set("Handler", "HandlerFunc")

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
	if l.subtrees {
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
	to := r.Registered(x, r.handler(x.Sub(m.handler)))
	for _, p := range r.Prefixes(x.Sub(m.router)) {
		e := routes.Endpoint{Template: routes.Join(p.Text, text), Handler: to.Def,
			Literal: to.Literal, At: eval.Place{File: x.In.File, At: x.At}, InOrder: lib.inOrder,
			Tier: resolve.WeakerTier(graph.Typed, resolve.WeakerTier(p.Tier, tier))}
		if x.Branch {
			e.Tier = resolve.WeakerTier(e.Tier, graph.Heuristic)
		}
		for _, e.Verb = range m.verbs {
			r.found = append(r.found, e)
		}
	}
}
