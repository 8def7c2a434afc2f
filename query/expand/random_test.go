package expand_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"seedgraph/query/expand"
)

// randomGraph makes a small graph with loops and repeated edges, and options
// without access.
func randomGraph(r *rand.Rand) (memory, []expand.Node, expand.Options) {
	kinds := []string{"Calls", "cs_dep", "sql_ReadsFrom", "WritesTo"}
	n := 2 + r.IntN(10)
	m := memory{out: map[expand.Node][]expand.Edge{}, in: map[expand.Node][]expand.Edge{}}
	for range r.IntN(4 * n) {
		e := expand.Edge{From: expand.Node(r.IntN(n)), To: expand.Node(r.IntN(n)),
			Kind: kinds[r.IntN(len(kinds))]}
		m.out[e.From] = append(m.out[e.From], e)
		m.in[e.To] = append(m.in[e.To], e)
	}
	var seeds []expand.Node
	for range 1 + r.IntN(3) {
		seeds = append(seeds, expand.Node(r.IntN(n)))
	}
	allow := [][]string{nil, {"*"}, {"dep", "CALLS"}, {"readsfrom"}, {"", "writesto"},
		{" "}}[r.IntN(6)]
	direction := []expand.Direction{expand.Out, expand.In, expand.Both}[r.IntN(3)]
	return m, seeds, expand.Options{MaxDepth: 1 + r.IntN(5), MaxNodes: 1 + r.IntN(12),
		Allow: expand.Raw(allow), Direction: direction}
}

// without returns the graph without the denied nodes.
func (m memory) without(denied func(expand.Node) bool) memory {
	rest := func(all map[expand.Node][]expand.Edge) map[expand.Node][]expand.Edge {
		out := map[expand.Node][]expand.Edge{}
		for n, edges := range all {
			out[n] = slices.DeleteFunc(slices.Clone(edges),
				func(e expand.Edge) bool { return denied(e.From) || denied(e.To) })
		}
		return out
	}
	return memory{rest(m.out), rest(m.in)}
}

// TestAdmitIsTheGraphWithoutTheRest checks that an expansion that may not reach some
// nodes returns the same result as on a graph without these nodes.
func TestAdmitIsTheGraphWithoutTheRest(t *testing.T) {
	shorter := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		g, seeds, opts := randomGraph(r)
		mask := r.Uint64()
		denied := func(n expand.Node) bool { return mask>>n&1 == 1 && !slices.Contains(seeds, n) }
		all := run(t, g, seeds, opts)
		want := run(t, g.without(denied), seeds, opts)
		opts.Admit = func(n expand.Node) bool { return !denied(n) }
		if got := run(t, g, seeds, opts); got != want {
			t.Fatalf("seed %d: %s, want %s", seed, got, want)
		}
		if want != all {
			shorter++
		}
	}
	if shorter < 500 {
		t.Errorf("only %d expansions met a node that is denied", shorter)
	}
}

// TestHiddenIsTakenAwayAfterwards checks that an expansion with hidden nodes returns the
// result of one that shows them, minus these nodes and their edges.
func TestHiddenIsTakenAwayAfterwards(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 2))
		g, seeds, opts := randomGraph(r)
		mask := r.Uint64()
		hidden := func(n expand.Node) bool { return mask>>n&1 == 1 }
		whole, err := expand.Expand(g, seeds, opts)
		if err != nil {
			t.Fatal(err)
		}
		whole.Steps = slices.DeleteFunc(whole.Steps,
			func(s expand.Step) bool { return hidden(s.Node) })
		whole.Edges = slices.DeleteFunc(whole.Edges,
			func(e expand.Edge) bool { return hidden(e.From) || hidden(e.To) })
		opts.Hidden = hidden
		if got, want := run(t, g, seeds, opts), show(whole); got != want {
			t.Fatalf("seed %d: %s, want %s", seed, got, want)
		}
	}
}

// TestEveryEdgeOfAnExpandedNodeIsReported checks that without a cap, the result has all
// allowed edges of the nodes above the depth limit, and that their ends are nodes of the
// result.
func TestEveryEdgeOfAnExpandedNodeIsReported(t *testing.T) {
	for seed := range uint64(1000) {
		g, seeds, opts := randomGraph(rand.New(rand.NewPCG(seed, 3)))
		opts.MaxNodes, opts.Direction = 1000, expand.Out
		res, err := expand.Expand(g, seeds, opts)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		reached := map[expand.Node]bool{}
		for _, s := range res.Steps {
			reached[s.Node] = true
			if s.Depth < opts.MaxDepth {
				for _, e := range g.out[s.Node] {
					if opts.Allow.Has(e.Kind) {
						want = append(want, fmt.Sprintf("%d-%d", e.From, e.To))
					}
				}
			}
		}
		if _, got, _ := strings.Cut(show(res), "| "); got != strings.Join(want, " ") {
			t.Fatalf("seed %d: edges %s, want %s", seed, got, want)
		}
		for _, e := range res.Edges {
			if !reached[e.To] {
				t.Fatalf("seed %d: %d-%d leads outside the result", seed, e.From, e.To)
			}
		}
	}
}
