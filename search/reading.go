package search

import (
	"math"
	"slices"
)

// A text that is neither clearly a question nor a request for a change may be either:
// "idle connections of the pool" is what somebody looks for, or the subject of a commit.
// Questions are best served by weights that requests for changes lose by. So the nodes are
// ranked as for both, and what counts is the geometric mean: what fits one reading alone
// does not come first.

// oneReading is the least that a node is worth in one reading, as a share of what it is in
// the other.
const oneReading = 0.25

// readAsChange prepares the other reading of the text.
func (r *ranking) readAsChange(text string) error {
	if r.w[weightChange] <= 0 || r.query.kind == KindChange || len(r.opts.Beside) > 0 {
		return nil
	}
	q := parseQuery(text, r.opts.Weights,
		func(string, []string, bool) Kind { return KindChange })
	if r.opts.Packed {
		q.w.pack()
	}
	if err := q.addVariants(r.ix, r.opts.Synonyms); err != nil {
		return err
	}
	s := *r.scorer
	s.w = q.w
	r.asChange = &ranking{scorer: &s, query: q, opts: r.opts, asked: r.asked}
	return nil
}

// blend multiplies the base of nodes by what the other reading says.
func (r *ranking) blend() error {
	if r.asChange == nil || len(r.base) == 0 { // an index without nodes has no best one
		return nil
	}
	if err := r.asChange.weigh(); err != nil {
		return err
	}
	other := r.asChange.base
	top, otherTop := slices.Max(r.base), slices.Max(other)
	if otherTop == 0 {
		return nil
	}
	share := min(r.w[weightChange], 1)
	r.change = make([]float64, len(r.base))
	for n, x := range r.base {
		r.change[n] = 1
		if x > 0 {
			ratio := other[n] / otherTop * top / x
			r.change[n] = math.Pow(min(max(ratio, oneReading), 1/oneReading), share)
			r.base[n] *= r.change[n]
		}
	}
	return nil
}
