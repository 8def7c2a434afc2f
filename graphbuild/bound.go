package graphbuild

import (
	"math"

	"seedgraph/frameworks/concept/inject"
	"seedgraph/graph"
	"seedgraph/resolve"
)

// bound appends the edges from services to their implementations, and raises the
// confidence of the possible targets of service calls where registrations determine
// them. The provenance of an edge is the registration, which is rarely in the file of
// the service.
func bound(ix *resolve.Table, bindings []inject.Binding, said *[]EdgeProvenance,
	edges []graph.Edge) []graph.Edge {
	if len(bindings) == 0 {
		return edges
	}
	decide(ix, bindings, edges)
	for _, b := range bindings {
		if b.Outside != "" {
			continue // see unbound
		}
		e := graph.Edge{From: nodeOf(b.Service), To: nodeOf(b.Implementation), Kind: graph.Binds,
			Tier: b.Tier, Via: b.Lifetime}
		line := b.At.File.Line(b.At.At)
		if ix.Def(b.Service).File == b.At.File {
			e.Line = line
		} else {
			*said = append(*said, EdgeProvenance{From: e.From, To: e.To, Kind: e.Kind,
				By: nodeOf(b.By), Line: line})
		}
		edges = append(edges, e)
	}
	return edges
}

// OutsideService is the reason why a registration has no edge: the service is external.
const OutsideService = "outside_service"

// unbound lists the registrations of external services.
func (c *collector) unbound(bindings []inject.Binding) []Unresolved {
	var out []Unresolved
	for _, b := range bindings {
		if b.Outside != "" {
			out = append(out, Unresolved{Path: b.At.File.Path, Line: b.At.File.Line(b.At.At),
				From: c.nodes[nodeOf(b.Implementation)].ID, Name: b.Outside,
				Reason: OutsideService})
		}
	}
	return out
}

// decide distributes the confidence of a service call among the registered
// implementations; the others keep their confidence, as an object may be created
// without the container. If one implementation is primary, it gets the whole
// confidence.
func decide(ix *resolve.Table, bindings []inject.Binding, edges []graph.Edge) {
	registered := map[resolve.DefID]map[resolve.DefID]bool{} // by service: classes and their bases
	primary := map[resolve.DefID]bool{}                      // services
	for _, b := range bindings {
		primary[b.Service] = primary[b.Service] || b.Primary && b.Tier < graph.Heuristic
	}
	for _, b := range bindings {
		if b.Tier >= graph.Heuristic || primary[b.Service] && !b.Primary {
			continue
		}
		if registered[b.Service] == nil {
			registered[b.Service] = map[resolve.DefID]bool{}
		}
		for _, class := range b.Types {
			registered[b.Service][class] = true
		}
	}
	chosen := map[uint32][]int{} // edges, by call target
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

// chosen appends the service calls with a known implementation: as calls of the
// implementation's member that runs instead of the service's.
func (c *collector) chosen(ix *resolve.Table, choices []inject.Choice,
	edges []graph.Edge) []graph.Edge {
	if len(choices) == 0 {
		return edges
	}
	runs := map[pair]resolve.DefID{} // by the member of the service and the class that runs
	for _, e := range edges {
		if e.Kind == graph.Dispatches {
			to := resolve.DefID(e.To)
			runs[pair{base: e.From, impl: nodeOf(ix.EnclosingType(to))}] = to
		}
	}
	for _, x := range choices {
		for _, class := range x.Types {
			to, ok := runs[pair{base: nodeOf(x.Member), impl: nodeOf(class)}]
			if !ok {
				continue
			}
			edges = append(edges, graph.Edge{From: c.from(x.By, x.At.At), To: nodeOf(to),
				Kind: graph.Calls, Tier: x.Tier, Line: x.At.File.Line(x.At.At)})
			break
		}
	}
	return edges
}
