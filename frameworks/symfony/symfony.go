// Package symfony finds the routes of Symfony: the attributes Route of controllers, and those of its
// configuration.
//
//	symfony.go   the framework; controllers and their attributes
//	paths.go     the paths and parameters of a route
//	config.go    routes and prefixes of config/routes.yaml
package symfony

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

// Framework returns the rules of Symfony.
func Framework() routes.Framework { return framework{&frameworkHead} }

type framework struct{ *interest.Head }

const family = "php"

// frameworkHead requests the sites of the files that name the attribute, or a base class of
// controllers, whose constants may be parts of paths.
var frameworkHead = interest.Head{Languages: []string{family},
	Words: []string{`Component\Routing\A`, `FrameworkBundle\Controller`},
	Names: []string{`Component\Routing\A`}}

// attributes are the names of the attribute: the older one is an alias.
var attributes = []string{"Symfony.Component.Routing.Attribute.Route",
	"Symfony.Component.Routing.Annotation.Route"}

// granted declares who may send a request.
var granted = routes.AttributeReaders{
	"Symfony.Component.Security.Http.Attribute.IsGranted": routes.TextAttribute(graph.AttrAuthorize, "",
		"attribute"),
}

// choice is that of the router: a path without the slash that a route has, or with one more, is
// redirected.
var choice = routes.Choice{InOrder: true, Head: true, Strict: true, Redirects: routes.RedirectsAll}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := &reader{Tree: t}
	r.configure()
	for d := range t.Definitions(family) {
		if d.Kind == graph.KindClass && !d.File.Test && t.Table.Canon[d.ID] == d.ID &&
			!slices.Contains(d.Modifiers, "abstract") && !slices.Contains(d.Modifiers, "trait") {
			r.controller(d)
		}
	}
	return r.found
}

// A reader collects the endpoints of a tree.
type reader struct {
	*eval.Tree
	imports []imported
	items   int // of configurations that were read
	found   []routes.Endpoint
}

// A route has the arguments of an attribute.
type route struct {
	paths    map[string]eval.Expr // by locale; "" if there is one path for all
	name     string
	verbs    []string
	rules    map[string]string // the requirements of parameters
	optional map[string]bool   // parameters with default values
	guarded  bool              // whether more than the path and the verb decides
	open     bool              // whether a verb is not known
}

// routesOf lists the attributes of a definition.
func (r *reader) routesOf(d resolve.DefID) []eval.Expr {
	var out []eval.Expr
	for _, x := range r.Attributes(d) {
		if slices.Contains(attributes, r.nameOf(x)) {
			out = append(out, x)
		}
	}
	return out
}

// nameOf returns the full name of an attribute, which may be below an imported namespace.
//
//	use Symfony\Component\Routing\Attribute as Routing;
//	#[Routing\Route('/orders')]
func (r *reader) nameOf(x eval.Expr) string {
	first, rest, found := strings.Cut(x.Expr.Text, `\`)
	if !found || x.Referent().Def > resolve.None {
		return r.ExternalName(x)
	}
	rest = strings.ReplaceAll(rest, `\`, ".")
	if first == "" {
		return rest
	}
	for i := range x.In.File.Imports {
		if im := &x.In.File.Imports[i]; im.Alias == first {
			return strings.TrimPrefix(im.Path+"."+im.Name, ".") + "." + rest
		}
	}
	return ""
}

// controller adds the endpoints of a class. The first attribute of the class has the common
// prefix and settings of the routes of its methods; without such methods, each attribute is a route
// to __invoke.
func (r *reader) controller(class *resolve.Def) {
	own := r.routesOf(class.ID)
	shared := route{}
	if len(own) > 0 {
		shared = r.read(own[0])
	}
	seen, found := map[string]bool{}, false
	var invoke *resolve.Def
	for _, owner := range r.Lineage(class.ID) {
		f := r.Table.Def(owner).File
		for i := range f.Definitions {
			m := r.Table.Def(f.ID(int32(i)))
			if name := strings.ToLower(m.Name); m.Outer == owner && m.Kind.IsCallable() && !seen[name] {
				seen[name] = true
				if name == "__invoke" {
					invoke = m
				}
				for _, x := range r.routesOf(m.ID) {
					found = true
					r.add(x, class.ID, m, shared)
				}
			}
		}
	}
	if found || invoke == nil {
		return
	}
	for _, x := range own {
		r.add(x, class.ID, invoke, route{})
	}
}

// read reads the arguments of an attribute.
//
//	#[Route('/orders/{id}', name: 'order_show', methods: ['GET'], requirements: ['id' => '\d+'])]
func (r *reader) read(x eval.Expr) route {
	out := route{paths: map[string]eval.Expr{}, rules: map[string]string{}, optional: map[string]bool{}}
	if p := x.Arg(0, "path"); p != nil {
		out.paths = r.localized(x.Sub(p))
	}
	if n := x.Arg(1, "name"); n != nil {
		out.name, _ = r.Text(x.Sub(n))
	}
	r.each(x, x.Arg(2, "requirements"), func(name string, value eval.Expr) {
		if rule, ok := r.Text(value); ok {
			out.rules[name] = rule
		}
	})
	r.each(x, x.Arg(4, "defaults"), func(name string, _ eval.Expr) { out.optional[name] = true })
	if m := x.Arg(6, "methods"); m != nil {
		out.verbs, out.open = r.verbs(x.Sub(m))
	}
	for i, name := range []string{5: "host", 7: "schemes", 8: "condition", 9: "priority", 15: "env"} {
		out.guarded = out.guarded || name != "" && x.Arg(i, name) != nil
	}
	return out
}

// each calls f for each key of a map.
func (r *reader) each(x eval.Expr, of *parse.Expr, f func(name string, value eval.Expr)) {
	if of == nil {
		return
	}
	for _, v := range r.Evaluate(x.Sub(of)) {
		if v.Kind != parse.ExprMap {
			continue
		}
		for i := range v.Args {
			f(v.Args[i].Name, v.Sub(&v.Args[i].Value))
		}
	}
}

// localized returns the paths of an argument: a text, or one for each locale.
func (r *reader) localized(x eval.Expr) map[string]eval.Expr {
	out := map[string]eval.Expr{}
	r.each(x, x.Expr, func(locale string, path eval.Expr) { out[locale] = path })
	if len(out) == 0 {
		out[""] = x
	}
	return out
}

// verbs lists the verbs of an argument: a text, a list, or constants of the library.
func (r *reader) verbs(x eval.Expr) (verbs []string, open bool) {
	list := []eval.Expr{x}
	if x.Kind == parse.ExprList {
		list = nil
		for i := range x.Args {
			list = append(list, x.Sub(&x.Args[i].Value))
		}
	}
	for _, v := range list {
		name, isConstant := strings.CutPrefix(v.Expr.Text, "METHOD_")
		switch {
		case v.Kind == parse.ExprMember && isConstant && v.Recv != nil &&
			strings.HasSuffix(r.ExternalName(v.Sub(v.Recv)), ".HttpFoundation.Request"):
			verbs = append(verbs, name)
		default:
			texts, ok := r.Texts(v)
			open = open || !ok
			for _, text := range texts {
				if ok {
					verbs = append(verbs, strings.ToUpper(text))
				}
			}
		}
	}
	return verbs, open
}

// add adds the endpoints of an attribute of a method, below those of its class.
func (r *reader) add(x eval.Expr, class resolve.DefID, m *resolve.Def, shared route) {
	own := r.read(x)
	for _, p := range m.Params {
		if p.Optional {
			own.optional[p.Name] = true
		}
	}
	under, tier := r.under(r.Table.Def(class).File)
	e := routes.Endpoint{Handler: m.ID, At: eval.Place{File: x.In.File, At: x.At}, Choice: choice,
		Tier: tier, Passes: own.guarded || shared.guarded || under.guarded}
	if own.name != "" {
		e.Name = shared.name + own.name
	}
	if m.Outer != class {
		e.Class = class
	}
	e.Attributes = routes.DeclaredAttributes(r.Tree, granted, class, m.ID)
	verbs := slices.Concat(shared.verbs, own.verbs)
	slices.Sort(verbs)
	if own.open || shared.open {
		verbs, e.Tier = append(verbs, routes.Any), graph.Heuristic
	} else if len(verbs) == 0 {
		verbs = []string{routes.Any}
	}
	for _, path := range r.joined(shared.paths, own.paths) {
		e.Slash = routes.SlashOf(path)
		for _, prefix := range under.prefixes {
			e.Template = routes.Join(prefix, template(path, own.with(shared)))
			for _, v := range slices.Compact(verbs) {
				e.Verb = v
				r.found = append(r.found, e)
			}
		}
	}
}

// with returns a route with the requirements and default values of its class.
func (o route) with(shared route) route {
	for name, rule := range shared.rules {
		if _, ok := o.rules[name]; !ok {
			o.rules[name] = rule
		}
	}
	for name := range shared.optional {
		o.optional[name] = true
	}
	return o
}

// joined returns the paths of a route: a prefix is before a path as it is written. Of prefixes and
// paths for several locales, those of the same locale belong together.
func (r *reader) joined(prefixes, paths map[string]eval.Expr) []string {
	text := func(of map[string]eval.Expr, locale string) (string, bool) {
		x, ok := of[locale]
		if !ok {
			x, ok = of[""]
		}
		if !ok {
			return "", len(of) == 0
		}
		return r.TextWithHoles(x), true
	}
	locales := map[string]bool{}
	for _, of := range []map[string]eval.Expr{prefixes, paths} {
		for locale := range of {
			locales[locale] = true
		}
	}
	if len(locales) == 0 {
		return []string{""}
	}
	var out []string
	for locale := range locales {
		prefix, ok := text(prefixes, locale)
		path, also := text(paths, locale)
		if ok && also {
			out = append(out, strings.TrimRight(prefix, " ")+path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
