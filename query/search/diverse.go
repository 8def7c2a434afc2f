package search

import (
	"math"
	"slices"
	"strings"
)

// A list of locations is not filled by one file or by one name: among the first hits,
// each further hit of a file or a name counts less.
const (
	diverseHits = 50 // number of hits that are reordered; later ones keep their places
	freeOfFile  = 3  // hits of a file that count fully
	freeOfName  = 2  // hits of a name that count fully
)

// diversify reorders the first hits by their scores times the factors for preceding hits
// of the same file and name, for preceding twins, and for preceding nodes that enclose
// the hit or are nested in it. The scores stay unchanged. Nodes that a symbol of the
// query names keep their places.
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

// diverse reports whether the first hits are reordered.
func (w *Values) diverse() bool {
	return w[weightRepeat] < 1 || w[weightOfFile] < 1 || w[weightTwins] < 1 || w[weightNested] < 1
}

// repeatFactor returns the factor of a hit after the hits counted so far.
func (r *ranking) repeatFactor(h *Hit, ofFile, ofName map[string]int) float64 {
	if h.Bonus > 0 {
		return 1
	}
	f := math.Pow(min(r.w[weightOfFile], 1), float64(ofFile[h.Info.Path]))
	for range max(0, ofFile[h.Info.Path]-freeOfFile+1) {
		f *= r.w[weightRepeat]
	}
	for range max(0, ofName[nameKey(h)]-freeOfName+1) {
		f *= r.w[weightRepeat]
	}
	return f
}

// foldNames lowers the scores of further hits of a name: overloads and copies in other
// files are often near-duplicates, and a budget is better spent on other nodes. Nodes
// that a symbol of the query names keep their scores.
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

// nameKey returns a key shared by the overloads of a method and its copies in other
// files.
func nameKey(h *Hit) string { return string(h.Info.Kind) + " " + strings.ToLower(h.Info.Short) }
