package graphbuild

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"seedgraph/graph"
)

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
