package django

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// makers are the functions that make a pattern; regex is set if the route is a regular
// expression.
var makers = map[string]struct{ regex bool }{
	"django.urls.path": {}, "django.urls.conf.path": {},
	"django.urls.re_path": {true}, "django.urls.conf.re_path": {true},
	"django.conf.urls.url": {true},
}

// maxDepth bounds nested lists.
const maxDepth = 30

// list reads the patterns that a variable holds.
func (r *reader) list(d resolve.DefID, at place) {
	if r.reading[d] || len(r.found) > maxEndpoints {
		return
	}
	if len(r.reading) > 0 {
		r.included[d] = true
	}
	r.reading[d] = true
	defer delete(r.reading, d)
	for _, v := range r.Values(d) {
		r.patterns(v, at, 0)
	}
}

// maxEndpoints bounds the endpoints of lists that include each other many times.
const maxEndpoints = 100_000

// patterns reads a list of patterns, or a single pattern.
func (r *reader) patterns(x eval.Expr, at place, depth int) {
	if depth > maxDepth {
		return
	}
	if x.Branch {
		at.tier = resolve.WeakerTier(at.tier, graph.Heuristic)
	}
	switch x.Kind {
	case parse.ExprList:
		for i := range x.Args {
			r.patterns(x.Sub(&x.Args[i].Value), at, depth+1)
		}
	case parse.ExprCall:
		r.call(x, at, depth)
	case parse.ExprName, parse.ExprMember:
		if r.routed(x, at) {
			return
		}
		if d := x.Referent().Def; d != resolve.None && !r.Table.Def(d).Kind.IsCallable() {
			if r.Table.Def(d).Kind == graph.KindFile {
				d = r.patternsOf(r.Table.Def(d).File)
			}
			if d != resolve.None {
				r.list(d, at)
			}
			return
		}
		for _, v := range r.Evaluate(x) {
			if v.Expr != x.Expr {
				r.patterns(v, at, depth+1)
			}
		}
	}
}

// call reads the pattern that a call makes, or the patterns in its arguments or return
// value.
func (r *reader) call(x eval.Expr, at place, depth int) {
	name := r.ExternalName(x)
	if how, ok := makers[name]; ok {
		r.pattern(x, how.regex, at, depth)
		return
	}
	switch {
	case name == "django.conf.urls.i18n.i18n_patterns":
		at = at.under("{language}/", graph.Heuristic)
		for i := range x.Args {
			if x.Args[i].Name == "" || x.Args[i].Name == "*" {
				r.patterns(x.Sub(&x.Args[i].Value), at, depth+1)
			}
		}
	case strings.HasPrefix(name, "rest_framework.urlpatterns.") && len(x.Args) > 0:
		r.patterns(x.Sub(&x.Args[0].Value), at, depth+1)
	case x.Callee() != resolve.None:
		for _, v := range r.Evaluate(x) {
			if v.Expr != x.Expr {
				r.patterns(v, at, depth+1)
			}
		}
	}
}

// pattern reads path(route, view).
func (r *reader) pattern(x eval.Expr, regex bool, at place, depth int) {
	route, view := x.Arg(0, "route"), x.Arg(1, "view")
	if route == nil {
		route = x.Arg(0, "regex")
	}
	if route == nil || view == nil {
		return
	}
	to := x.Sub(view)
	text, ok := r.Text(x.Sub(route))
	tier := graph.Exact
	switch {
	case !ok && (to.Kind == parse.ExprCall && isInclude(r.ExternalName(to)) || to.Kind == parse.ExprList):
		// a base path from the settings is usually empty: path(settings.BASE_PATH,
		// include(…))
		text, tier = strings.ReplaceAll(text, eval.Hole, ""), graph.Heuristic
	case !ok:
		routes.AddUnresolved(r.Tree, x.Sub(route), routes.Any)
		return
	case regex:
		text, tier = fromRegex(text)
	default:
		text = routes.Angles(text)
	}
	at = at.under(text, tier)
	switch {
	case to.Kind == parse.ExprCall && isInclude(r.ExternalName(to)):
		if arg := to.Arg(0, "arg"); arg != nil {
			r.include(to.Sub(arg), at.within(r.namespace(to, to.Sub(arg))), depth)
		}
	case to.Kind == parse.ExprList && len(to.Args) > 0: // (patterns, application, namespace)
		last := to.Sub(&to.Args[len(to.Args)-1].Value)
		space, _ := r.Text(last)
		r.include(to.Sub(&to.Args[0].Value), at.within(space), depth)
	case to.Kind == parse.ExprMember && to.Expr.Text == "urls" && r.operated(to.Sub(to.Recv), at):
	case to.Kind == parse.ExprMember && r.owned(to, at, depth):
	default:
		if !regex {
			at.slash = routes.SlashOf(text)
		}
		r.view(x, to, at)
	}
}

// owned adds the patterns that a property of an application's configuration, or of another object,
// returns; it returns false for other members.
//
//	path("shop/", apps.get_app_config("shop").urls)    path("admin/", site.urls)
func (r *reader) owned(x eval.Expr, at place, depth int) bool {
	found := false
	for _, class := range r.ownersOf(x.Sub(x.Recv)) {
		for _, c := range r.Lineage(class) {
			members := r.Table.Own(c, x.Expr.Text)
			for _, m := range members {
				for _, v := range r.Values(m) {
					if v.Kind == parse.ExprList || v.Kind == parse.ExprCall {
						found = true
						r.patterns(v, at, depth+1)
					}
				}
			}
			if len(members) > 0 {
				break
			}
		}
	}
	return found
}

// ownersOf lists the classes of which an expression is an object: the configuration with a label,
// or the class of its value.
func (r *reader) ownersOf(x eval.Expr) []resolve.DefID {
	if x.Kind == parse.ExprCall && x.Expr.Text == "get_app_config" && len(x.Args) > 0 {
		label, ok := r.Text(x.Sub(&x.Args[0].Value))
		if !ok {
			return nil
		}
		return r.configurations()[label]
	}
	var out []resolve.DefID
	for _, v := range r.Evaluate(x) {
		if c := r.Class(v); c > resolve.None {
			out = append(out, c)
		}
	}
	return out
}

// configurations returns the configurations of applications by their labels: the stated one, or the
// last part of the name.
func (r *reader) configurations() map[string][]resolve.DefID {
	if r.configs != nil {
		return r.configs
	}
	r.configs = map[string][]resolve.DefID{}
	for d := range r.Definitions("python") {
		if d.Kind != graph.KindClass ||
			!slices.Contains(r.ExternalBases(d.ID), "django.apps.AppConfig") {
			continue
		}
		for _, member := range []string{"label", "name"} {
			if text := r.memberText(d.ID, member); text != "" {
				label := resolve.LastName(text)
				r.configs[label] = append(r.configs[label], d.ID)
				break
			}
		}
	}
	return r.configs
}

// memberText returns the string that a member of a class holds, or "".
func (r *reader) memberText(class resolve.DefID, name string) string {
	for _, c := range r.Lineage(class) {
		for _, m := range r.Table.Own(c, name) {
			for _, v := range r.Values(m) {
				if text, ok := r.Text(v); ok {
					return text
				}
			}
		}
	}
	return ""
}

func isInclude(name string) bool {
	return name == "django.urls.include" || name == "django.urls.conf.include" ||
		name == "django.conf.urls.include"
}

// within returns the place in a namespace, if that has a name.
func (p place) within(space string) place {
	if space != "" {
		p.space += space + ":"
	}
	return p
}

// namespace returns the namespace of include(…): its argument, or else the application
// name, which the module or the pair specifies.
func (r *reader) namespace(call, given eval.Expr) string {
	if arg := call.Arg(1, "namespace"); arg != nil {
		space, _ := r.Text(call.Sub(arg))
		return space
	}
	if given.Kind == parse.ExprList && len(given.Args) == 2 {
		space, _ := r.Text(given.Sub(&given.Args[1].Value))
		return space
	}
	name, ok := r.Text(given)
	if !ok {
		name = r.ExternalName(given)
	}
	m := r.module(name)
	if d := given.Referent().Def; m == nil && d != resolve.None {
		m = r.Table.Def(d).File
	}
	if m == nil {
		return ""
	}
	for _, d := range r.Table.Own(m.ID(0), "app_name") {
		for _, v := range r.Values(d) {
			space, _ := r.Text(v)
			return space
		}
	}
	return ""
}

// nameOf returns the name of a pattern at its place; empty if it has none.
func (r *reader) nameOf(pattern eval.Expr, at place) string {
	if arg := pattern.Arg(3, "name"); arg != nil && pattern.Kind == parse.ExprCall {
		if name, ok := r.Text(pattern.Sub(arg)); ok {
			return at.space + name
		}
	}
	return ""
}

// include reads the argument of include(…): the name of a module, a module, a list, or
// a pair of a list and a namespace.
func (r *reader) include(x eval.Expr, at place, depth int) {
	if x.Kind == parse.ExprList && len(x.Args) > 0 &&
		(x.Args[0].Value.Kind != parse.ExprCall || len(x.Args) == 2 &&
			x.Args[1].Value.Kind == parse.ExprString) {
		x = x.Sub(&x.Args[0].Value)
	}
	name, ok := r.Text(x)
	if !ok && x.Referent().Def == resolve.None {
		name = r.ExternalName(x) // an imported module
		ok = r.module(name) != nil
	}
	if ok && x.Kind != parse.ExprList {
		if m := r.module(name); m != nil {
			if d := r.patternsOf(m); d != resolve.None {
				r.list(d, at)
			}
		}
		return
	}
	r.patterns(x, at, depth+1)
}

// choice is that of the resolver of Django, with the middleware that appends slashes.
var choice = routes.Choice{InOrder: true, Strict: true, Redirects: routes.RedirectsAdd, Rest: routes.RestSome}

// add adds the endpoints of a handler.
func (r *reader) add(verbs []string, handler resolve.DefID, from eval.Expr, at place) {
	name, said := r.nameOf(from, at), at.said.And(r.saidOf(handler))
	for _, verb := range verbs {
		r.found = append(r.found, routes.Endpoint{Verb: verb, Handler: handler, Name: name, Attributes: said,
			Tier: at.tier, Choice: choice, On: "urlpatterns", Slash: at.slash,
			Template: routes.Join("", at.prefix), At: eval.Place{File: from.In.File, At: from.At}})
	}
}
