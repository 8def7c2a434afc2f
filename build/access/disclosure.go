package access

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// This file reduces a graph to the nodes and edges that may be filtered only by the
// access of nodes, as in bundles, and describes how the views of readers differ from
// it.

// A reducer reduces the graph g, and keeps the whole graph.
type reducer struct {
	g, whole *graph.Graph // with the same nodes
	*viewSet
	access    map[uint32]graph.Access // of nodes: the original access, where it was changed
	modifiers map[uint32][]string
	replaced  map[uint32]bool // nodes whose flag was cleared
}

// newReducer returns a keeper, before anything is removed from the graph.
func newReducer(g *graph.Graph, w *viewSet) *reducer {
	whole := *g
	whole.Edges, whole.Sites = slices.Clone(g.Edges), slices.Clone(g.Sites)
	whole.ExternalEdges, whole.ExternalSites = slices.Clone(g.ExternalEdges), slices.Clone(g.ExternalSites)
	whole.Entries = slices.Clone(g.Entries)
	return &reducer{g, &whole, w, map[uint32]graph.Access{}, map[uint32][]string{},
		map[uint32]bool{}}
}

// reduce removes the edges that follow only from hidden files, and hides such nodes.
// The type of a receiver, the selected overload, the mount point of a route may all
// depend on files that a reader of both ends may not see.
//
//	Hidden.Find().Pay()     // who may not see Hidden must not learn that Pay is called here
func (k *reducer) reduce() {
	if len(k.all) == 0 {
		return
	}
	k.hideNodes()
	k.g.Edges, k.g.Sites = k.dropUndisclosed(k.g.Edges, k.g.Sites)
	k.g.ExternalEdges, k.g.ExternalSites = k.dropUndisclosed(k.g.ExternalEdges, k.g.ExternalSites)
	k.addRedeclarationEdges()
	k.dropRoles()
	k.dropAttributes()
}

// hideNodes hides nodes that do not follow from the files of their own access.
func (k *reducer) hideNodes() {
	for i := range k.g.Nodes {
		n := &k.g.Nodes[i]
		at := uint32(i)
		if n.Path != "" && !k.disclosed([]uint32{at}, func(x *view) bool { return !x.lacks[at] }) {
			k.access[at] = n.Access
			n.Access.Allow = []string{nobody}
		}
	}
}

// dropUndisclosed drops the edges that must not be disclosed to all readers of their
// ends.
func (k *reducer) dropUndisclosed(edges []graph.Edge, sites []graph.Site) ([]graph.Edge, []graph.Site) {
	dropped := map[edgeKey]bool{}
	edges = slices.DeleteFunc(edges, func(e graph.Edge) bool {
		key := edgeKey{e.From, e.To, e.Kind}
		dropped[key] = !k.disclosed([]uint32{e.From, e.To}, func(x *view) bool { return !x.undisclosed[key] })
		return dropped[key]
	})
	return edges, slices.DeleteFunc(sites,
		func(s graph.Site) bool { return dropped[edgeKey{s.From, s.To, s.Kind}] })
}

// addRedeclarationEdges adds the edges to redeclarations of a hidden declaration: otherwise a
// reader who may not see the hidden one would miss the edges to it.
func (k *reducer) addRedeclarationEdges() {
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
			if v.Tier == 0 || k.usesVariant(v.Edge) || !known[of(v.Edge)] || k.class[v.To] >= 0 ||
				k.whole.Nodes[v.To].Path == "" {
				continue
			}
			key := edgeKey{v.From, v.To, v.Kind}
			if k.disclosed([]uint32{v.From, v.To}, func(x *view) bool { return x.more[key] }) {
				more = append(more, v.Edge)
			}
		}
	}
	if len(more) > 0 {
		k.g.Edges = sortedOnce(append(k.g.Edges, more...))
	}
}

// usesVariant reports whether an edge has an end that is not in the whole graph.
func (k *reducer) usesVariant(e graph.Edge) bool {
	return int(max(e.From, e.To)) >= len(k.whole.Nodes)
}

// dropRoles drops the roles of nodes that follow only from hidden files, unless the
// node that shows the role is in one of them.
func (k *reducer) dropRoles() {
	k.g.Entries = slices.DeleteFunc(k.g.Entries, func(e graph.Entry) bool {
		return k.class[e.By] == k.class[e.Node] && !k.disclosed([]uint32{e.Node},
			func(x *view) bool { return x.roles[viewRole{e.Node, e.Role}] })
	})
}

// dropAttributes drops the attributes of routes that do not follow from files of their
// own access: authorization may be declared in a hidden base class, or the name of a
// policy in a hidden file. It also clears the flag of definitions whose replacement is
// in a hidden file.
func (k *reducer) dropAttributes() {
	for i := range k.g.Nodes {
		n, at := &k.g.Nodes[i], uint32(i)
		if n.Kind == graph.KindRoute && n.Modifiers != nil {
			k.modifiers[at] = n.Modifiers
			n.Modifiers = slices.DeleteFunc(slices.Clone(n.Modifiers), func(said string) bool {
				return !k.disclosed([]uint32{at},
					func(x *view) bool { return slices.Contains(x.modifiers[at], said) })
			})
		}
		if n.Flags.Has(graph.Replaced) &&
			!k.disclosed([]uint32{at}, func(x *view) bool { return x.replaced[at] }) {
			k.replaced[at] = true
			n.Flags &^= graph.Replaced
		}
	}
}

// describe returns the differences between the nodes and edges of the views and
// those of the graph.
func (k *reducer) describe() *graph.Views {
	if len(k.all) == 0 {
		return nil
	}
	out := &graph.Views{Access: k.viewSet.access, Extra: k.variants.list}
	out.Variants = append(
		graph.Diff(k.g.Edges, k.whole.Edges, k.g.Sites, k.whole.Sites, graph.Whole),
		graph.Diff(k.g.ExternalEdges, k.whole.ExternalEdges, k.g.ExternalSites, k.whole.ExternalSites,
			graph.Whole)...)
	for _, x := range k.all {
		out.Sets = append(out.Sets, x.has)
		out.Variants = append(out.Variants, x.variants...)
	}
	out.Variants = graph.JoinVariants(out.Variants)
	out.Nodes, out.Entries = k.nodes(), k.entries()
	if len(out.Variants)+len(out.Nodes)+len(out.Entries)+len(out.Extra) == 0 {
		return nil
	}
	return out
}

// nodes returns the variants of nodes that not all readers of their file see, or
// not all in the same way.
func (k *reducer) nodes() []graph.NodeVariant {
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
			bit := graph.ViewBit(number)
			if !k.covers(x, []uint32{at}) {
				continue
			}
			if x.lacks[at] {
				v.Missing |= bit
				continue
			}
			if x.replaced[at] {
				v.Replaced |= bit
			}
			replaces = replaces || x.replaced[at] != stored
			if n.Kind == graph.KindRoute {
				same = same && slices.Equal(x.modifiers[at], modifiers)
				said = addModifiers(said, x.modifiers[at], bit)
			}
		}
		if !same {
			v.Modifiers = said
		}
		if v.Missing != 0 || !same || hidden || replaces {
			out = append(out, v)
		}
	}
	return out
}

// addModifiers records the modifiers of a node in a view.
func addModifiers(said []graph.ModifiersIn, list []string,
	bit graph.ViewMask) []graph.ModifiersIn {
	i := slices.IndexFunc(said, func(m graph.ModifiersIn) bool { return slices.Equal(m.List, list) })
	if i < 0 {
		return append(said, graph.ModifiersIn{In: bit, List: list})
	}
	said[i].In |= bit
	return said
}

// entries returns the entry points that were removed, with the views that include
// them.
func (k *reducer) entries() []graph.EntryVariant {
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
			if x.roles[viewRole{e.Node, e.Role}] {
				v.In |= graph.ViewBit(number)
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
