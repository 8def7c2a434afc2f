package fleet

import (
	"slices"

	"seedgraph/graph"
)

// compact leaves out the external symbols that nothing refers to any more, and the packages of
// which nothing is left. It reports which, by their numbers before; nil if there are none. Time
// grows with the graph.
func compact(g *graph.Graph) []bool {
	drop := unused(g)
	if !slices.Contains(drop, true) {
		return nil
	}
	place := make([]uint32, len(g.Nodes))
	kept := g.Nodes[:0]
	for i := range g.Nodes {
		place[i] = uint32(len(kept))
		if !drop[i] {
			kept = append(kept, g.Nodes[i])
		}
	}
	clear(g.Nodes[len(kept):])
	g.Nodes = kept
	g.ExternalEdges = slices.DeleteFunc(g.ExternalEdges, func(e graph.Edge) bool { return drop[e.From] || drop[e.To] })
	g.ExternalSites = slices.DeleteFunc(g.ExternalSites, func(s graph.Site) bool { return drop[s.From] || drop[s.To] })
	renumber(g, place)
	return drop
}

// unused finds the external symbols whose only incoming edges are from their containers.
func unused(g *graph.Graph) []bool {
	used, parents := make([]bool, len(g.Nodes)), map[uint32]uint32{}
	for _, list := range [][]graph.Edge{g.Edges, g.ExternalEdges} {
		for _, e := range list {
			used[e.From] = used[e.From] || e.Kind != graph.Contains // a message that a library declares
			if e.Kind != graph.Contains {
				used[e.To] = true
			} else if g.Nodes[e.From].Kind.IsExternal() {
				parents[e.To] = e.From
			}
		}
	}
	for n, at := range parents {
		for used[n] && !used[at] {
			used[at] = true
			next, ok := parents[at]
			if !ok {
				break
			}
			n, at = at, next
		}
	}
	drop := make([]bool, len(g.Nodes))
	for i := range g.Nodes {
		drop[i] = g.Nodes[i].Kind.IsExternal() && !used[i]
	}
	return drop
}

// renumber puts the numbers of nodes at their new places, whose order is the old one.
func renumber(g *graph.Graph, place []uint32) {
	for _, list := range [][]graph.Edge{g.Edges, g.ExternalEdges} {
		for i := range list {
			list[i].From, list[i].To = place[list[i].From], place[list[i].To]
		}
	}
	for _, list := range [][]graph.Site{g.Sites, g.ExternalSites} {
		for i := range list {
			list[i].From, list[i].To = place[list[i].From], place[list[i].To]
		}
	}
	for i := range g.OpenEnds {
		g.OpenEnds[i].Node = place[g.OpenEnds[i].Node]
	}
	for i := range g.Entries {
		g.Entries[i].Node, g.Entries[i].By = place[g.Entries[i].Node], place[g.Entries[i].By]
	}
	for _, row := range g.History {
		for i := range row.Files {
			row.Files[i].Node = place[row.Files[i].Node]
		}
	}
	for i := range g.Companions {
		c := &g.Companions[i]
		c.Node = place[c.Node]
		for k := range c.With {
			c.With[k].Node = place[c.With[k].Node]
		}
	}
	g.Receivers.Renumber(place, g.Edges, g.ExternalEdges)
}
