package search

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"seedgraph/graph"
)

// TestMergeAddsAVariant checks that each node occurs once and in order, as with a map,
// whether or not the lists overlap.
func TestMergeAddsAVariant(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := func() []posting {
		masses := map[uint32]float64{}
		for range random.IntN(20) {
			masses[random.Uint32N(30)] = random.Float64()
		}
		return inOrder(masses)
	}
	for range 1000 {
		a, b := list(), list()
		want := map[uint32]float64{}
		for _, p := range a {
			want[p.node] = p.mass
		}
		for _, p := range b {
			want[p.node] += 0.25 * p.mass
		}
		had := slices.Clone(a)
		if got := merge(a, b, 0.25); !slices.Equal(got, inOrder(want)) {
			t.Fatalf("%v and a quarter of %v are %v", had, b, got)
		}
	}
}

func inOrder(masses map[uint32]float64) []posting {
	var out []posting
	for _, n := range slices.Sorted(maps.Keys(masses)) {
		out = append(out, posting{n, masses[n]})
	}
	return out
}

// TestASearchIsThrifty checks that a search, also in both readings, allocates only the
// bytes that the scores of the nodes and the postings of the longest list need, not those
// of every list.
func TestASearchIsThrifty(t *testing.T) {
	const count = 40_000
	nodes := make([]graph.Node, count)
	for i := range nodes {
		nodes[i] = method("A.m: sky idle connections reading returns")
	}
	m := newMemory(nodes...)
	for text, limit := range map[string]int{
		"reading of idle connections":                     195, // prose
		"return idle connections when reading of the sky": 340, // prose and a change
	} {
		if got := bytesOf(t, m, text) / count; got > limit {
			t.Errorf("%q takes %d bytes for each node, more than %d", text, got, limit)
		}
	}
}

// bytesOf returns the minimum number of heap bytes that a search allocates in a few runs.
func bytesOf(t *testing.T, m *memory, text string) int {
	least := 1 << 30
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Search(m, text, Options{Limit: 10}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		least = min(least, int(after.TotalAlloc-before.TotalAlloc))
	}
	return least
}
