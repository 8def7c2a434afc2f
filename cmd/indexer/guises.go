package main

import (
	"fmt"
	"slices"

	"seedgraph/graph"
)

// This file finds the nodes that stand for something which many files mention: keys of settings,
// routes, topics, names without a path. Where such a node has its place, and what it is called,
// may follow from a file that not every reader sees.

// guises are the nodes of worlds that the whole graph does not have like that.
type guises struct {
	list  []graph.Guise
	known map[string]int // by what they say
}

// number returns the place of a node of a world, which it gets at the first use.
func (x *guises) number(n *graph.Node, world graph.WorldMask) int {
	one := *n
	one.Rank, one.Flags = 0, one.Flags&^graph.Replaced
	key := fmt.Sprintf("%+v", one)
	i, ok := x.known[key]
	if !ok {
		i = len(x.list)
		x.known[key] = i
		x.list = append(x.list, graph.Guise{Node: one})
	}
	x.list[i].In |= world
	return i
}

// isShared reports whether a node stands for something that many files may mention.
func isShared(n *graph.Node) bool {
	return n.Path == "" || n.Kind == graph.KindRoute || n.Kind == graph.KindConfigKey
}

// match finds the nodes of a world in the whole graph, among those that its readers may see.
// Those of what many files mention which are not there, or not like that, are guises: their
// numbers come after those of the graph. Of others that are not there the number is -1.
//
// A key without a place is a guise even if the graph has it, for nothing may refer to it.
func (w *worlds) match(whole, g *graph.Graph, places map[nodePlace]uint32, in []bool,
	world graph.WorldMask) []int64 {
	node := make([]int64, len(g.Nodes))
	taken := map[uint32]bool{} // nodes whose ids are those of what the world has
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
			node[i] = int64(len(whole.Nodes) + w.guises.number(n, world))
		}
	}
	return node
}

// sameNode reports whether two nodes of one id say the same. What routes say of themselves is told
// to each kind of reader; see worlds.said.
func sameNode(a, b *graph.Node) bool {
	same := a.Kind == b.Kind && a.Language == b.Language && a.Name == b.Name && a.Short == b.Short &&
		a.Module == b.Module && a.Path == b.Path && a.Span == b.Span && a.NameLine == b.NameLine &&
		a.Signature == b.Signature && a.Doc == b.Doc && a.Class == b.Class && a.Schema == b.Schema &&
		a.Parent == b.Parent && (a.Flags^b.Flags)&^graph.Replaced == 0 && slices.Equal(a.Bases, b.Bases)
	return same && (a.Kind == graph.KindRoute || slices.Equal(a.Modifiers, b.Modifiers))
}
