package graphbuild

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// TestReleasedIsCalledOnce: after Bound, with and without files; not in a cancelled
// build.
func TestReleasedIsCalledOnce(t *testing.T) {
	var calls []string
	opts := Options{Languages: resolve.NewSet(), Bound: func() { calls = append(calls, "bound") },
		Released: func() { calls = append(calls, "released") }}
	file := &parse.Facts{Path: "a.txt", Language: "text", Text: "a\n",
		Definitions: []parse.Definition{{Kind: graph.KindFile, Parent: -1}}}
	for _, inputs := range [][]Input{nil, {{Facts: file}}} {
		calls = nil
		if _, err := Build(t.Context(), inputs, opts); err != nil ||
			!slices.Equal(calls, []string{"bound", "released"}) {
			t.Errorf("%d files: calls %q, %v", len(inputs), calls, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	calls = nil
	if _, err := Build(ctx, []Input{{Facts: file}}, opts); err == nil || calls != nil {
		t.Errorf("cancelled: calls %q, %v", calls, err)
	}
}

func TestPermuteIsSorting(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 40 {
		nodes := make([]graph.Node, n)
		order := make([]uint32, n)
		for i, k := range r.Perm(n) {
			nodes[i].ID = graph.NodeID(strconv.Itoa(100 + k))
			order[i] = uint32(i)
		}
		slices.SortFunc(order, func(a, b uint32) int {
			if nodes[a].ID < nodes[b].ID {
				return -1
			}
			return 1
		})
		permute(nodes, order)
		if !slices.IsSortedFunc(nodes, func(a, b graph.Node) int {
			if a.ID < b.ID {
				return -1
			}
			return 1
		}) {
			t.Fatalf("%d nodes are not sorted", n)
		}
	}
}
