package main

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/graphbuild"
)

// An edgeKey tells edges apart.
type edgeKey struct {
	from, to uint32
	kind     graph.EdgeKind
}

// A statement is one place that an edge is said at, with the nodes that it is made of.
type statement struct {
	line uint32
	by   []uint32 // in the order of their numbers
}

// keepWitnessed lets an edge that nobody could know of without a hidden node leave that node.
//
//	reader.Read("SELECT * FROM " + Hidden.Table)
//
// Whoever may see the call and not the constant must not learn the table; whoever may see the
// constant learns it from there. Of an edge that is said at several places, those that a
// reader of its nodes may know of are left.
//
// It grows with the edges in strings, and with all edges if one of them moves.
func keepWitnessed(g *graph.Graph, said []graphbuild.Elsewhere) {
	all := statements(said)
	lines := map[edgeKey][]uint32{} // further ones
	for _, s := range g.Sites {
		if e := (edgeKey{s.From, s.To, s.Kind}); all[e] != nil {
			lines[e] = append(lines[e], s.Line)
		}
	}
	hidden := map[edgeKey]map[uint32]bool{} // lines that go
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
				e.Kind = 0 // nobody learns it from one node alone
			}
			e.From, e.Line = uint32(max(by, 0)), 0
			continue
		}
		hidden[key] = unknown
		e.Line = slices.Min(left)
		for l := range known {
			delete(unknown, l)
		}
		unknown[e.Line] = true // it is no further one
	}
	if moved {
		g.Sites = slices.DeleteFunc(g.Sites, func(s graph.Site) bool {
			return hidden[edgeKey{s.From, s.To, s.Kind}][s.Line]
		})
		g.Edges = sortedOnce(slices.DeleteFunc(g.Edges,
			func(e graph.Edge) bool { return e.Kind == 0 }))
	}
}

// statements gathers what edges are made of.
func statements(said []graphbuild.Elsewhere) map[edgeKey][]statement {
	type place struct {
		key    edgeKey
		number int
	}
	at := map[place]int{}
	out := map[edgeKey][]statement{}
	for _, s := range said {
		if s.Statement == 0 {
			continue
		}
		p := place{edgeKey{s.From, s.To, s.Kind}, s.Statement}
		i, ok := at[p]
		if !ok {
			i = len(out[p.key])
			at[p] = i
			out[p.key] = append(out[p.key], statement{line: s.Line})
		}
		list := out[p.key]
		list[i].by = append(list[i].by, s.By)
	}
	return out
}

// split tells the lines at which whoever sees the ends of an edge may know it from those where
// a node that tells it may be hidden; by is the first of these whose readers see all of one
// statement, -1 without one.
func split(g *graph.Graph, e edgeKey, list []statement) (known, unknown map[uint32]bool,
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

// seesAll reports whether everybody who sees a node sees some others.
func seesAll(g *graph.Graph, n uint32, others []uint32) bool {
	return !slices.ContainsFunc(others, func(o uint32) bool {
		return !g.Nodes[n].Access.Within(g.Nodes[o].Access)
	})
}

// sortedOnce puts edges into the order of a graph; of edges that agree in ends and kind the
// first by line is kept.
func sortedOnce(edges []graph.Edge) []graph.Edge {
	slices.SortStableFunc(edges, func(x, y graph.Edge) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Kind, y.Kind),
			cmp.Compare(x.To, y.To), cmp.Compare(x.Line, y.Line))
	})
	return slices.CompactFunc(edges, func(x, y graph.Edge) bool {
		return x.From == y.From && x.Kind == y.Kind && x.To == y.To
	})
}
