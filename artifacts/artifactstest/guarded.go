package artifactstest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// Guarded builds a small random index whose files have random access rules: types with
// methods, partial types and namespaces, tables, external symbols, edges of all kinds,
// some with several candidate targets. There are few distinct names, so many nodes share
// a name.
func Guarded(r *rand.Rand, accesses []graph.Access) artifacts.Index {
	g := guarded{r: r, accesses: accesses, access: map[string]graph.Access{},
		inside: map[graph.NodeID][]graph.NodeID{}}
	for i := range 1 + r.IntN(3) {
		g.names = append(g.names, g.Node(graph.Node{ID: graph.ChunkID("csharp",
			fmt.Sprintf("Space%d", i), "<namespace>", ""),
			Kind: graph.KindNamespace, Language: "csharp", Name: fmt.Sprintf("Space%d", i),
			Short: fmt.Sprintf("Space%d", i)}))
	}
	for i := range 2 + r.IntN(4) {
		name := word(r)
		g.names = append(g.names, g.Node(graph.Node{ID: graph.ChunkID("csharp", "Lib", name,
			fmt.Sprint("external", i)),
			Kind: graph.KindExternal, Language: "csharp", Name: "Lib." + name, Short: name,
			Flags: graph.External}))
	}
	for i := range 2 {
		g.library(fmt.Sprintf("lib%d", i))
	}
	g.library("Quartz")
	for f := range 3 + r.IntN(6) {
		g.file(f)
	}
	for range 1 + r.IntN(3) {
		g.tables()
	}
	g.link()
	g.layOut()
	built := g.Graph()
	built.Settings = settingsOf(built)
	return artifacts.Index{Graph: built, Tokens: "words", Tool: "test",
		Source: artifacts.Source{Repository: "guarded", Branch: "main",
			Commit: strings.Repeat("0", 40)}}
}

type guarded struct {
	Builder
	r        *rand.Rand
	accesses []graph.Access
	access   map[string]graph.Access // by path
	placed   []graph.NodeID
	inside   map[graph.NodeID][]graph.NodeID // methods of nodes with layouts
	names    []graph.NodeID                  // without a path
	outside  []graph.NodeID                  // external symbols

	scheduled graph.NodeID // the external interface of scheduled jobs
}

// library adds an external package, with a few names and a type with a member. That of a
// scheduler also has the interface of its jobs.
func (g *guarded) library(name string) {
	within := func(parent graph.NodeID, kind graph.NodeKind, symbol string) graph.NodeID {
		n := graph.Node{ID: graph.ExternalID("csharp", name, symbol, ""), Kind: kind,
			Language: "csharp", Module: name, Name: name + "." + symbol, Parent: parent,
			Short: symbol[strings.LastIndexByte(symbol, '.')+1:], Flags: graph.External}
		if parent == "" {
			n.Name, n.Short = name, name
		} else {
			g.ExternalEdge(parent, n.ID, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
		}
		g.outside = append(g.outside, g.Node(n))
		return n.ID
	}
	pkg := within("", graph.KindPackage, "<package>")
	class := within(pkg, graph.KindExternal, "Client")
	within(class, graph.KindExternal, "Client.Send")
	within(pkg, graph.KindExternal, word(g.r))
	if name == "Quartz" {
		g.scheduled = within(pkg, graph.KindExternal, "IJob")
	}
}

// add adds a node at the end of its file.
func (g *guarded) add(n graph.Node, line uint32) graph.NodeID {
	if _, ok := g.access[n.Path]; !ok {
		g.access[n.Path] = graph.Access{}
		if g.r.IntN(3) > 0 {
			g.access[n.Path] = g.accesses[g.r.IntN(len(g.accesses))]
		}
	}
	n.Access = g.access[n.Path]
	n.Span = graph.Span{Start: 100 * line, End: 100*line + 90, StartLine: line, EndLine: line + 3}
	n.NameLine = line
	text := n.Signature + "\n{\n    " + sentence(g.r, 3+g.r.IntN(12)) + "\n}\n"
	n.Parts = []graph.Part{Part(text, line, line+3)}
	if g.r.IntN(8) == 0 {
		n.Parts = append(n.Parts, Part(sentence(g.r, 5)+"\n", line+3, line+3))
	}
	if g.r.IntN(3) == 0 {
		n.Doc = sentence(g.r, 5)
	}
	if g.r.IntN(6) == 0 {
		n.Flags |= graph.Test
	}
	id := g.Node(n)
	g.placed = append(g.placed, id)
	return id
}

// file adds a file with types and their methods.
func (g *guarded) file(f int) {
	path := fmt.Sprintf("src/%s/file%d.cs", strings.ToLower(word(g.r)), f)
	file := g.Node(graph.Node{ID: graph.ChunkID("csharp", path, "<module>", ""),
		Kind: graph.KindFile, Language: "csharp", Name: path,
		Short: path[strings.LastIndexByte(path, '/')+1:], Module: path, Path: path,
		Span: graph.Span{End: 9000, StartLine: 1, EndLine: 90}})
	for t := range 1 + g.r.IntN(2) {
		module := fmt.Sprintf("Space%d", g.r.IntN(2))
		class := word(g.r) + "Service"
		line := uint32(2 + 30*t)
		owner := g.add(graph.Node{ID: graph.ChunkID("csharp", module, class, fmt.Sprint(f, t)),
			Kind: graph.KindClass, Language: "csharp",
			Name: module + "." + class, Short: class, Module: module, Path: path, Parent: file,
			Signature: "public class " + class}, line)
		g.Edge(file, owner, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
		if g.r.IntN(2) == 0 {
			g.Edge(g.names[g.r.IntN(len(g.names))], owner,
				graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
		}
		for m := range g.r.IntN(4) {
			name := word(g.r)
			parent := owner
			if g.r.IntN(6) == 0 { // a method of a type whose other part is in another file
				parent = g.placed[g.r.IntN(len(g.placed))]
			}
			id := g.add(graph.Node{ID: graph.ChunkID("csharp", module, class+"."+name+"()",
				fmt.Sprint(f, t, m)), Kind: graph.KindMethod,
				Language: "csharp", Name: module + "." + class + "." + name, Short: name,
				Module: module, Path: path, Class: class,
				Parent: parent, Complexity: min(g.r.IntN(5), 1), // 0 means without a body
				Signature: "void " + name + "()"}, line+5+5*uint32(m))
			g.Edge(parent, id, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
			g.inside[parent] = append(g.inside[parent], id)
			if g.r.IntN(4) == 0 {
				g.route(path, id, line+5+5*uint32(m))
			}
		}
	}
	g.nodes[slices.IndexFunc(g.nodes,
		func(n graph.Node) bool { return n.ID == file })].Access = g.access[path]
	g.placed = append(g.placed, file)
}

// route adds a route that a file maps to a handler.
func (g *guarded) route(path string, handler graph.NodeID, line uint32) {
	name := fmt.Sprintf("GET /%s%d", word(g.r), len(g.placed))
	id := g.add(graph.Node{ID: graph.ChunkID("http", "Space0", name, ""), Kind: graph.KindRoute,
		Language: "http", Name: name, Short: name, Module: "Space0", Path: path, Signature: name},
		line)
	g.Edge(id, handler, graph.Edge{Kind: graph.Routes, Tier: graph.Exact, Line: line})
}

// layOut sets the layouts of nodes that contain others.
func (g *guarded) layOut() {
	for i := range g.nodes {
		n, left := &g.nodes[i], uint32(0)
		for _, p := range n.Parts {
			left += uint32(len(p.Text))
		}
		for _, child := range g.inside[n.ID] {
			if left > 5 {
				n.Layout = append(n.Layout, graph.Segment{Own: 3, Skip: 2, Gap: "\n", Child: child})
				left -= 5
			}
		}
		if n.Layout != nil {
			n.Layout = append(n.Layout, graph.Segment{Own: left})
		}
	}
}

// tables adds a script with one or two tables.
func (g *guarded) tables() {
	path := fmt.Sprintf("db/%s%d.sql", strings.ToLower(word(g.r)), len(g.placed))
	for t := range 1 + g.r.IntN(2) {
		name := fmt.Sprint(word(g.r), len(g.placed))
		g.add(graph.Node{ID: graph.SQLKey("dbo", name, graph.KindTable, ""), Kind: graph.KindTable,
			Language: "sql", Name: "dbo." + name,
			Short: name, Schema: "dbo", Path: path, Signature: "CREATE TABLE dbo." + name},
			uint32(1+5*t))
	}
}

// setting adds a configuration file, or a key: the readers of a key make it visible.
func (g *guarded) setting(i int) {
	if i%2 == 0 {
		path := fmt.Sprintf("src/%s%d.json", strings.ToLower(word(g.r)), i)
		g.add(graph.Node{ID: graph.ChunkID("json", path, "<settings>", ""),
			Kind: graph.KindConfigFile, Language: "json", Name: path, Module: path, Path: path,
			Short: path[strings.LastIndexByte(path, '/')+1:]}, 1)
		return
	}
	name := fmt.Sprint(word(g.r), ":", word(g.r), i)
	id := g.Node(graph.Node{ID: graph.ChunkID("config", "", name, ""), Kind: graph.KindConfigKey,
		Language: "config", Name: name, Short: name[strings.LastIndexByte(name, ':')+1:]})
	g.names = append(g.names, id)
}

// link adds edges between the nodes.
func (g *guarded) link() {
	for i := range 4 {
		g.setting(i)
	}
	all := append(slices.Clone(g.placed), g.names...)
	pick := func(list []graph.NodeID) graph.NodeID { return list[g.r.IntN(len(list))] }
	kinds := []graph.EdgeKind{graph.Calls, graph.Calls, graph.References, graph.Creates,
		graph.Inherits, graph.Tests, graph.ReadsFrom, graph.Imports, graph.Overrides,
		graph.Dispatches, graph.MapsTo, graph.Handles, graph.Requests, graph.Follows, graph.Binds,
		graph.Renders, graph.ReadsConfig, graph.Configures, graph.SchemaChange, graph.WritesTo,
		graph.ForeignKey, graph.Revises}
	for range 3 * len(g.placed) / 2 {
		e := graph.Edge{Kind: kinds[g.r.IntN(len(kinds))], Tier: graph.Tier(1 + g.r.IntN(4)),
			Line: uint32(1 + g.r.IntN(9))}
		from := pick(g.placed)
		if g.r.IntN(8) == 0 {
			from = pick(all)
		}
		n := 1
		if g.r.IntN(4) == 0 {
			n = 2 + g.r.IntN(3)
			e.Share = uint16(n)
		}
		for range n {
			g.Edge(from, pick(all), e)
		}
	}
	for range len(g.placed) {
		from, to := pick(g.placed), pick(g.outside)
		e := graph.Edge{Kind: kinds[g.r.IntN(4)], Tier: graph.Exact, Line: uint32(1 + g.r.IntN(9))}
		g.ExternalEdge(from, to, e)
		if e.Kind == graph.Calls {
			g.Site(from, to, e.Kind, 12)
		}
	}
	for range 3 { // scheduled jobs
		g.ExternalEdge(pick(g.placed), g.scheduled, graph.Edge{Kind: graph.Implements,
			Tier: graph.Exact, Line: uint32(1 + g.r.IntN(9))})
	}
	for range 3 { // nested names
		g.Edge(pick(g.names), pick(g.names), graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
	}
}

// Without returns the expected result of Reader.Restrict: the graph without the nodes
// that v may not see, and the nodes left out. It follows the definition literally, for
// graphs of a few dozen nodes.
func Without(g *graph.Graph, v graph.Visitor) (left *graph.Graph, hidden []graph.Node) {
	seen := make([]bool, len(g.Nodes))
	denied := false
	for i, n := range g.Nodes {
		seen[i] = n.Path != "" && n.Access.Admits(v)
		denied = denied || n.Path != "" && !seen[i]
	}
	if !denied {
		return g, nil
	}
	contains := make([]bool, len(g.Nodes))
	for _, e := range g.Edges {
		contains[e.From] = contains[e.From] || e.Kind == graph.Contains
	}
	referred := slices.Clone(seen)
	for _, e := range g.Edges {
		if g.Nodes[e.To].Path == "" && seen[e.From] && !contains[e.To] {
			referred[e.To] = true
		}
	}
	for _, e := range g.ExternalEdges {
		referred[e.To] = referred[e.To] || g.Nodes[e.From].Path != "" && seen[e.From]
	}
	seen = referred
	for again := true; again; {
		again = false
		for _, e := range slices.Concat(g.Edges, g.ExternalEdges) {
			if e.Kind == graph.Contains && g.Nodes[e.From].Path == "" && seen[e.To] &&
				!seen[e.From] {
				seen[e.From], again = true, true
			}
		}
	}
	number := map[uint32]uint32{}
	left = &graph.Graph{}
	ids := map[graph.NodeID]bool{}
	for i, n := range g.Nodes {
		if !seen[i] {
			hidden = append(hidden, n)
			continue
		}
		number[uint32(i)] = uint32(len(left.Nodes))
		left.Nodes = append(left.Nodes, n)
		ids[n.ID] = true
	}
	for i := range left.Nodes {
		n := &left.Nodes[i]
		n.Parts = slices.Clone(n.Parts)
		if !ids[n.Parent] {
			n.Parent = ""
		}
		n.Layout = slices.Clone(n.Layout)
		for k, s := range n.Layout {
			if s.Child != "" && !ids[s.Child] {
				n.Layout[k] = graph.Segment{Own: s.Own + s.Skip}
			}
		}
	}
	for _, e := range g.Edges {
		if !seen[e.From] || !seen[e.To] {
			continue
		}
		for _, other := range g.Edges {
			if e.Share > 1 && other.From == e.From && other.Kind == e.Kind &&
				other.Tier == e.Tier && other.Line == e.Line && !seen[other.To] &&
				sameShare(g, other, e) {
				e.Share--
			}
		}
		e.From, e.To = number[e.From], number[e.To]
		left.Edges = append(left.Edges, e)
	}
	for _, e := range g.ExternalEdges {
		if seen[e.From] && seen[e.To] {
			e.From, e.To = number[e.From], number[e.To]
			left.ExternalEdges = append(left.ExternalEdges, e)
		}
	}
	left.Sites = seenSites(g.Sites, seen, number)
	left.ExternalSites = seenSites(g.ExternalSites, seen, number)
	return left, hidden
}

// seenSites returns the sites of edges whose ends are visible, renumbered.
func seenSites(sites []graph.Site, seen []bool, number map[uint32]uint32) (left []graph.Site) {
	for _, s := range sites {
		if seen[s.From] && seen[s.To] {
			s.From, s.To = number[s.From], number[s.To]
			left = append(left, s)
		}
	}
	return left
}

// sameShare compares the original shares of two edges.
func sameShare(g *graph.Graph, a, b graph.Edge) bool {
	i := slices.IndexFunc(g.Edges,
		func(e graph.Edge) bool { return e.From == b.From && e.Kind == b.Kind && e.To == b.To })
	return g.Edges[i].Share == a.Share
}
