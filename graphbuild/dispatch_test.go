package graphbuild_test

import (
	"testing"

	"seedgraph/graph"
)

// TestDispatchesShareConfidence: the confidence is shared among the possible targets,
// including the base member if it has a body.
func TestDispatchesShareConfidence(t *testing.T) {
	const text = `interface I { void A(); default void B() { } }
class X implements I { public void A() { } public void B() { } }
class Y implements I { public void A() { } public void B() { } }
`
	g := buildOne(t, "a.java", text)
	shares := map[string][]uint16{}
	for _, e := range g.Edges {
		if e.Kind == graph.Dispatches {
			name := g.Nodes[e.From].Short
			shares[name] = append(shares[name], e.Share)
		}
	}
	for name, want := range map[string]uint16{"A": 2, "B": 3} {
		got := shares[name]
		if len(got) != 2 || got[0] != want || got[1] != want {
			t.Errorf("I.%s: shares %v, want twice %d", name, got, want)
		}
	}
}
