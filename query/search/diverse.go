package search

import (
	"math"
	"slices"
	"strings"
)

// A list that is to show places is not filled by one file, nor by one name: among the
// first hits, each further one of a file or of a name counts less.
const (
	diverseHits = 50 // hits that are put in another order; those after them stay
	freeOfFile  = 3  // hits of a file that count whole
	freeOfName  = 2  // hits of a name that do
)

// diversify puts the first hits in the order of their scores times the factor for the
// hits before them of the same file and name, for their twins, and for what they are in or
// have in them. Scores stay as they are.
// Nodes that a symbol of the query names keep their places.
func (r *ranking) diversify() error {
	if !r.w.diverse() {
		return nil
	}
	twins := newTwinning(r.opts.Text)
	nested, err := r.newNesting()
	if err != nil {
		return err
	}
	head := r.hits[:min(len(r.hits), diverseHits)]
	ofFile, ofName := map[string]int{}, map[string]int{}
	for i := range head {
		best, top := i, -1.0
		for j := i; j < len(head); j++ {
			s := head[j].Score * r.repeatFactor(&head[j], ofFile, ofName)
			if s <= top {
				continue
			}
			alike, err := twins.factor(r.w[weightTwins], head[:i], &head[j])
			if err != nil {
				return err
			}
			if s *= alike * nested.factor(r.w[weightNested], &head[j]); s > top {
				best, top = j, s
			}
		}
		chosen := head[best]
		copy(head[i+1:best+1], head[i:best])
		head[i] = chosen
		nested = append(nested, chosen.Info)
		ofFile[chosen.Info.Path]++
		ofName[nameKey(&chosen)]++
	}
	return nil
}

// diverse reports whether the first hits are put in another order.
func (w *Values) diverse() bool {
	return w[weightRepeat] < 1 || w[weightTwins] < 1 || w[weightNested] < 1
}

// repeatFactor is the factor of a hit after those that were counted.
func (r *ranking) repeatFactor(h *Hit, ofFile, ofName map[string]int) float64 {
	if h.Bonus > 0 {
		return 1
	}
	f := 1.0
	for range max(0, ofFile[h.Info.Path]-freeOfFile+1) {
		f *= r.w[weightRepeat]
	}
	for range max(0, ofName[nameKey(h)]-freeOfName+1) {
		f *= r.w[weightRepeat]
	}
	return f
}

// foldNames lowers the scores of further hits of a name: overloads and copies in other
// files often say the same, and a budget is better spent on something else. Nodes that a
// symbol of the query names keep their scores.
func (r *ranking) foldNames() {
	seen := map[string]int{}
	for i := range r.hits {
		h := &r.hits[i]
		name := nameKey(h)
		if h.Bonus == 0 {
			h.Repeat = math.Pow(min(r.w[weightPackedRepeat], 1), float64(seen[name]))
			h.Score *= h.Repeat
		}
		seen[name]++
	}
	slices.SortFunc(r.hits, byScore)
}

// nameKey is what overloads of a method, and its copies in other files, share.
func nameKey(h *Hit) string { return string(h.Info.Kind) + " " + strings.ToLower(h.Info.Short) }
