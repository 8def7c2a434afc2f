package graph

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func calls(from, to, line uint32) Edge {
	return Edge{From: from, To: to, Kind: Calls, Tier: Exact, Line: line}
}

// TestDiff finds removed, added and changed edges, the last also by their further
// lines.
func TestDiff(t *testing.T) {
	from := []Edge{calls(0, 1, 1), calls(0, 2, 1), calls(1, 2, 3), calls(2, 0, 4)}
	to := []Edge{calls(0, 2, 1), calls(1, 0, 7), calls(1, 2, 3), calls(2, 0, 4)}
	to[3].Share = 1 // the only one, like 0
	site := Site{From: 1, To: 2, Kind: Calls, Line: 9}
	other := Site{From: 0, To: 1, Kind: Calls, Line: 5}
	got := Diff(from, to, []Site{other}, []Site{site}, Whole)
	gone := calls(0, 1, 0)
	gone.Tier = 0
	want := []Variant{{Edge: gone, In: Whole}, {Edge: calls(1, 0, 7), In: Whole},
		{Edge: calls(1, 2, 3), Lines: []uint32{9}, In: Whole}}
	want[2].Share = 1
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if list := Diff(to, to, []Site{site}, []Site{site}, Whole); len(list) > 0 {
		t.Errorf("edges differ from themselves in %v", list)
	}
}

// TestJoinVariants merges equal variants of an edge in several views.
func TestJoinVariants(t *testing.T) {
	in := func(e Edge, mask ViewMask, lines ...uint32) Variant { return Variant{e, lines, mask} }
	a, b, c := calls(0, 1, 1), calls(0, 1, 2), calls(0, 2, 1)
	got := JoinVariants([]Variant{in(a, ViewBit(1)), in(c, ViewBit(0)), in(b, ViewBit(0)),
		in(a, Whole), in(c, ViewBit(1), 8), in(c, ViewBit(2))})
	want := []Variant{in(a, Whole|ViewBit(1)), in(b, ViewBit(0)),
		in(c, ViewBit(0)|ViewBit(2)), in(c, ViewBit(1), 8)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestVisible checks that edges stay among the remaining candidates.
func TestVisible(t *testing.T) {
	among := func(to uint32, share uint16) Edge {
		e := calls(0, to, 1)
		e.Share = share
		return e
	}
	edges := []Edge{among(1, 3), among(2, 3), among(3, 3), among(4, 2), among(5, 2), among(6, 0)}
	got := Visible(slices.Clone(edges), func(n uint32) bool { return n == 2 || n == 5 || n == 6 })
	want := []Edge{among(1, 2), among(3, 2), among(4, 0)}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestWhole replaces edges in the tree and to external symbols by the variants of
// the whole graph.
func TestWhole(t *testing.T) {
	g := &Graph{Nodes: []Node{{ID: "a"}, {ID: "b"}, {ID: "c", Kind: KindExternal}},
		Edges: []Edge{calls(0, 1, 1), calls(1, 0, 2)}, ExternalEdges: []Edge{calls(1, 2, 3)},
		Entries: []Entry{{Node: 1, Role: RoleMain, By: 1}}}
	if g.Whole() != g {
		t.Error("a graph without views is not whole")
	}
	gone := calls(1, 0, 0)
	gone.Tier = 0
	g.Views = &Views{Variants: []Variant{{Edge: calls(0, 0, 8), In: ViewBit(0)},
		{Edge: calls(0, 1, 9), In: Whole}, {Edge: calls(0, 2, 5), In: Whole}, {Edge: gone, In: Whole},
		{Edge: calls(1, 1, 4), In: Whole | ViewBit(0)}},
		Entries: []EntryVariant{{Entry{Node: 0, Role: RoleJob, By: 0}, Whole},
			{Entry{Node: 0, Role: RoleTest, By: 0}, ViewBit(0)}}}
	w := g.Whole()
	if diff := cmp.Diff([]Edge{calls(0, 1, 9), calls(1, 1, 4)}, w.Edges); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]Edge{calls(0, 2, 5), calls(1, 2, 3)}, w.ExternalEdges); diff != "" {
		t.Errorf("out of the tree (-want +got)\n%s", diff)
	}
	want := []Entry{{Node: 0, Role: RoleJob, By: 0}, {Node: 1, Role: RoleMain, By: 1}}
	if diff := cmp.Diff(want, w.Entries); diff != "" || len(g.Edges) != 2 {
		t.Errorf("entry points (-want +got)\n%s", diff)
	}
}
