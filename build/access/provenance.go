package access

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/graphbuild"
)

// An edgeKey identifies an edge.
type edgeKey struct {
	from, to uint32
	kind     graph.EdgeKind
}

// A evidence is one location that gives rise to an edge, with the nodes that it
// depends on.
type evidence struct {
	line uint32
	by   []uint32 // by number
}

// moveToDependencies replaces the origin of an edge that depends on a hidden node by that
// node.
//
//	reader.Read("SELECT * FROM " + Hidden.Table)
//
// A reader who may see the call but not the constant must not learn the table; a reader
// of the constant learns it from there. If an edge has several locations, those that
// are disclosed to readers of its ends are kept.
//
// It is linear in the edges from strings, and in all edges if one of them changes.
func moveToDependencies(g *graph.Graph, said []graphbuild.EdgeProvenance) {
	all := statements(said)
	lines := map[edgeKey][]uint32{} // lines after the first
	for _, s := range g.Sites {
		if e := (edgeKey{s.From, s.To, s.Kind}); all[e] != nil {
			lines[e] = append(lines[e], s.Line)
		}
	}
	hidden := map[edgeKey]map[uint32]bool{} // lines to remove
	moved := false
	for i := range g.Edges {
		e := &g.Edges[i]
		key := edgeKey{e.From, e.To, e.Kind}
		if all[key] == nil {
			continue
		}
		known, unknown, by := split(g, key, all[key])
		if len(unknown) == 0 {
			continue
		}
		left := slices.DeleteFunc(append([]uint32{e.Line}, lines[key]...), func(l uint32) bool {
			return unknown[l] && !known[l]
		})
		moved = true
		if len(left) == 0 {
			if hidden[key] = unknown; by < 0 {
				e.Kind = 0 // no single node discloses it
			}
			e.From, e.Line = uint32(max(by, 0)), 0
			continue
		}
		hidden[key] = unknown
		e.Line = slices.Min(left)
		for l := range known {
			delete(unknown, l)
		}
		unknown[e.Line] = true // it is not a further one
	}
	if moved {
		g.Sites = slices.DeleteFunc(g.Sites, func(s graph.Site) bool {
			return hidden[edgeKey{s.From, s.To, s.Kind}][s.Line]
		})
		g.Edges = sortedOnce(slices.DeleteFunc(g.Edges,
			func(e graph.Edge) bool { return e.Kind == 0 }))
	}
}

// statements groups the locations and dependencies of edges.
func statements(said []graphbuild.EdgeProvenance) map[edgeKey][]evidence {
	type place struct {
		key    edgeKey
		number int
	}
	at := map[place]int{}
	out := map[edgeKey][]evidence{}
	for _, s := range said {
		if s.Statement == 0 {
			continue
		}
		p := place{edgeKey{s.From, s.To, s.Kind}, s.Statement}
		i, ok := at[p]
		if !ok {
			i = len(out[p.key])
			at[p] = i
			out[p.key] = append(out[p.key], evidence{line: s.Line})
		}
		list := out[p.key]
		list[i].by = append(list[i].by, s.By)
	}
	return out
}

// split separates the lines whose dependencies are visible to all readers of the ends
// of an edge from those with a dependency that may be hidden; by is the first such
// dependency whose readers see all dependencies of one statement, or -1.
func split(g *graph.Graph, e edgeKey, list []evidence) (known, unknown map[uint32]bool,
	by int64) {
	known, unknown, by = map[uint32]bool{}, map[uint32]bool{}, -1
	from, to := g.Nodes[e.from].Access.Key(), g.Nodes[e.to].Access.Key()
	for _, s := range list {
		hidden := slices.DeleteFunc(slices.Clone(s.by), func(n uint32) bool {
			a := g.Nodes[n].Access
			return a.IsPublic() || a.Key() == from || a.Key() == to && g.Nodes[e.to].Path != ""
		})
		if len(hidden) == 0 {
			known[s.line] = true
			continue
		}
		unknown[s.line] = true
		for _, n := range hidden {
			if by < 0 && seesAll(g, n, append(hidden, e.from)) {
				by = int64(n)
			}
		}
	}
	return known, unknown, by
}

// seesAll reports whether all readers of a node may see some others.
func seesAll(g *graph.Graph, n uint32, others []uint32) bool {
	return !slices.ContainsFunc(others, func(o uint32) bool {
		return !g.Nodes[n].Access.Within(g.Nodes[o].Access)
	})
}

// sortedOnce sorts edges into the order of a graph and removes duplicates; of edges
// with equal ends and kind the one with the smallest line is kept.
func sortedOnce(edges []graph.Edge) []graph.Edge {
	slices.SortStableFunc(edges, func(x, y graph.Edge) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Kind, y.Kind),
			cmp.Compare(x.To, y.To), cmp.Compare(x.Line, y.Line))
	})
	return slices.CompactFunc(edges, func(x, y graph.Edge) bool {
		return x.From == y.From && x.Kind == y.Kind && x.To == y.To
	})
}
