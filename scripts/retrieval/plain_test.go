package main

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// indexed indexes a file of one line for each text, named a0, a1 and so on.
func indexed(texts ...string) *plain {
	sources := map[string][]string{}
	for i, text := range texts {
		sources[fmt.Sprintf("a%03d", i)] = []string{text}
	}
	return newPlain(sources, nil)
}

func TestRanking(t *testing.T) {
	for _, tt := range []struct {
		why, request string
		texts        []string
		want         string
	}{
		{"only what has a word", "order", []string{"bill", "order"}, "[1]"},
		{"a rare word before a common one", "common rare", []string{"common", "rare", "common"}, "[1 0 2]"},
		{"more of a word before less", "order", []string{"order x1 x2", "order order x3"}, "[1 0]"},
		{"a short text before a long one", "order", []string{"order x1 x2 x3 x4", "order"}, "[1 0]"},
		{"ties in the order of paths", "order", []string{"order", "order"}, "[0 1]"},
		{"a word asked for thrice before one asked for once", "aa bb bb bb", []string{"aa", "bb"}, "[1 0]"},
		{"a word asked for four times is one asked for thrice", "aa aa aa bb bb bb bb",
			[]string{"aa", "bb"}, "[0 1]"},
		{"words of paths", "a001", []string{"order", "order"}, "[1]"},
	} {
		got := fmt.Sprint(indexed(tt.texts...).rank(strings.Fields(tt.request)))
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.why, got, tt.want)
		}
	}
}

func TestRankingsEndAt400(t *testing.T) {
	texts := make([]string, 500)
	for i := range texts {
		texts[i] = "order"
	}
	if got := indexed(texts...).rank([]string{"order"}); len(got) != 400 || got[399] != 399 {
		t.Errorf("got %d", len(got))
	}
}

// TestScore: one of two chunks has the word, once or twice among as many words as in
// the other.
func TestScore(t *testing.T) {
	p := indexed("order", "bill")
	if got := p.idf("order"); math.Abs(got-math.Ln2) > 1e-12 {
		t.Errorf("idf: got %v", got)
	}
	for count, want := range map[int]float64{1: 1, 2: 4.4 / 3.2} {
		if got := p.saturated(posting{0, count}); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d times: got %v, want %v", count, got, want)
		}
	}
	// Three words with a mean of four, including those of the path: its length
	// weighs 0.8125.
	if got := indexed("order", "x1 x2 x3").saturated(posting{0, 1}); math.Abs(got-2.2/1.975) > 1e-12 {
		t.Errorf("in a shorter text: got %v", got)
	}
}
