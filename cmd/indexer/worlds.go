package main

import (
	"cmp"
	"context"
	"slices"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/walk"
)

// A world is what the files tell that some reader may see: public ones, and those of one
// access besides.
type world struct {
	nodes map[graph.NodeID]bool
	edges map[toldEdge]bool
	roles map[toldRole]bool         // of entry points that no edge tells
	said  map[graph.NodeID][]string // attributes of routes
}

type toldRole struct {
	node graph.NodeID
	role graph.Role
}

type toldEdge struct {
	from, to graph.NodeID
	kind     graph.EdgeKind
}

// restrict gives the nodes of a built graph their access, and returns the rules that match
// nothing.
func (b *building) restrict(ctx context.Context, a *accessConfig, l loader,
	opts graphbuild.Options, built *graphbuild.Result) ([]*accessRule, error) {
	if a == nil {
		return nil, nil
	}
	b.phase("looking from outside", len(l.tree.Files), 0)
	b.accesses = len(a.hidden(l.tree.Files))
	worlds, err := a.worlds(ctx, l, opts)
	if err != nil {
		return nil, err
	}
	a.stamp(built, worlds)
	return a.idle(l.tree.Files), nil
}

// hides returns what reports whether a file is not for everybody; nil without rules.
func (a *accessConfig) hides() func(path string) bool {
	if a == nil {
		return nil
	}
	return func(path string) bool { return !a.of(path).IsPublic() }
}

// maxWorlds bounds how often a tree is read for the sake of its rules.
const maxWorlds = 8

// worlds builds the graphs of what readers may see, by the key of the access that they have
// besides what is public; "" is that of readers who have none. Where all files that are not
// public have one access there is one such graph, for whoever has it sees everything.
//
// Beyond maxWorlds accesses the graphs of the first ones by key are built, and the build warns
// that the others are not checked. Each costs as much as a build of its files.
func (a *accessConfig) worlds(ctx context.Context, l loader,
	opts graphbuild.Options) (map[string]*world, error) {
	keys := a.hidden(l.tree.Files)
	out := map[string]*world{}
	switch len(keys) {
	case 0:
		return out, nil
	case 1:
		keys = nil
	}
	all := l.tree
	opts.Bound, opts.Released = nil, nil
	for _, key := range append([]string{""}, keys[:min(len(keys), maxWorlds)]...) {
		seen := *all
		seen.Files = slices.DeleteFunc(slices.Clone(all.Files), func(f walk.File) bool {
			access := a.of(f.Path)
			return !access.IsPublic() && access.Key() != key
		})
		l.tree, l.shadowed = &seen, nil
		w, err := worldOf(ctx, l, opts)
		if err != nil {
			return nil, err
		}
		out[key] = w
	}
	return out, nil
}

// hidden lists the accesses of the files that are not public, by their keys.
func (a *accessConfig) hidden(files []walk.File) []string {
	var keys []string
	for _, f := range files {
		if access := a.of(f.Path); !access.IsPublic() {
			keys = append(keys, access.Key())
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// worldOf builds the graph of the files of l. It takes as long as a build of them.
func worldOf(ctx context.Context, l loader, opts graphbuild.Options) (*world, error) {
	src, err := l.load(ctx)
	if err != nil {
		return nil, err
	}
	src.project.Current = opts.Project.Current
	opts.Project, opts.KeyFiles = src.project, src.keyFiles
	built, err := graphbuild.Build(ctx, src.inputs, opts)
	if err != nil {
		return nil, err
	}
	g := built.Graph
	w := &world{nodes: make(map[graph.NodeID]bool, len(g.Nodes)),
		edges: make(map[toldEdge]bool, len(g.Edges)+len(g.Outside)), roles: map[toldRole]bool{},
		said: map[graph.NodeID][]string{}}
	for _, e := range g.Entries {
		w.roles[toldRole{g.Nodes[e.Node].ID, e.Role}] = true
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		w.nodes[n.ID] = true
		if n.Kind == graph.KindRoute && n.Modifiers != nil {
			w.said[n.ID] = n.Modifiers
		}
	}
	for _, e := range slices.Concat(g.Edges, g.Outside) {
		w.edges[toldEdge{g.Nodes[e.From].ID, g.Nodes[e.To].ID, e.Kind}] = true
	}
	return w, nil
}

// A teller finds which edges and nodes nobody could know of who sees no more than their files.
type teller struct {
	g      *graph.Graph
	worlds map[string]*world
	out    map[uint32][]graph.Edge // edges by the node that they leave
}

// keepTold lets an edge that only hidden files tell leave a node of one of these, and hides a
// node that only they tell. What a receiver is, which overload is meant, where a route is
// mounted may all depend on files that a reader of both ends does not see.
//
//	Hidden.Find().Pay()     // who may not see Hidden must not learn that Pay is called here
//
// Edges between nodes of two accesses neither of which is public are left as they are.
func keepTold(g *graph.Graph, worlds map[string]*world) {
	if len(worlds) == 0 {
		return
	}
	t := teller{g: g, worlds: worlds, out: map[uint32][]graph.Edge{}}
	for _, list := range [][]graph.Edge{g.Edges, g.Outside} {
		for _, e := range list {
			t.out[e.From] = append(t.out[e.From], e)
		}
	}
	t.meanTwins()
	unknown := t.hideNodes()
	var moved map[edgeKey]bool
	g.Edges, moved = t.move(g.Edges, unknown)
	g.Sites = withoutSites(g.Sites, moved)
	g.Outside, moved = t.move(g.Outside, unknown)
	g.OutsideSites = withoutSites(g.OutsideSites, moved)
	t.tellRoles()
	t.tellAttributes()
}

// tellRoles drops the roles that only hidden files tell of a node, unless the node that says so
// is in one of them.
func (t *teller) tellRoles() {
	t.g.Entries = slices.DeleteFunc(t.g.Entries, func(e graph.Entry) bool {
		w := t.world(e.Node, e.Node)
		return w != nil && !w.roles[toldRole{t.g.Nodes[e.Node].ID, e.Role}] &&
			t.g.Nodes[e.By].Access.Key() == t.g.Nodes[e.Node].Access.Key()
	})
}

// tellAttributes drops the attributes of routes that files of their own access do not tell: who may
// ask for what may be said in a hidden base class, or the name of a policy in a hidden file.
func (t *teller) tellAttributes() {
	for i := range t.g.Nodes {
		n := &t.g.Nodes[i]
		if n.Kind != graph.KindRoute || n.Modifiers == nil {
			continue
		}
		if w := t.world(uint32(i), uint32(i)); w != nil {
			n.Modifiers = slices.DeleteFunc(slices.Clone(n.Modifiers),
				func(said string) bool { return !slices.Contains(w.said[n.ID], said) })
		}
	}
}

func withoutSites(sites []graph.Site, moved map[edgeKey]bool) []graph.Site {
	return slices.DeleteFunc(sites, func(s graph.Site) bool {
		return moved[edgeKey{s.From, s.To, s.Kind}]
	})
}

// world is what readers of two nodes see at least; nil if nothing is known of it.
func (t *teller) world(from, to uint32) *world {
	x, y := &t.g.Nodes[from], &t.g.Nodes[to]
	key := ""
	for _, n := range []*graph.Node{x, y} {
		if n.Path == "" || n.Access.IsPublic() || n.Access.Key() == key {
			continue
		}
		if key != "" {
			return nil
		}
		key = n.Access.Key()
	}
	return t.worlds[key]
}

// meanTwins adds the edges to declarations that mean the same as a hidden one: who does not see
// that would miss an edge where names mean the hidden declaration.
func (t *teller) meanTwins() {
	type name struct {
		kind graph.NodeKind
		name string
	}
	of := func(n uint32) name { return name{t.g.Nodes[n].Kind, t.g.Nodes[n].Name} }
	open, twins := map[name][]uint32{}, map[name]bool{}
	for i := range t.g.Nodes {
		if n := uint32(i); t.g.Nodes[n].Path == "" {
			continue
		} else if t.g.Nodes[n].Access.IsPublic() {
			open[of(n)] = append(open[of(n)], n)
		} else {
			twins[of(n)] = true
		}
	}
	var more []graph.Edge
	for _, e := range t.g.Edges {
		if to := of(e.To); twins[to] && e.Kind != graph.Contains &&
			!t.g.Nodes[e.To].Access.IsPublic() {
			for _, n := range open[to] {
				w := t.world(e.From, n)
				if w != nil && w.edges[toldEdge{t.g.Nodes[e.From].ID, t.g.Nodes[n].ID, e.Kind}] {
					twin := e
					twin.To = n
					more = append(more, twin)
				}
			}
		}
	}
	if len(more) > 0 {
		t.g.Edges = sortedOnce(append(t.g.Edges, more...))
	}
}

// hideNodes gives a node that files of its own access do not tell the access of a hidden one
// that it has to do with.
func (t *teller) hideNodes() map[uint32]bool {
	unknown := map[uint32]bool{}
	for i := range t.g.Nodes {
		n := &t.g.Nodes[i]
		w := t.world(uint32(i), uint32(i))
		if n.Path == "" || w == nil || w.nodes[n.ID] {
			continue
		}
		unknown[uint32(i)] = true
		by, ok := t.witness(graph.Edge{From: uint32(i), To: uint32(i)})
		if ok && n.Access.IsPublic() {
			n.Access.Allow, n.Access.Labels = t.g.Nodes[by].Access.Allow, t.g.Nodes[by].Access.Labels
			n.Access.Level = t.g.Nodes[by].Access.Level
		} else {
			n.Access.Allow = []string{nobody}
		}
	}
	return unknown
}

// move lets the edges that are not told leave their witnesses. Without one they are dropped.
func (t *teller) move(edges []graph.Edge, unknown map[uint32]bool) ([]graph.Edge,
	map[edgeKey]bool) {
	moved := map[edgeKey]bool{}
	out := edges[:0]
	for _, e := range edges {
		w := t.world(e.From, e.To)
		if w == nil || unknown[e.From] || unknown[e.To] ||
			w.edges[toldEdge{t.g.Nodes[e.From].ID, t.g.Nodes[e.To].ID, e.Kind}] {
			out = append(out, e)
			continue
		}
		moved[edgeKey{e.From, e.To, e.Kind}] = true
		if by, ok := t.witness(e); ok {
			e.From, e.Line = by, 0
			out = append(out, e)
		}
	}
	if len(moved) > 0 {
		out = sortedOnce(out)
	}
	return out, moved
}

// witness finds a hidden node that an edge may depend on, whose readers may know of the edge: one
// that its source refers to, at the line of the edge if there is one, else one that something that
// it refers to does, else one that something around it does.
func (t *teller) witness(e graph.Edge) (by uint32, ok bool) {
	var near []uint32
	for level, from := range [][]uint32{{e.From}, nil, nil} {
		switch level {
		case 1:
			from = near
		case 2:
			from = t.around(e.From)
		}
		var hidden []graph.Edge
		for _, n := range from {
			for _, o := range t.out[n] {
				if t.hides(o.To, e) && t.tells(o.To, e) {
					hidden = append(hidden, o)
				} else if level == 0 {
					near = append(near, o.To)
				}
			}
		}
		if len(hidden) > 0 {
			far := func(o graph.Edge) int {
				return max(int(o.Line)-int(e.Line),
					int(e.Line)-int(o.Line))
			}
			return slices.MinFunc(hidden, func(x, y graph.Edge) int {
				return cmp.Or(cmp.Compare(far(x), far(y)), cmp.Compare(x.To, y.To))
			}).To, true
		}
	}
	return 0, false
}

// around lists what contains a node, and what that contains in turn.
func (t *teller) around(n uint32) []uint32 {
	var out []uint32
	for i := range t.g.Edges {
		if e := &t.g.Edges[i]; e.Kind == graph.Contains && e.To == n {
			out = append(out, e.From)
		}
	}
	return out
}

// tells reports whether whoever sees a node besides what is public may know of an edge, or,
// if it has no kind, of its source.
func (t *teller) tells(n uint32, e graph.Edge) bool {
	if len(t.worlds) == 1 {
		return true
	}
	w := t.worlds[t.g.Nodes[n].Access.Key()]
	if w != nil && e.Kind == 0 { // it stands for a node
		return w.nodes[t.g.Nodes[e.From].ID]
	}
	return w != nil && w.edges[toldEdge{t.g.Nodes[e.From].ID, t.g.Nodes[e.To].ID, e.Kind}]
}

// hides reports whether some reader of both ends of an edge does not see a node.
func (t *teller) hides(n uint32, e graph.Edge) bool {
	a := t.g.Nodes[n].Access
	return t.g.Nodes[n].Path != "" && !a.IsPublic() && a.Key() != t.g.Nodes[e.From].Access.Key() &&
		a.Key() != t.g.Nodes[e.To].Access.Key()
}
