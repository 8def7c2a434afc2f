// Package aspnet finds the endpoints of ASP.NET Core applications: the actions of
// controllers, with routes in attributes or by convention, and what minimal APIs map; and
// those of ASP.NET MVC 5 and Web API 2.
//
//	aspnet.go       the framework; which files it reads
//	attributes.go   what attributes say: verbs and templates, those of derived attributes too
//	controllers.go  which classes are controllers, and their actions
//	actions.go      the routes of an action
//	conventions.go  routes by convention
//	classic.go      what differs in ASP.NET MVC 5 and Web API 2
//	minimal.go      MapGet and its like, groups, methods that are given a route builder
//	views.go        which views actions, pages and other views render
//	said.go         who may ask, names and versions: attributes of routes
//	pages.go        Razor Pages, components with a path, what else is mapped by name
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

// mapping are words of files that map endpoints or hand a route builder on.
var mapping = []string{"IEndpointRouteBuilder", "WebApplication", "RouteGroupBuilder",
	"RouteHandlerBuilder", "UseEndpoints", "MapGroup", "MapControllerRoute", "MapGet", "MapPost",
	"MapHub", "MapHealthChecks", "MapRazorPages", "UseMvc", "PageRoute",
	"MapRoute", "MapHttpRoute", "AreaRegistration"}

// Sites asks for the attributes of all files of C#, and for calls where endpoints are
// mapped or attributes are declared.
func (framework) Sites(lang string, src parse.Source) parse.SiteScope {
	switch lang {
	case language:
	case razor:
		return pageSites(src)
	default:
		return parse.NoSites
	}
	if src.Mentions(mapping) {
		return parse.AllSites
	}
	if src.Has("View(") && (src.Has("Controller") ||
		src.Has("ViewComponent")) {
		return parse.AllSites
	}
	if src.Has("Attribute :") || src.Has("Attribute(") &&
		src.Has(") :") || src.Has("IRouteTemplateProvider") {
		return parse.AllSites
	}
	return parse.AttributeSites
}

// pageSites asks for the attributes of components, and for calls and values in views.
func pageSites(src parse.Source) parse.SiteScope {
	switch {
	case strings.HasSuffix(src.Path, ".cshtml"):
		return parse.AllSites
	case src.Has("@attribute"):
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

	patterns []pattern                  // of conventional routes, in the order of their calls
	maps     map[string]bool            // projects that map controllers
	groups   map[string][]routes.Prefix // by project, that controllers are mapped on
	areas    []areaOf                   // by (path, position)

	// hasConventions says that a class of the tree may change the routes of controllers
	// when the application starts.
	hasConventions bool

	behind map[*parse.Expr]eval.Term // the call that goes on with what one returns

	servesPages bool // the tree has an application that maps Razor Pages
	pageRoutes  []pageRoute
}

func newReader(t *eval.Tree) *reader {
	r := &reader{Routers: routes.NewRouters(t, language), platform: external.Open("dotnet"),
		maps: map[string]bool{}, groups: map[string][]routes.Prefix{},
		behind: map[*parse.Expr]eval.Term{}}
	r.Group = r.group
	return r
}
