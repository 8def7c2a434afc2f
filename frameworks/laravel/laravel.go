// Package laravel finds the routes of Laravel: calls of the facade Route in the files of routes,
// in groups of their function literals and of the files that groups load.
//
//	laravel.go    the framework; files and groups
//	routes.go     routes, resources and their handlers
//	tests.go      requests of tests
//
// The models of Eloquent, and their uses:
//
//	eloquent.go    models and their tables; queries
//	writes.go      what methods of objects write
//	columns.go     columns by the migrations
//	attributes.go  columns as fields of models, and what names them
//
// The messages, in jobs.go: jobs, events and their listeners.
package laravel

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Laravel.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

const family = "php"

// frameworkHead requests the sites of the files that register routes.
var frameworkHead = interest.Head{Languages: []string{family},
	Words: []string{"Route::", "withRouting(", "loadRoutesFrom("},
	Names: []string{"Illuminate\\", "Laravel\\", "Route::"}}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Callers: t.CallersOf(family), loaded: map[*resolve.File][]group{}}
	var files []*resolve.File
	chains := map[*resolve.File][]chain{}
	for x := range t.Family(family) {
		f := x.In.File
		if f.Test {
			continue
		}
		c := chainOf(x)
		if c == nil {
			continue
		}
		if len(chains[f]) == 0 {
			files = append(files, f)
		}
		chains[f] = append(chains[f], c)
	}
	for range maxLoads { // files that load files
		before := len(r.loaded)
		for _, f := range files {
			r.load(f, chains[f])
		}
		if len(r.loaded) == before {
			break
		}
	}
	for _, f := range files {
		r.read(f, chains[f])
	}
	return r.found
}

// maxLoads bounds the depth of files that load other files.
const maxLoads = 4

// A reader collects the endpoints of a tree.
type reader struct {
	*eval.Callers
	loaded map[*resolve.File][]group // the groups around files of routes
	found  []routes.Endpoint
}

// A chain is a call chain on the facade Route, in the order of its calls.
//
//	Route::middleware("web")->prefix("admin")->group(…)
type chain []eval.Expr

// chainOf returns the chain that an expression is, or nil.
func chainOf(x eval.Expr) chain {
	var out chain
	for e := x.Expr; e.Kind == parse.ExprCall; e = e.Recv {
		out = append(out, x.Sub(e))
		if e.Recv == nil {
			return nil
		}
		if of := e.Recv; of.Kind == parse.ExprName {
			if last := of.Text[strings.LastIndexByte(of.Text, '\\')+1:]; last != "Route" {
				return nil
			}
			slices.Reverse(out)
			return out
		}
	}
	return nil
}

// A group has the properties of a route that the enclosing calls determine.
type group struct {
	body       parse.Range
	outer      int // the number of the group around it in its file, or -1
	prefix     string
	namespace  string // of controllers that are named by strings
	controller eval.Expr
	known      bool // whether there is a controller
	guarded    bool // whether the host or a pattern decides about the routes
}

// arrange applies the calls of a chain before its last one that matters to a group.
func (r *reader) arrange(c chain, in group) group {
	for _, x := range c {
		switch x.Text {
		case "prefix":
			in.prefix = routes.Join(in.prefix, r.text(x, 0))
		case "namespace":
			in.namespace = r.text(x, 0)
		case "domain", "where", "whereNumber", "whereUuid":
			in.guarded = true
		case "controller":
			if len(x.Args) > 0 {
				in.controller, in.known = x.Sub(&x.Args[0].Value), true
			}
		case "group":
			if len(x.Args) == 2 && x.Args[0].Value.Kind == parse.ExprMap {
				of := x.Sub(&x.Args[0].Value)
				if p := of.Arg(-1, "prefix"); p != nil {
					in.prefix = routes.Join(in.prefix, r.TextWithHoles(x.Sub(p)))
				}
				if p := of.Arg(-1, "namespace"); p != nil {
					in.namespace, _ = r.Text(x.Sub(p))
				}
				if p := of.Arg(-1, "controller"); p != nil {
					in.controller, in.known = x.Sub(p), true
				}
			}
		}
	}
	return in
}

// text returns an argument, with holes for what is not known.
func (r *reader) text(x eval.Expr, i int) string {
	if arg := x.Arg(i, ""); arg != nil {
		return r.TextWithHoles(x.Sub(arg))
	}
	return ""
}

// load finds the files that the groups of a file load.
//
//	Route::prefix("api")->group(base_path("routes/api.php"))
func (r *reader) load(f *resolve.File, chains []chain) {
	groups := r.groups(f, chains)
	for _, c := range chains {
		x := c[len(c)-1]
		if x.Text != "group" || len(x.Args) == 0 {
			continue
		}
		last := x.Args[len(x.Args)-1].Value
		name := ""
		last.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprString && strings.HasSuffix(e.Text, ".php") {
				name = strings.TrimPrefix(strings.ReplaceAll(e.Text, eval.Hole, ""), "{}")
			}
		})
		if name == "" {
			continue
		}
		g := r.arrange(c, at(groups, around(groups, x)))
		for _, dir := range []string{path.Dir(f.Path), r.root(f), path.Join(r.root(f), "routes")} {
			if to := r.Table.ByPath[path.Join(dir, name)]; to != nil && to != f {
				g.body = parse.Range{}
				if !slices.ContainsFunc(r.loaded[to],
					func(x group) bool { return x.prefix == g.prefix }) {
					r.loaded[to] = append(r.loaded[to], g)
				}
				break
			}
		}
	}
}

// root returns the folder of the application of a file: the one above app, bootstrap or routes, or
// else the tree.
func (r *reader) root(f *resolve.File) string {
	for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
		switch path.Base(dir) {
		case "app", "bootstrap", "routes":
			return path.Dir(dir)
		}
		if dir == "." || dir == "/" {
			return "."
		}
	}
}

// outermost returns the groups around the routes of a file: those that load it, or the prefix of
// the framework itself for routes/api.php.
func (r *reader) outermost(f *resolve.File) []group {
	if list := r.loaded[f]; len(list) > 0 {
		return list
	}
	if strings.HasSuffix("/"+f.Path, "/routes/api.php") {
		return []group{{prefix: "/api"}}
	}
	return []group{{}}
}

// groups lists the groups of a file, with the prefixes of those around them, but without those of
// its file.
func (r *reader) groups(f *resolve.File, chains []chain) []group {
	var out []group
	for _, c := range chains {
		x := c[len(c)-1]
		if x.Text != "group" || len(x.Args) == 0 {
			continue
		}
		if last := &x.Args[len(x.Args)-1].Value; last.Kind == parse.ExprLambda {
			outer := around(out, x)
			g := r.arrange(c, at(out, outer))
			g.body, g.outer = last.Body, outer
			out = append(out, g)
		}
	}
	return out
}

// around returns the number of the innermost group around a call, or -1; chains, and so groups, are
// sorted by position.
func around(groups []group, x eval.Expr) int {
	i, _ := slices.BinarySearchFunc(groups, x.At, func(g group, at uint32) int {
		return cmp.Compare(g.body.Start, at+1) // one that starts at the call is before it
	})
	for i--; i >= 0 && !groups[i].body.Contains(x.At); {
		i = groups[i].outer
	}
	return i
}

// at returns the group of a number, or that of a file.
func at(groups []group, i int) group {
	if i < 0 {
		return group{}
	}
	return groups[i]
}

// read adds the routes of a file.
func (r *reader) read(f *resolve.File, chains []chain) {
	groups := r.groups(f, chains)
	for _, c := range chains {
		for _, outer := range r.outermost(f) {
			in := at(groups, around(groups, c[len(c)-1]))
			in.prefix = routes.Join(outer.prefix, in.prefix)
			in.guarded = in.guarded || outer.guarded
			if in.namespace == "" {
				in.namespace = outer.namespace
			}
			if !in.known {
				in.controller, in.known = outer.controller, outer.known
			}
			last := c[len(c)-1]
			for _, frame := range r.FramesAt(last) { // one for each element of the loops around it
				inFrame := slices.Clone(c)
				for i := range inFrame {
					inFrame[i].Env = frame.Env
				}
				r.route(inFrame, r.arrangeBefore(inFrame, in))
			}
		}
	}
}

// arrangeBefore applies the calls of a chain up to the one that registers a route.
func (r *reader) arrangeBefore(c chain, in group) group {
	for i, x := range c {
		if registers(x.Text) {
			return r.arrange(c[:i], in)
		}
	}
	return in
}

// handler returns the method of a class.
func (r *reader) handler(class resolve.DefID, method string) (h, of resolve.DefID) {
	for _, base := range r.Lineage(class) {
		for _, d := range r.Table.Own(base, method) {
			if def := r.Table.Def(d); def.Kind.IsCallable() || def.Kind == graph.KindConstructor {
				return d, class
			}
		}
	}
	return class, resolve.None
}
