package access

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/source/walk"
)

// A view is an access view: the graph built from only the files that some readers may
// see, which are the public ones and those of some accesses. It records how that graph
// differs from the whole graph, in terms of the nodes of the whole graph.
type view struct {
	has         []int               // accesses, by their index in views.access, ascending
	lacks       map[uint32]bool     // nodes of its files that are missing in the view
	variants    []graph.Variant     // by (From, Kind, To); of tier 0 for edges missing in the view
	undisclosed map[edgeKey]bool    // edges missing in the view
	more        map[edgeKey]bool    // edges of the view that the whole graph lacks, or that differ in it
	roles       map[viewRole]bool   // of entry points that no edge implies
	modifiers   map[uint32][]string // modifiers of routes
	replaced    map[uint32]bool     // definitions that others replace
}

type viewRole struct {
	node uint32
	role graph.Role
}

// viewSet are the access views of a graph.
type viewSet struct {
	access   []graph.Access // of files with restricted access: only the rights, by key
	class    []int          // by node: the index of its access; -1 for public nodes and for names
	all      []*view        // the public one first
	variants viewNodes      // variants of nodes that are not in the whole graph
	partial  bool           // readers may have more sets of accesses than there are views
}

// A Rebuild builds the graph of the visible files of the tree. It takes as long as a build of them.
type Rebuild func(ctx context.Context, visible func(path string) bool) (*graph.Graph, error)

// A Report describes how the rules of a configuration were applied.
type Report struct {
	Idle    []*Rule // rules that match no file, by line
	Partial bool    // readers may have more sets of rights than [MaxViews]
}

// Apply sets the access of the nodes of a built graph, and describes in the graph how the access
// views differ from it. It calls rebuild once per view.
func (a *Config) Apply(ctx context.Context, files []walk.File, built *graphbuild.Result,
	rebuild Rebuild) (Report, error) {
	a.stampPaths(built.Graph)
	views, err := a.views(ctx, files, built.Graph, rebuild)
	if err != nil {
		return Report{}, err
	}
	a.stamp(built, views)
	return Report{Idle: a.idle(files), Partial: views.partial}, nil
}

// Hides returns a function that reports whether the access of a file is restricted;
// nil without rules.
func (a *Config) Hides() func(path string) bool {
	if a == nil {
		return nil
	}
	return func(path string) bool { return !a.Of(path).IsPublic() }
}

// MaxViews limits the number of builds for access rules, including that of the
// public files.
const MaxViews = graph.MaxViews

// viewSet builds the graphs of the access views. Readers of the files of some accesses
// may also see files of others that require no more rights; there is a view for each
// set of accesses that a reader may have, except for the set of all, which is the whole
// graph.
//
// The smallest sets come first. There are at most MaxViews views. Each costs as much
// as a build of its files.
func (a *Config) views(ctx context.Context, files []walk.File, whole *graph.Graph,
	rebuild Rebuild) (*viewSet, error) {
	w := &viewSet{access: a.hidden(files), variants: viewNodes{known: map[string]int{}}}
	w.class = w.classes(whole)
	if len(w.access) == 0 {
		return w, nil
	}
	places := placesOf(whole)
	for _, set := range w.sets() {
		g, err := rebuild(ctx, func(path string) bool {
			class := w.classOf(a.Of(path))
			return class < 0 || slices.Contains(set, class)
		})
		if err != nil {
			return nil, err
		}
		a.stampPaths(g)
		w.all = append(w.all, w.compare(whole, g, places, set, len(w.all)))
	}
	return w, nil
}

// hidden returns the rights required by files with restricted access, by their
// keys.
func (a *Config) hidden(files []walk.File) []graph.Access {
	byKey := map[string]graph.Access{}
	for _, f := range files {
		if of := rights(a.Of(f.Path)); !of.IsPublic() {
			byKey[of.Key()] = of
		}
	}
	var out []graph.Access
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		out = append(out, byKey[key])
	}
	return out
}

// rights returns the part of an access that determines who may see a node.
func rights(a graph.Access) graph.Access {
	return graph.Access{Allow: a.Allow, Labels: a.Labels, Level: a.Level}
}

// classOf returns the index of an access among those of files; -1 if it is public.
func (w *viewSet) classOf(a graph.Access) int {
	if a.IsPublic() {
		return -1
	}
	key := rights(a).Key()
	return slices.IndexFunc(w.access, func(o graph.Access) bool { return o.Key() == key })
}

func (w *viewSet) classes(g *graph.Graph) []int {
	out := make([]int, len(g.Nodes))
	byPath := map[string]int{"": -1}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		class, ok := byPath[n.Path]
		if !ok {
			class = w.classOf(n.Access)
			byPath[n.Path] = class
		}
		out[i] = class
	}
	return out
}

// closure adds to a set of accesses those that are implied by having all of it. A
// reader has a group of every list, all labels and the highest level.
func (w *viewSet) closure(set []int) []int {
	var all graph.Access
	for _, i := range set {
		all.Labels = append(all.Labels, w.access[i].Labels...)
		all.Level = max(all.Level, w.access[i].Level)
	}
	out := slices.Clone(set)
	for i, a := range w.access {
		if slices.Contains(set, i) {
			continue
		}
		within := false
		for _, k := range set {
			all.Allow = w.access[k].Allow
			within = within || all.Within(a)
		}
		if within {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

// sets returns the sets of accesses that readers may have, smaller ones first, except
// the set of all. No reader has the access of nobody.
func (w *viewSet) sets() [][]int {
	out := [][]int{w.closure(nil)}
	for at := 0; at < len(out); at++ {
		for i, a := range w.access {
			if slices.Equal(a.Allow, []string{nobody}) || slices.Contains(out[at], i) {
				continue
			}
			set := w.closure(append(slices.Clone(out[at]), i))
			known := slices.ContainsFunc(out, func(o []int) bool { return slices.Equal(o, set) })
			if known || len(set) == len(w.access) {
				continue
			}
			if len(out) == MaxViews {
				w.partial = true
				return out
			}
			out = append(out, set)
		}
	}
	return out
}

// A nodePlace identifies a definition that may have another id in another view.
type nodePlace struct {
	path       string
	kind       graph.NodeKind
	start, end int
	name       string
}

func nodePlaceOf(n *graph.Node) nodePlace {
	return nodePlace{n.Path, n.Kind, int(n.Span.Start), int(n.Span.End), n.Name}
}

// placesOf returns the nodes with a path by their nodePlace.
func placesOf(g *graph.Graph) map[nodePlace]uint32 {
	out := map[nodePlace]uint32{}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Path != "" {
			out[nodePlaceOf(n)] = uint32(i)
		}
	}
	return out
}

// compare computes how the graph of some files differs from the whole graph.
func (w *viewSet) compare(whole, g *graph.Graph, places map[nodePlace]uint32, set []int,
	number int) *view {
	out := &view{has: set, lacks: map[uint32]bool{}, undisclosed: map[edgeKey]bool{},
		more: map[edgeKey]bool{}, roles: map[viewRole]bool{}, modifiers: map[uint32][]string{},
		replaced: map[uint32]bool{}}
	in := make([]bool, len(whole.Nodes)) // nodes that its readers may see
	for i := range in {
		in[i] = w.class[i] < 0 || slices.Contains(set, w.class[i])
		out.lacks[uint32(i)] = in[i] && whole.Nodes[i].Path != ""
	}
	node := w.match(whole, g, places, in, graph.ViewBit(number))
	for i := range g.Nodes {
		n, at := &g.Nodes[i], uint32(max(node[i], 0))
		if node[i] < 0 || int(at) >= len(whole.Nodes) {
			continue
		}
		delete(out.lacks, at)
		if n.Kind == graph.KindRoute && n.Modifiers != nil {
			out.modifiers[at] = n.Modifiers
		}
		if n.Flags.Has(graph.Replaced) {
			out.replaced[at] = true
		}
	}
	maps.DeleteFunc(out.lacks, func(_ uint32, lacks bool) bool { return !lacks })
	for _, e := range g.Entries {
		if n := node[e.Node]; n >= 0 {
			out.roles[viewRole{uint32(n), e.Role}] = true
		}
	}
	hidden := func(n uint32) bool { return !in[n] || out.lacks[n] }
	bit := graph.ViewBit(number)
	for _, list := range [][]graph.Variant{
		graph.Diff(visible(whole.Edges, hidden), translate(g.Edges, node), whole.Sites,
			translateSites(g.Sites, node), bit),
		graph.Diff(visible(whole.ExternalEdges, hidden), translate(g.ExternalEdges, node), whole.ExternalSites,
			translateSites(g.ExternalSites, node), bit),
	} {
		for _, v := range list {
			key := edgeKey{v.From, v.To, v.Kind}
			out.undisclosed[key], out.more[key] = v.Tier == 0, v.Tier != 0
		}
		out.variants = append(out.variants, list...)
	}
	return out
}

// lookup finds a node by its id.
func lookup(g *graph.Graph, id graph.NodeID) (uint32, bool) {
	at, ok := slices.BinarySearchFunc(g.Nodes, id, func(n graph.Node, id graph.NodeID) int {
		return cmp.Compare(n.ID, id)
	})
	return uint32(at), ok
}

// visible returns the edges between nodes that are not hidden, as a reader sees them
// before undisclosed edges are dropped.
func visible(edges []graph.Edge, hidden func(uint32) bool) []graph.Edge {
	var out []graph.Edge
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && edges[n].From == edges[0].From {
			n++
		}
		if !hidden(edges[0].From) {
			out = append(out, graph.Visible(slices.Clone(edges[:n]), hidden)...)
		}
		edges = edges[n:]
	}
	return slices.DeleteFunc(out, func(e graph.Edge) bool { return e.Kind == graph.CoChanges })
}

// translate maps the nodes of edges to another graph. Edges with an end that is
// missing there are dropped.
func translate(edges []graph.Edge, node []int64) []graph.Edge {
	var out []graph.Edge
	for _, e := range edges {
		if from, to := node[e.From], node[e.To]; from >= 0 && to >= 0 {
			e.From, e.To, e.Recv = uint32(from), uint32(to), 0 // of the other graph
			out = append(out, e)
		}
	}
	slices.SortFunc(out, graph.CompareEdges)
	return out
}

func translateSites(sites []graph.Site, node []int64) []graph.Site {
	var out []graph.Site
	for _, s := range sites {
		if from, to := node[s.From], node[s.To]; from >= 0 && to >= 0 {
			s.From, s.To = uint32(from), uint32(to)
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(x, y graph.Site) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Kind, y.Kind),
			cmp.Compare(x.To, y.To), cmp.Compare(x.Line, y.Line))
	})
	return out
}

// disclosed reports whether a fact about some nodes may be disclosed to all their readers:
// has must be true for one of the views that all of these readers have and that include
// the nodes. If no such view was built, the answer is unknown, and disclosed returns true.
func (w *viewSet) disclosed(nodes []uint32, has func(*view) bool) bool {
	var need []int
	for _, n := range nodes {
		if c := w.class[n]; c >= 0 && !slices.Contains(need, c) {
			need = append(need, c)
		}
	}
	need = w.closure(need)
	checked := false
	for _, x := range w.all {
		if len(need) == len(w.access) || !within(x.has, need) || !w.covers(x, nodes) {
			continue
		}
		if checked = true; has(x) {
			return true
		}
	}
	return !checked
}

// covers reports whether a view includes the files of some nodes.
func (w *viewSet) covers(x *view, nodes []uint32) bool {
	for _, n := range nodes {
		if c := w.class[n]; c >= 0 && !slices.Contains(x.has, c) {
			return false
		}
	}
	return true
}

// within reports whether one set of accesses is a subset of another.
func within(set, of []int) bool {
	return !slices.ContainsFunc(set, func(i int) bool { return !slices.Contains(of, i) })
}
