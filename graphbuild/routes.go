package graphbuild

import (
	"seedgraph/graph"
	"seedgraph/resolve"
	"seedgraph/web"
)

// routes makes a node of every route that the tree serves and appends the edges to
// what handles them. A verb and a template are one route for each project in which they are
// registered, for a tree may hold several applications.
func (c *collector) routes(ix *resolve.Table, inputs []Input, endpoints []web.Endpoint,
	edges []graph.Edge) []graph.Edge {
	if len(endpoints) == 0 {
		return edges
	}
	inputOf := map[*resolve.File]*Input{}
	for i, f := range ix.Files {
		inputOf[f] = &inputs[i]
	}
	known := map[string]uint32{}
	for _, e := range endpoints {
		f, line := e.At.File, e.At.File.Line(e.At.At)
		project, key := e.Project, e.Verb+web.Name(e.Template)
		n, ok := known[project+"#"+key]
		if !ok {
			n = c.addSymbol(graph.Node{
				Kind: graph.KindRoute, Language: "http", Module: project,
				Name: e.Verb + " " + web.Name(e.Template), Short: web.Name(e.Template),
				Signature: e.Verb + " " + e.Template, Path: f.Path, NameLine: line,
				Span:  inputOf[f].span(f, e.At.At, e.At.At+1),
				Flags: graph.Exported,
			}, project, key)
			known[project+"#"+key] = n
		}
		edge := graph.Edge{From: n, To: nodeOf(e.Handler), Kind: graph.Routes,
			Tier: resolve.Worse(e.Tier, graph.Exact)}
		if f.Path == c.nodes[n].Path {
			edge.Line = line
		}
		edges = append(edges, edge)
	}
	return edges
}

// rendered appends the edges to templates and components that frameworks find.
func rendered(renders []web.Render, edges []graph.Edge) []graph.Edge {
	for _, r := range renders {
		e := graph.Edge{From: nodeOf(r.By), To: nodeOf(r.What), Kind: graph.Renders,
			Tier: resolve.Worse(r.Tier, graph.Exact)}
		if r.At.File != nil {
			e.Line = r.At.File.Line(r.At.At)
		}
		edges = append(edges, e)
	}
	return edges
}
