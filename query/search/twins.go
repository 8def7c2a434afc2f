package search

import (
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// Twins are near-duplicate definitions in different files: a library may have each
// function in a synchronous and an asynchronous form, with and without a result, or for
// the previous and the current version. Their names differ by at most one word, and their
// texts little. In a list, the others are demoted after the first.

const (
	twinShare = 0.6 // minimum share of the words of both texts that twins have in common
	twinWords = 8   // minimum number of words of a text: shorter ones are similar by chance
)

// A twinDetector determines which hits are twins.
type twinDetector struct {
	text         func(n uint32) (string, error)
	names, texts map[uint32][]wordNumber
	numbers      map[string]wordNumber
	split        tokens.Analyzer
}

// A wordNumber identifies a word: texts share many words.
type wordNumber uint32

func newTwinning(text func(n uint32) (string, error)) *twinDetector {
	return &twinDetector{text: text, names: map[uint32][]wordNumber{},
		texts: map[uint32][]wordNumber{}, numbers: map[string]wordNumber{}}
}

// factor returns the factor of a hit that follows the hits in before.
func (t *twinDetector) factor(weight float64, before []Hit, h *Hit) (float64, error) {
	if weight >= 1 || t.text == nil || h.Bonus > 0 {
		return 1, nil
	}
	count := 0.0
	for i := range before {
		twins, err := t.are(&before[i], h)
		if err != nil {
			return 0, err
		}
		if twins {
			count++
		}
	}
	return math.Pow(weight, count), nil
}

// are reports whether two hits are twins.
func (t *twinDetector) are(a, b *Hit) (bool, error) {
	if a.Info.Kind != b.Info.Kind || a.Info.Path == b.Info.Path ||
		!differByOne(t.name(a.Info, a.Node), t.name(b.Info, b.Node)) {
		return false, nil
	}
	x, err := t.words(a.Node)
	if err != nil {
		return false, err
	}
	y, err := t.words(b.Node)
	if err != nil || min(len(x), len(y)) < twinWords {
		return false, err
	}
	both := inBoth(x, y)
	return float64(both) >= twinShare*float64(len(x)+len(y)-both), nil
}

// name returns the words of the last part of a node's name, sorted.
func (t *twinDetector) name(info *graph.Node, n uint32) []wordNumber {
	words, ok := t.names[n]
	if !ok {
		words = t.sortedWords(info.Short)
		t.names[n] = words
	}
	return words
}

// words returns the words of a node's text, sorted.
func (t *twinDetector) words(n uint32) ([]wordNumber, error) {
	words, ok := t.texts[n]
	if ok {
		return words, nil
	}
	text, err := t.text(n)
	if err != nil {
		return nil, err
	}
	words = t.sortedWords(text)
	t.texts[n] = words
	return words, nil
}

// sortedWords returns the numbers of the words of a text, sorted, with repetitions.
func (t *twinDetector) sortedWords(text string) []wordNumber {
	var words []wordNumber
	t.split.Each(text, func(term []byte, kind tokens.TermKind) {
		if kind&tokens.Part == 0 || kind&tokens.Stop != 0 {
			return
		}
		number, ok := t.numbers[string(term)]
		if !ok {
			number = wordNumber(len(t.numbers))
			t.numbers[string(term)] = number
		}
		words = append(words, number)
	})
	slices.Sort(words)
	return words
}

// differByOne reports whether two sorted lists are equal, or one has one word more.
func differByOne(a, b []wordNumber) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return len(a) > 0 && len(b)-len(a) <= 1 && inBoth(a, b) == len(a)
}

// inBoth counts the words that two sorted lists have in common.
func inBoth(a, b []wordNumber) (count int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case b[0] < a[0]:
			b = b[1:]
		default:
			count++
			a, b = a[1:], b[1:]
		}
	}
	return count
}
