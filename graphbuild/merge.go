package graphbuild

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// merge sorts the edges by (From, Kind, To) and merges duplicates, where nodes is the
// number of nodes: the surest tier and the first line are kept, operations and
// receivers are combined. If a mapping and a migration state one key with the same
// tier, the mapping is named. The further lines of edges whose kind has sites are
// listed.
//
// Time is linear in the edges, except for sorting those of each node.
func merge(edges []graph.Edge, nodes int, receivers *graph.Receivers) ([]graph.Edge, []graph.Site) {
	sortEdges(edges, nodes)
	out := edges[:0]
	var sites []graph.Site
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && sameEdge(edges[n], edges[0]) {
			n++
		}
		e := edges[0]
		for _, o := range edges[1:n] {
			if e.Kind != graph.Passes {
				e.Ops |= o.Ops
			}
			if e.ByCaller() || e.Via == graph.ViaImplicit && !o.ByCaller() {
				e.Via = o.Via // the other edge applies to all callers, or names the member
			}
			e.Recv = receivers.Union(e.Recv, o.Recv)
			if e.Line == 0 || o.Line > 0 && o.Line < e.Line {
				e.Line = o.Line // 0 means no line
			}
		}
		if n > 1 && e.Kind.KeepsLines() {
			sites = appendSites(sites, edges[:n], e.Line)
		}
		out, edges = append(out, e), edges[n:]
	}
	return out, sites
}

// sortEdges sorts the edges by all fields, where nodes is the number of nodes. A tree
// has hundreds of thousands of edges, but few per node, so they are first distributed
// by source node, which leaves few comparisons.
func sortEdges(edges []graph.Edge, nodes int) {
	ends := make([]uint32, nodes) // end index of the edges of each node
	for i := range edges {
		ends[edges[i].From]++
	}
	next := make([]uint32, nodes) // position of the next edge of each node
	sum := uint32(0)
	for n, count := range ends {
		next[n] = sum
		sum += count
		ends[n] = sum
	}
	begin := uint32(0)
	for n, end := range ends {
		for at := next[n]; at < end; at = next[n] {
			from := edges[at].From
			to := next[from]
			edges[at], edges[to] = edges[to], edges[at]
			next[from]++
		}
		slices.SortFunc(edges[begin:end], compareEdges)
		begin = end
	}
}

// compareEdges orders edges that leave one node.
func compareEdges(a, b graph.Edge) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To),
		cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.Share, b.Share), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Ops, b.Ops), cmp.Compare(a.Via, b.Via), cmp.Compare(a.Recv, b.Recv))
}

// sameEdge reports whether two edges have the same ends and kind.
func sameEdge(a, b graph.Edge) bool { return a.From == b.From && a.Kind == b.Kind && a.To == b.To }

// appendSites appends the lines of equal edges except the first, in order.
func appendSites(sites []graph.Site, edges []graph.Edge, first uint32) []graph.Site {
	begin := len(sites)
	for _, e := range edges {
		if e.Line > first {
			sites = append(sites, graph.Site{From: e.From, To: e.To, Kind: e.Kind, Line: e.Line})
		}
	}
	more := sites[begin:]
	slices.SortFunc(more, func(a, b graph.Site) int { return cmp.Compare(a.Line, b.Line) })
	return sites[:begin+len(slices.Compact(more))]
}
