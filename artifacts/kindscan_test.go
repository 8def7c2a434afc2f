package artifacts_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// TestNodesOfKinds checks for every reader that the nodes are those of Nodes with one of
// the kinds.
func TestNodesOfKinds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	in := artifactstest.Guarded(r, []graph.Access{{}, {Allow: []string{"hr"}}})
	full := open(t, write(t, in, artifacts.Options{}))
	restricted, err := full.Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, reader := range []*artifacts.Reader{full, restricted} {
		for _, kinds := range []map[graph.NodeKind]bool{
			{graph.KindMethod: true}, {graph.KindClass: true, graph.KindTable: true}, {},
		} {
			want, got := map[uint32]graph.Node{}, map[uint32]graph.Node{}
			if err := reader.Nodes(func(n uint32, node *graph.Node) error {
				if kinds[node.Kind] {
					plain := *node
					plain.Rank, plain.Parent = 0, ""
					want[n] = plain
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if err := reader.NodesOfKinds(kinds, nil, func(n uint32, node *graph.Node) error {
				got[n] = *node
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%v: %d nodes, want %d", kinds, len(got), len(want))
			}
			if err := reader.SparseNodes(kinds, func(n uint32, node *graph.Node) error {
				sparse, full := *node, want[n]
				sparse.Parts = append([]graph.Part(nil), node.Parts...)
				full.ID, full.Module, full.Class, full.Schema, full.Signature = "", "", "", "", ""
				full.Modifiers, full.Bases = nil, nil
				if !reflect.DeepEqual(sparse, full) {
					t.Errorf("sparse node %d is %+v, want %+v", n, sparse, full)
				}
				delete(got, n)
				return nil
			}); err != nil || len(got) > 0 {
				t.Errorf("%v: no sparse nodes for %d (%v)", kinds, len(got), err)
			}
			even, odd := 0, 0
			if err := reader.NodesOfKinds(kinds, func(n uint32) bool { return n%2 == 0 },
				func(n uint32, _ *graph.Node) error {
					even, odd = even+1, odd+int(n%2)
					return nil
				}); err != nil {
				t.Fatal(err)
			}
			for n := range want {
				even -= 1 - int(n%2)
			}
			if even != 0 || odd != 0 {
				t.Errorf("%v: nodes that are not admitted are passed on", kinds)
			}
		}
	}
}
