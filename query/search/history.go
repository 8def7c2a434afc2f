package search

import (
	"slices"

	"seedgraph/graph"
)

// Searches often use the words with which the code was changed before.

// A History is an optional interface of an Index that knows the commits of its tree.
type History interface {
	// HistoryFiles returns the number of files with words of commits.
	HistoryFiles() (int, error)
	// History lists the files whose commits contain a term.
	History(term string) ([]graph.FileWeight, error)
}

// A CoChanges is an optional interface of an Index that knows which definitions commits change
// together.
type CoChanges interface {
	// Companions lists the definitions that commits change together with a node.
	Companions(n uint32) ([]graph.Tie, error)
}

// pastFiles scores files, by node, by the words of their commits: 1 for the best. It is
// nil if the index has no history.
func (r *ranking) pastFiles() (map[uint32]float64, error) {
	h, ok := r.ix.(History)
	if !ok || r.w[weightHistory] == 0 {
		return nil, nil
	}
	files, err := h.HistoryFiles()
	if err != nil || files == 0 {
		return nil, err
	}
	scores := map[uint32]float64{}
	var best float64
	for _, t := range r.query.terms {
		list, err := h.History(t.text)
		if err != nil {
			return nil, err
		}
		weight := t.weight * idf(files, len(list))
		for _, f := range list {
			scores[f.Node] += weight * float64(f.Gain)
			best = max(best, scores[f.Node])
		}
	}
	for n := range scores {
		scores[n] /= best
	}
	return scores, nil
}

// addPast scores files by their commits, relative to the score of the best node.
func (r *ranking) addPast(files []candidateFile, past map[uint32]float64) {
	if past == nil {
		return
	}
	top := slices.Max(append([]float64{0}, r.base...))
	for i := range files {
		for _, n := range files[i].nodes {
			if x := past[n]; x > 0 {
				files[i].score.History = r.w[weightHistory] * top * x
			}
		}
	}
}
