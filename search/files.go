package search

import (
	"container/heap"
	"slices"
)

// A node of a file that fits the query as a whole is the likelier answer. What
// the best nodes of a file have, by rank, is added to each of its nodes.
const (
	fileHits  = 50  // number of best nodes whose files count
	fileNodes = 5   // of each file
	fileDecay = 0.7 // from one node of a file to the next
	fileShare = 0.2 // of the score of a file
)

// addFiles adds to the base of the nodes of the best files.
func (r *ranking) addFiles() error {
	queue := newCandidates(r.base)
	done := map[string]bool{}
	r.files = map[uint32]float64{}
	for i := 0; i < fileHits && queue.Len() > 0; i++ {
		node, err := r.ix.Node(heap.Pop(queue).(uint32))
		if err != nil {
			return err
		}
		if node.Path == "" || done[node.Path] {
			continue
		}
		done[node.Path] = true
		nodes, err := r.ix.FileNodes(node.Path)
		if err != nil {
			return err
		}
		r.addFile(nodes)
	}
	for n, bonus := range r.files {
		r.base[n] += bonus
	}
	return nil
}

func (r *ranking) addFile(nodes []uint32) {
	var scores []float64
	for _, n := range nodes {
		if r.base[n] > 0 {
			scores = append(scores, r.base[n])
		}
	}
	slices.SortFunc(scores, func(a, b float64) int { return compareFloats(b, a) })
	sum, share := 0.0, fileShare
	for _, s := range scores[:min(len(scores), fileNodes)] {
		sum += share * s
		share *= fileDecay
	}
	for _, n := range nodes {
		if r.base[n] > 0 {
			r.files[n] = sum
		}
	}
}
