// Package near finds names that a misspelt one may have been meant to be.
package near

import (
	"cmp"
	"slices"
	"strings"
)

// Distance returns the minimum number of bytes to insert, delete, replace or swap with
// the next one to turn one string into the other, or some number above most if it is
// larger.
func Distance(a, b string, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	rows := make([]int, 3*(len(b)+1))
	before, last, row := rows[:len(b)+1], rows[len(b)+1:2*len(b)+2], rows[2*len(b)+2:]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}

// Names sorts names by their distance from s, ignoring case, the nearest first;
// equally distant ones keep their order.
func Names(s string, names []string) []string {
	s = strings.ToLower(s)
	out := slices.Clone(names)
	slices.SortStableFunc(out, func(a, b string) int {
		return cmp.Compare(distance(s, a),
			distance(s, b))
	})
	return out
}

// Name returns the nearest of the names if it is near enough to be meant, and
// otherwise the empty string.
func Name(s string, names []string) string {
	if out := Names(s, names); len(out) > 0 && distance(strings.ToLower(s), out[0]) < len(s)/3+2 {
		return out[0]
	}
	return ""
}

func distance(lower, name string) int {
	return Distance(lower, strings.ToLower(name), len(lower)+len(name))
}
