package graphbuild

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"seedgraph/graph"
)

// someEdges returns n edges among a number of nodes, most of them from few of the
// nodes.
func someEdges(n, nodes int) []graph.Edge {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]graph.Edge, n)
	for i := range out {
		out[i] = graph.Edge{From: uint32(r.IntN(1 + r.IntN(nodes))), To: uint32(r.IntN(nodes)),
			Kind: graph.EdgeKind(1 + r.IntN(4)), Tier: graph.Tier(1 + r.IntN(3)),
			Share: uint16(r.IntN(2)), Line: uint32(r.IntN(50)), Ops: graph.Ops(r.IntN(2)),
			Via: graph.Via(r.IntN(2))}
	}
	return out
}

func TestEdgesAreSortedByAllThatTheySay(t *testing.T) {
	for _, n := range []int{0, 1, 7, 3000} {
		edges := someEdges(n, 40)
		want := slices.Clone(edges)
		slices.SortFunc(want, func(a, b graph.Edge) int {
			return cmp.Or(cmp.Compare(a.From, b.From), compareEdges(a, b))
		})
		if sortEdges(edges, 40); !slices.Equal(edges, want) {
			t.Errorf("%d edges are not in order", n)
		}
	}
}

func TestEdgesThatSayTheSameAreOne(t *testing.T) {
	e := graph.Edge{From: 1, To: 2, Kind: graph.Calls, Tier: graph.Typed, Line: 7, Ops: 1}
	sure, last, other := e, e, e
	sure.Tier, sure.Line, sure.Ops = graph.Exact, 9, 2
	last.Line = 3
	other.To = 0
	got, sites := merge([]graph.Edge{e, sure, other, last, sure}, 3, &graph.Receivers{})
	joined := sure
	joined.Line, joined.Ops = 3, 3
	if want := []graph.Edge{other, joined}; !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	site := graph.Site{From: 1, To: 2, Kind: graph.Calls}
	want := []graph.Site{site, site}
	want[0].Line, want[1].Line = 7, 9
	if !slices.Equal(sites, want) {
		t.Errorf("sites %+v, want %+v", sites, want)
	}
}

// TestAMappingIsNamedBeforeAMigration: the order of the two statements does not matter.
func TestAMappingIsNamedBeforeAMigration(t *testing.T) {
	mapped := graph.Edge{From: 1, Kind: graph.ForeignKey, Tier: graph.Exact, Via: graph.ViaORM}
	migrated := mapped
	migrated.Via = graph.ViaMigration
	for _, edges := range [][]graph.Edge{{mapped, migrated}, {migrated, mapped}} {
		if got, _ := merge(edges, 2, &graph.Receivers{}); len(got) != 1 || got[0].Via != graph.ViaORM {
			t.Errorf("got %+v", got)
		}
	}
}

// BenchmarkMerge merges as many edges as a tree of a million lines has.
func BenchmarkMerge(b *testing.B) {
	edges := someEdges(400_000, 60_000)
	work := make([]graph.Edge, len(edges))
	b.ReportAllocs()
	for b.Loop() {
		copy(work, edges)
		merge(work, 60_000, &graph.Receivers{})
	}
}

// TestReceiversOfEdgesThatSayTheSame: equal edges have the union of their receivers,
// unless one applies to any object.
func TestReceiversOfEdgesThatSayTheSame(t *testing.T) {
	var r graph.Receivers
	e := graph.Edge{From: 1, To: 2, Kind: graph.Calls, Tier: graph.Exact}
	a, b := e, e
	a.Recv = r.Add([]graph.Receiver{{Class: 7}})
	b.Recv = r.Add([]graph.Receiver{{Form: graph.ReceiverOwn}, {Class: 7}})
	got, _ := merge([]graph.Edge{a, b}, 3, &r)
	if want := []graph.Receiver{{Class: 7}, {Form: graph.ReceiverOwn}}; len(got) != 1 ||
		!slices.EqualFunc(r.Of(got[0]), want, func(x, y graph.Receiver) bool {
			return graph.CompareReceivers(x, y) == 0
		}) {
		t.Errorf("got %v of %+v", r.Of(got[0]), got)
	}
	if got, _ = merge([]graph.Edge{a, e, b}, 3, &r); len(got) != 1 || got[0].Recv != 0 {
		t.Errorf("with one of which nothing is known: %+v", got)
	}
}
