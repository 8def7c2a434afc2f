// Package artifactstest builds indexes for tests of code that writes and reads artifacts:
// small handmade ones, and large synthetic ones.
package artifactstest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A Builder collects nodes and edges and sorts them into the order of a graph.
type Builder struct {
	nodes []graph.Node
	edges []edge
	outer []edge // to external symbols
	sites []edge // further lines of edges
}

type edge struct {
	from, to graph.NodeID
	e        graph.Edge
}

// Node adds a node and returns its id.
func (b *Builder) Node(n graph.Node) graph.NodeID {
	b.nodes = append(b.nodes, n)
	return n.ID
}

// Edge adds an edge; e holds all its fields except the ends.
func (b *Builder) Edge(from, to graph.NodeID, e graph.Edge) {
	b.edges = append(b.edges, edge{from, to, e})
}

// ExternalEdge adds an edge to an external symbol.
func (b *Builder) ExternalEdge(from, to graph.NodeID, e graph.Edge) {
	b.outer = append(b.outer, edge{from, to, e})
}

// sorted numbers the ends of edges, and sorts them; of edges with equal ends and kind
// only the first is kept.
func sorted(list []edge, number map[graph.NodeID]uint32) []graph.Edge {
	var edges []graph.Edge
	for _, e := range list {
		e.e.From, e.e.To = number[e.from], number[e.to]
		edges = append(edges, e.e)
	}
	slices.SortStableFunc(edges, func(x, y graph.Edge) int {
		return slices.Compare([]uint32{x.From, uint32(x.Kind), x.To},
			[]uint32{y.From, uint32(y.Kind), y.To})
	})
	return slices.CompactFunc(edges, func(x, y graph.Edge) bool {
		return x.From == y.From && x.Kind == y.Kind && x.To == y.To
	})
}

// Site adds a further line to an edge.
func (b *Builder) Site(from, to graph.NodeID, kind graph.EdgeKind, line uint32) {
	b.sites = append(b.sites, edge{from, to, graph.Edge{Kind: kind, Line: line}})
}

// Graph returns the graph: sorted, with equal ranks; of edges with equal ends and kind
// only the first is kept.
func (b *Builder) Graph() *graph.Graph {
	g := &graph.Graph{Nodes: slices.Clone(b.nodes)}
	slices.SortFunc(g.Nodes, func(x, y graph.Node) int {
		return strings.Compare(string(x.ID),
			string(y.ID))
	})
	number := make(map[graph.NodeID]uint32, len(g.Nodes))
	ranked := 0
	for i := range g.Nodes {
		number[g.Nodes[i].ID] = uint32(i)
		if !g.Nodes[i].Kind.IsExternal() {
			ranked++
		}
	}
	for i := range g.Nodes {
		if g.Nodes[i].Rank == 0 && !g.Nodes[i].Kind.IsExternal() {
			g.Nodes[i].Rank = 1 / float64(ranked)
		}
	}
	g.Edges, g.ExternalEdges = sorted(b.edges, number), sorted(b.outer, number)
	for _, s := range b.sites {
		site := graph.Site{From: number[s.from], To: number[s.to], Kind: s.e.Kind, Line: s.e.Line}
		if slices.ContainsFunc(g.ExternalEdges, func(e graph.Edge) bool {
			return e.From == site.From && e.Kind == site.Kind && e.To == site.To
		}) {
			g.ExternalSites = append(g.ExternalSites, site)
		} else {
			g.Sites = append(g.Sites, site)
		}
	}
	for _, list := range []*[]graph.Site{&g.Sites, &g.ExternalSites} {
		slices.SortFunc(*list, func(x, y graph.Site) int {
			return slices.Compare([]uint32{x.From, uint32(x.Kind), x.To, x.Line},
				[]uint32{y.From, uint32(y.Kind), y.To, y.Line})
		})
		*list = slices.Compact(*list)
	}
	return g
}

// Part makes the only part of a node from its text; each word counts as a token.
func Part(text string, start, end uint32) graph.Part {
	return graph.Part{
		Text: text, StartLine: start, EndLine: end,
		Tokens: len(strings.Fields(text)), Hash: graph.HashOf([]byte(text)),
	}
}

// Synthetic builds an index of about the given number of nodes and edges: files of
// methods that call each other, with texts of a few hundred bytes. It is deterministic.
func Synthetic(nodes, edges int, seed uint64) artifacts.Index {
	r := rand.New(rand.NewPCG(seed, 1))
	var b Builder
	var ids []graph.NodeID
	perFile := 10
	for f := 0; len(b.nodes) < nodes; f++ {
		module := fmt.Sprintf("Shop.Module%d.Area%d", f%40, f%400)
		path := fmt.Sprintf("src/Module%d/Area%d/%s%d.cs", f%40, f%400, word(r), f)
		class := fmt.Sprintf("%s%sService%d", word(r), word(r), f)
		file := b.Node(graph.Node{ID: graph.ChunkID("csharp", path, "<module>", ""),
			Kind: graph.KindFile, Language: "csharp",
			Name: path, Short: path[strings.LastIndexByte(path, '/')+1:], Module: path, Path: path,
			Span: graph.Span{End: 9000, StartLine: 1, EndLine: 400}})
		owner := b.Node(graph.Node{ID: graph.ChunkID("csharp", module, class, ""),
			Kind: graph.KindClass, Language: "csharp",
			Name: module + "." + class, Short: class, Module: module, Path: path, Parent: file,
			NameLine:  5,
			Span:      graph.Span{Start: 100, End: 8900, StartLine: 3, EndLine: 399},
			Signature: "public class " + class, Modifiers: []string{"public"},
			Parts: []graph.Part{Part("public class "+class+" { … }\n", 3, 5)}})
		b.Edge(file, owner, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
		for m := range perFile {
			name := fmt.Sprintf("%s%s%d", word(r), word(r), m)
			line := uint32(10 + 30*m)
			id := b.Node(graph.Node{ID: graph.ChunkID("csharp", module,
				class+"."+name+"(int,string)", ""), Kind: graph.KindMethod,
				Language: "csharp", Name: module + "." + class + "." + name, Short: name,
				Module: module, Path: path,
				Class: class, Parent: owner, NameLine: line + 2, Complexity: 1 + r.IntN(9),
				Span: graph.Span{Start: line * 30, End: line*30 + 700, StartLine: line,
					EndLine: line + 25},
				Signature: "public async Task<" + word(r) + "> " + name + "(int id, string name)",
				Modifiers: []string{"public", "async"}, Doc: sentence(r, 12),
				Parts: []graph.Part{Part(body(r, name), line, line+25)}})
			b.Edge(owner, id, graph.Edge{Kind: graph.Contains, Tier: graph.Exact})
			ids = append(ids, id)
		}
	}
	for len(b.edges) < edges {
		from := r.IntN(len(ids))
		to := from + int(r.NormFloat64()*200)
		if to < 0 || to >= len(ids) {
			to = r.IntN(len(ids))
		}
		kind := []graph.EdgeKind{graph.Calls, graph.Calls, graph.References,
			graph.Creates}[r.IntN(4)]
		b.Edge(ids[from], ids[to], graph.Edge{Kind: kind, Tier: graph.Tier(1 + r.IntN(4)),
			Line: uint32(10 + r.IntN(390))})
	}
	return artifacts.Index{
		Graph: b.Graph(), Tokens: "words", Tool: "test",
		Source: artifacts.Source{Repository: "synthetic", Branch: "main",
			Commit: fmt.Sprintf("%040x", seed)},
	}
}

// words is the vocabulary of synthetic names and texts.
var words = strings.Fields(`Order Invoice Customer Product Price Stock Cart Payment Refund Report Audit User Role Token
	Cache Queue Event Handler Builder Factory Parser Writer Reader Stream Buffer Index Node Edge Graph Path Route Request Response
	Filter Query Command Result Error Retry Policy Schedule Job Worker Batch Import Export Update Delete Create Find Get Set Add Remove`)

func word(r *rand.Rand) string {
	// later words are rarer, as in real text
	i := int(float64(len(words)) * r.Float64() * r.Float64())
	return words[i]
}

func sentence(r *rand.Rand, n int) string {
	s := make([]string, n)
	for i := range s {
		s[i] = strings.ToLower(word(r))
	}
	return strings.Join(s, " ") + "."
}

// body returns the text of a method, about 400 bytes.
func body(r *rand.Rand, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "/// <summary>%s</summary>\npublic async Task %s(int id, string name)\n{\n",
		sentence(r, 8), name)
	for range 3 + r.IntN(8) {
		fmt.Fprintf(&b, "    var %s%d = await _%s.%s%sAsync(id, \"%s\");\n",
			strings.ToLower(word(r)), r.IntN(99), strings.ToLower(word(r)), word(r), word(r),
			word(r))
	}
	b.WriteString("}\n")
	return b.String()
}
