package graphbuild

import (
	"strings"
	"unicode"

	"seedgraph/frameworks/concept/page"
	"seedgraph/frameworks/concept/request"
	"seedgraph/frameworks/concept/routes"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// routes makes a node for every route that the tree serves and appends the edges to its
// handlers. A node has the attributes of all its endpoints. A verb and a template are
// one route per project in which they are registered, because a tree may contain
// several applications.
func (c *collector) routes(ix *resolve.Table, inputs []Input, endpoints []routes.Endpoint,
	edges []graph.Edge) []graph.Edge {
	if len(endpoints) == 0 {
		return edges
	}
	inputOf := map[*resolve.File]*Input{}
	for i, f := range ix.Files {
		inputOf[f] = &inputs[i]
	}
	c.routeNodes = map[string]uint32{}
	said := map[uint32]routes.Attributes{}
	for _, e := range endpoints {
		f, line := e.At.File, e.At.File.Line(e.At.At)
		project, key := e.Project, e.Verb+e.Path()
		n, ok := c.routeNodes[routeKey(e)]
		if !ok {
			n = c.addSymbol(graph.Node{
				Kind: graph.KindRoute, Language: "http", Module: project,
				Name: e.Verb + " " + e.Path(), Short: e.Path(),
				Signature: e.Verb + " " + e.Template, Path: f.Path, NameLine: line,
				Span:  inputOf[f].span(f, e.At.At, e.At.At+1),
				Flags: graph.Exported,
			}, project, key)
			c.routeNodes[routeKey(e)] = n
		}
		said[n] = said[n].And(attributes(ix, e))
		edge := graph.Edge{From: n, To: nodeOf(e.Handler), Kind: graph.Routes,
			Tier: resolve.WeakerTier(e.Tier, graph.Exact)}
		edge.Recv = c.handledOn(ix, e.Class, e.Handler)
		if e.Literal.File != nil {
			edge.To = c.from(e.Handler, e.Literal.Range.Start)
		}
		if f.Path == c.nodes[n].Path {
			edge.Line = line
		}
		edges = append(edges, edge)
	}
	for n, all := range said {
		c.nodes[n].Modifiers = all.List()
	}
	return edges
}

// A registration is a place where a handler is assigned to a route.
type registration struct {
	file    *resolve.File
	line    uint32
	handler resolve.DefID
}

// registrations returns the places where handlers are assigned to routes.
func registrations(endpoints []routes.Endpoint) map[registration]bool {
	out := map[registration]bool{}
	for _, e := range endpoints {
		out[registration{e.At.File, e.At.File.Line(e.At.At), e.Handler}] = true
	}
	return out
}

// attributes returns the attributes of an endpoint. A name equal to the handler's is
// omitted.
func attributes(ix *resolve.Table, e routes.Endpoint) routes.Attributes {
	said := e.Attributes.And(routes.Constraints(e.Template))
	if e.Name != "" && (e.Handler == resolve.None || ix.Def(e.Handler).Name != e.Name) {
		said = said.And(routes.Attr(graph.AttrName, e.Name))
	}
	return said
}

// routeKey returns the identity of a route.
func routeKey(e routes.Endpoint) string {
	return e.Project + "#" + e.Verb + e.Path()
}

// Reasons why a request has no edge, or its handler no route.
const (
	OpenRoute      = "open_route"      // the path is unknown
	NoRoute        = "no_route"        // no route of the tree matches, or the path is unknown
	AmbiguousRoute = "ambiguous_route" // several routes match equally well
)

// Reasons why a message has no edge.
const (
	OpenTopic      = "open_topic"      // the name of its topic is unknown
	TopicParameter = "topic_parameter" // callers give the name
)

// requested appends the edges from requests to the routes that handle them. A request
// without a route, or with an ambiguous one, is listed.
func (c *collector) requested(ix *resolve.Table, found []request.Found, endpoints []routes.Endpoint,
	edges []graph.Edge) ([]graph.Edge, []Unresolved) {
	var unresolved []Unresolved
	for _, f := range found {
		from, at := c.fromPlace(ix, f.Address.By, f.Address.At), f.Address.At
		line := at.File.Line(at.At)
		switch {
		case len(f.Endpoints) == 1:
			edges = append(edges, graph.Edge{From: from, Kind: graph.Requests,
				To:   c.routeNodes[routeKey(endpoints[f.Endpoints[0]])],
				Tier: resolve.WeakerTier(f.Tier, graph.Exact), Line: line})
		case f.Host == "" && f.Handler == resolve.None && !at.File.Test:
			u := Unresolved{Path: at.File.Path, Line: line, From: c.nodes[from].ID, Name: f.Asked(),
				Reason: NoRoute, Candidates: len(f.Endpoints)}
			if u.Candidates > 0 {
				u.Reason = AmbiguousRoute
			}
			unresolved = append(unresolved, u)
		}
	}
	return edges, unresolved
}

// open lists the routes with unknown paths.
func (c *collector) open(ix *resolve.Table, list []routes.UnresolvedEndpoint) []Unresolved {
	var out []Unresolved
	for _, o := range list {
		out = append(out, Unresolved{Path: o.At.File.Path, Line: o.At.File.Line(o.At.At),
			From: c.nodes[c.fromPlace(ix, o.By, o.At)].ID, Name: o.Verb + " " + o.Path,
			Reason: OpenRoute})
	}
	return out
}

// hosts makes a node for every external server that code calls, by its name, and
// appends the edges to it. Links of pages are ignored, as they are not part of the
// program.
func (c *collector) hosts(ix *resolve.Table, found []request.Found,
	edges []graph.Edge) []graph.Edge {
	nodes := map[string]uint32{}
	for _, f := range found {
		by := ix.Def(f.Address.By)
		if !isHostName(f.Host) || !wholeHost(f) || by.Kind == graph.KindTemplate || by.Test || by.File.Test {
			continue
		}
		host := strings.ToLower(f.Host)
		n, ok := nodes[host]
		if !ok {
			make := func(salt string) graph.NodeID { return graph.ExternalID("http", "", host, salt) }
			n = c.append()
			c.put(n, graph.Node{ID: make(""), Kind: graph.KindExternal, Language: "http",
				Name: host, Short: host, Flags: graph.External}, "", make)
			nodes[host] = n
		}
		edges = append(edges, graph.Edge{From: c.fromPlace(ix, f.Address.By, f.Address.At), To: n,
			Kind: graph.Requests, Tier: resolve.WeakerTier(f.Tier, graph.Exact),
			Line: f.Address.At.File.Line(f.Address.At.At)})
	}
	return edges
}

// wholeHost reports whether the whole host of an address is known: https://{}.shop.com
// is one of many.
func wholeHost(f request.Found) bool {
	_, rest, _ := strings.Cut(f.Address.Text, "://")
	return strings.HasPrefix(rest, f.Host) || strings.Contains(rest, "@"+f.Host)
}

// isHostName reports whether a text is a complete host name or address.
func isHostName(text string) bool {
	return text != "" && strings.IndexFunc(text, func(c rune) bool {
		return c != '-' && c != '.' && c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}) < 0
}

// rendered appends the edges to templates and components that frameworks find.
func (c *collector) rendered(ix *resolve.Table, renders []routes.Render,
	edges []graph.Edge) []graph.Edge {
	for _, r := range renders {
		e := graph.Edge{From: c.fromPlace(ix, r.By, r.At), To: nodeOf(r.What), Kind: graph.Renders,
			Tier: resolve.WeakerTier(r.Tier, graph.Exact)}
		if r.At.File != nil {
			e.Line = r.At.File.Line(r.At.At)
		}
		edges = append(edges, e)
	}
	return edges
}

// used appends the edges of templates and code that template engines find.
func used(uses []page.Use, edges []graph.Edge) []graph.Edge {
	for _, u := range uses {
		edges = append(edges, graph.Edge{From: nodeOf(u.By), To: nodeOf(u.What), Kind: u.Kind,
			Tier: resolve.WeakerTier(u.Tier, graph.Exact), Line: u.At.File.Line(u.At.At)})
	}
	return edges
}
