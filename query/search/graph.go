package search

import (
	"math"
)

// A node connected to a good hit is a likelier answer.
const (
	graphHits   = 20  // best nodes whose edges are examined
	graphDegree = 300 // edges of nodes with a higher degree are ignored
)

// addGraph adds to the base of nodes the score that edges carry from the best nodes: a
// share of their score, normalized by the degree of both ends. Edges from a container to
// its contents are ignored.
func (r *ranking) addGraph() error {
	if r.opts.Edges == nil || r.w[weightGraph] == 0 {
		return nil
	}
	queue := r.candidates()
	r.graph = map[uint32]float64{}
	for i := 0; i < graphHits && queue.Len() > 0; i++ {
		if err := r.carry(queue.pop()); err != nil {
			return err
		}
	}
	for n, x := range r.graph {
		r.base[n] += x
	}
	return nil
}

// carry adds the score carried by the edges of a node.
func (r *ranking) carry(from uint32) error {
	out, err := r.opts.Edges.Out(from)
	if err != nil {
		return err
	}
	in, err := r.opts.Edges.In(from)
	if err != nil {
		return err
	}
	degree := len(out) + len(in)
	if degree > graphDegree {
		return nil
	}
	share := r.w[weightGraph] * r.base[from] / math.Sqrt(float64(max(degree, 1)))
	for i, e := range append(out[:len(out):len(out)], in...) {
		to := e.To
		if i >= len(out) {
			to = e.From
		}
		if to == from || r.base[to] == 0 || !e.Kind.IsDependency() {
			continue
		}
		r.graph[to] += share * e.Kind.Weight() * e.Confidence()
	}
	return nil
}
