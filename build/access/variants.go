package access

import (
	"fmt"
	"slices"

	"seedgraph/graph"
)

// This file matches the nodes of access views that may be mentioned in many files: keys
// of settings, routes, topics, names without a path. The location of such a node, and
// its name, may depend on a file that not every reader sees.

// viewNodes are the variants of nodes in access views that differ from the whole
// graph.
type viewNodes struct {
	list  []graph.ViewNode
	known map[string]int // by their content
}

// number returns the number of a node of an access view, which is assigned on first
// use.
func (x *viewNodes) number(n *graph.Node, view graph.ViewMask) int {
	one := *n
	one.Rank, one.Flags = 0, one.Flags&^graph.Replaced
	key := fmt.Sprintf("%+v", one)
	i, ok := x.known[key]
	if !ok {
		i = len(x.list)
		x.known[key] = i
		x.list = append(x.list, graph.ViewNode{Node: one})
	}
	x.list[i].In |= view
	return i
}

// isShared reports whether a node may be mentioned in many files.
func isShared(n *graph.Node) bool {
	return n.Path == "" || n.Kind == graph.KindRoute || n.Kind == graph.KindConfigKey
}

// match finds the nodes of an access view in the whole graph, among those that its
// readers may see. Shared nodes that are missing there, or differ, become variants:
// their numbers follow those of the graph. The number of other missing nodes is -1.
//
// A key without a location becomes a variant even if the graph has it, because nothing
// may refer to it there.
func (w *viewSet) match(whole, g *graph.Graph, places map[nodePlace]uint32, in []bool,
	view graph.ViewMask) []int64 {
	node := make([]int64, len(g.Nodes))
	taken := map[uint32]bool{} // nodes with the ids of nodes of the view
	for i := range g.Nodes {
		n := &g.Nodes[i]
		at, ok := places[nodePlaceOf(n)]
		if isShared(n) {
			if at, ok = lookup(whole, n.ID); ok && !isShared(&whole.Nodes[at]) {
				ok = false
			}
			ok = ok && sameNode(n, &whole.Nodes[at]) && (n.Path != "" || n.Kind != graph.KindConfigKey)
		}
		if node[i] = -1; ok && in[at] {
			node[i] = int64(at)
			taken[at] = true
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if node[i] >= 0 || !isShared(n) || len(n.Parts) > 0 || n.Layout != nil {
			continue
		}
		if at, ok := lookup(whole, n.ID); !ok || !taken[at] {
			node[i] = int64(len(whole.Nodes) + w.variants.number(n, view))
		}
	}
	return node
}

// sameNode reports whether two nodes with one id are equal. Attributes of routes are
// compared for each view separately; see views.said.
func sameNode(a, b *graph.Node) bool {
	same := a.Kind == b.Kind && a.Language == b.Language && a.Name == b.Name && a.Short == b.Short &&
		a.Module == b.Module && a.Path == b.Path && a.Span == b.Span && a.NameLine == b.NameLine &&
		a.Signature == b.Signature && a.Doc == b.Doc && a.Class == b.Class && a.Schema == b.Schema &&
		a.Parent == b.Parent && (a.Flags^b.Flags)&^graph.Replaced == 0 && slices.Equal(a.Bases, b.Bases)
	return same && (a.Kind == graph.KindRoute || slices.Equal(a.Modifiers, b.Modifiers))
}
