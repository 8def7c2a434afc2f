// Package plumber finds the endpoints of plumber, an R library: annotated functions,
// and handlers that are passed to a router.
//
//	#* @get /orders/<id:int>
//	function(id) find_order(id)
//
//	pr() |> pr_get("/orders", list_orders) |> pr_mount("/admin", plumb("admin.R"))
package plumber

import (
	"path"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of plumber.
func Framework() routes.Framework { return framework{&head} }

type framework struct{ *interest.Head }

const family = "r"

// names are words that name the library.
var names = []string{"plumber", "plumb(", "pr_get", "pr_post", "pr_put", "pr_delete", "pr_handle",
	"pr_mount"}

// head requests the sites of the files that may declare endpoints.
var head = interest.Head{Languages: []string{family}, Names: names,
	Words: append([]string{"@get", "@post", "@put", "@delete", "@patch", "@head", "@options"},
		names...)}

// verbs are those of annotations and, after pr_, of functions that add a handler.
var verbs = map[string]bool{"get": true, "post": true, "put": true, "delete": true, "patch": true,
	"head": true, "options": true, "use": false}

// Endpoints lists the endpoints of the tree.
//
// The endpoints of a file are below the path that it is mounted on. A file that is not
// mounted is assumed to be the main one.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	mounts := mountedFiles(t)
	var out []routes.Endpoint
	add := func(e routes.Endpoint, template string) {
		for _, prefix := range mounts[e.At.File.Path] {
			e.Template = join(prefix, template)
			out = append(out, e)
		}
		if len(mounts[e.At.File.Path]) == 0 {
			e.Template = join("", template)
			out = append(out, e)
		}
	}
	t.EachAttribute(family, func(of *resolve.Def, x eval.Expr) {
		if arg := x.Arg(0, ""); verbs[x.Text] && arg != nil && arg.Kind == parse.ExprString {
			add(routes.Endpoint{Verb: strings.ToUpper(x.Text), Handler: of.ID,
				At: eval.Place{File: x.In.File, At: x.At}, Tier: graph.Exact}, arg.Text)
		}
	})
	t.EachCall(family, func(x eval.Expr) {
		verb, found := strings.CutPrefix(x.Text, "pr_")
		if !found || !verbs[verb] {
			return
		}
		at, handler := x.Arg(1, "path"), x.Arg(2, "handler")
		if at == nil || handler == nil {
			return
		}
		template, tier := t.KnownText(x.Sub(at))
		h := handlerOf(t, x, x.Sub(handler))
		if h.Def != resolve.None {
			add(routes.Endpoint{Verb: strings.ToUpper(verb), Handler: h.Def, Literal: h.Literal,
				At: eval.Place{File: x.In.File, At: x.At}, Tier: tier}, template)
		}
	})
	return out
}

// handlerOf returns the handler that is passed to a call: a function by its name, or a
// literal.
func handlerOf(t *eval.Tree, call, x eval.Expr) eval.Handler {
	if x.Kind == parse.ExprLambda {
		return t.Registered(call, t.HandlerOf(x))
	}
	return eval.Handler{Def: x.Referent().Def}
}

// mountedFiles maps files to the paths that they are mounted on.
//
//	pr_mount(pr, "/admin", plumb("admin.R"))
func mountedFiles(t *eval.Tree) map[string][]string {
	out := map[string][]string{}
	t.EachCall(family, func(x eval.Expr) {
		at, sub := x.Arg(1, "path"), x.Arg(2, "router")
		if x.Text == "mount" { // pr$mount("/admin", plumb("admin.R"))
			at, sub = x.Arg(0, "path"), x.Arg(1, "router")
		}
		if x.Text != "pr_mount" && x.Text != "mount" || at == nil || sub == nil {
			return
		}
		for sub.Kind == parse.ExprCall && len(sub.Args) > 0 && sub.Text != "plumb" && sub.Text != "pr" {
			sub = &sub.Args[0].Value
		}
		file := sub.Arg(0, "file")
		if file == nil || file.Kind != parse.ExprString || at.Kind != parse.ExprString {
			return
		}
		for dir := path.Dir(x.In.File.Path); ; dir = path.Dir(dir) {
			if full := path.Join(dir, file.Text); t.Table.ByPath[full] != nil {
				out[full] = append(out[full], at.Text)
				return
			}
			if dir == "." || dir == "/" {
				return
			}
		}
	})
	return out
}

// join prepends a prefix to a template, and converts its parameters to braces.
//
//	/orders/<id:int>    // /orders/{id:int}
func join(prefix, template string) string {
	template = strings.NewReplacer("<", "{", ">", "}").Replace(template)
	full := strings.TrimSuffix(prefix, "/") + "/" + strings.TrimPrefix(template, "/")
	if full != "/" {
		full = strings.TrimSuffix(full, "/")
	}
	return full
}
