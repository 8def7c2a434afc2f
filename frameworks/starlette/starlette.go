// Package starlette finds the endpoints of Starlette: the route lists with which
// applications and routers are created, including mounted ones.
package starlette

import (
	"strconv"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Starlette.
func Framework() routes.Framework { return framework{&head} }

type framework struct{ *interest.Head }

const family = "python"

// head requests the sites of the files that name the library.
var head = interest.Head{Languages: []string{family}, Words: []string{"starlette"}}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t, mounted: map[*parse.Expr]bool{}}
	var made []eval.Expr
	for x := range t.Family(family) {
		if x.In.File.Test {
			continue
		}
		x.Walk(func(e *parse.Expr) {
			if c := x.Sub(e); e.Kind == parse.ExprCall && kindOf(t.ExternalName(c)) != "" {
				made = append(made, c)
			}
		})
	}
	for _, x := range made { // to find out which ones others mount
		r.made(x, place{}, 0)
	}
	mounted := r.mounted
	r.mounted, r.found = map[*parse.Expr]bool{}, nil
	for _, x := range made {
		if mounted[x.Expr] {
			continue
		}
		switch kindOf(t.ExternalName(x)) {
		case "Starlette":
			r.made(x, place{tier: graph.Exact}, 0)
		case "Router":
			r.made(x, place{tier: graph.Heuristic}, 0)
		}
	}
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Tree
	found   []routes.Endpoint
	mounted map[*parse.Expr]bool // creations of applications and routers that others mount
}

// A place is where an application is mounted.
type place struct {
	prefix string
	on     string // identifies the list of routes
	tier   graph.Tier
}

// maxDepth bounds nested mounts.
const maxDepth = 20

// kindOf returns the last component of the name of a library class that defines routes;
// empty for other names.
func kindOf(full string) string {
	if !strings.HasPrefix(full, "starlette.") {
		return ""
	}
	switch last := full[strings.LastIndexByte(full, '.')+1:]; last {
	case "Starlette", "Router", "Route", "Mount", "Host":
		return last
	}
	return ""
}

// made adds the endpoints of an application or a router, given the call that creates
// it.
func (r *reader) made(x eval.Expr, at place, depth int) {
	i := 0 // of Router(routes)
	if kindOf(r.ExternalName(x)) == "Starlette" {
		i = 1
	}
	if list := x.Arg(i, "routes"); list != nil {
		r.routes(x.Sub(list), at, depth+1)
	}
}

// routes adds the endpoints of a list of routes, or of one.
func (r *reader) routes(x eval.Expr, at place, depth int) {
	if depth > maxDepth {
		return
	}
	for _, v := range r.Evaluate(x) {
		switch v.Kind {
		case parse.ExprList:
			at.on = strconv.Itoa(int(v.At))
			for i := range v.Args {
				r.routes(v.Sub(&v.Args[i].Value), at, depth+1)
			}
		case parse.ExprCall:
			switch kindOf(r.ExternalName(v)) {
			case "Route":
				r.route(v, at)
			case "Mount":
				r.mount(v, at, depth)
			}
		}
	}
}

// mount adds the endpoints of Mount(path, app or routes).
func (r *reader) mount(x eval.Expr, at place, depth int) {
	path := x.Arg(0, "path")
	if path == nil {
		return
	}
	text, tier := r.KnownText(x.Sub(path))
	at = place{routes.Join(at.prefix, text), "", resolve.WeakerTier(at.tier, tier)}
	if list := x.Arg(-1, "routes"); list != nil {
		r.routes(x.Sub(list), at, depth+1)
	}
	if app := x.Arg(1, "app"); app != nil {
		for _, v := range r.Evaluate(x.Sub(app)) {
			if v.Kind == parse.ExprCall && kindOf(r.ExternalName(v)) != "" {
				r.mounted[v.Expr] = true
				r.made(v, at, depth+1)
			}
		}
	}
}

// route adds the endpoints of Route(path, endpoint).
func (r *reader) route(x eval.Expr, at place) {
	path, endpoint := x.Arg(0, "path"), x.Arg(1, "endpoint")
	if path == nil || endpoint == nil {
		return
	}
	text, ok := r.Text(x.Sub(path))
	d := x.Sub(endpoint).Referent().Def
	if d == resolve.None {
		return
	}
	if !ok {
		routes.AddUnresolved(r.Tree, x.Sub(path), routes.Any)
		return
	}
	if r.Table.Def(d).Kind.IsType() {
		first := len(r.found)
		for _, m := range routes.VerbMethods(r.Tree, r.Table.Canon[d]) {
			r.add([]string{m.Verb}, m.Def, x, text, at)
		}
		routes.SetClass(r.Table.Canon[d], r.found[first:])
		return
	}
	verbs := []string{"GET"}
	if methods := x.Arg(2, "methods"); methods != nil {
		if verbs, ok = r.Texts(x.Sub(methods)); !ok {
			return
		}
	}
	r.add(verbs, d, x, text, at)
}

// choice is that of the routers of Starlette.
var choice = routes.Choice{InOrder: true, Strict: true, Head: true, Redirects: routes.RedirectsAll, Refuses: true, Rest: routes.RestSlash}

func (r *reader) add(verbs []string, handler resolve.DefID, x eval.Expr, path string, at place) {
	for _, v := range verbs {
		r.found = append(r.found, routes.Endpoint{Verb: strings.ToUpper(v), Handler: handler,
			Template: routes.Join(at.prefix, path), Tier: at.tier, Choice: choice, Slash: routes.SlashOf(path),
			On: at.on,
			At: eval.Place{File: x.In.File, At: x.At}})
	}
}
