// Package functions finds the endpoints of Azure Functions in C#: the HTTP-triggered
// functions, in the isolated worker model and the in-process model.
package functions

import (
	"path"
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/interest"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/internal/limited"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Framework returns the rules of Azure Functions.
func Framework() routes.Framework { return framework{&head} }

type framework struct{ *interest.Head }

const language = "csharp"

// head requests the attributes of the files with HTTP-triggered functions.
var head = interest.Head{Languages: []string{language}, Words: []string{"HttpTrigger"},
	Scope: parse.AttributeSites}

// The attributes of functions with their namespaces, first for the isolated worker,
// then in-process.
const (
	worker = "Microsoft.Azure.Functions.Worker"
	host   = "Microsoft.Azure.WebJobs"
)

// Endpoints lists the HTTP-triggered functions:
//
//	[Function("Place")]
//	public HttpResponseData Run([HttpTrigger(AuthorizationLevel.Anonymous, "post", Route = "orders")] …)
func (framework) Endpoints(t *eval.Tree) []routes.Endpoint {
	names := map[resolve.DefID]string{}
	t.EachAttribute(language, func(d *resolve.Def, x eval.Expr) {
		switch strings.TrimSuffix(x.Expr.Text, "Attribute") {
		case "Function":
			names[d.ID] = nameOf(t, d.File, x, worker)
		case "FunctionName":
			names[d.ID] = nameOf(t, d.File, x, host)
		}
	})
	var out []routes.Endpoint
	for x := range t.Family(language) {
		if strings.TrimSuffix(x.Expr.Text, "Attribute") == "HttpTrigger" && x.Kind == parse.ExprNew &&
			names[x.Def] != "" {
			out = append(out, endpoints(t, x, names[x.Def])...)
		}
	}
	return out
}

// nameOf returns the name of a function; empty if the file does not import the library.
func nameOf(t *eval.Tree, f *resolve.File, x eval.Expr, space string) string {
	arg := x.Arg(0, "name")
	if arg == nil || !imports(t, f, space) {
		return ""
	}
	text, _ := t.Text(x.Sub(arg))
	return text
}

// imports reports whether a file imports a namespace, directly or by a global using of
// its project.
func imports(t *eval.Tree, f *resolve.File, space string) bool {
	for i := range f.Imports {
		if f.Imports[i].Path == space {
			return true
		}
	}
	for _, g := range t.Table.Files {
		for i := range g.Imports {
			if im := &g.Imports[i]; im.Global && im.Path == space && t.Project(g) == t.Project(f) {
				return true
			}
		}
	}
	return false
}

// endpoints lists the endpoints of one function: one route for each verb, or one for
// all verbs.
func endpoints(t *eval.Tree, x eval.Expr, name string) []routes.Endpoint {
	e := routes.Endpoint{Verb: routes.Any, Handler: x.Def, Name: name, Tier: graph.Exact,
		At: eval.Place{File: x.In.File, At: x.At}}
	var verbs []string
	route := name
	for i := range x.Args {
		a := &x.Args[i]
		text, known := t.Text(x.Sub(&a.Value))
		switch {
		case a.Name == "Route" && a.Value.Kind == parse.ExprLiteral: // null
		case a.Name == "Route":
			if !known {
				routes.AddUnresolved(t, x.Sub(&a.Value), verbs...)
				return nil
			}
			route = text
		case a.Name != "" && a.Name != "methods":
		case i == 0 && !known: // the authorization level
			if level := a.Value; level.Kind == parse.ExprMember {
				e.Attributes = routes.Attr(graph.AttrAuthorize, level.Text)
				if level.Text == "Anonymous" {
					e.Attributes = routes.Attr(graph.AttrAnonymous, "")
				}
			}
		default:
			list, _ := t.Texts(x.Sub(&a.Value))
			verbs = append(verbs, list...)
		}
	}
	e.Template = routes.Join(prefix(t, x.In.File), route)
	if len(verbs) == 0 {
		return []routes.Endpoint{e}
	}
	var out []routes.Endpoint
	for _, verb := range verbs {
		e.Verb = strings.ToUpper(verb)
		out = append(out, e)
	}
	return out
}

// prefix returns the prefix of all routes of a program: api, unless the nearest
// host.json around the file specifies another.
func prefix(t *eval.Tree, f *resolve.File) string {
	for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
		if text, ok := t.Table.Project.Files[path.Join(dir, "host.json")]; ok {
			var said struct {
				Extensions struct {
					HTTP struct{ RoutePrefix *string }
				}
			}
			if limited.UnmarshalJSON([]byte(text), &said) == nil && said.Extensions.HTTP.RoutePrefix != nil {
				return *said.Extensions.HTTP.RoutePrefix
			}
			return "api"
		}
		if dir == "." || dir == "/" {
			return "api"
		}
	}
}
