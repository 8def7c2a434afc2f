package nest

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

// Framework returns the rules of NestJS.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

// frameworkHead requests the sites of the files that import the framework, or configure an
// application that they are passed, and of those that may have constants with paths.
var frameworkHead = interest.Head{Languages: []string{"typescript", "javascript"},
	Words: []string{"@nestjs/", ".setGlobalPrefix(", ".enableVersioning("},
	Names: []string{"@nestjs/"},
	Else: []interest.Head{{Words: []string{"as const", "Object.freeze(", "prefix", "Prefix", "PREFIX",
		"Routes", "ROUTES", "Paths", "PATHS"}}}}

const common = "@nestjs/common."

// verbs are the decorators of methods that handle requests.
var verbs = map[string]string{
	common + "Get": "GET", common + "Post": "POST", common + "Put": "PUT",
	common + "Delete": "DELETE", common + "Patch": "PATCH", common + "Head": "HEAD",
	common + "Options": "OPTIONS", common + "All": routes.Any, common + "Search": "SEARCH",
	common + "Sse": "GET",
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t, apps: map[string]*app{}, modules: map[resolve.DefID]string{}}
	for x := range t.Family("typescript") {
		x.Walk(func(e *parse.Expr) {
			if e.Kind == parse.ExprCall {
				r.call(x.Sub(e))
			}
		})
	}
	r.controllers()
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*eval.Tree
	found   []routes.Endpoint
	apps    map[string]*app          // by project
	modules map[resolve.DefID]string // path of a controller's module, from the router module
}

// An app holds the settings of one application that apply to all its controllers.
type app struct {
	prefixes  []string   // every path begins with one of them; nil if there is no prefix
	tier      graph.Tier // heuristic if the prefix is uncertain
	excluded  []excluded // routes without the prefix
	versioned bool       // versions are in the path
	versions  []string   // of controllers without a version
	mark      string     // precedes a version
}

func (r *reader) app(f *resolve.File) *app {
	project := r.Project(f)
	a := r.apps[project]
	if a == nil {
		a = &app{mark: "v", tier: graph.Exact}
		r.apps[project] = a
	}
	return a
}

// call reads a call that configures the whole application.
func (r *reader) call(x eval.Expr) {
	switch {
	case x.Expr.Text == "setGlobalPrefix" && len(x.Args) > 0:
		r.prefix(x)
	case x.Expr.Text == "enableVersioning" && len(x.Args) > 0:
		r.versions(x.Sub(&x.Args[0].Value))
	case r.ExternalName(x) == "@nestjs/core.RouterModule.register" && len(x.Args) > 0:
		r.routed(x.Sub(&x.Args[0].Value), "", 0)
	}
}

// prefix reads the global prefix, and the paths excluded from it. A default next to a
// setting is a possible prefix; an unknown prefix is omitted.
//
//	app.setGlobalPrefix(process.env.PREFIX ?? 'api', { exclude: ['health'] })
func (r *reader) prefix(x eval.Expr) {
	a := r.app(x.In.File)
	texts, open := r.EachText(x.Sub(&x.Args[0].Value))
	a.prefixes, a.tier = texts, graph.Exact
	if open || len(texts) != 1 || x.Branch {
		a.tier = graph.Heuristic
	}
	if len(x.Args) > 1 {
		if list := x.Args[1].Value.Arg(-1, "exclude"); list != nil {
			a.excluded = r.exclusions(x.Sub(list))
		}
	}
}

// An excluded is a pattern of paths, without a version, that have no global prefix.
type excluded struct{ path, verb string } // no verb: all

// exclusions lists the known patterns of a list: strings, or objects with a path and a
// method.
func (r *reader) exclusions(x eval.Expr) []excluded {
	var out []excluded
	for _, list := range r.Evaluate(x) {
		for i := range list.Args {
			item, e := list.Sub(&list.Args[i].Value), excluded{}
			if path := item.Arg(-1, "path"); path != nil && item.Kind == parse.ExprMap {
				if m := item.Arg(-1, "method"); m != nil && m.Kind == parse.ExprMember && m.Text != "ALL" {
					e.verb = m.Text
				}
				item = item.Sub(path)
			}
			if text, ok := r.Text(item); ok {
				e.path = text
				out = append(out, e)
			}
		}
	}
	return out
}

// covers reports whether a pattern matches a path as it is written in decorators: its
// parameters match any segment, and a wildcard at its end the rest.
func (e excluded) covers(path, verb string) bool {
	if e.verb != "" && e.verb != verb {
		return false
	}
	want, got := segments(e.path), segments(path)
	for i, s := range want {
		switch {
		case s == "(.*)" || strings.HasPrefix(strings.TrimPrefix(s, "{"), "*"):
			return i < len(got) || strings.HasPrefix(s, "{")
		case i >= len(got), !strings.HasPrefix(s, ":") && s != got[i]:
			return false
		}
	}
	return len(want) == len(got)
}

// segments lists the segments of a path; the slash before an optional wildcard may be
// inside its braces.
func segments(path string) []string {
	path = strings.ReplaceAll(path, "{/*", "/{*")
	return strings.FieldsFunc(path, func(c rune) bool { return c == '/' })
}

// versions reads the options of enableVersioning.
func (r *reader) versions(x eval.Expr) {
	a := r.app(x.In.File)
	if kind := x.Arg(-1, "type"); kind != nil {
		a.versioned = r.ExternalName(x.Sub(kind)) == common+"VersioningType.URI"
	}
	if v := x.Arg(-1, "defaultVersion"); v != nil {
		a.versions = r.versionsIn(x.Sub(v))
	}
	if v := x.Arg(-1, "prefix"); v != nil {
		a.mark, _ = r.Text(x.Sub(v))
	}
}

// maxChildren bounds modules within modules.
const maxChildren = 20

// routed reads the paths of modules: [{ path, module, children }], or a module without a path of
// its own.
func (r *reader) routed(x eval.Expr, prefix string, depth int) {
	if depth > maxChildren {
		return
	}
	for _, list := range r.Evaluate(x) {
		r.routesIn(list, prefix, depth)
	}
}

func (r *reader) routesIn(x eval.Expr, prefix string, depth int) {
	for i := range x.Args {
		route := x.Sub(&x.Args[i].Value)
		path := prefix
		if d := route.Referent().Def; d != resolve.None && r.Table.Def(d).Kind.IsType() {
			r.inModule(d, prefix)
			continue
		}
		if route.Kind == parse.ExprName {
			for _, v := range r.Evaluate(route) {
				route = v
			}
		}
		if p := route.Arg(-1, "path"); p != nil {
			text, _ := r.Text(route.Sub(p))
			path = routes.Join(prefix, text)
		}
		if m := route.Arg(-1, "module"); m != nil {
			r.inModule(route.Sub(m).Referent().Def, path)
		}
		if c := route.Arg(-1, "children"); c != nil {
			r.routed(route.Sub(c), path, depth+1)
		}
	}
}

// inModule records the path of the controllers of a module.
func (r *reader) inModule(module resolve.DefID, path string) {
	if module == resolve.None {
		return
	}
	for _, x := range r.Attributes(module) {
		if r.ExternalName(x) != common+"Module" || len(x.Args) == 0 {
			continue
		}
		list := x.Args[0].Value.Arg(-1, "controllers")
		if list == nil {
			continue
		}
		for i := range list.Args {
			if d := x.Sub(&list.Args[i].Value).Referent().Def; d != resolve.None {
				r.modules[d] = path
			}
		}
	}
}

// A controller holds the arguments of a controller's decorator.
type controller struct {
	class    resolve.DefID
	paths    []string
	versions []string // nil if not specified
	said     routes.Attributes
}

func (r *reader) controllers() {
	for d := range r.DefinitionsWithSites("typescript") {
		if d.Kind != graph.KindClass {
			continue
		}
		for _, x := range r.Attributes(d.ID) {
			if r.ExternalName(x) == common+"Controller" {
				r.controller(d, x)
			}
		}
	}
}

// controller adds the endpoints of a class with @Controller(…), including inherited
// methods that it does not redeclare.
func (r *reader) controller(class *resolve.Def, x eval.Expr) {
	c := controller{class: class.ID, paths: []string{""}, said: r.guards(class.ID)}
	if len(x.Args) > 0 {
		arg := x.Sub(&x.Args[0].Value)
		if arg.Kind == parse.ExprMap {
			if v := arg.Arg(-1, "version"); v != nil {
				c.versions = r.versionsIn(arg.Sub(v))
				c.said = c.said.And(r.versionsOf(arg.Sub(v)))
			}
			path := arg.Arg(-1, "path")
			if path == nil {
				path = &parse.Expr{Kind: parse.ExprString}
			}
			arg = arg.Sub(path)
		}
		var ok bool
		if c.paths, ok = r.Texts(arg); !ok {
			return
		}
	}
	seen := map[string]bool{}
	for _, owner := range r.Ancestry(class.ID) {
		f := r.Table.Def(owner).File
		for i := range f.Definitions {
			m := r.Table.Def(f.ID(int32(i)))
			if m.Outer == owner && m.Kind == graph.KindMethod && !seen[m.Name] {
				seen[m.Name] = true
				r.method(c, m)
			}
		}
	}
}

// method adds the endpoints of one method of a controller.
func (r *reader) method(c controller, m *resolve.Def) {
	said := c.said.And(r.guards(m.ID))
	for _, x := range r.Attributes(m.ID) {
		if r.ExternalName(x) == common+"Version" && len(x.Args) > 0 {
			c.versions = r.versionsIn(x.Sub(&x.Args[0].Value))
			said = said.Without(graph.AttrVersion).And(r.versionsOf(x.Sub(&x.Args[0].Value)))
		}
	}
	for _, x := range r.Attributes(m.ID) {
		verb, ok := verbs[r.ExternalName(x)]
		if !ok {
			continue
		}
		paths := []string{""}
		if len(x.Args) > 0 {
			if paths, ok = r.Texts(x.Sub(&x.Args[0].Value)); !ok {
				routes.AddUnresolved(r.Tree, x.Sub(&x.Args[0].Value), verb)
				continue
			}
		}
		for _, before := range c.paths {
			for _, path := range paths {
				for _, p := range r.templates(c, routes.Join(before, path), verb) {
					r.found = append(r.found, routes.Endpoint{Verb: verb, Handler: m.ID, Class: c.class,
						Tier: p.Tier, Attributes: said, Template: p.Text, Choice: routes.Choice{InOrder: true, Head: true},
						At: eval.Place{File: x.In.File, At: x.At}})
				}
			}
		}
	}
}

// templates prepends the prefixes to the path of a method: one template for each
// version in the path, and for each possible application prefix. Exclusions go by the path
// without a version, and leave that in place: see findings/nest-exclude-version.sh.
func (r *reader) templates(c controller, path, verb string) []routes.Prefix {
	a := r.app(r.Table.Def(c.class).File)
	path = routes.Join(r.modules[c.class], path)
	versions := c.versions
	if versions == nil {
		versions = a.versions
	}
	if !a.versioned || len(versions) == 0 {
		versions = []string{""}
	}
	isExcluded := slices.ContainsFunc(a.excluded, func(e excluded) bool { return e.covers(path, verb) })
	var out []routes.Prefix
	for _, version := range versions {
		path := path
		if version != "" {
			path = routes.Join(a.mark+version, path)
		}
		prefixes, tier := a.prefixes, a.tier
		if isExcluded {
			prefixes, tier = nil, graph.Exact
		}
		if len(prefixes) == 0 {
			prefixes = []string{""}
		}
		for _, prefix := range prefixes {
			out = append(out, routes.Prefix{Text: routes.Colons(routes.Join(prefix, path)), Tier: tier})
		}
	}
	return out
}

// versionsIn lists the versions in an expression, a string or a list; the neutral
// version is empty.
//
//	version: ['1', VERSION_NEUTRAL]
func (r *reader) versionsIn(x eval.Expr) []string {
	switch {
	case r.ExternalName(x) == common+"VERSION_NEUTRAL":
		return []string{""}
	case x.Kind == parse.ExprList:
		var out []string
		for i := range x.Args {
			out = append(out, r.versionsIn(x.Sub(&x.Args[i].Value))...)
		}
		return out
	}
	text, _ := r.Text(x)
	return []string{text}
}

// versionsOf returns the known versions in an expression as attributes.
func (r *reader) versionsOf(x eval.Expr) routes.Attributes {
	var said routes.Attributes
	for _, v := range r.versionsIn(x) {
		if v != "" && !strings.Contains(v, eval.Hole) {
			said = said.And(routes.Attr(graph.AttrVersion, v))
		}
	}
	return said
}

// guards returns the guards in the decorators of a class or method. A guard that is a
// call includes its argument: AuthGuard(jwt).
func (r *reader) guards(d resolve.DefID) routes.Attributes {
	var said routes.Attributes
	for _, x := range r.Attributes(d) {
		if r.ExternalName(x) != common+"UseGuards" {
			continue
		}
		for i := range x.Args {
			guard := x.Sub(&x.Args[i].Value)
			name := guard.Expr.Text
			if guard.Kind == parse.ExprCall && len(guard.Args) > 0 {
				if text, ok := r.Text(guard.Sub(&guard.Args[0].Value)); ok {
					name += "(" + text + ")"
				}
			}
			if name != "" {
				said = said.And(routes.Attr(graph.AttrAuthorize, "guard:"+name))
			}
		}
	}
	return said
}
