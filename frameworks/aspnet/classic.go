package aspnet

import (
	"slices"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// ASP.NET MVC 5 and Web API 2, the predecessors of ASP.NET Core, have controllers and
// attributes of the same names. The differences: action routes are under the prefix of
// their controller and replace the controller's own routes, areas are namespaces, and
// Web API actions handle the verb that their names begin with.

// A generation is the framework to which a controller or a pattern belongs.
type generation uint8

const (
	core   generation = iota // ASP.NET Core
	mvc5                     // ASP.NET MVC up to 5
	webAPI                   // ASP.NET Web API
)

// generationOf determines the framework of a controller from the imports of the files
// of its class and base classes, and from the name of the last base.
func (r *reader) generationOf(class resolve.DefID) generation {
	classic := false
	for _, c := range r.Ancestry(class) {
		f := r.Table.Def(c).File
		classic = classic || isClassic(f)
		for _, b := range r.Table.Bases[c] {
			name := resolve.LastName(f.ExternalName(b.Def))
			if b.Def == resolve.None {
				name = resolve.LastName(b.Name)
			}
			if name == "ApiController" && imports(f, "System.Web.Http") {
				return webAPI
			}
		}
	}
	if classic {
		return mvc5
	}
	return core
}

// isClassic reports whether a file uses MVC 5 or Web API 2.
func isClassic(f *resolve.File) bool {
	return imports(f, "System.Web") && !imports(f, "Microsoft.AspNetCore")
}

// imports reports whether a file imports a namespace or one nested in it.
func imports(f *resolve.File, namespace string) bool {
	return slices.ContainsFunc(f.Imports, func(im parse.Import) bool {
		return im.Path == namespace || strings.HasPrefix(im.Path, namespace+".")
	})
}

// An areaOf is an MVC 5 area: the controllers of a namespace.
type areaOf struct{ namespace, name string }

// findAreas finds the classes that register areas.
//
//	class AdminArea : AreaRegistration { public override string AreaName => "Admin"; … }
func (r *reader) findAreas() {
	for _, f := range r.Table.Files {
		if f.Language != language || f.Test || !imports(f, "System.Web") {
			continue
		}
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if name, ok := r.areaName(d.ID); ok && d.Kind == graph.KindClass {
				r.areas = append(r.areas, areaOf{d.ModuleName, name})
			}
		}
	}
}

// areaName returns the name of the area that a class registers.
func (r *reader) areaName(class resolve.DefID) (name string, ok bool) {
	d := r.Table.Def(class)
	if !slices.ContainsFunc(d.Bases, func(b parse.TypeRef) bool {
		return resolve.LastName(b.Name) == "AreaRegistration"
	}) {
		return "", false
	}
	for _, id := range r.Table.Own(class, "AreaName") {
		for _, v := range r.Values(id) {
			return r.Text(v)
		}
	}
	return "", false
}

// classicArea returns the area of an MVC 5 controller: that of its attribute, or of the
// registration in the nearest enclosing namespace.
func (r *reader) classicArea(class *resolve.Def) string {
	if x, ok := r.attributeNamed(class.ID, "RouteArea"); ok {
		return r.firstText(x)
	}
	best := areaOf{}
	for _, a := range r.areas {
		if strings.HasPrefix(class.ModuleName+".", a.namespace+".") &&
			len(a.namespace) >= len(best.namespace) {
			best = a
		}
	}
	return best.name
}

// attributeNamed finds an attribute of a definition by its written name.
func (r *reader) attributeNamed(d resolve.DefID, name string) (x eval.Expr, ok bool) {
	for _, x := range r.Attributes(d) {
		if strings.TrimSuffix(x.Expr.Text, "Attribute") == name {
			return x, true
		}
	}
	return eval.Expr{}, false
}

// firstText returns the first argument of an attribute; empty if it is missing or
// unknown.
func (r *reader) firstText(x eval.Expr) string {
	arg := x.Arg(0, "")
	if arg == nil {
		return ""
	}
	text, _ := r.Text(x.Sub(arg))
	return text
}

// classicPrefix returns the prefix of the action routes of a controller.
func (r *reader) classicPrefix(class resolve.DefID) string {
	prefix := ""
	if x, ok := r.attributeNamed(class, "RouteArea"); ok {
		prefix = r.firstText(x)
		if arg := x.Arg(-1, "AreaPrefix"); arg != nil {
			prefix, _ = r.Text(x.Sub(arg))
		}
	}
	if x, ok := r.attributeNamed(class, "RoutePrefix"); ok {
		prefix = routes.Join(prefix, r.firstText(x))
	}
	return prefix
}

// serveClassic adds the endpoints of one selector of an MVC 5 or Web API 2 action.
func (r *reader) serveClassic(a action, s selector, around []selector) {
	if a.generation == webAPI && s.verbs == nil {
		s.verbs = []string{verbOfName(a.method.Name)}
	}
	prefix := r.classicPrefix(a.controller.ID)
	switch {
	case s.hasRoute && strings.HasPrefix(s.template, "~"):
		r.add(a, s, routes.Join("", s.template[1:]), s.tier)
	case s.hasRoute:
		r.add(a, s, routes.Join(prefix, s.template), s.tier)
	case len(around) > 0:
		for _, c := range around {
			p := pattern{template: routes.Join(prefix, c.template), generation: a.generation, area: a.area,
				fixed: map[string]string{"controller": a.replace("[controller]")}}
			if template, ok := p.fill(a); ok {
				r.add(a, s, template, resolve.WeakerTier(c.tier, s.tier))
			}
		}
	default:
		r.byConvention(a, s)
	}
}

// verbOfName returns the verb of a Web API action without verb attributes: the one that
// its name begins with, or else POST (ReflectedHttpActionDescriptor).
func verbOfName(name string) string {
	for _, verb := range []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"} {
		if len(name) >= len(verb) && strings.EqualFold(name[:len(verb)], verb) {
			return verb
		}
	}
	return "POST"
}

// given drops the last segment of a Web API path if it is a parameter that the action
// does not have, as Web API selects actions by their parameters.
func (p pattern) given(segments []string, a action) []string {
	last := len(segments) - 1
	if p.generation != webAPI || last < 0 {
		return segments
	}
	name := parameter(segments[last])
	if name == "" || slices.ContainsFunc(a.method.Params, func(x parse.Param) bool {
		return strings.EqualFold(x.Name, name)
	}) {
		return segments
	}
	return segments[:last]
}

// mapClassic records the pattern that a call on the routes of MVC 5 or Web API 2 maps.
// A pattern mapped in an area registration selects the controllers of the area.
//
//	routes.MapRoute("show", "orders/{id}", new { controller = "Orders", action = "Show" });
//	config.Routes.MapHttpRoute("api", "api/{controller}/{id}");
func (r *reader) mapClassic(call eval.Expr) {
	p := pattern{project: r.Project(call.In.File), tier: graph.Unique, generation: mvc5}
	template := call.Arg(1, "url")
	if call.Expr.Text == "MapHttpRoute" {
		p.generation, template = webAPI, call.Arg(1, "routeTemplate")
	}
	if c := r.Table.EnclosingType(call.Def); c != resolve.None {
		p.area, _ = r.areaName(c)
	}
	r.maps[p.project] = true
	if constraints := call.Arg(3, "constraints"); constraints != nil {
		p.verbs = r.constrained(call.Sub(constraints))
	}
	r.pattern(call, p, template, call.Arg(2, "defaults"))
}

// constrained lists the verbs that the constraints of a pattern allow, or nil for any.
//
//	new { httpMethod = new HttpMethodConstraint("GET", "POST") }
func (r *reader) constrained(x eval.Expr) []string {
	var verbs []string
	for _, v := range r.Evaluate(x) {
		for i := range v.Args {
			made := &v.Args[i].Value
			if made.Kind != parse.ExprNew || made.Text != "HttpMethodConstraint" {
				continue
			}
			for j := range made.Args {
				if verb, ok := r.Text(v.Sub(&made.Args[j].Value)); ok {
					verbs = append(verbs, strings.ToUpper(verb))
				}
			}
		}
	}
	return verbs
}

// isClassicMapper reports whether a call maps an MVC 5 or Web API 2 pattern.
func isClassicMapper(call eval.Expr) bool {
	return (call.Expr.Text == "MapRoute" || call.Expr.Text == "MapHttpRoute") && call.Recv != nil &&
		call.Referent().Def == resolve.None && imports(call.In.File, "System.Web")
}
