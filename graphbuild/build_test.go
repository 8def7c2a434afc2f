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

// TestReleasedIsCalledOnce: with files and without; a cancelled build does not get there.
func TestReleasedIsCalledOnce(t *testing.T) {
	calls := 0
	opts := Options{Languages: resolve.NewSet(), Released: func() { calls++ }}
	file := &parse.Facts{Path: "a.txt", Language: "text", Text: "a\n",
		Definitions: []parse.Definition{{Kind: graph.KindFile, Parent: -1}}}
	for _, inputs := range [][]Input{nil, {{Facts: file}}} {
		calls = 0
		if _, err := Build(t.Context(), inputs, opts); err != nil || calls != 1 {
			t.Errorf("%d files: %d calls, %v", len(inputs), calls, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	calls = 0
	if _, err := Build(ctx, []Input{{Facts: file}}, opts); err == nil || calls != 0 {
		t.Errorf("cancelled: %d calls, %v", calls, err)
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
