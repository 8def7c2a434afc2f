// Package markup finds the requests made by the links and forms of templates.
//
// The template contains the address, with holes, or the name of a route. As a browser
// sends requests to the server that rendered the page, an address without a host
// belongs to the tree, and no prefix is guessed. Relative addresses depend on the
// current page, and are omitted.
package markup

import (
	"strings"

	"seedgraph/eval"
	"seedgraph/frameworks/concept/request"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// Client returns the rules of templates.
func Client() request.Client { return client{} }

type client struct{}

// Sites returns NoSites: the facts of templates are sufficient.
func (client) Sites(string, parse.Source) parse.SiteScope { return parse.NoSites }

// Named implements [interest.Namer].
func (client) Named(string, parse.Source) bool { return false }

// FollowsRoutes implements [interest.Follower].
func (client) FollowsRoutes() {}

// Requests implements [request.Client].
func (client) Requests(t *eval.Tree) []request.Request {
	var out []request.Request
	for _, f := range t.Table.Files {
		if f.Page == nil || f.Page.Template == nil {
			continue
		}
		for i := range f.Page.Template.Refs {
			if q, ok := asked(f, &f.Page.Template.Refs[i]); ok {
				out = append(out, q)
			}
		}
	}
	return out
}

// asked returns the request that a mark makes.
func asked(f *resolve.File, m *parse.TemplateRef) (request.Request, bool) {
	q := request.Request{Verb: m.Verb, Handler: resolve.None, Tier: graph.Exact, Direct: true,
		Address: request.Address{By: f.ID(m.Def), At: eval.Place{File: f, At: m.At}}}
	if q.Verb == "" {
		q.Verb = request.Any
	}
	switch m.Kind {
	case parse.MarkRoute:
		q.Name = m.Name
		return q, !isStatic(m.Name)
	case parse.MarkLink:
		first := m.Name[:1]
		if first != "/" && first != parse.Unknown && !strings.Contains(m.Name, "://") ||
			strings.HasPrefix(m.Name, "//") {
			return q, false
		}
		q.Address.Text, q.Address.Lead = m.Name, m.Part
		return q, true
	}
	return q, false
}

// isStatic reports whether a name is that of the static files that Flask and Starlette
// serve.
func isStatic(name string) bool {
	return name == "static" || strings.HasSuffix(name, ".static") ||
		strings.HasSuffix(name, ":static")
}
