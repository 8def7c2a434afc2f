package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestFigures: the first chunk hits two entries at once, the third one of them again,
// the last a third entry.
func TestFigures(t *testing.T) {
	p := indexed("both", "none", "again", "third")
	gold := []entry{{Path: "a000", Start: 1, End: 1}, {Path: "a000", Start: 1, End: 1},
		{Path: "a003", Start: 1, End: 1}, {Path: "absent", Start: 1, End: 1}}
	got := p.rate([]int{0, 1, 0, 3}, gold)
	ideal := 1 + 1/math.Log2(3) + 1/math.Log2(4) + 1/math.Log2(5)
	if want := (1 + 1/math.Log2(5)) / ideal; math.Abs(got.NDCG-want) > 1e-12 {
		t.Errorf("nDCG: got %v, want %v", got.NDCG, want)
	}
	if got.Recall != 0.75 || got.InBudget["B4k"] != 0.75 || got.InBudget["B8k"] != 0.75 {
		t.Errorf("got %+v", got)
	}
	late := p.rate(append(slices.Repeat([]int{1}, 10), 0, 3), gold)
	if late.NDCG != 0 || late.Recall != 0 || late.InBudget["B4k"] != 0.75 {
		t.Errorf("beyond the tenth: got %+v", late)
	}
	if many := p.rate([]int{0, 3}, slices.Repeat(gold, 5)); many.NDCG >= 0.5 {
		t.Errorf("of twenty entries: got %+v", many)
	}
}

func TestBudgetsSkipWhatDoesNotFit(t *testing.T) {
	p := indexed(strings.Repeat("é", 4*90-3), strings.Repeat("x", 4*30), "x", strings.Repeat("x", 4*9))
	hits := [][]int{{0}, {1}, {2}, {3}}
	for budget, want := range map[int]string{
		120: "[[0] [1]]",     // nothing is left
		100: "[[0]]",         // next to nothing is left
		110: "[[0] [2]]",     // the second does not fit, after the third there are 19
		111: "[[0] [2] [3]]", // the second does not fit
		19:  "[]",
	} {
		if got := fmt.Sprint(p.within(budget, []int{0, 1, 2, 3}, hits)); got != want {
			t.Errorf("%d: got %s, want %s", budget, got, want)
		}
	}
}

func TestDefinitionsHaveChunks(t *testing.T) {
	source := slices.Repeat([]string{"x"}, 300)
	p := newPlain(map[string][]string{"a": source}, map[string][]span{"a": {{1, 200}}})
	for _, tt := range []struct {
		why   string
		entry entry
		want  string
	}{
		{"with edits", entry{Path: "a", Start: 1, End: 200, Edits: [][2]int{{160, 161}}}, "[1]"},
		{"without", entry{Path: "a", Start: 1, End: 200}, "[0 1]"},
		{"with edits elsewhere",
			entry{Path: "a", Start: 201, End: 210, Edits: [][2]int{{900, 901}}}, "[2]"},
		{"in no file", entry{Path: "b", Start: 1, End: 2}, "[]"},
	} {
		if got := fmt.Sprint(p.ownChunks(tt.entry)); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.why, got, tt.want)
		}
	}
}
