package parse

import (
	"slices"
	"testing"
)

// TestNesting compares the results with a linear scan.
func TestNesting(t *testing.T) {
	ranges := []Range{{40, 50}, {0, 30}, {2, 10}, {12, 20}, {2, 5}, {2, 10}, {60, 60}, {12, 13}}
	n := NestingOf(ranges)
	for pos := uint32(0); pos < 70; pos++ {
		var want []int
		for i, r := range ranges {
			if r.Contains(pos) {
				want = append(want, i)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { // innermost first
			x, y := ranges[a], ranges[b]
			return int(x.End-x.Start) - int(y.End-y.Start)
		})
		got := slices.Collect(n.Enclosing(pos))
		if i, j := slices.Index(got, 2), slices.Index(got, 5); i >= 0 && j != i-1 {
			t.Errorf("at %d: %v: of equal ranges the last comes first", pos, got)
		} else if i >= 0 {
			got[i], got[j] = got[j], got[i]
		}
		if !slices.Equal(got, want) {
			t.Errorf("at %d: %v, want %v", pos, got, want)
		}
	}
	for start, want := range map[uint32]int{0: 1, 2: 2, 12: 3, 40: 0, 1: -1, 99: -1} {
		if got := n.StartingAt(start); got != want {
			t.Errorf("starting at %d: %d, want %d", start, got, want)
		}
	}
	if got := slices.Collect(NestingOf(nil).Enclosing(3)); len(got) > 0 || NestingOf(nil).StartingAt(3) != -1 {
		t.Errorf("without ranges: %v", got)
	}
}
