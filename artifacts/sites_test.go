package artifacts_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
)

// TestLines checks for all readers that every line of an edge is read as it was written.
func TestLines(t *testing.T) {
	longtest.NotRaced(t)
	r := rand.New(rand.NewPCG(3, 1))
	guards := []graph.Access{{}, {Allow: []string{"hr"}}}
	for range 20 {
		in := artifactstest.Guarded(r, guards)
		for i, e := range in.Graph.Edges {
			if e.Kind.KeepsLines() && e.Line > 0 && i%3 == 0 {
				for _, more := range []uint32{1, 5, 300} {
					in.Graph.Sites = append(in.Graph.Sites, graph.Site{From: e.From, To: e.To,
						Kind: e.Kind, Line: e.Line + more})
				}
			}
		}
		dir := write(t, in, artifacts.Options{})
		mustVerify(t, dir)
		visitor := graph.Visitor{Checked: true}
		left, _ := artifactstest.Without(in.Graph, visitor)
		full := open(t, dir)
		checkLines(t, full, in.Graph)
		restricted, err := full.Restrict(visitor)
		if err != nil {
			t.Fatal(err)
		}
		checkLines(t, restricted, left)
	}
}

func checkLines(t *testing.T, r *artifacts.Reader, g *graph.Graph) {
	t.Helper()
	for _, e := range g.Edges {
		var want []uint32
		if e.Line > 0 {
			want = append(want, e.Line)
		}
		for _, s := range g.Sites {
			if s.From == e.From && s.To == e.To && s.Kind == e.Kind {
				want = append(want, s.Line)
			}
		}
		if got, err := r.Lines(e); err != nil || !slices.Equal(got, want) {
			t.Fatalf("lines of %+v: %v, %v, want %v", e, got, err, want)
		}
	}
}

func TestLinesOfForeignNodes(t *testing.T) {
	r := open(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	if _, err := r.Lines(graph.Edge{From: 1, To: 999, Line: 4}); err == nil {
		t.Error("an edge to a node that there is not has lines")
	}
}
