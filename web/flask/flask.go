// Package flask finds the endpoints of Flask: functions that an application's or a
// blueprint's decorators name, rules that are added, and views that are classes.
package flask

import (
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
	"seedgraph/web"
)

// Framework returns the rules of Flask.
func Framework() web.Framework { return framework{} }

type framework struct{}

const family = "python"

// words are those of files that make applications or blueprints, or are given one.
var words = append([]string{"lueprint", "app."}, names...)

// names are those of the library.
var names = []string{"flask", "Flask"}

// Sites asks for the sites of the files that may have to do with applications.
func (framework) Sites(lang string, src parse.Source) parse.SiteScope {
	if lang == family && src.Mentions(words) {
		return parse.AllSites
	}
	return parse.NoSites
}

// Named reports whether a file names the library.
func (framework) Named(_ string, src parse.Source) bool { return src.Mentions(names) }

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *web.Tree) []web.Endpoint {
	r := &reader{mounts: web.NewMounts(), names: map[web.Variable]string{}}
	t.Declared(func(v web.Variable, x web.Term) {
		if made := madeBy(t, x); made != "" {
			r.declare(t, v, x, made)
		}
	})
	if !r.any {
		return nil
	}
	r.Callers = web.NewCallers(t, family)
	t.EachCall(family, r.register)
	t.EachCall(family, r.added)
	for _, f := range t.Table.Files {
		if f.Family == family && len(f.Sites) > 0 && !f.Test {
			r.decorated(f)
		}
	}
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*web.Callers
	mounts *web.Mounts
	names  map[web.Variable]string // of blueprints, with a dot
	found  []web.Endpoint
	any    bool // there is an application or a blueprint
}

// madeBy tells what a call makes: Flask or Blueprint; empty for anything else.
func madeBy(t *web.Tree, x web.Term) string {
	if x.Kind != parse.ExprCall || x.In.File.Family != family || x.In.File.Test {
		return ""
	}
	names := []string{t.Outside(x)}
	if d := x.Meaning().Def; d != resolve.None && t.Table.Def(d).Kind.IsType() {
		names = t.OutsideBases(t.Table.Canon[d])
	}
	for _, name := range names {
		module, _, _ := strings.Cut(name, ".")
		last := name[strings.LastIndexByte(name, '.')+1:]
		if module == "flask" && (last == "Flask" || last == "Blueprint") {
			return last
		}
	}
	return ""
}

// declare enters an application or a blueprint.
func (r *reader) declare(t *web.Tree, v web.Variable, x web.Term, made string) {
	prefix := ""
	if arg := x.Arg(-1, "url_prefix"); arg != nil && made == "Blueprint" {
		prefix, _ = t.Known(x.Sub(arg))
	}
	if arg := x.Arg(0, "name"); arg != nil && made == "Blueprint" {
		if name, ok := t.Text(x.Sub(arg)); ok {
			r.names[v] = name + "."
		}
	}
	r.any = true
	r.mounts.Declare(v, prefix, made == "Flask")
}

// register mounts the blueprint of register_blueprint(…). A prefix that is given takes the
// place of the blueprint's own.
func (r *reader) register(x web.Term) {
	if x.Expr.Text != "register_blueprint" || x.Recv == nil || len(x.Args) == 0 {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		tier, prefix := f.Tier, x.Arg(-1, "url_prefix")
		if x.Branch {
			tier = resolve.Worse(tier, graph.Heuristic)
		}
		text := ""
		if prefix != nil {
			var known graph.Tier
			text, known = r.Known(x.Sub(prefix))
			tier = resolve.Worse(tier, known)
		}
		for _, parent := range r.Routers(x.Sub(x.Recv)) {
			for _, child := range r.Routers(x.Sub(&x.Args[0].Value)) {
				if r.mounts.Has(child) && r.mounts.Has(parent) {
					r.mounts.Mount(child, parent, web.Prefix{Text: text, Tier: tier}, prefix == nil)
				}
			}
		}
	}
}

// verbs are the decorators of one verb.
var verbs = map[string]string{"get": "GET", "post": "POST", "put": "PUT", "delete": "DELETE",
	"patch": "PATCH"}

// decorated finds the endpoints of the functions and classes of a file.
func (r *reader) decorated(f *resolve.File) {
	for i := range f.Definitions {
		d := f.ID(int32(i))
		for _, x := range r.Attributes(d) {
			if x.Kind != parse.ExprCall || x.Recv == nil {
				continue
			}
			verb := verbs[x.Expr.Text]
			if verb == "" && x.Expr.Text != "route" {
				continue
			}
			list := []string{verb}
			if verb == "" {
				list = r.methods(x, []string{"GET"})
			}
			x.Def = r.Table.Def(d).Outer // where the decorator runs
			for _, frame := range r.FramesAt(x) {
				x.Env = frame.Env
				r.endpoints(x, list, d, frame.Tier)
			}
		}
	}
}

// methods lists the verbs that the argument methods has, else others.
func (r *reader) methods(x web.Term, otherwise []string) []string {
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

// added finds the endpoints that add_url_rule(…) adds: those of a function, or of a class by
// its verbs.
func (r *reader) added(x web.Term) {
	if x.Expr.Text != "add_url_rule" || x.Recv == nil {
		return
	}
	view := x.Arg(2, "view_func")
	if view == nil {
		return
	}
	for _, f := range r.FramesAt(x) {
		x.Env = f.Env
		tier := f.Tier
		if x.Branch {
			tier = resolve.Worse(tier, graph.Heuristic)
		}
		r.view(x, x.Sub(view), tier)
	}
}

// view enters the endpoints of a rule.
func (r *reader) view(x, view web.Term, tier graph.Tier) {
	for _, v := range r.Reduce(view) {
		if v.Kind == parse.ExprCall && v.Expr.Text == "as_view" && v.Recv != nil {
			class := v.Sub(v.Recv).Meaning().Def
			if class != resolve.None && r.Table.Def(class).Kind.IsType() {
				r.class(x, r.Table.Canon[class], tier)
			}
			continue
		}
		if d := v.Meaning().Def; d != resolve.None && r.Table.Def(d).Kind.IsCallable() {
			r.endpoints(x, r.methods(x, []string{"GET"}), d, tier)
		}
	}
}

// class enters the endpoints of a view that is a class. With methods= a rule is only of
// those.
func (r *reader) class(x web.Term, class resolve.DefID, tier graph.Tier) {
	only := r.methods(x, nil)
	for _, m := range r.VerbMethods(class) {
		if only == nil || slices.Contains(only, m.Verb) {
			r.endpoints(x, []string{m.Verb}, m.Def, tier)
		}
	}
	if d := r.Member(class, "dispatch_request"); d != class {
		list := []string{"GET"}
		for _, m := range r.Table.Own(class, "methods") {
			for _, v := range r.Values(m) {
				list, _ = r.Texts(v)
			}
		}
		r.endpoints(x, r.methods(x, list), d, tier)
	}
}

// endpoints enters the endpoints of a rule, for each place of what it is added to.
func (r *reader) endpoints(x web.Term, list []string, handler resolve.DefID, tier graph.Tier) {
	arg := x.Arg(0, "rule")
	if arg == nil {
		return
	}
	rule, ok := r.Text(x.Sub(arg))
	if !ok {
		r.LeaveOpen(x.Sub(arg), list...)
		return
	}
	name, said := r.nameOf(x, handler), r.saidOf(handler)
	for _, on := range r.Routers(x.Sub(x.Recv)) {
		for _, p := range r.mounts.Prefixes(on) {
			e := web.Endpoint{Template: web.Join(web.Angles(p.Text), web.Angles(rule)),
				Handler: handler,
				Name:    r.names[on] + name,
				Said:    p.Said.And(said),
				Tier:    resolve.Worse(p.Tier, tier), At: web.Place{File: x.In.File, At: x.At}}
			for _, e.Verb = range list {
				r.found = append(r.found, e)
			}
		}
	}
}

// nameOf is the name of an endpoint: that which its rule says, or the view that is a class, else
// that of its function.
func (r *reader) nameOf(x web.Term, handler resolve.DefID) string {
	given := x.Arg(1, "endpoint")
	if view := x.Arg(2, "view_func"); given == nil && view != nil && view.Text == "as_view" {
		given = view.Arg(0, "name")
	}
	if given == nil {
		return r.Table.Def(handler).Name
	}
	name, _ := r.Text(x.Sub(given))
	return name
}
