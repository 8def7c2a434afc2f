package artifacts_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// TestEnds compares the ends of edges with the edges of each node, for unrestricted and
// restricted readers.
func TestEnds(t *testing.T) {
	found, hidden := 0, 0
	for seed := range uint64(6) {
		in := artifactstest.Guarded(rand.New(rand.NewPCG(seed, 4)),
			[]graph.Access{{}, {Allow: []string{"hr"}}})
		all := open(t, write(t, in, artifacts.Options{}))
		some, err := all.Restrict(graph.Visitor{Checked: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range graph.EdgeKinds() {
			if !row.Kind.KeepsEnds() {
				continue
			}
			for _, r := range []*artifacts.Reader{all, some} {
				ends, err := r.Ends(row.Kind)
				if err != nil {
					t.Fatal(err)
				}
				e := usesByEdges{t, r}
				for n := range r.NumNodes() {
					from, to := has(e.edges(r.Out, n), row.Kind), has(e.edges(r.In, n), row.Kind)
					if slices.Contains(ends.From, n) != from || slices.Contains(ends.To, n) != to {
						t.Errorf("graph %d, %s: node %d is not among the right ends", seed, row.Name, n)
					}
				}
				if !slices.IsSorted(ends.From) || !slices.IsSorted(ends.To) {
					t.Errorf("graph %d, %s: the ends are not sorted", seed, row.Name)
				}
				if found += len(ends.From); r == some {
					hidden += len(ends.From)
				}
			}
		}
	}
	if hidden == 0 || found-hidden == hidden {
		t.Errorf("%d ends, %d of them seen by a reader of a part", found-hidden, hidden)
	}
}

func has(edges []graph.Edge, kind graph.EdgeKind) bool {
	return slices.ContainsFunc(edges, func(e graph.Edge) bool { return e.Kind == kind })
}
