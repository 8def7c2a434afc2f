package main

import (
	"math"
	"slices"
	"unicode/utf8"
)

// Figures are the measures of a task for a rival.
type Figures struct {
	NDCG     float64            `json:"ndcg@10"`
	Recall   float64            `json:"recall@10"`
	InBudget map[string]float64 `json:"in_budget"`
}

// ownChunks returns the chunks of a definition: those with relevant lines of it or,
// without any, with any of its lines.
func (p *plain) ownChunks(e entry) []int {
	for _, e := range []entry{e, {Path: e.Path, Start: e.Start, End: e.End}} {
		var own []int
		for i, c := range p.chunks {
			if e.isIn(c) {
				own = append(own, i)
			}
		}
		if len(own) > 0 {
			return own
		}
	}
	return nil
}

// rate returns the figures of a ranking, as query eval defines them.
func (p *plain) rate(ranking []int, gold []entry) Figures {
	hits := make([][]int, len(ranking))
	for i, chunk := range ranking {
		for g := range gold {
			if gold[g].isIn(p.chunks[chunk]) {
				hits[i] = append(hits[i], g)
			}
		}
	}
	first := hits[:min(10, len(hits))]
	return Figures{
		NDCG:   ndcgOf(first, len(gold)),
		Recall: share(first, len(gold)),
		InBudget: map[string]float64{
			"B4k": share(p.within(4000, ranking, hits), len(gold)),
			"B8k": share(p.within(8000, ranking, hits), len(gold)),
		},
	}
}

// within returns the hits of the chunks that fit into a budget of tokens of four
// characters. Chunks that do not fit are skipped, unless next to nothing is
// left.
func (p *plain) within(budget int, ranking []int, hits [][]int) [][]int {
	var fit [][]int
	for i, chunk := range ranking {
		if budget < 20 {
			break
		}
		if cost := (utf8.RuneCountInString(p.chunks[chunk].text) + 3) / 4; cost <= budget {
			budget -= cost
			fit = append(fit, hits[i])
		}
	}
	return fit
}

// share returns the fraction of the entries that are hit.
func share(hits [][]int, entries int) float64 {
	found := map[int]bool{}
	for _, g := range slices.Concat(hits...) {
		found[g] = true
	}
	return float64(len(found)) / float64(entries)
}

// ndcgOf returns the nDCG of hits in order, where a hit on a new entry has gain 1.
func ndcgOf(hits [][]int, entries int) float64 {
	var gain, ideal float64
	found := map[int]bool{}
	for i, list := range hits {
		before := len(found)
		for _, g := range list {
			found[g] = true
		}
		if len(found) > before {
			gain += discount(i)
		}
	}
	for i := range min(entries, 10) {
		ideal += discount(i)
	}
	return min(gain/ideal, 1)
}

// discount returns the discount of a hit at a rank, from 0, in nDCG.
func discount(rank int) float64 { return 1 / math.Log2(float64(rank)+2) }
