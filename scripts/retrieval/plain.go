package main

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// The constants of BM25, and the maximum number of times that a word of a request
// counts.
const (
	saturation  = 1.2
	lengthShare = 0.75
	mostRepeats = 3
)

// ranked is the length of rankings.
const ranked = 400

// A plain ranks chunks by BM25 over their words and those of their paths.
type plain struct {
	sources  map[string][]string // lines by path
	chunks   []chunk
	postings map[string][]posting
	lengths  []float64 // in words
	mean     float64   // of lengths
}

// A posting has the number of occurrences of a word in a chunk.
type posting struct{ chunk, count int }

func newPlain(sources map[string][]string, functions map[string][]span) *plain {
	chunks := chunksOf(sources, functions)
	p := &plain{sources: sources, chunks: chunks, postings: map[string][]posting{}}
	for i, c := range chunks {
		words := append(wordsOf(c.text), wordsOf(c.path)...)
		for w, n := range countOf(words) {
			p.postings[w] = append(p.postings[w], posting{i, n})
		}
		p.lengths = append(p.lengths, float64(len(words)))
		p.mean += float64(len(words)) / float64(len(chunks))
	}
	return p
}

// rank returns the best chunks for the words of a request, the best first; ties
// are in order of path and line.
func (p *plain) rank(request []string) []int {
	scores := map[int]float64{}
	asked := countOf(request)
	// In a fixed order, since floating-point sums depend on it.
	for _, w := range slices.Sorted(maps.Keys(asked)) {
		weight := float64(min(asked[w], mostRepeats)) * p.idf(w)
		for _, at := range p.postings[w] {
			scores[at.chunk] += weight * p.saturated(at)
		}
	}
	best := slices.SortedFunc(maps.Keys(scores), func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b))
	})
	return best[:min(ranked, len(best))]
}

// idf returns the weight of a word by the number of chunks that contain it.
func (p *plain) idf(word string) float64 {
	n, have := float64(len(p.chunks)), float64(len(p.postings[word]))
	return math.Log(1 + (n-have+0.5)/(have+0.5))
}

// saturated returns the contribution of a word to a chunk, with diminishing returns
// for repetitions.
func (p *plain) saturated(at posting) float64 {
	count := float64(at.count)
	length := 1 - lengthShare + lengthShare*p.lengths[at.chunk]/p.mean
	return count * (saturation + 1) / (count + saturation*length)
}
