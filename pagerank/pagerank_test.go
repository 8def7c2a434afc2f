package pagerank

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"seedgraph/testkit/longtest"
)

// randomGraph returns a graph with parallel edges, self loops, edges of weight
// 0 and dangling nodes.
func randomGraph(r *rand.Rand, nodes, edges int) Graph {
	g := Graph{Nodes: nodes}
	for range edges {
		e := Edge{From: uint32(r.IntN(nodes)), To: uint32(r.IntN(nodes)),
			Weight: float64(r.IntN(5)) / 2}
		if e.From%7 == 3 {
			continue
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

// dense solves (I - d P) x = (1 - d)/n by elimination, with P the dense
// transition matrix: a second method on another representation of the graph.
func dense(g Graph, d float64) []float64 {
	n := g.Nodes
	w := make([][]float64, n) // w[u][v]: weight from u to v
	for u := range w {
		w[u] = make([]float64, n)
	}
	for _, e := range g.Edges {
		w[e.From][e.To] += e.Weight
	}
	a := make([][]float64, n)
	for v := range a {
		a[v] = make([]float64, n+1)
		a[v][v] = 1
		a[v][n] = (1 - d) / float64(n)
	}
	for u := range w {
		out := 0.0
		for _, x := range w[u] {
			out += x
		}
		for v := range n {
			p := 1 / float64(n)
			if out > 0 {
				p = w[u][v] / out
			}
			a[v][u] -= d * p
		}
	}
	return eliminate(a)
}

func eliminate(a [][]float64) []float64 {
	n := len(a)
	for c := range n {
		p := c
		for r := c + 1; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[p][c]) {
				p = r
			}
		}
		a[c], a[p] = a[p], a[c]
		for r := range n {
			if r == c {
				continue
			}
			f := a[r][c] / a[c][c]
			for k := c; k <= n; k++ {
				a[r][k] -= f * a[c][k]
			}
		}
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = a[i][n] / a[i][i]
	}
	return x
}

func compute(t testing.TB, g Graph, opts Options) Result {
	t.Helper()
	res, err := Compute(g, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

func wantNear(t *testing.T, got, want []float64, eps float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d ranks, want %d", len(got), len(want))
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= eps) {
			t.Fatalf("rank of %d is %v, want %v within %v", i, got[i], want[i], eps)
		}
	}
}

func TestRanksAgreeWithDenseSolution(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		n := 1 + r.IntN(40)
		g := randomGraph(r, n, r.IntN(5*n))
		d := 0.05 + 0.9*r.Float64()
		res := compute(t, g, Options{Damping: d, Tolerance: 1e-13, MaxIterations: 1000})
		if !res.Converged {
			t.Fatalf("not converged after %d iterations", res.Iterations)
		}
		wantNear(t, res.Ranks, dense(g, d), 1e-11)
		wantNear(t, []float64{sum(res.Ranks)}, []float64{1}, 1e-12)
	}
}

func TestSmallGraphs(t *testing.T) {
	third := 1.0 / 3
	tests := []struct {
		name  string
		graph Graph
		want  []float64
	}{
		{"no nodes", Graph{}, nil},
		{"one node", Graph{Nodes: 1}, []float64{1}},
		{"no edges", Graph{Nodes: 3}, []float64{third, third, third}},
		{"self loop only", Graph{1, []Edge{{0, 0, 5}}}, []float64{1}},
		{"zero weights are no edges", Graph{3, []Edge{{0, 1, 0}, {1, 2, 0}}},
			[]float64{third, third, third}},
		{"cycle", Graph{3, []Edge{{0, 1, 1}, {1, 2, 9}, {2, 0, 0.1}}},
			[]float64{third, third, third}},
		// x0 = x1*0.85/2 + 0.075, x1 = 1 - x0: the dangling node 1 spreads over both.
		{"chain into a dangling node", Graph{2, []Edge{{0, 1, 1}}},
			[]float64{0.5 / 1.425, 0.925 / 1.425}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res := compute(t, tt.graph, Options{})
			wantNear(t, res.Ranks, tt.want, 1e-9)
			if !res.Converged {
				t.Error("not converged")
			}
		})
	}
}

func TestParallelEdgesAddUp(t *testing.T) {
	apart := Graph{3, []Edge{{0, 1, 1}, {0, 2, 1}, {0, 1, 2}}}
	joined := Graph{3, []Edge{{0, 1, 3}, {0, 2, 1}}}
	got, want := compute(t, apart, Options{}), compute(t, joined, Options{})
	wantNear(t, got.Ranks, want.Ranks, 1e-15)
	if got.Ranks[1] <= got.Ranks[2] {
		t.Errorf("the heavier target ranks %v, the lighter %v", got.Ranks[1], got.Ranks[2])
	}
}

func TestScaledWeightsGiveTheSameRanks(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(3, 4)), 300, 1500)
	scaled := Graph{Nodes: g.Nodes, Edges: slices.Clone(g.Edges)}
	for i := range scaled.Edges {
		scaled.Edges[i].Weight *= 1 << 20 // a power of two: exact
	}
	if got, want := compute(t, scaled, Options{}), compute(t, g,
		Options{}); !slices.Equal(got.Ranks, want.Ranks) {
		t.Error("ranks differ")
	}
}

func TestRanksAreBitEqualForEveryWorkerCount(t *testing.T) {
	g := randomGraph(rand.New(rand.NewPCG(5, 6)), 3*blockSize+77, 200_000)
	want := compute(t, g, Options{Workers: 1})
	for _, workers := range []int{2, 3, 8, 0} {
		got := compute(t, g, Options{Workers: workers})
		if !slices.Equal(got.Ranks, want.Ranks) || got.Iterations != want.Iterations {
			t.Errorf("%d workers give other ranks than one", workers)
		}
	}
	wantNear(t, []float64{sum(want.Ranks)}, []float64{1}, 1e-12)
}

func TestRelabelledNodesKeepTheirRanks(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	g := randomGraph(r, 2000, 9000)
	label := r.Perm(g.Nodes)
	relabelled := Graph{Nodes: g.Nodes}
	for _, i := range r.Perm(len(g.Edges)) {
		e := g.Edges[i]
		relabelled.Edges = append(relabelled.Edges,
			Edge{uint32(label[e.From]), uint32(label[e.To]), e.Weight})
	}
	before, after := compute(t, g, Options{}), compute(t, relabelled, Options{})
	for v, to := range label {
		if math.Abs(before.Ranks[v]-after.Ranks[to]) > 1e-12 {
			t.Fatalf("node %d: %v, as node %d: %v", v, before.Ranks[v], to, after.Ranks[to])
		}
	}
}

func TestIterationsAreBounded(t *testing.T) {
	g := Graph{3, []Edge{{0, 1, 1}, {1, 2, 1}}}
	res := compute(t, g, Options{MaxIterations: 2})
	if res.Converged || res.Iterations != 2 {
		t.Errorf("got %d iterations, converged %v", res.Iterations, res.Converged)
	}
	wantNear(t, []float64{sum(res.Ranks)}, []float64{1}, 1e-12)
}

func TestErrors(t *testing.T) {
	two := func(w float64) Graph { return Graph{2, []Edge{{0, 1, w}}} }
	tests := []struct {
		name  string
		graph Graph
		opts  Options
		want  string
	}{
		{"target outside", Graph{2, []Edge{{0, 2, 1}}}, Options{},
			"edge 0, 0 to 2: the graph has 2 nodes"},
		{"source outside", Graph{2, []Edge{{0, 1, 1}, {9, 1, 1}}}, Options{}, "edge 1, 9 to 1"},
		{"edge of an empty graph", Graph{0, []Edge{{0, 0, 1}}}, Options{}, "the graph has 0 nodes"},
		{"negative weight", two(-1), Options{}, "weight -1"},
		{"weight not a number", two(math.NaN()), Options{}, "weight NaN"},
		{"infinite weight", two(math.Inf(1)), Options{}, "sum to infinity"},
		{"overflow", Graph{2, []Edge{{0, 1, math.MaxFloat64}, {0, 0, math.MaxFloat64}}}, Options{},
			"sum to infinity"},
		{"negative nodes", Graph{Nodes: -1}, Options{}, "graph of -1 nodes"},
		{"damping", two(1), Options{Damping: 1}, "damping 1"},
		{"damping not a number", two(1), Options{Damping: math.NaN()}, "damping NaN"},
		{"tolerance", two(1), Options{Tolerance: -1}, "tolerance -1"},
		{"workers", two(1), Options{Workers: -1}, "-1 workers"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Compute(tt.graph, tt.opts)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestRound(t *testing.T) {
	for in, want := range map[float64]float64{
		0: 0, 1: 1, 0.1234567891: 0.123456789, 0.12345678951: 0.12345679,
		1.23456789012e-7: 1.23456789e-7,
	} {
		if got := Round(in); got != want {
			t.Errorf("Round(%v) = %v, want %v", in, got, want)
		}
	}
}

const networkxProgram = `
import json, sys, networkx as nx
# The plain Python form of the same module: nx.pagerank itself needs scipy.
from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python as pagerank
g = json.load(sys.stdin)
d = nx.DiGraph()
d.add_nodes_from(range(g["Nodes"]))
for e in g["Edges"]:
    u, v, w = e["From"], e["To"], e["Weight"]
    if w > 0:
        d.add_edge(u, v, weight=w + (d[u][v]["weight"] if d.has_edge(u, v) else 0))
r = pagerank(d, alpha=0.85, tol=1e-15, max_iter=1000)
json.dump([r[v] for v in range(g["Nodes"])], sys.stdout)
`

func TestRanksAgreeWithNetworkX(t *testing.T) {
	longtest.NotRaced(t)
	if err := exec.Command("python3", "-c",
		"from networkx.algorithms.link_analysis.pagerank_alg import _pagerank_python").Run(); err != nil {
		t.Skip("needs python3 with networkx")
	}
	g := randomGraph(rand.New(rand.NewPCG(9, 10)), 3000, 12_000)
	in, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "-c", networkxProgram)
	cmd.Stdin = strings.NewReader(string(in))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want []float64
	if err := json.Unmarshal(out, &want); err != nil {
		t.Fatal(err)
	}
	res := compute(t, g, Options{Tolerance: 1e-13})
	wantNear(t, res.Ranks, want, 1e-11)
}

// BenchmarkCompute ranks 200,000 nodes and 1,000,000 edges.
func BenchmarkCompute(b *testing.B) {
	r := rand.New(rand.NewPCG(11, 12))
	g := Graph{Nodes: 200_000}
	for range 1_000_000 {
		g.Edges = append(g.Edges, Edge{uint32(r.IntN(g.Nodes)), uint32(r.IntN(g.Nodes)),
			1 + r.Float64()})
	}
	b.ReportAllocs()
	for b.Loop() {
		res := compute(b, g, Options{Workers: 1})
		b.ReportMetric(float64(res.Iterations), "iterations")
	}
}
