// Package flask finds the endpoints of Flask: functions registered by the decorators of
// an application or a blueprint, added rules, and class-based views.
package flask

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Flask.
func Framework() routes.Framework { return framework{&head} }

type framework struct{ *interest.Head }

const family = "python"

// names are those of the libraries.
var names = []string{"flask", "Flask", "quart"}

// head requests the sites of files that make applications, blueprints or similar
// objects, or receive one.
var head = interest.Head{Languages: []string{family}, Words: append([]string{"lueprint", "app.",
	"amespace", "add_resource"}, names...), Names: names}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{mounts: routes.NewMounts(), names: map[eval.Variable]string{},
		made: map[eval.Variable]string{}, parents: map[eval.Variable][]eval.Variable{}}
	t.Declared(func(v eval.Variable, x eval.Expr) {
		if made := madeBy(t, x); made != "" {
			r.declare(t, v, x, made)
		}
	})
	if len(r.made) == 0 {
		return nil
	}
	r.Callers = eval.NewCallers(t, family)
	t.Declared(r.onApp)
	t.Declared(r.namespace)
	t.EachCall(family, r.register)
	t.EachCall(family, r.added)
	t.EachCall(family, r.resource)
	for _, f := range t.Table.Files {
		if f.Family == family && len(f.Sites) > 0 && !f.Test {
			r.decorated(f)
		}
	}
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Callers
	mounts  *routes.Mounts
	names   map[eval.Variable]string          // names of blueprints and namespaces
	made    map[eval.Variable]string          // the library class, by full name
	parents map[eval.Variable][]eval.Variable // objects that it is mounted on
	found   []routes.Endpoint
}

// A kind is a kind of object that endpoints are registered on.
type kind uint8

const (
	none      kind = iota
	app            // serves the endpoints registered on it
	blueprint      // is registered on an application
	api            // registers resources, which are classes, on an application or a blueprint
	namespace      // a part of an api, by its path or its name
)

// makers are the classes that endpoints are registered on, by full name.
var makers = map[string]kind{
	"apiflask.APIBlueprint":           blueprint,
	"apiflask.APIFlask":               app,
	"flask.Blueprint":                 blueprint,
	"flask.Flask":                     app,
	"flask.app.Flask":                 app,
	"flask.blueprints.Blueprint":      blueprint,
	"flask_openapi3.APIBlueprint":     blueprint,
	"flask_openapi3.OpenAPI":          app,
	"flask_restful.Api":               api,
	"flask_restplus.Api":              api,
	"flask_restplus.Namespace":        namespace,
	"flask_restx.Api":                 api,
	"flask_restx.Namespace":           namespace,
	"flask_restx.api.Api":             api,
	"flask_restx.namespace.Namespace": namespace,
	"flask_smorest.Api":               api,
	"flask_smorest.Blueprint":         blueprint,
	"quart.Blueprint":                 blueprint,
	"quart.Quart":                     app,
}

// madeBy returns the full name of the library class that a call instantiates, directly
// or through a subclass; empty for anything else.
func madeBy(t *eval.Tree, x eval.Expr) string {
	if x.Kind != parse.ExprCall || x.In.File.Family != family || x.In.File.Test {
		return ""
	}
	called := t.Called(x)
	names := []string{t.ExternalName(called)}
	if d := called.Referent().Def; d != resolve.None && t.Table.Def(d).Kind.IsType() {
		names = t.ExternalBases(t.Table.Canon[d])
	}
	for _, name := range names {
		if makers[name] != none {
			return name
		}
	}
	return ""
}

// prefixes are the arguments that specify the path prefix.
var prefixes = map[kind]string{blueprint: "url_prefix", api: "prefix", namespace: "path"}

// declare records an object that endpoints are registered on, with its constructor
// prefix.
func (r *reader) declare(t *eval.Tree, v eval.Variable, x eval.Expr, made string) {
	kind, prefix := makers[made], ""
	if kind == blueprint || kind == namespace {
		if arg := x.Arg(0, "name"); arg != nil {
			r.names[v], _ = t.Text(x.Sub(arg))
		}
	}
	if kind == namespace {
		prefix = r.names[v]
	}
	if arg := x.Arg(-1, prefixes[kind]); arg != nil && kind != app {
		prefix, _ = t.KnownText(x.Sub(arg))
	}
	r.made[v] = made
	r.mounts.Declare(v, prefix, kind == app)
}

// onApp mounts an object on the constructor argument: Api(app).
func (r *reader) onApp(v eval.Variable, x eval.Expr) {
	if makers[r.made[v]] != api || madeBy(r.Tree, x) != r.made[v] {
		return
	}
	arg := x.Arg(0, "app")
	if arg == nil {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		r.mount([]eval.Variable{v}, r.Variables(x.Sub(arg)), routes.Prefix{Tier: f.Tier}, true)
	}
}

// namespace declares and mounts the namespace that an api makes:
// api.namespace("orders").
func (r *reader) namespace(v eval.Variable, x eval.Expr) {
	if x.Kind != parse.ExprCall || x.Expr.Text != "namespace" || x.Recv == nil {
		return
	}
	on := slices.DeleteFunc(r.Variables(x.Sub(x.Recv)),
		func(v eval.Variable) bool { return makers[r.made[v]] != api })
	if len(on) > 0 {
		r.declare(r.Tree, v, x, "flask_restx.Namespace")
		r.mount([]eval.Variable{v}, on, routes.Prefix{Tier: graph.Exact}, true)
	}
}

// A registration is a method call that mounts its first argument on the receiver, or,
// if reversed, the receiver on the argument.
type registration struct {
	prefix   string // the argument that replaces the object's own prefix
	at       int    // the position of that argument
	reversed bool
}

var registrations = map[string]registration{
	"add_namespace":      {prefix: "path", at: 1},
	"init_app":           {prefix: "", at: -1, reversed: true},
	"register_api":       {prefix: "url_prefix", at: -1},
	"register_blueprint": {prefix: "url_prefix", at: -1},
}

// register mounts the registered object. A prefix in the call replaces the object's
// own.
func (r *reader) register(x eval.Expr) {
	how, ok := registrations[x.Expr.Text]
	if !ok || x.Recv == nil || len(x.Args) == 0 {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		under, prefix := routes.Prefix{Tier: f.Tier}, x.Arg(how.at, how.prefix)
		if x.Branch {
			under.Tier = resolve.WeakerTier(under.Tier, graph.Heuristic)
		}
		if prefix != nil {
			var known graph.Tier
			under.Text, known = r.KnownText(x.Sub(prefix))
			under.Tier = resolve.WeakerTier(under.Tier, known)
		}
		parents, children := r.Variables(x.Sub(x.Recv)), r.Variables(x.Sub(&x.Args[0].Value))
		if how.reversed {
			parents, children = children, parents
		}
		r.mount(children, parents, under, prefix == nil)
	}
}

// mount mounts children on parents; if own is set, their own prefixes follow.
func (r *reader) mount(children, parents []eval.Variable, under routes.Prefix, own bool) {
	for _, parent := range parents {
		for _, child := range children {
			if r.mounts.Has(child) && r.mounts.Has(parent) {
				r.mounts.Mount(child, parent, under, own)
				r.parents[child] = append(r.parents[child], parent)
			}
		}
	}
}

// verbs are the decorators for one verb.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE",
	"patch": "PATCH"}

// decorated adds the endpoints of the functions and classes of a file.
func (r *reader) decorated(f *resolve.File) {
	for i := range f.Definitions {
		d := f.ID(int32(i))
		for _, x := range r.Attributes(d) {
			if x.Kind != parse.ExprCall || x.Recv == nil {
				continue
			}
			verb := verbs[x.Expr.Text]
			if verb == "" && x.Expr.Text != "route" && x.Expr.Text != "resource" {
				continue
			}
			list := []string{verb}
			if verb == "" {
				list = r.methods(x, []string{"GET"})
			}
			x.Def = r.Table.Def(d).Outer // the scope in which the decorator runs
			for _, frame := range r.FramesAt(x) {
				x.Env = frame.Env
				at := rule{Expr: x, on: r.Variables(x.Sub(x.Recv)), paths: x.Args, tier: frame.Tier}
				if r.Table.Def(d).Kind.IsType() {
					r.class(at, d)
				} else {
					r.endpoints(at, list, d)
				}
			}
		}
	}
}

// methods lists the verbs of the argument methods, or otherwise if it is missing.
func (r *reader) methods(x eval.Expr, otherwise []string) []string {
	arg := x.Arg(-1, "methods")
	if arg == nil {
		return otherwise
	}
	list, ok := r.Texts(x.Sub(arg))
	if !ok {
		return nil
	}
	for i := range list {
		list[i] = strings.ToUpper(list[i])
	}
	return list
}

// added adds the endpoints of add_url_rule(…): for a function, or for a class by its
// verbs.
func (r *reader) added(x eval.Expr) {
	if x.Expr.Text != "add_url_rule" || x.Recv == nil {
		return
	}
	view := x.Arg(2, "view_func")
	if view == nil {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		at := rule{Expr: x, on: r.Variables(x.Sub(x.Recv)), tier: f.Tier}
		if path := x.Arg(0, "rule"); path != nil {
			at.paths = []parse.ExprArg{{Value: *path}}
		}
		if x.Branch {
			at.tier = resolve.WeakerTier(at.tier, graph.Heuristic)
		}
		r.view(at, x.Sub(view), 0)
	}
}

// A rule is a registration of paths, with the call that makes it.
type rule struct {
	eval.Expr
	on    []eval.Variable // the objects that it is registered on
	paths []parse.ExprArg
	tier  graph.Tier
}

// maxWrapped bounds the calls around a view.
const maxWrapped = 5

// view adds the endpoints of a rule. If the view is wrapped in a function call, as
// decorators do, the endpoints belong to the wrapped view.
func (r *reader) view(at rule, view eval.Expr, depth int) {
	for _, v := range r.Evaluate(view) {
		if v.Kind == parse.ExprCall && v.Expr.Text == "as_view" && v.Recv != nil {
			for _, of := range r.Evaluate(v.Sub(v.Recv)) { // a class, which may be passed
				if class := of.Referent().Def; class != resolve.None && r.Table.Def(class).Kind.IsType() {
					r.class(at, r.Table.Canon[class])
				}
			}
			continue
		}
		if d := v.Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsCallable() &&
			v.Kind != parse.ExprCall {
			r.endpoints(at, r.methods(at.Expr, []string{"GET"}), d)
		} else if v.Kind == parse.ExprCall && len(v.Args) > 0 && depth < maxWrapped {
			r.view(at, v.Sub(&v.Args[0].Value), depth+1)
		}
	}
}

// class adds the endpoints of a class-based view: its verb methods, or its dispatch
// method if it has none. The argument methods restricts a rule to those verbs.
func (r *reader) class(at rule, class resolve.DefID) {
	first := len(r.found)
	defer func() { routes.SetClass(class, r.found[first:]) }()
	only, verbs := r.methods(at.Expr, nil), routes.VerbMethods(r.Tree, class)
	for _, m := range verbs {
		if only == nil || slices.Contains(only, m.Verb) {
			r.endpoints(at, []string{m.Verb}, m.Def)
		}
	}
	if d := r.Member(class, "dispatch_request"); d != class && len(verbs) == 0 {
		list := []string{"GET"}
		for _, m := range r.Table.Own(class, "methods") {
			for _, v := range r.Values(m) {
				list, _ = r.Texts(v)
			}
		}
		r.endpoints(at, r.methods(at.Expr, list), d)
	}
}

// choice is that of the maps of Werkzeug.
var choice = routes.Choice{Strict: true, Head: true, Redirects: routes.RedirectsAdd, Rest: routes.RestSome, Weighted: true, Eager: true}

// endpoints adds the endpoints of a rule, for each mount point of the objects it is
// added to. If a path has several possible values or an unknown part, the endpoints are
// heuristic.
func (r *reader) endpoints(at rule, list []string, handler resolve.DefID) {
	prefixes := map[eval.Variable][]routes.Prefix{}
	for _, on := range at.on {
		if places := r.mounts.Prefixes(on); places != nil {
			prefixes[on] = places
		}
	}
	if len(prefixes) == 0 {
		return
	}
	said := r.saidOf(handler)
	for _, path := range r.pathsOf(at) {
		texts, open := r.EachText(path)
		if open {
			routes.AddUnresolved(r.Tree, path, list...)
		}
		tier := at.tier
		if open || len(texts) > 1 {
			tier = resolve.WeakerTier(tier, graph.Heuristic)
		}
		for _, text := range texts {
			for _, on := range at.on {
				for _, p := range prefixes[on] {
					e := routes.Endpoint{Template: routes.Join(routes.Angles(p.Text), routes.Angles(text)),
						Handler:    handler,
						Choice:     choice,
						Slash:      routes.SlashOf(text),
						On:         routes.OnVariable(on),
						Name:       r.nameOf(at, on, handler),
						Attributes: p.Attributes.And(said),
						Tier:       resolve.WeakerTier(p.Tier, tier), At: eval.Place{File: at.In.File, At: at.At}}
					for _, e.Verb = range list {
						r.found = append(r.found, e)
					}
				}
			}
		}
	}
}

// pathsOf lists the paths of a rule: the positional arguments, and the elements of
// unpacked ones.
func (r *reader) pathsOf(at rule) []eval.Expr {
	var out []eval.Expr
	for i := range at.paths {
		arg := at.Sub(&at.paths[i].Value)
		switch at.paths[i].Name {
		case "", "rule":
			out = append(out, arg)
		case "*":
			out = append(out, r.Elements(arg)...)
		}
	}
	return out
}
