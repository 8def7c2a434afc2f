package graphbuild

import (
	"math"

	"seedgraph/graph"
	"seedgraph/inject"
	"seedgraph/resolve"
)

// bound appends the edges from services to what stands behind them, and raises the
// confidence of what a call of a service may run where registrations decide that. The
// statement of an edge is the registration, which is rarely in the file of the service.
func bound(ix *resolve.Table, bindings []inject.Binding, said *[]Elsewhere,
	edges []graph.Edge) []graph.Edge {
	if len(bindings) == 0 {
		return edges
	}
	decide(ix, bindings, edges)
	for _, b := range bindings {
		e := graph.Edge{From: nodeOf(b.Service), To: nodeOf(b.Implementation), Kind: graph.Binds,
			Tier: b.Tier, Via: b.Lifetime}
		line := b.At.File.Line(b.At.At)
		if ix.Def(b.Service).File == b.At.File {
			e.Line = line
		} else {
			*said = append(*said, Elsewhere{From: e.From, To: e.To, Kind: e.Kind,
				By: nodeOf(b.By), Line: line})
		}
		edges = append(edges, e)
	}
	return edges
}

// decide lets those implementations that are registered for a service share the confidence
// of a call of it among themselves; the others keep what they have, for an object may be
// made without the container.
func decide(ix *resolve.Table, bindings []inject.Binding, edges []graph.Edge) {
	registered := map[resolve.DefID]map[resolve.DefID]bool{} // by service: classes and their bases
	for _, b := range bindings {
		if b.Tier >= graph.Heuristic {
			continue
		}
		if registered[b.Service] == nil {
			registered[b.Service] = map[resolve.DefID]bool{}
		}
		addLineage(ix, b.Implementation, registered[b.Service])
	}
	chosen := map[uint32][]int{} // edges, by the member that is called
	for i, e := range edges {
		if e.Kind != graph.Dispatches {
			continue
		}
		service := ix.EnclosingType(resolve.DefID(e.From))
		class := ix.EnclosingType(resolve.DefID(e.To))
		if service != resolve.None && class != resolve.None && registered[service][class] {
			chosen[e.From] = append(chosen[e.From], i)
		}
	}
	for _, list := range chosen {
		for _, i := range list {
			edges[i].Share = uint16(min(len(list), math.MaxUint16))
		}
	}
}

// addLineage enters a class, its base classes and its interfaces.
func addLineage(ix *resolve.Table, class resolve.DefID, to map[resolve.DefID]bool) {
	if to[class] {
		return
	}
	to[class] = true
	for _, b := range ix.Bases[class] {
		if b.Def > resolve.None {
			addLineage(ix, ix.Canon[b.Def], to)
		}
	}
}
