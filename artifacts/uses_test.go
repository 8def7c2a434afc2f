package artifacts_test

import (
	"math/rand/v2"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// TestUses compares the uses with what the edges of each node say, read one by one.
func TestUses(t *testing.T) {
	for seed := range uint64(4) {
		r := open(t, write(t, artifactstest.Guarded(rand.New(rand.NewPCG(seed, 9)),
			[]graph.Access{{}, {Allow: []string{"hr"}}}), artifacts.Options{}))
		uses, err := r.Uses()
		if err != nil {
			t.Fatal(err)
		}
		for n := range r.NumNodes() {
			if node, err := r.Node(n); err != nil || node.Kind.IsOutside() {
				continue // what leads there is no edge of the tree
			}
			if want := usesByEdges(t, r, n); uses[n] != want {
				t.Errorf("graph %d, node %d: uses %b, want %b", seed, n, uses[n], want)
			}
		}
		restricted, err := r.Restrict(graph.Visitor{Checked: true})
		if err != nil {
			t.Fatal(err)
		}
		if uses, err := restricted.Uses(); uses != nil && restricted != r || err != nil {
			t.Errorf("a reader with limited rights has uses, %v", err)
		}
	}
}

func usesByEdges(t *testing.T, r *artifacts.Reader, n uint32) (uses artifacts.Uses) {
	t.Helper()
	within := map[uint32]bool{n: true}
	for todo := []uint32{n}; len(todo) > 0; todo = todo[1:] {
		out, err := r.Out(todo[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range out {
			if e.Kind == graph.Contains && !within[e.To] {
				within[e.To] = true
				todo = append(todo, e.To)
			}
			if e.Kind == graph.Overrides && e.From == n {
				uses |= artifacts.StandsIn
			}
		}
	}
	in, err := r.In(n)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range in {
		switch {
		case e.Kind == graph.Dispatches:
			uses |= artifacts.StandsIn
			continue
		case e.Kind == graph.Contains, e.Kind == graph.Imports, e.Kind == graph.Overrides,
			e.From == n:
			continue
		case e.Kind == graph.Routes:
			uses |= artifacts.Routed
		default:
			uses |= artifacts.UsedByOthers
		}
		if !within[e.From] {
			uses |= artifacts.UsedFromOutside
		}
	}
	return uses
}
