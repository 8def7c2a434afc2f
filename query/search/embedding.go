package search

import (
	"cmp"
	"slices"
)

// Texts that mean the same with other words have similar vectors.

// An Embedded is an optional interface of an Index that has vectors of nodes.
type Embedded interface {
	// Cosines returns the cosine of each node's vector with that of a text, 0 for a node
	// without a vector; nil without vectors, or if the text has none.
	Cosines(text string) ([]float32, error)
}

// nearest is the number of nodes that vectors alone may find.
const nearest = 200

// cosines returns those of the options, or else of the index; nil without vectors.
func (o *Options) cosines(ix Index, text string) ([]float32, error) {
	if o.Cosines != nil {
		return o.Cosines, nil
	}
	if e, ok := ix.(Embedded); ok {
		return e.Cosines(text)
	}
	return nil, nil
}

// addEmbedding adds to the base of nodes the similarity of their vectors: relative to that of
// the average and of the nearest node, a share of the best score. Nodes without a word of the
// query must be among the nearest.
func (r *ranking) addEmbedding(text string) error {
	share := min(r.w[weightEmbedding], 1)
	if share == 0 || r.ix.NumNodes() == 0 {
		return nil
	}
	cosines, err := r.opts.cosines(r.ix, text)
	if cosines == nil || err != nil {
		return err
	}
	mean, most := meanAndMost(cosines)
	if most <= mean || most <= 0 {
		return nil
	}
	// The words have the rest. A share of 1 makes them negligible.
	scale := share / max(1-share, 1e-6) * max(r.top, 1) / float64(most-mean)
	least := nthLargest(cosines, nearest)
	r.cosines, r.embedding = cosines, make([]float64, len(cosines))
	for n, c := range cosines {
		if c <= mean || r.base[n] == 0 && c < least {
			continue
		}
		r.embedding[n] = scale * float64(c-mean)
		r.base[n] += r.embedding[n]
	}
	return nil
}

// meanAndMost returns the average and the greatest cosine of the nodes that have a vector.
func meanAndMost(cosines []float32) (mean, most float32) {
	var sum float64
	count := 0
	for _, c := range cosines {
		if c != 0 {
			sum += float64(c)
			count++
			most = max(most, c)
		}
	}
	if count < 2 {
		return 0, most
	}
	return float32(sum / float64(count)), most
}

// nthLargest returns the n-th largest of the values, or 0 if there are fewer.
func nthLargest(values []float32, n int) float32 {
	var best []float32 // in descending order
	for _, x := range values {
		if x <= 0 || len(best) == n && x <= best[n-1] {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, x,
			func(a, b float32) int { return cmp.Compare(b, a) })
		best = slices.Insert(best, at, x)
		best = best[:min(len(best), n)]
	}
	if len(best) < n {
		return 0
	}
	return best[n-1]
}

// Cosines implements [Embedded]: nodes outside the view have no vectors.
func (v *view) Cosines(text string) ([]float32, error) {
	e, ok := v.Index.(Embedded)
	if !ok {
		return nil, nil
	}
	all, err := e.Cosines(text)
	if all == nil || err != nil {
		return nil, err
	}
	return v.within(all), nil
}

// within returns the cosines of the nodes in the view.
func (v *view) within(all []float32) []float32 {
	if v.wanted {
		out := make([]float32, len(all))
		for _, n := range v.docs {
			out[n] = all[n]
		}
		return out
	}
	out := slices.Clone(all)
	for _, n := range v.docs {
		out[n] = 0
	}
	return out
}
