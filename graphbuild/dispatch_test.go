package graphbuild_test

import (
	"fmt"
	"strings"
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

// TestOverridesAreBounded checks that a long line of overriding members has edges between near ones
// only, so that their number is linear.
func TestOverridesAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString("class C0 { void run() { } }\n")
	const classes, levels = 150, 100
	for i := 1; i < classes; i++ {
		fmt.Fprintf(&b, "class C%d extends C%d { void run() { } }\n", i, i-1)
	}
	far, edges := 0, 0
	g := buildOne(t, "a.java", b.String())
	for _, e := range g.Edges {
		if e.Kind == graph.Dispatches {
			var from, to int
			fmt.Sscanf(g.Nodes[e.From].Class, "C%d", &from)
			fmt.Sscanf(g.Nodes[e.To].Class, "C%d", &to)
			far, edges = max(far, to-from), edges+1
		}
	}
	if want := levels*(classes-levels) + levels*(levels-1)/2; edges != want || far != levels {
		t.Errorf("%d edges over up to %d levels, want %d over %d", edges, far, want, levels)
	}
}
