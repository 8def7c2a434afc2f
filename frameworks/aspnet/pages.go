package aspnet

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

// razor is the language of pages and views.
const razor = "razor"

// The methods that serve pages and health checks, and those that add routes of pages.
const (
	pageBuilder   = "Microsoft.AspNetCore.Builder.RazorPagesEndpointRouteBuilderExtensions."
	healthBuilder = "Microsoft.AspNetCore.Builder.HealthCheckEndpointRouteBuilderExtensions."
	pageRoutes    = "Microsoft.Extensions.DependencyInjection.PageConventionCollectionExtensions."
	oldBuilder    = "Microsoft.AspNetCore.Builder.MvcApplicationBuilderExtensions."
)

// A pageRoute is an additional route of a page, added by a call.
type pageRoute struct {
	page     string // its path, prefixed with /Areas/X/Pages in an area
	template string
	at       eval.Place
	tier     graph.Tier
}

// mapPages records a call that serves pages, or an additional route of one.
func (r *reader) mapPages(call eval.Expr, full string) {
	name := full[strings.LastIndexByte(full, '.')+1:]
	switch {
	case name == "MapRazorPages" && full == pageBuilder+name,
		strings.HasPrefix(name, "UseMvc") && full == oldBuilder+name:
		r.servesPages = true
	case name == "MapHealthChecks" && full == healthBuilder+name:
		if pattern := call.Arg(0, "pattern"); pattern != nil {
			r.enter(call, pattern, call.Def)
		}
	case name == "AddPageRoute" && full == pageRoutes+name:
		r.addPageRoute(call, "", call.Arg(0, "pageName"), call.Arg(1, "route"))
	case name == "AddAreaPageRoute" && full == pageRoutes+name:
		if area := call.Arg(0, "areaName"); area != nil {
			if text, ok := r.Text(call.Sub(area)); ok {
				r.addPageRoute(call, "/Areas/"+text+"/Pages", call.Arg(1, "pageName"),
					call.Arg(2, "route"))
			}
		}
	}
}

// enter adds the endpoints, for any verb, of a pattern that a call maps.
func (r *reader) enter(call eval.Expr, pattern *parse.Expr, handler resolve.DefID) {
	for _, f := range r.FramesAt(call) {
		call.Env = f.Env
		template, ok := r.Text(call.Sub(pattern))
		if !ok {
			continue
		}
		for _, p := range r.prefixes(call) {
			r.found = append(r.found, routes.Endpoint{Verb: routes.Any, Handler: handler,
				Template: routes.Join(p.Text, template), Attributes: p.Attributes.And(r.saidBehind(call)),
				At:   eval.Place{File: call.In.File, At: call.At},
				Tier: resolve.WeakerTier(resolve.WeakerTier(tierOf(call), f.Tier), p.Tier)})
		}
	}
}

func (r *reader) addPageRoute(call eval.Expr, area string, page, route *parse.Expr) {
	if page == nil || route == nil {
		return
	}
	name, known := r.Text(call.Sub(page))
	template, ok := r.Text(call.Sub(route))
	if known && ok {
		r.pageRoutes = append(r.pageRoutes, pageRoute{area + name, template,
			eval.Place{File: call.In.File, At: call.At}, tierOf(call)})
	}
}

// forward adds the endpoints of MapFallbackToController, which forwards requests to an
// action.
//
//	app.MapFallbackToController("/spa/{*path}", "Index", "Shell");
func (r *reader) forward(call eval.Expr) {
	pattern, action, controller := call.Arg(0, "pattern"), call.Arg(1, "action"),
		call.Arg(2, "controller")
	if controller == nil {
		pattern, action, controller = nil, call.Arg(0, "action"), call.Arg(1, "controller")
	}
	if action == nil || controller == nil {
		return
	}
	to, ok := r.actionNamed(call.Sub(action), call.Sub(controller))
	if !ok {
		return
	}
	if pattern == nil {
		pattern = &parse.Expr{Kind: parse.ExprString, Text: "{*path:nonfile}", At: call.At}
	}
	r.enter(call, pattern, to)
}

// actionNamed finds the only action with the names given by two expressions.
func (r *reader) actionNamed(action, controller eval.Expr) (to resolve.DefID, ok bool) {
	name, known := r.Text(action)
	class, named := r.Text(controller)
	if !known || !named {
		return resolve.None, false
	}
	to = resolve.None
	for _, f := range r.Table.Files {
		for i := range f.Definitions {
			d := r.Table.Def(f.ID(int32(i)))
			if d.Kind != graph.KindMethod || !strings.EqualFold(r.Table.Def(d.Outer).Name,
				class+"Controller") || !strings.EqualFold(r.actionName(d), name) {
				continue
			}
			if to != resolve.None {
				return resolve.None, false
			}
			to = d.ID
		}
	}
	return to, to != resolve.None
}

// pages adds the routes of pages and of routable components.
func (r *reader) pages() {
	for _, f := range r.Table.Files {
		if f.Language != "razor" || len(f.Definitions) < 2 || f.Test {
			continue
		}
		if f.Definitions[1].Kind == graph.KindComponent {
			r.component(f)
		} else if len(f.Page.Routes) > 0 && r.servesPages {
			r.page(f)
		}
	}
}

// component adds the routes of a component: those of @page and of [Route].
func (r *reader) component(f *resolve.File) {
	said := r.saidOf(r.Table.Canon[f.ID(1)])
	add := func(template string, at uint32, tier graph.Tier) {
		r.found = append(r.found, routes.Endpoint{Verb: "GET", Template: routes.Join("", template),
			Handler: r.Table.Canon[f.ID(1)], At: eval.Place{File: f, At: at}, Tier: tier,
			Attributes: said})
	}
	for _, route := range f.Page.Routes {
		add(route.Template, route.At, graph.Exact)
	}
	for _, a := range r.Attributes(r.Table.Canon[f.ID(1)]) {
		if a.Referent().External != "Microsoft.AspNetCore.Components.RouteAttribute" ||
			a.In.File != f {
			continue
		}
		if arg := a.Arg(0, "template"); arg != nil {
			if template, ok := r.Text(a.Sub(arg)); ok {
				add(template, a.At, graph.Exact)
			}
		}
	}
}

// page adds the routes of a page, for any verb: to the page itself and to the handlers
// of its model.
func (r *reader) page(f *resolve.File) {
	name, ok := r.pagePath(f)
	if !ok {
		return
	}
	handlers := append([]resolve.DefID{f.ID(1)}, r.pageHandlers(f)...)
	var said routes.Attributes
	if model := r.pageModel(f); model != resolve.None {
		said = r.saidOf(r.Ancestry(model)...)
	}
	add := func(template string, at eval.Place, tier graph.Tier) {
		for _, h := range handlers {
			r.found = append(r.found, routes.Endpoint{Verb: routes.Any, Handler: h,
				Template: routes.Join("", template), At: at, Tier: tier, Attributes: said})
		}
	}
	written := f.Page.Routes[0]
	at := eval.Place{File: f, At: written.At}
	template := strings.TrimPrefix(written.Template, "~")
	served := name
	if area, rest, ok := strings.Cut(strings.TrimPrefix(name, "/Areas/"), "/Pages/"); ok &&
		strings.HasPrefix(name, "/Areas/") {
		served = "/" + area + "/" + rest
	}
	switch {
	case strings.HasPrefix(template, "/"):
		add(template, at, graph.Exact)
	default:
		add(routes.Join(served, template), at, graph.Exact)
		if folder, ok := strings.CutSuffix(served, "/Index"); ok {
			add(routes.Join(folder, template), at, graph.Exact)
		}
	}
	for _, more := range r.pageRoutes {
		if more.page == name {
			add(more.template, more.at, more.tier)
		}
	}
}

// pagePath returns the path by which code names a page: relative to the folder Pages of
// its project, or the whole path for a page in an area.
func (r *reader) pagePath(f *resolve.File) (name string, ok bool) {
	name = strings.TrimSuffix(f.Path, path.Ext(f.Path))
	if project := r.Project(f); project != "" {
		name = strings.TrimPrefix(name, project+"/")
	}
	name = "/" + name
	if strings.HasPrefix(name, "/Areas/") {
		return name, strings.Contains(name, "/Pages/")
	}
	return strings.CutPrefix(name, "/Pages")
}

// pageModel returns the class of a page's model: the page itself if it has no model,
// None if the model is unknown.
func (r *reader) pageModel(f *resolve.File) resolve.DefID {
	class, model := f.ID(1), f.Page.Model
	if model.IsZero() {
		return class
	}
	b := r.Binder(f)
	if b == nil {
		return resolve.None
	}
	t := b.TypeOf(model, class, model.At)
	if t.Def <= resolve.None {
		return resolve.None
	}
	return r.Table.Canon[t.Def]
}

// pageHandlers lists the methods that handle the requests to a page: those of its
// model, or of the page if it has no model.
func (r *reader) pageHandlers(f *resolve.File) []resolve.DefID {
	class := r.pageModel(f)
	if class == resolve.None {
		return nil
	}
	var out []resolve.DefID
	for _, c := range r.Ancestry(class) {
		for _, m := range r.declared(c) {
			if isPageHandler(m) && !r.hasAttribute(m.ID, mvc+"RazorPages.NonHandlerAttribute") {
				out = append(out, m.ID)
			}
		}
	}
	return out
}

// isPageHandler reports whether a method of a page's model handles requests: OnGet,
// OnPostSearchAsync
// (DefaultPageApplicationModelPartsProvider.TryParseHandlerMethodName).
func isPageHandler(m *resolve.Def) bool {
	rest, ok := strings.CutPrefix(m.Name, "On")
	if !ok || !resolve.HasModifier(m, "public") || resolve.HasModifier(m, "static") ||
		resolve.HasModifier(m, "abstract") || len(m.TypeParams) > 0 {
		return false
	}
	rest = strings.TrimSuffix(rest, "Async")
	return slices.ContainsFunc(pageVerbs, func(verb string) bool {
		name, ok := strings.CutPrefix(rest, verb)
		return ok && (name == "" || name[0] < 'a' || name[0] > 'z')
	})
}

var pageVerbs = []string{"Get", "Post", "Put", "Delete", "Patch", "Head", "Options"}
