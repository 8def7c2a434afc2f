package widen

import (
	"cmp"
	"fmt"
	"slices"

	"seedgraph/query/answer"
	"seedgraph/query/search"
)

// The floors: the minimum share of the query that a hit has.
const (
	Floor  = 0.5 // in the first search
	Step   = 0.2 // decrement per attempt
	Lowest = 0.1
)

// Options specifies how to search.
type Options struct {
	Search   search.Options
	Attempts int // maximum number, in addition to the first search
	Enough   int // number of hits below which another attempt is made
}

// A relaxation is the state between two attempts.
type relaxation struct {
	Options
	x     search.Index
	text  string
	floor float64
	parts []string
	res   *search.Result
	log   []answer.Attempt
}

// Search searches for a text until there are enough hits or attempts, or no further
// change is possible. The log begins with the first search.
func Search(x search.Index, text string, o Options) (*search.Result, []answer.Attempt, error) {
	w := &relaxation{Options: o, x: x, text: text, floor: Floor}
	if err := w.try("search", w.plain); err != nil {
		return nil, nil, err
	}
	for _, s := range w.steps() {
		if len(w.log) > o.Attempts || len(w.res.Hits) >= o.Enough {
			break
		}
		if err := w.try(s.change, s.run); err != nil {
			return nil, nil, err
		}
	}
	return w.res, w.log, nil
}

// A step is a possible attempt.
type step struct {
	change string
	run    func() (*search.Result, error)
}

// steps lists the possible attempts in order.
func (w *relaxation) steps() []step {
	var out []step
	if parts := split(w.text); len(parts) > 1 {
		out = append(out, step{"parts", func() (*search.Result, error) {
			w.parts = parts
			return w.plain()
		}})
	}
	for floor := Floor - Step; floor > Lowest-Step/2; floor -= Step {
		out = append(out, step{"floor", func() (*search.Result, error) {
			w.floor = max(answer.Round(floor), Lowest)
			return w.plain()
		}})
	}
	return append(out, step{"synonyms", func() (*search.Result, error) {
		weights := w.Options.Search.Weights.Clone()
		if err := cmp.Or(weights.Set("synonym", 0.5), weights.Set("family", 0.5)); err != nil {
			return nil, err
		}
		w.Options.Search.Weights = weights
		return w.plain()
	}}, step{"related", w.related})
}

// try makes an attempt and logs it.
func (w *relaxation) try(change string, run func() (*search.Result, error)) error {
	before := map[uint32]bool{}
	if w.res != nil {
		for _, h := range w.res.Hits {
			before[h.Node] = true
		}
	}
	res, err := run()
	if err != nil {
		return err
	}
	a := answer.Attempt{Number: len(w.log), Change: change, Floor: w.floor, Parts: w.parts,
		Found: len(res.Hits)}
	for _, h := range res.Hits {
		if !before[h.Node] {
			a.Gain++
		}
	}
	w.log, w.res = append(w.log, a), res
	return nil
}

// plain searches with the current parameters, for the whole text or for its parts.
func (w *relaxation) plain() (*search.Result, error) {
	o := w.Options.Search
	o.MinShare = w.floor
	whole, err := search.Search(w.x, w.text, o)
	if err != nil || len(w.parts) == 0 {
		return whole, err
	}
	fused := map[uint32]search.Hit{}
	add := func(res *search.Result) {
		for _, h := range res.Hits {
			sum := fused[h.Node].Score + h.Score/res.Hits[0].Score
			if _, ok := fused[h.Node]; ok {
				h = fused[h.Node]
			}
			h.Score = sum
			fused[h.Node] = h
		}
	}
	add(whole)
	for _, part := range w.parts {
		res, err := search.Search(w.x, part, o)
		if err != nil {
			return nil, err
		}
		add(res)
	}
	whole.Hits = nil
	for _, h := range fused {
		h.ScoreNote = fmt.Sprintf("the sum of its shares of the best score, for the text and %d parts",
			len(w.parts))
		whole.Hits = append(whole.Hits, h)
	}
	order(whole, o.Limit)
	return whole, nil
}

// order sorts hits by score, then by node, and truncates the list.
func order(res *search.Result, limit int) {
	slices.SortFunc(res.Hits, func(a, b search.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Node, b.Node))
	})
	res.Hits = res.Hits[:min(len(res.Hits), limit)]
}
