package search

import (
	"fmt"

	"seedgraph/internal/lazyregexp"
)

// A text that asks two questions, as in "how are orders billed and how are refunds paid", has
// the words of both, and those that are rarer would take the whole list. If the answers have
// nothing in common, each question gets half of it.

// twoQuestions matches two questions, each with its question word.
var twoQuestions = lazyregexp.New(`(?i)^\s*(` + question + `.*?)[,;?]?\s+and\s+(` + question + `.*)$`)

// question matches the beginning of a question.
const question = `(?:how|where|what|which|who|when|why)\s`

// comparedHits is the number of first hits of both questions that must differ.
const comparedHits = 10

// Search finds the nodes that fit the text best. A text without terms finds nothing.
// Documents are found only if the filter names them (their domain, kind or language) or,
// without such a filter, the text asks for them: then their scores are scaled so that the
// best document scores like the best other hit.
func Search(ix Index, text string, opts Options) (*Result, error) {
	res, err := searchWhole(ix, text, opts)
	if err != nil || len(res.Hits) == 0 || len(opts.Given) > 0 || opts.Cosines != nil {
		return res, err
	}
	m := twoQuestions.FindStringSubmatch(text)
	if m == nil {
		return res, nil
	}
	halves := m[1:]
	var found [2]*Result
	for i, half := range halves {
		if found[i], err = searchWhole(ix, half, opts); err != nil {
			return nil, err
		}
	}
	if !apart(found[0].Hits, found[1].Hits) {
		return res, nil
	}
	res.Hits = alternate(found, halves, res.Hits[0].Score, opts.Limit)
	return res, nil
}

// apart reports whether both lists have hits, and none of the first in common.
func apart(a, b []Hit) bool {
	first := map[uint32]bool{}
	for _, h := range a[:min(len(a), comparedHits)] {
		first[h.Node] = true
	}
	for _, h := range b[:min(len(b), comparedHits)] {
		if first[h.Node] {
			return false
		}
	}
	return len(a) > 0 && len(b) > 0
}

// alternate takes the hits of both questions in turn. Hits of the same place have the same
// score: the mean of their shares of the best score, top, so that scores fall along the list.
func alternate(found [2]*Result, halves []string, top float64, limit int) []Hit {
	var out []Hit
	seen := map[uint32]bool{}
	for i := 0; i < max(len(found[0].Hits), len(found[1].Hits)); i++ {
		var pair []Hit
		sum := 0.0
		for q, res := range found {
			if i >= len(res.Hits) {
				continue
			}
			h := res.Hits[i]
			sum += h.Score / res.Hits[0].Score
			h.ScoreNote = fmt.Sprintf("hit %d for %q", i+1, halves[q])
			pair = append(pair, h)
		}
		for _, h := range pair {
			h.Score = top * sum / float64(len(pair))
			if !seen[h.Node] && len(out) < limit {
				seen[h.Node] = true
				out = append(out, h)
			}
		}
	}
	return out
}
