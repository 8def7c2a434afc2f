package artifacts_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// TestUses compares the uses with a naive computation from the edges of each node, for
// unrestricted and restricted readers.
func TestUses(t *testing.T) {
	through := 0
	for seed := range uint64(6) {
		all := open(t, write(t, artifactstest.Guarded(rand.New(rand.NewPCG(seed, 9)),
			[]graph.Access{{}, {Allow: []string{"hr"}}}), artifacts.Options{}))
		some, err := all.Restrict(graph.Visitor{Checked: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*artifacts.Reader{all, some} {
			uses, err := r.Uses()
			if err != nil || len(uses) != int(r.NumNodes()) {
				t.Fatal(len(uses), err)
			}
			e := usesByEdges{t, r}
			for n := range r.NumNodes() {
				if node := e.node(n); node.Kind.IsExternal() {
					continue // edges to it are not within the tree
				}
				if want := e.uses(n); uses[n] != want {
					t.Errorf("graph %d, node %d: uses %b, want %b", seed, n, uses[n], want)
				}
				through += len(e.above(n)) - 1
			}
		}
	}
	if through == 0 {
		t.Error("no member stands in for another")
	}
}

// usesByEdges computes the uses of a node by definition.
type usesByEdges struct {
	t *testing.T
	r *artifacts.Reader
}

func (u usesByEdges) node(n uint32) *graph.Node {
	node, err := u.r.Node(n)
	if err != nil {
		u.t.Fatal(err)
	}
	return node
}

func (u usesByEdges) edges(list func(uint32) ([]graph.Edge, error), n uint32) []graph.Edge {
	edges, err := list(n)
	if err != nil {
		u.t.Fatal(err)
	}
	return edges
}

func (u usesByEdges) above(n uint32) []uint32 {
	list := []uint32{n}
	add := func(b uint32) {
		if !slices.Contains(list, b) {
			list = append(list, b)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, e := range u.edges(u.r.Out, list[i]) {
			if e.Kind == graph.Overrides {
				add(e.To)
			}
		}
		for _, e := range u.edges(u.r.In, list[i]) {
			if e.Kind == graph.Dispatches {
				add(e.From)
			}
		}
	}
	return list
}

// users lists the edges that use a node, directly or through a base.
func (u usesByEdges) users(n uint32) (out []graph.Edge) {
	for _, base := range u.above(n) {
		for _, e := range u.edges(u.r.In, base) {
			switch e.Kind {
			case graph.Contains, graph.Imports, graph.Overrides, graph.Dispatches:
				continue
			}
			direct := base != n && e.From != base && u.node(base).Complexity > 0 &&
				slices.Contains(u.above(e.From), base)
			if e.From != n && !direct {
				out = append(out, e)
			}
		}
	}
	return out
}

func (u usesByEdges) uses(n uint32) (uses artifacts.Uses) {
	within := []uint32{n}
	for i := 0; i < len(within); i++ {
		for _, e := range u.edges(u.r.Out, within[i]) {
			if e.Kind == graph.Contains && !slices.Contains(within, e.To) {
				within = append(within, e.To)
			}
		}
	}
	for _, e := range u.users(n) {
		if e.Kind != graph.Routes {
			uses |= artifacts.Called
		}
	}
	members := within
	if !u.node(n).Kind.IsType() {
		members = within[:1]
	}
	for _, m := range members {
		for _, e := range u.users(m) {
			if !slices.Contains(within, e.From) {
				uses |= artifacts.Used
			}
		}
	}
	return uses
}
