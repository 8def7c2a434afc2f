// Package aspnet finds the endpoints of ASP.NET Core applications: the actions of
// controllers, with attribute or conventional routes, and minimal APIs; and those of
// ASP.NET MVC 5 and Web API 2.
//
//	aspnet.go       the framework; which files it reads
//	attributes.go   verbs and templates of attributes, derived ones included
//	controllers.go  which classes are controllers, and their actions
//	actions.go      the routes of an action
//	conventions.go  conventional routes
//	classic.go      the differences of ASP.NET MVC 5 and Web API 2
//	minimal.go      MapGet and similar calls, groups, methods that take a route builder
//	views.go        which views actions, pages and other views render
//	metadata.go     authorization, names and versions: attributes of routes
//	pages.go        Razor Pages, routable components, other endpoints mapped by name
//
// The rules are those of the framework's application model
// (DefaultApplicationModelProvider, ControllerFeatureProvider, RouteGroupBuilder).
package aspnet

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/external"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/parse"
)

// Framework returns the rules of ASP.NET Core.
func Framework() routes.Framework { return framework{} }

type framework struct{}

const language = "csharp"

// mapping lists words of files that map endpoints or pass a route builder on.
var mapping = []string{"IEndpointRouteBuilder", "WebApplication", "RouteGroupBuilder",
	"RouteHandlerBuilder", "UseEndpoints", "MapGroup", "MapControllerRoute", "MapGet", "MapPost",
	"MapHub", "MapHealthChecks", "MapRazorPages", "UseMvc", "PageRoute",
	"MapRoute", "MapHttpRoute", "AreaRegistration"}

// Sites requests the attributes of all C# files, and calls where endpoints are mapped
// or attributes are declared.
func (framework) Sites(lang string, src parse.Source) parse.SiteScope {
	switch lang {
	case language:
	case razor:
		return pageSites(src)
	default:
		return parse.NoSites
	}
	if src.ContainsAny(mapping) {
		return parse.AllSites
	}
	if src.Contains("View(") && (src.Contains("Controller") ||
		src.Contains("ViewComponent")) {
		return parse.AllSites
	}
	if src.Contains("Attribute :") || src.Contains("Attribute(") &&
		src.Contains(") :") || src.Contains("IRouteTemplateProvider") {
		return parse.AllSites
	}
	return parse.AttributeSites
}

// pageSites requests the attributes of components, and calls and values in views.
func pageSites(src parse.Source) parse.SiteScope {
	switch {
	case strings.HasSuffix(src.Path, ".cshtml"):
		return parse.AllSites
	case src.Contains("@attribute"):
		return parse.AttributeSites
	}
	return parse.NoSites
}

// Endpoints lists the endpoints of the tree.
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	r := newReader(t)
	r.mapped()
	r.controllers()
	r.pages()
	return r.found
}

// A reader collects the endpoints of one tree.
type reader struct {
	*routes.Routers
	platform *external.Platform
	found    []routes.Endpoint

	patterns []pattern                  // conventional routes, in call order
	maps     map[string]bool            // projects that map controllers
	groups   map[string][]routes.Prefix // groups that controllers are mapped on, by project
	areas    []areaOf                   // by (path, position)

	// hasConventions is set if a class of the tree may change controller routes at
	// startup.
	hasConventions bool

	behind map[*parse.Expr]eval.Expr // the call chained onto a call's return value

	servesPages bool // the application maps Razor Pages
	pageRoutes  []pageRoute
}

func newReader(t *eval.Tree) *reader {
	r := &reader{Routers: routes.NewRouters(t, language), platform: external.Open("dotnet"),
		maps: map[string]bool{}, groups: map[string][]routes.Prefix{},
		behind: map[*parse.Expr]eval.Expr{}}
	r.Group = r.group
	return r
}
