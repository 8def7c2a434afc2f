package graphbuild_test

import (
	"context"
	"testing"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/resolvetest"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
)

func TestDispatches(t *testing.T) { resolvetest.Run(t, "testdata/*.txtar") }

// TestDispatchesShareConfidence: among what may run, the base member included if
// it has a body.
func TestDispatchesShareConfidence(t *testing.T) {
	const text = `interface I { void A(); default void B() { } }
class X implements I { public void A() { } public void B() { } }
class Y implements I { public void A() { } public void B() { } }
`
	p := parse.NewParser()
	defer p.Close()
	facts, err := all.Set().Of("a.java").Facts(p, parse.Source{Path: "a.java", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	res, err := graphbuild.Build(context.Background(), []graphbuild.Input{{Facts: facts}},
		graphbuild.Options{Languages: resolvers.Languages()})
	if err != nil {
		t.Fatal(err)
	}
	shares := map[string][]uint16{}
	for _, e := range res.Graph.Edges {
		if e.Kind == graph.Dispatches {
			name := res.Graph.Nodes[e.From].Short
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
