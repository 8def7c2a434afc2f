package artifacts_test

import (
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

func TestCompanionsComeBack(t *testing.T) {
	in := artifactstest.Sample()
	last := uint32(len(in.Graph.Nodes) - 1)
	in.Graph.Companions = []graph.Companions{
		{Node: 0, With: []graph.Tie{{Node: 2, Strength: 7}, {Node: last, Strength: 255}}},
		{Node: last, With: []graph.Tie{{Node: 0, Strength: 1}}},
	}
	dir := write(t, in, artifacts.Options{})
	mustVerify(t, dir)
	r := open(t, dir)
	for n := range r.NumNodes() {
		var want []graph.Tie
		for _, c := range in.Graph.Companions {
			if c.Node == n {
				want = c.With
			}
		}
		if got, err := r.Companions(n); err != nil || !slices.Equal(got, want) {
			t.Errorf("node %d: %v, %v, want %v", n, got, err, want)
		}
	}
	if _, err := r.Companions(last + 1); err == nil {
		t.Error("a node that is not there has companions")
	}
	plain := open(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	if got, err := plain.Companions(0); err != nil || got != nil {
		t.Errorf("without commits: %v, %v", got, err)
	}
}

// TestCompanionsAreHiddenWithAnything checks that readers with restricted access get no
// companions: the strength of ties would disclose hidden nodes.
func TestCompanionsAreHiddenWithAnything(t *testing.T) {
	in := artifactstest.GuardedShop()
	for n := range in.Graph.Nodes {
		other := uint32((n + 1) % len(in.Graph.Nodes))
		in.Graph.Companions = append(in.Graph.Companions,
			graph.Companions{Node: uint32(n), With: []graph.Tie{{Node: other, Strength: 9}}})
	}
	r := open(t, write(t, in, artifacts.Options{}))
	restricted, err := r.Restrict(graph.Visitor{Checked: true})
	if err != nil || restricted == r {
		t.Fatalf("nothing is hidden, %v", err)
	}
	for n := range r.NumNodes() {
		if list, err := r.Companions(n); err != nil || len(list) != 1 {
			t.Errorf("node %d has %v, %v", n, list, err)
		}
	}
	for n := range restricted.NumNodes() {
		if list, err := restricted.Companions(n); err == nil && len(list) > 0 {
			t.Errorf("a reader with limited rights sees %v", list)
		}
	}
}

// TestVerifyReadsCompanions checks that Verify finds an unsorted list, a node that is its
// own companion, and a companion that is not a node.
func TestVerifyReadsCompanions(t *testing.T) {
	for _, with := range [][]graph.Tie{
		{{Node: 1, Strength: 1}}, {{Node: 2}}, {{Node: 2, Strength: 1}, {Node: 2, Strength: 1}},
		{{Node: 99, Strength: 1}},
	} {
		in := artifactstest.Sample()
		in.Graph.Companions = []graph.Companions{{Node: 1, With: with}}
		found, err := artifacts.Verify(write(t, in, artifacts.Options{}))
		if err != nil || len(found) != 1 {
			t.Errorf("%v: findings %v, %v", with, found, err)
		}
	}
}
