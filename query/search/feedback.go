package search

import "slices"

// Nodes that were useful for a question are likelier answers to similar questions, and
// useless ones are less likely.

// addFeedback adds to the base of useful nodes a share of the best score, whether or not
// they contain words of the query.
func (r *ranking) addFeedback() {
	if len(r.opts.Feedback) == 0 || r.w[weightFeedback] == 0 {
		return
	}
	share := r.w[weightFeedback] * slices.Max(append([]float64{0}, r.base...))
	r.useful = map[uint32]float64{}
	for n, x := range r.opts.Feedback {
		if x > 0 && int(n) < len(r.base) {
			r.useful[n] = share * min(x, 1)
			r.base[n] += r.useful[n]
		}
	}
}

// scoreFeedback lowers the factor of a hit that was useless, and records the contribution
// to one that was useful.
func (r *ranking) scoreFeedback(h *Hit) {
	h.Feedback = r.useful[h.Node]
	if x := r.opts.Feedback[h.Node]; x < 0 && r.w[weightFeedback] > 0 {
		h.Factor *= 1 - min(r.w[weightFeedback], 1)*min(-x, 1)
		h.Why = append(h.Why, "useless before")
	}
}
