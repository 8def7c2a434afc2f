// Package gorouter finds the endpoints of Go programs that route requests with net/http,
// gin, chi, echo, gorilla/mux or fiber.
//
//	gorouter.go  the libraries: by which methods of their routers they are told what
//	flow.go      where a router comes from: groups, parameters, fields, mounts
//	handler.go   what handles requests: within calls that wrap it, in variables, of types
package gorouter

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Framework returns the rules of these libraries.
func Framework() web.Framework { return framework{} }

type framework struct{}

// A library is what the methods of one library's routers mean, by their names.
type library struct {
	path  string            // of its packages; of one version it is followed by /vN
	verbs map[string]string // methods that map the verb of their name
	// methods whose first argument is the verb, and the path the second
	named map[string]bool
	last  bool // the handler is the last argument, after middleware
	// the first route that has a path answers, not the one with most literals
	inOrder bool
	// methods that make a router under the path that is their first argument, and that
	// mount one that is their second
	groups, mounts map[string]bool
	// of a library that clients import, too: words of which files that map handlers have one
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
		out[name] = web.Any
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

// libraries are those that are known.
var libraries = []*library{
	{path: "github.com/gin-gonic/gin", verbs: verbs([]string{"Any"}, true), named: set("Handle"),
		last: true, groups: set("Group")},
	{path: "github.com/go-chi/chi", verbs: verbs([]string{"Handle", "HandleFunc"}, false),
		named: set("Method", "MethodFunc"), groups: set("Route"), mounts: set("Mount")},
	{path: "github.com/labstack/echo", verbs: verbs([]string{"Any"}, true), named: set("Add"),
		groups: set("Group")},
	{path: "github.com/gofiber/fiber", inOrder: true, verbs: verbs([]string{"All"}, false), named: set("Add"),
		last: true, groups: set("Group", "Route"), mounts: set("Mount")},
	{path: "github.com/gorilla/mux", inOrder: true, verbs: map[string]string{"Handle": web.Any,
		"HandleFunc": web.Any}, groups: set("PathPrefix")},
	{path: "net/http", verbs: map[string]string{"Handle": web.Any, "HandleFunc": web.Any},
		words: []string{".Handle", "ServeMux", "ServeHTTP", "ResponseWriter", "http.Server"}},
}

// registering has the names of all methods that map a handler.
var registering = func() map[string]bool {
	out := map[string]bool{}
	for _, l := range libraries {
		for name := range l.verbs {
			out[name] = true
		}
		for name := range l.named {
			out[name] = true
		}
	}
	return out
}()

// libraryOf returns the library that a package path belongs to, nil for none.
func libraryOf(path string) *library {
	for _, l := range libraries {
		rest, ok := strings.CutPrefix(path, l.path)
		if ok && (rest == "" || rest[0] == '.' || strings.HasPrefix(rest, "/v")) {
			return l
		}
	}
	return nil
}

// Sites asks for the sites of the files that import one of the libraries.
func (framework) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang != "go" {
		return parse.NoSites
	}
	for _, l := range libraries {
		if src.Has(`"`+l.path) && (l.words == nil || src.Mentions(l.words)) {
			return parse.AllSites
		}
	}
	return parse.NoSites
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *web.Tree) []web.Endpoint {
	r := newReader(t)
	t.EachCall("go", r.call)
	return r.found
}

// call enters the endpoint that a call maps, if it maps one.
func (r *reader) call(x web.Term) {
	if x.Recv == nil || len(x.Args) < 2 || !registering[x.Expr.Text] {
		return
	}
	lib := r.library(x.Sub(x.Recv))
	if lib == nil {
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
		r.endpoint(x, lib, list, &x.Args[path].Value, &x.Args[handler].Value, f.Tier)
	}
}

// verb is the verb that an argument names: a string, or a constant of net/http.
func (r *reader) verb(x web.Term) []string {
	if name, ok := strings.CutPrefix(r.Outside(x), "net/http.Method"); ok {
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
	return web.Colons(path)
}

// endpoint enters the endpoints of one call in one frame.
func (r *reader) endpoint(x web.Term, lib *library, verbs []string, path, handler *parse.Expr,
	tier graph.Tier) {
	text, known := r.Known(x.Sub(path))
	if known != graph.Exact && !strings.HasPrefix(text, "/") {
		r.LeaveOpen(x.Sub(path), verbs...)
		return // a base path from the configuration may be left out, nothing else
	}
	tier = resolve.Worse(tier, known)
	// Since Go 1.22 a pattern of net/http may begin with a verb.
	if verb, rest, ok := strings.Cut(text, " "); ok && strings.HasPrefix(rest, "/") {
		verbs, text = []string{verb}, rest
	}
	to := r.Registered(x, r.handler(x.Sub(handler)))
	for _, p := range r.Prefixes(x.Sub(x.Recv)) {
		e := web.Endpoint{Template: web.Join(p.Text, inBraces(text)), Handler: to.Def,
			Literal: to.Literal, At: web.Place{File: x.In.File, At: x.At}, InOrder: lib.inOrder,
			Tier: resolve.Worse(graph.Typed, resolve.Worse(p.Tier, tier))}
		if x.Branch {
			e.Tier = resolve.Worse(e.Tier, graph.Heuristic)
		}
		for _, e.Verb = range verbs {
			r.found = append(r.found, e)
		}
	}
}
