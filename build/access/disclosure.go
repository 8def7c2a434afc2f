package access

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// This file reduces a graph to the nodes and edges that may be filtered only by the
// access of nodes, as in bundles, and describes how the views of readers differ from
// it.

// A keeper reduces the graph g, and keeps the whole graph.
type keeper struct {
	g, whole *graph.Graph // with the same nodes
	*worlds
	access    map[uint32]graph.Access // of nodes: the original access, where it was changed
	modifiers map[uint32][]string
	replaced  map[uint32]bool // nodes whose flag was cleared
}

// keep returns a keeper, before anything is removed from the graph.
func keep(g *graph.Graph, w *worlds) *keeper {
	whole := *g
	whole.Edges, whole.Sites = slices.Clone(g.Edges), slices.Clone(g.Sites)
	whole.Outside, whole.OutsideSites = slices.Clone(g.Outside), slices.Clone(g.OutsideSites)
	whole.Entries = slices.Clone(g.Entries)
	return &keeper{g, &whole, w, map[uint32]graph.Access{}, map[uint32][]string{},
		map[uint32]bool{}}
}

// keepTold removes the edges that follow only from hidden files, and hides such nodes.
// The type of a receiver, the selected overload, the mount point of a route may all
// depend on files that a reader of both ends may not see.
//
//	Hidden.Find().Pay()     // who may not see Hidden must not learn that Pay is called here
func (k *keeper) keepTold() {
	if len(k.all) == 0 {
		return
	}
	k.hideNodes()
	k.g.Edges, k.g.Sites = k.dropUntold(k.g.Edges, k.g.Sites)
	k.g.Outside, k.g.OutsideSites = k.dropUntold(k.g.Outside, k.g.OutsideSites)
	k.meanTwins()
	k.tellRoles()
	k.tellAttributes()
}

// hideNodes hides nodes that do not follow from the files of their own access.
func (k *keeper) hideNodes() {
	for i := range k.g.Nodes {
		n := &k.g.Nodes[i]
		at := uint32(i)
		if n.Path != "" && !k.told([]uint32{at}, func(x *world) bool { return !x.lacks[at] }) {
			k.access[at] = n.Access
			n.Access.Allow = []string{nobody}
		}
	}
}

// dropUntold drops the edges that must not be disclosed to all readers of their
// ends.
func (k *keeper) dropUntold(edges []graph.Edge, sites []graph.Site) ([]graph.Edge, []graph.Site) {
	dropped := map[edgeKey]bool{}
	edges = slices.DeleteFunc(edges, func(e graph.Edge) bool {
		key := edgeKey{e.From, e.To, e.Kind}
		dropped[key] = !k.told([]uint32{e.From, e.To}, func(x *world) bool { return !x.untold[key] })
		return dropped[key]
	})
	return edges, slices.DeleteFunc(sites,
		func(s graph.Site) bool { return dropped[edgeKey{s.From, s.To, s.Kind}] })
}

// meanTwins adds the edges to redeclarations of a hidden declaration: otherwise a
// reader who may not see the hidden one would miss the edges to it.
func (k *keeper) meanTwins() {
	type meaning struct {
		from uint32
		edge graph.EdgeKind
		kind graph.NodeKind
		name string
	}
	of := func(e graph.Edge) meaning {
		n := &k.whole.Nodes[e.To]
		return meaning{e.From, e.Kind, n.Kind, n.Name}
	}
	known := map[meaning]bool{}
	for _, e := range k.whole.Edges {
		if k.class[e.To] >= 0 && e.Kind != graph.Contains {
			known[of(e)] = true
		}
	}
	var more []graph.Edge
	for _, x := range k.all {
		for _, v := range x.variants {
			if v.Tier == 0 || k.ofGuise(v.Edge) || !known[of(v.Edge)] || k.class[v.To] >= 0 ||
				k.whole.Nodes[v.To].Path == "" {
				continue
			}
			key := edgeKey{v.From, v.To, v.Kind}
			if k.told([]uint32{v.From, v.To}, func(x *world) bool { return x.more[key] }) {
				more = append(more, v.Edge)
			}
		}
	}
	if len(more) > 0 {
		k.g.Edges = sortedOnce(append(k.g.Edges, more...))
	}
}

// ofGuise reports whether an edge has an end that is not in the whole graph.
func (k *keeper) ofGuise(e graph.Edge) bool {
	return int(max(e.From, e.To)) >= len(k.whole.Nodes)
}

// tellRoles drops the roles of nodes that follow only from hidden files, unless the
// node that shows the role is in one of them.
func (k *keeper) tellRoles() {
	k.g.Entries = slices.DeleteFunc(k.g.Entries, func(e graph.Entry) bool {
		return k.class[e.By] == k.class[e.Node] && !k.told([]uint32{e.Node},
			func(x *world) bool { return x.roles[toldRole{e.Node, e.Role}] })
	})
}

// tellAttributes drops the attributes of routes that do not follow from files of their
// own access: authorization may be declared in a hidden base class, or the name of a
// policy in a hidden file. It also clears the flag of definitions whose replacement is
// in a hidden file.
func (k *keeper) tellAttributes() {
	for i := range k.g.Nodes {
		n, at := &k.g.Nodes[i], uint32(i)
		if n.Kind == graph.KindRoute && n.Modifiers != nil {
			k.modifiers[at] = n.Modifiers
			n.Modifiers = slices.DeleteFunc(slices.Clone(n.Modifiers), func(said string) bool {
				return !k.told([]uint32{at},
					func(x *world) bool { return slices.Contains(x.said[at], said) })
			})
		}
		if n.Flags.Has(graph.Replaced) &&
			!k.told([]uint32{at}, func(x *world) bool { return x.replaced[at] }) {
			k.replaced[at] = true
			n.Flags &^= graph.Replaced
		}
	}
}

// describe returns the differences between the nodes and edges of the views and
// those of the graph.
func (k *keeper) describe() *graph.Worlds {
	if len(k.all) == 0 {
		return nil
	}
	out := &graph.Worlds{Access: k.worlds.access, Guises: k.guises.list}
	out.Variants = append(
		graph.Diff(k.g.Edges, k.whole.Edges, k.g.Sites, k.whole.Sites, graph.Whole),
		graph.Diff(k.g.Outside, k.whole.Outside, k.g.OutsideSites, k.whole.OutsideSites,
			graph.Whole)...)
	for _, x := range k.all {
		out.Sets = append(out.Sets, x.has)
		out.Variants = append(out.Variants, x.variants...)
	}
	out.Variants = graph.JoinVariants(out.Variants)
	out.Nodes, out.Entries = k.nodes(), k.entries()
	if len(out.Variants)+len(out.Nodes)+len(out.Entries)+len(out.Guises) == 0 {
		return nil
	}
	return out
}

// nodes returns the variants of nodes that not all readers of their file see, or
// not all in the same way.
func (k *keeper) nodes() []graph.NodeVariant {
	var out []graph.NodeVariant
	for i := range k.whole.Nodes {
		n, at := &k.whole.Nodes[i], uint32(i)
		if n.Path == "" {
			continue
		}
		v := graph.NodeVariant{Node: at, Access: n.Access}
		access, hidden := k.access[at]
		if hidden {
			v.Access = access
		}
		modifiers, changed := k.modifiers[at]
		if !changed {
			modifiers = n.Modifiers
		}
		said := []graph.ModifiersIn{{In: graph.Whole, List: modifiers}}
		same := slices.Equal(n.Modifiers, modifiers)
		stored := n.Flags.Has(graph.Replaced)
		replaces := k.replaced[at]
		if stored || replaces {
			v.Replaced = graph.Whole
		}
		for number, x := range k.all {
			bit := graph.WorldBit(number)
			if !k.covers(x, []uint32{at}) {
				continue
			}
			if x.lacks[at] {
				v.Lacks |= bit
				continue
			}
			if x.replaced[at] {
				v.Replaced |= bit
			}
			replaces = replaces || x.replaced[at] != stored
			if n.Kind == graph.KindRoute {
				same = same && slices.Equal(x.said[at], modifiers)
				said = addModifiers(said, x.said[at], bit)
			}
		}
		if !same {
			v.Modifiers = said
		}
		if v.Lacks != 0 || !same || hidden || replaces {
			out = append(out, v)
		}
	}
	return out
}

// addModifiers records the modifiers of a node in a view.
func addModifiers(said []graph.ModifiersIn, list []string,
	bit graph.WorldMask) []graph.ModifiersIn {
	i := slices.IndexFunc(said, func(m graph.ModifiersIn) bool { return slices.Equal(m.List, list) })
	if i < 0 {
		return append(said, graph.ModifiersIn{In: bit, List: list})
	}
	said[i].In |= bit
	return said
}

// entries returns the entry points that were removed, with the views that include
// them.
func (k *keeper) entries() []graph.EntryVariant {
	var out []graph.EntryVariant
	left := map[graph.Entry]bool{}
	for _, e := range k.g.Entries {
		left[e] = true
	}
	for _, e := range k.whole.Entries {
		if left[e] {
			continue
		}
		v := graph.EntryVariant{Entry: e, In: graph.Whole}
		for number, x := range k.all {
			if x.roles[toldRole{e.Node, e.Role}] {
				v.In |= graph.WorldBit(number)
			}
		}
		out = append(out, v)
	}
	slices.SortFunc(out, func(a, b graph.EntryVariant) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Role, b.Role),
			cmp.Compare(a.By, b.By))
	})
	return out
}
