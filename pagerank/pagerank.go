// Package pagerank ranks the nodes of a weighted directed graph by PageRank.
//
// The rank of a node is the share of time that a random reader spends on it.
// From a node the reader follows, with probability Damping, one of its
// out-edges, chosen in proportion to their weights, and otherwise jumps to any
// node with equal probability. From a dangling node, one without an out-edge of
// positive weight, the reader always jumps. Ranks are not negative and sum to
// 1.
//
// The computation is the power method in pull form: each node gathers from its
// in-edges, so that no two goroutines write to the same element. Nodes are
// handled in blocks of a fixed size, and the partial sums of the blocks are
// added in block order; therefore the ranks of a Graph are equal to the last
// bit whatever the number of workers. Another order of the edges, or other
// numbers for the nodes, may move the last bits: use Round before a rank is
// stored.
package pagerank

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
)

// Defaults for the zero values of Options.
const (
	DefaultDamping       = 0.85
	DefaultTolerance     = 1e-9
	DefaultMaxIterations = 200
)

// blockSize is the number of nodes of one block. The result depends on it: it
// determines the grouping of the partial sums.
const blockSize = 16384

// An Edge points from one node to another. Weight must be finite and not
// negative; an edge of weight 0 has no effect. A self loop counts like any
// edge: the reader may stay.
type Edge struct {
	From, To uint32
	Weight   float64
}

// A Graph has the nodes 0 to Nodes-1. Its edges may be in any order; the
// weights of parallel edges add up.
type Graph struct {
	Nodes int
	Edges []Edge
}

// Options configures Compute. The zero value selects the defaults.
type Options struct {
	Damping       float64 // in (0, 1); 0 means DefaultDamping
	Tolerance     float64 // stop below this L1 distance of two iterations; 0 means DefaultTolerance
	MaxIterations int     // 0 means DefaultMaxIterations
	Workers       int     // goroutines; 0 means GOMAXPROCS; never changes the ranks
}

// A Result holds the ranks by node. Ranks sum to 1; for the empty graph they
// are empty and Converged is true.
type Result struct {
	Ranks      []float64
	Iterations int
	Converged  bool // false if MaxIterations was reached before Tolerance
}

// Round returns a rank with 9 significant digits, the form to store: the digits
// lost are below the tolerance, and the others do not depend on the order in
// which the edges were given.
func Round(rank float64) float64 {
	// A number with 9 digits always parses back.
	r, _ := strconv.ParseFloat(strconv.FormatFloat(rank, 'e', 8, 64), 64)
	return r
}

// Compute returns the PageRank of every node of g. It fails on an edge that names a
// node outside the graph, on a weight that is negative or not finite, and on options
// out of their range; a graph without nodes or edges is allowed.
//
// Each of a bounded number of iterations is linear in the number of edges.
func Compute(g Graph, opts Options) (Result, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return Result{}, err
	}
	if g.Nodes == 0 && len(g.Edges) == 0 {
		return Result{Converged: true}, nil
	}
	in, err := transpose(g)
	if err != nil {
		return Result{}, err
	}
	return in.iterate(opts), nil
}

func (o Options) withDefaults() (Options, error) {
	if o.Damping == 0 {
		o.Damping = DefaultDamping
	}
	if o.Tolerance == 0 {
		o.Tolerance = DefaultTolerance
	}
	if o.MaxIterations == 0 {
		o.MaxIterations = DefaultMaxIterations
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	switch {
	case !(o.Damping > 0 && o.Damping < 1):
		return o, fmt.Errorf("damping %v is not between 0 and 1", o.Damping)
	case !(o.Tolerance > 0):
		return o, fmt.Errorf("tolerance %v is not positive", o.Tolerance)
	case o.MaxIterations < 0 || o.Workers < 0:
		return o, fmt.Errorf("negative limit: %d iterations, %d workers", o.MaxIterations,
			o.Workers)
	}
	return o, nil
}

// inEdges is a graph by target: the edges into node v are those with the
// indexes start[v] to start[v+1], in the order of the input.
type inEdges struct {
	start    []int
	from     []uint32
	share    []float64 // of the out-weight of from, so that shares of a source sum to 1
	dangling []bool
}

func transpose(g Graph) (*inEdges, error) {
	out, err := outWeights(g)
	if err != nil {
		return nil, err
	}
	in := &inEdges{start: make([]int, g.Nodes+1), dangling: make([]bool, g.Nodes)}
	for v, w := range out {
		in.dangling[v] = w == 0
	}
	for _, e := range g.Edges {
		in.start[e.To+1]++
	}
	for v := range g.Nodes {
		in.start[v+1] += in.start[v]
	}
	in.from = make([]uint32, len(g.Edges))
	in.share = make([]float64, len(g.Edges))
	next := append([]int(nil), in.start[:g.Nodes]...)
	for _, e := range g.Edges {
		i := next[e.To]
		next[e.To]++
		in.from[i] = e.From
		if e.Weight > 0 {
			in.share[i] = e.Weight / out[e.From]
		}
	}
	return in, nil
}

// outWeights sums the weights of the edges that leave each node. It rejects
// graphs that have no rank.
func outWeights(g Graph) ([]float64, error) {
	if g.Nodes < 0 || g.Nodes > math.MaxUint32 {
		return nil, fmt.Errorf("graph of %d nodes", g.Nodes)
	}
	out := make([]float64, g.Nodes)
	for i, e := range g.Edges {
		if int(e.From) >= g.Nodes || int(e.To) >= g.Nodes {
			return nil, fmt.Errorf("edge %d, %d to %d: the graph has %d nodes", i, e.From, e.To,
				g.Nodes)
		}
		if !(e.Weight >= 0) {
			return nil, fmt.Errorf("edge %d, %d to %d: weight %v", i, e.From, e.To, e.Weight)
		}
		if out[e.From] += e.Weight; math.IsInf(out[e.From], 1) {
			return nil, fmt.Errorf("edge %d, %d to %d: weights of node %d sum to infinity", i,
				e.From, e.To, e.From)
		}
	}
	return out, nil
}

// sums are the partial sums of one block, or of all.
type sums struct {
	dangling float64 // rank of dangling nodes
	moved    float64 // L1 distance from the previous ranks
}

func (in *inEdges) iterate(opts Options) Result {
	n := len(in.dangling)
	rank, next := make([]float64, n), make([]float64, n)
	var total sums
	for v := range rank {
		rank[v] = 1 / float64(n)
		if in.dangling[v] {
			total.dangling += rank[v]
		}
	}
	blocks := make([]sums, (n+blockSize-1)/blockSize)
	res := Result{}
	for res.Iterations < opts.MaxIterations && !res.Converged {
		base := (1 - opts.Damping + opts.Damping*total.dangling) / float64(n)
		eachBlock(len(blocks), opts.Workers, func(b int) {
			blocks[b] = in.pull(next, rank, b, base, opts.Damping)
		})
		total = sums{}
		for _, s := range blocks {
			total.dangling += s.dangling
			total.moved += s.moved
		}
		rank, next = next, rank
		res.Iterations++
		res.Converged = total.moved < opts.Tolerance
	}
	res.Ranks = rank
	return res
}

// pull computes the next ranks of block b from the current ones.
func (in *inEdges) pull(next, rank []float64, b int, base, damping float64) sums {
	var s sums
	lo, hi := b*blockSize, min((b+1)*blockSize, len(rank))
	for v := lo; v < hi; v++ {
		i, j := in.start[v], in.start[v+1]
		share := in.share[i:j]
		gathered := 0.0
		for k, u := range in.from[i:j] {
			// The conversion forbids a fused multiply-add, which would make
			// the last bits depend on the processor.
			gathered += float64(rank[u] * share[k])
		}
		r := base + float64(damping*gathered)
		next[v] = r
		s.moved += math.Abs(r - rank[v])
		if in.dangling[v] {
			s.dangling += r
		}
	}
	return s
}

// eachBlock calls f once per block, on up to workers goroutines.
func eachBlock(blocks, workers int, f func(b int)) {
	var claimed atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, blocks) {
		wg.Go(func() {
			for b := int(claimed.Add(1)) - 1; b < blocks; b = int(claimed.Add(1)) - 1 {
				f(b)
			}
		})
	}
	wg.Wait()
}
