// Package rails finds the routes of Ruby on Rails: config/routes.rb and the files that it draws.
//
//	rails.go      the framework; controllers and actions
//	draw.go       scopes, resources and concerns
//	paths.go      patterns of paths
//	tests.go      requests of tests
//
// The models of Active Record, and their uses:
//
//	records.go     models and their tables; queries
//	writes.go      what methods of objects write
//	attributes.go  columns as fields of models; the model of an expression
//	names.go       declarations, queries and calls that name attributes
//	bare.go        attributes that methods of a model read without a receiver
//
// The jobs, in jobs.go, which calls enqueue.
package rails

import (
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Rails.
func Framework() routes.Framework { return framework{} }

type framework struct{}

const family = "ruby"

// Sites requests the sites of the files with routes.
func (framework) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && isRoutes(src.Path) {
		return parse.AllSites
	}
	return parse.NoSites
}

// isRoutes reports whether a file may have routes, of an application or an engine.
func isRoutes(p string) bool {
	dir := path.Base(path.Dir(p))
	return path.Base(p) == "routes.rb" && (dir == "config" || dir == ".") ||
		strings.Contains("/"+p, "/config/routes/")
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t, calls: map[*resolve.File][]eval.Expr{}}
	for x := range t.Family(family) {
		if isRoutes(x.In.File.Path) && !x.In.File.Test {
			x.Walk(func(e *parse.Expr) {
				if e.Kind == parse.ExprCall {
					r.calls[x.In.File] = append(r.calls[x.In.File], x.Sub(e))
				}
			})
		}
	}
	r.findClasses()
	for _, f := range t.Table.Files {
		list := r.calls[f]
		slices.SortStableFunc(list, func(a, b eval.Expr) int { return int(a.At) - int(b.At) })
		for _, x := range list {
			if block, ok := blockOf(x); ok && x.Text == "draw" {
				r.run(within(list, block), scope{})
			}
		}
	}
	return r.found
}

// A reader collects the endpoints of a tree.
type reader struct {
	*eval.Tree
	calls   map[*resolve.File][]eval.Expr // by position
	classes map[string][]resolve.DefID    // by the key of their full names
	drawn   int                           // nested draws and concerns
	steps   int                           // calls and routes that were read
	found   []routes.Endpoint
}

// findClasses finds the classes that may be controllers.
func (r *reader) findClasses() {
	r.classes = map[string][]resolve.DefID{}
	for _, f := range r.Table.Files {
		if len(r.calls) == 0 || f.Family != family || f.Test {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Kind == graph.KindClass && strings.HasSuffix(d.Name, "Controller") &&
				r.Table.Canon[d.ID] == d.ID {
				key := classKey(d.Symbol)
				r.classes[key] = append(r.classes[key], d.ID)
			}
		}
	}
}

// classKey makes the names of a class and of a controller equal, whatever acronyms the application
// declares.
//
//	API::V1::UserTagsController    api/v1/user_tags
func classKey(name string) string {
	name = strings.NewReplacer("::", "/", ".", "/", "_", "").Replace(strings.ToLower(name))
	return strings.TrimSuffix(name, "controller")
}

// handler returns the method of an action, or the class of a controller that has no method of that
// name, because its view is all there is to the action.
func (r *reader) handler(controller, action string) (h, class resolve.DefID, tier graph.Tier) {
	list := r.classes[classKey(controller)]
	for _, c := range list {
		for _, base := range r.Lineage(c) {
			for _, d := range r.Table.Own(base, action) {
				if r.Table.Def(d).Kind.IsCallable() {
					return d, c, graph.Exact
				}
			}
		}
	}
	if len(list) > 0 {
		return list[0], resolve.None, graph.Typed
	}
	return resolve.None, resolve.None, graph.Exact
}

// add adds the endpoint of a verb and a pattern; a request to a controller outside the tree is
// handled by the file with the route. The next route handles a request that a guard rejects.
func (r *reader) add(x eval.Expr, verb, pattern, controller, action string, guarded bool) {
	h, class, tier := r.handler(controller, action)
	if h == resolve.None {
		h = x.Def
	}
	for _, template := range templates(pattern) {
		r.steps++
		e := routes.Endpoint{Verb: verb, Template: template, Handler: h,
			At:   eval.Place{File: x.In.File, At: x.At},
			Tier: tier, Choice: routes.Choice{InOrder: true, Head: true},
			Passes: guarded || x.Arg(-1, "constraints") != nil}
		if class != resolve.None && r.Table.Def(h).Outer != class {
			e.Class = class
		}
		r.found = append(r.found, e)
	}
}

// blockOf returns the block of a call.
func blockOf(x eval.Expr) (parse.Range, bool) {
	for i := range x.Args {
		if a := &x.Args[i]; a.Name == "&" && a.Value.Kind == parse.ExprLambda {
			return a.Value.Body, true
		}
	}
	return parse.Range{}, false
}

// within lists the calls in a range.
func within(calls []eval.Expr, in parse.Range) []eval.Expr {
	after := func(x eval.Expr, at uint32) int { return int(x.At) - int(at) }
	from, _ := slices.BinarySearchFunc(calls, in.Start, after)
	to, _ := slices.BinarySearchFunc(calls, in.End, after)
	return calls[from:max(from, to)]
}
