package fleet

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"seedgraph/graph"
)

// A Package is one that code of other repositories may name: a Go package, the top of a Python
// distribution, a namespace of Java or C#, an npm package.
type Package struct {
	Family string `json:"family"` // of languages
	Name   string `json:"name"`   // empty in C# where the build did not know the namespace
}

// Needs are the packages of which an index uses external symbols, and those of which it has
// definitions.
type Needs struct {
	Member   string    `json:"member"`
	Requires []Package `json:"requires"`
	Provides []Package `json:"provides"`
}

// Needs lists the packages that the index requires and provides. It needs Rename.
//
// Time grows with its nodes.
func (x *Index) Needs() Needs {
	requires := map[Package]bool{}
	for i := range x.graph.Nodes {
		if n := &x.graph.Nodes[i]; n.Kind.IsExternal() && families[n.Language] != "" {
			requires[packageOf(n)] = true
		}
	}
	x.defined = x.definitions()
	return Needs{Member: x.Name, Requires: slices.SortedFunc(maps.Keys(requires), comparePackages),
		Provides: slices.SortedFunc(maps.Keys(x.defined), comparePackages)}
}

func comparePackages(a, b Package) int {
	return cmp.Or(strings.Compare(a.Family, b.Family), strings.Compare(a.Name, b.Name))
}

// packageOf is the package of an external symbol.
func packageOf(n *graph.Node) Package { return Package{families[n.Language], n.Module} }

// definitions lists the definitions of each package that the index provides, by number.
func (x *Index) definitions() map[Package][]uint32 {
	m := &member{Header: x.Header, end: uint32(len(x.graph.Nodes))}
	list := []*member{m}
	s := &symbolsOf{linker: &linker{g: x.graph, members: list}, manifests: newManifests(list)}
	out := map[Package][]uint32{}
	for i := range x.graph.Nodes {
		for _, name := range s.names(uint32(i)) {
			p := Package{name.family, name.pkg}
			if known := out[p]; len(known) == 0 || known[len(known)-1] != uint32(i) {
				out[p] = append(known, uint32(i))
			}
		}
	}
	return out
}

// Shared is the set of packages that one index requires and another one provides.
type Shared map[Package]bool

// Share finds the packages by which indexes meet. Its result does not depend on their order.
func Share(needs []Needs) Shared {
	requires, provides := map[Package]string{}, map[Package]string{}
	note := func(in map[Package]string, list []Package, member string) {
		for _, p := range list {
			if of, ok := in[p]; ok && of != member {
				in[p] = several
			} else {
				in[p] = member
			}
		}
	}
	for _, n := range needs {
		note(requires, n.Requires, n.Member)
		note(provides, n.Provides, n.Member)
	}
	out := Shared{}
	for p, by := range requires {
		if of, ok := provides[p]; ok && (by != of || by == several) {
			out[p] = true
		}
	}
	return out
}

// Packages lists the set in order.
func (s Shared) Packages() []Package { return slices.SortedFunc(maps.Keys(s), comparePackages) }

// SharedOf returns the set of packages.
func SharedOf(packages []Package) Shared {
	out := Shared{}
	for _, p := range packages {
		out[p] = true
	}
	return out
}

// several is no name of a repository.
const several = "*"

// The keys by which indexes exchange fragments, besides those of the families of languages.
const (
	keySymbols  = "symbols/" // before a family
	keyRequests = "requests"
	keyTopics   = "topics"
	keyTables   = "tables"
	keySettings = "settings"
)

// A Fragment is the part of an index that the joins of one key look at, with linked names and
// without texts.
type Fragment struct {
	Member, Key string
	numbers     []uint32 // by node: its number in the index
	graph       graph.Graph
}

// Fragments cuts out of the index what others may be joined with, one fragment a key, by key. It
// needs Rename and Needs.
//
// Time grows with its edges.
func (x *Index) Fragments(shared Shared) []Fragment {
	var out []Fragment
	add := func(key string, c *cut) {
		if f, ok := c.fragment(x.Name, key); ok {
			out = append(out, f)
		}
	}
	add(keyRequests, x.requests())
	add(keySettings, x.settings())
	for _, family := range []string{"csharp", "go", "java", "python", "typescript"} {
		add(keySymbols+family, x.symbols(family, shared))
	}
	add(keyTables, x.tables())
	add(keyTopics, x.topics())
	return out
}

// A cut marks the nodes and edges of a fragment.
type cut struct {
	g                     *graph.Graph
	nodes, edges, outside []bool
}

func (x *Index) newCut() *cut {
	g := x.graph
	return &cut{g, make([]bool, len(g.Nodes)), make([]bool, len(g.Edges)),
		make([]bool, len(g.ExternalEdges))}
}

// edge takes an edge with its ends.
func (c *cut) edge(i int) {
	e := c.g.Edges[i]
	c.edges[i], c.nodes[e.From], c.nodes[e.To] = true, true, true
}

// edgesIf takes the edges that are wanted.
func (c *cut) edgesIf(wanted func(e graph.Edge, from, to *graph.Node) bool) {
	for i, e := range c.g.Edges {
		if wanted(e, &c.g.Nodes[e.From], &c.g.Nodes[e.To]) {
			c.edge(i)
		}
	}
}

// nodesIf takes the nodes that are wanted.
func (c *cut) nodesIf(wanted func(n *graph.Node) bool) {
	for i := range c.g.Nodes {
		c.nodes[i] = c.nodes[i] || wanted(&c.g.Nodes[i])
	}
}

// fragment copies what is marked; ok is false if it is nothing.
func (c *cut) fragment(member, of string) (f Fragment, ok bool) {
	f = Fragment{Member: member, Key: of}
	place := make([]uint32, len(c.g.Nodes))
	for i := range c.g.Nodes {
		if c.nodes[i] {
			place[i] = uint32(len(f.numbers))
			f.numbers = append(f.numbers, uint32(i))
			f.graph.Nodes = append(f.graph.Nodes, bare(&c.g.Nodes[i]))
		}
	}
	take := func(edges []graph.Edge, marks []bool) (out []graph.Edge) {
		for i, e := range edges {
			if marks[i] {
				e.From, e.To, e.Recv = place[e.From], place[e.To], 0
				out = append(out, e)
			}
		}
		return out
	}
	f.graph.Edges, f.graph.ExternalEdges = take(c.g.Edges, c.edges), take(c.g.ExternalEdges, c.outside)
	next := 0 // the lines of edges are in the order of the edges
	for _, s := range c.g.ExternalSites {
		of := key{s.From, s.To, s.Kind}
		for next < len(c.outside) && compareKeys(keyOf(c.g.ExternalEdges[next]), of) < 0 {
			next++
		}
		if next < len(c.outside) && c.outside[next] {
			s.From, s.To = place[s.From], place[s.To]
			f.graph.ExternalSites = append(f.graph.ExternalSites, s)
		}
	}
	return f, len(f.numbers) > 0
}

// bare returns a copy of a node with only the fields that joins read.
func bare(n *graph.Node) graph.Node {
	return graph.Node{ID: n.ID, Kind: n.Kind, Language: n.Language, Name: n.Name, Short: n.Short,
		Module: n.Module, Path: n.Path, Modifiers: n.Modifiers, Bases: n.Bases, Parent: n.Parent,
		Complexity: min(n.Complexity, 1), Flags: n.Flags, Access: n.Access}
}

// requests are the routes that answer something, and the requests with the answers of the own
// repository.
func (x *Index) requests() *cut {
	c := x.newCut()
	c.nodesIf(isHTTP)
	c.edgesIf(func(e graph.Edge, from, _ *graph.Node) bool {
		return e.Kind == graph.Requests || e.Kind == graph.Routes && isHTTP(from)
	})
	x.endpoints(c, graph.EndpointRequest)
	return c
}

func isHTTP(n *graph.Node) bool { return n.Kind == graph.KindRoute && n.Language == "http" }

// endpoints takes the nodes of the endpoints of a type.
func (x *Index) endpoints(c *cut, t graph.EndpointType) {
	for i := range x.Endpoints {
		if e := &x.Endpoints[i]; e.Type == t {
			if n, ok := x.numberOf(graph.LinkedID(x.Name, e.NodeID)); ok {
				c.nodes[n] = true
			}
		}
	}
}

// numberOf finds a node by its linked id.
func (x *Index) numberOf(id graph.NodeID) (uint32, bool) {
	i, ok := slices.BinarySearchFunc(x.graph.Nodes, id,
		func(n graph.Node, id graph.NodeID) int { return cmp.Compare(n.ID, id) })
	return uint32(i), ok
}

// topics are the topics with their senders, and everything that handles messages.
func (x *Index) topics() *cut {
	c := x.newCut()
	c.nodesIf((*graph.Node).IsTopic)
	c.edgesIf(func(e graph.Edge, _, to *graph.Node) bool {
		return e.Kind == graph.Handles || e.Kind == graph.Requests && to.IsTopic()
	})
	x.endpoints(c, graph.EndpointSend)
	return c
}

// tables are the objects of databases with their uses.
func (x *Index) tables() *cut {
	c := x.newCut()
	c.nodesIf(func(n *graph.Node) bool { return isShared(n.Kind) })
	c.edgesIf(func(_ graph.Edge, _, to *graph.Node) bool { return isShared(to.Kind) })
	return c
}

// settings are the keys with the files that set them and the code that reads them.
func (x *Index) settings() *cut {
	c := x.newCut()
	isKey := func(n *graph.Node) bool { return n.Kind == graph.KindConfigKey }
	c.nodesIf(isKey)
	c.edgesIf(func(e graph.Edge, from, to *graph.Node) bool {
		return e.Kind == graph.Configures && (isKey(from) || isKey(to)) ||
			e.Kind == graph.ReadsConfig && isKey(to)
	})
	return c
}
