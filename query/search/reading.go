package search

import (
	"math"
	"slices"
)

// Some texts may be either prose or a change request: "idle connections of the pool" may
// be a search or the subject of a commit, and "return a default when the call fails" may
// describe existing or intended behavior. "Limit how large a body may be" may be a
// question or a request. Questions need weights with which change requests are ranked
// worse. So the nodes are ranked for both readings, and the geometric mean counts: nodes
// that fit only one reading do not come first.

// oneReading is the minimum score of a node in one reading, as a share of its score in
// the other.
const oneReading = 0.25

// A Reading is an alternative interpretation of a query.
type Reading struct {
	Kind   Kind
	Open   bool // the form of the query admits it, and it is used
	Packed bool // only for hits that are packed into a budget
}

// otherKind returns the alternative kind of a query.
func (q *query) otherKind(text string) (other Kind, ok bool) {
	if q.kind == KindChange {
		return KindProse, codeStart.MatchString(text) || sentence.MatchString(text)
	}
	return KindChange, q.kind != KindSeeded
}

// readOtherwise prepares the alternative reading of the text.
func (r *ranking) readOtherwise(text string) error {
	kind, ok := r.query.otherKind(text)
	if !ok {
		return nil
	}
	w := r.opts.Weights.For(r.query.kind)
	if w[weightReading] > 0 || w[weightPackedReading] > 0 {
		r.otherReading = Reading{Kind: kind, Open: true, Packed: w[weightReading] <= 0}
	}
	if r.w[weightReading] <= 0 {
		return nil
	}
	q := parseQuery(text, r.opts.Weights, func(string, []string, bool) Kind { return kind })
	q.mentions = r.query.mentions
	if r.opts.Packed {
		q.w.pack()
	}
	if err := q.addVariants(r.ix, r.opts.Synonyms); err != nil {
		return err
	}
	s := *r.scorer // shares its memory
	s.w = q.w
	r.other = &ranking{scorer: &s, query: q, opts: r.opts, asked: r.asked}
	return nil
}

// weighOther weighs the nodes in the alternative reading, if there is one and the index
// has nodes, and passes its unneeded memory on to this one.
func (r *ranking) weighOther() error {
	if r.other == nil || r.ix.NumNodes() == 0 {
		return nil
	}
	if err := r.other.weigh(); err != nil {
		return err
	}
	r.reading = r.other.base // the factors replace it
	r.spareText, r.spareShare = r.other.text, r.other.share
	r.other = nil
	return nil
}

// blend multiplies the base of nodes by the factors of the alternative reading.
func (r *ranking) blend() {
	if r.reading == nil {
		return
	}
	top, otherTop := slices.Max(r.base), slices.Max(r.reading)
	if otherTop == 0 {
		r.reading = nil
		return
	}
	share := min(r.w[weightReading], 1)
	for n, x := range r.base {
		ratio := r.reading[n] / otherTop * top / x
		r.reading[n] = 1
		if x > 0 {
			r.reading[n] = math.Pow(min(max(ratio, oneReading), 1/oneReading), share)
			r.base[n] *= r.reading[n]
		}
	}
}
