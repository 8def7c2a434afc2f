package typescript

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/parse"
)

// Framework returns the rules of these libraries.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

const family = "typescript"

// A library describes the methods of one library's routers, by name.
type library struct {
	modules []string // modules that export its routers
	// groups are methods that make a router under the path that is their first argument
	groups map[string]bool
	mounts string // the method that mounts routers, possibly preceded by a path
	shifts string // the method that puts a path before all routes of its router
	inside string // the method that returns a router's middleware, to be mounted
	within string // the module whose function puts an application under a path, to be mounted
	// plugins is the method that takes a plugin function, whose parameter is a router;
	// an option has the path.
	plugins string
	choice  routes.Choice
	// next is the number of parameters of a handler that may pass a request on; 0 if none
	// does.
	next     int
	optional bool // braces mark optional parts: /orders{/:id}
	one      bool // an asterisk before the end matches one segment
	doubled  bool // :: escapes a colon
	lists    bool // on takes verbs, paths and handlers
}

// libraries are the supported libraries.
var libraries = []*library{
	{modules: []string{"express"}, groups: set("route"), mounts: "use", optional: true,
		choice: routes.Choice{InOrder: true, Head: true, Rest: routes.RestSome}, next: 3},
	{modules: []string{"koa", "@koa/router", "koa-router"}, groups: set("prefix"), mounts: "use",
		shifts: "prefix", inside: "routes", within: "koa-mount", optional: true,
		choice: routes.Choice{InOrder: true, Strict: true, Appended: true, Head: true, Rest: routes.RestSome}, next: 2},
	{modules: []string{"hono", "@hono/zod-openapi"}, groups: set("basePath"), mounts: "route",
		choice: routes.Choice{InOrder: true, Strict: true, Head: true, Rest: routes.RestPlain}, next: 2, one: true, lists: true},
	{modules: []string{"fastify"}, plugins: "register", doubled: true,
		choice: routes.Choice{Strict: true, Head: true, Rest: routes.RestSlash, Empty: true}},
}

func set(names ...string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}

// verbs are the methods that register an endpoint for one verb.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE",
	"del": "DELETE", "patch": "PATCH", "head": "HEAD", "options": "OPTIONS", "all": routes.Any}

// libraryOf returns the library that an external full name belongs to, or nil.
func libraryOf(full string) *library {
	for _, l := range libraries {
		for _, m := range l.modules {
			if isOf(full, m) {
				return l
			}
		}
	}
	return nil
}

// isOf reports whether a full name is that of a module or of something in it.
func isOf(full, module string) bool {
	rest, ok := strings.CutPrefix(full, module)
	return ok && (rest == "" || rest[0] == '.')
}

// frameworkHead requests the sites of files that make routers, or receive one, and of those
// with constants that may be prefixes.
var frameworkHead = interest.Head{Languages: []string{"typescript", "javascript"},
	Words: []string{"express", "fastify", "Fastify", "koa", "hono", "outer", "ontroller",
		".route(", "refix:", "PREFIX", "asePath",
		"app.get(", "app.post(", "app.put(", "app.patch(", "app.delete(", "app.use("}}

// Named reports whether a file imports one of the libraries.
func (framework) Named(_ string, src parse.Source) bool {
	for _, l := range libraries {
		for _, m := range l.modules {
			if src.Contains(`"`+m+`"`) || src.Contains("'"+m+"'") {
				return true
			}
		}
	}
	return false
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	if !t.ImportsAny(family, func(module string) bool { return libraryOf(module) != nil }) {
		return nil // get, all and delete are names of many methods
	}
	r := newReader(t)
	t.EachCall(family, r.call)
	return r.found
}

// maxOptional bounds the optional parts of a path.
const maxOptional = 4

// templates expands a path in the syntax of a library into templates: one with and one
// without each optional part.
//
//	/orders{/:id}/lines    /orders/{id}/lines, /orders/lines
func (l *library) templates(path string) []string {
	if l == nil {
		return []string{routes.Colons(path)}
	}
	if l.doubled {
		path = strings.ReplaceAll(path, "::", colon)
	}
	if last := strings.LastIndexByte(path, '/'); l.one && last > 0 {
		path = strings.ReplaceAll(path[:last]+"/", "/*/", "/:_/") + path[last+1:]
	}
	out := []string{path}
	for range maxOptional {
		if !l.optional || !strings.Contains(out[0], "{") {
			break
		}
		var next []string
		for _, p := range out {
			next = append(next, withAndWithout(p)...)
		}
		out = next
	}
	for i := range out {
		out[i] = strings.ReplaceAll(routes.Colons(out[i]), colon, ":")
	}
	return out
}

// colon is a placeholder for a colon that does not begin a parameter.
const colon = "\x01"

// withAndWithout returns a path with and without its first optional part in braces.
func withAndWithout(path string) []string {
	open := strings.IndexByte(path, '{')
	if open < 0 {
		return []string{path}
	}
	depth := 0
	for i := open; i < len(path); i++ {
		switch path[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return []string{path[:open] + path[open+1:i] + path[i+1:], path[:open] + path[i+1:]}
			}
		}
	}
	return []string{path}
}
