package history

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A version is a list of lines. Each line is a unique number, so that it can be
// recognized.
type version struct {
	lines []int
	next  int
}

// edit replaces some of the lines, and returns the hunks.
func (v *version) edit(r *rand.Rand) []hunk {
	var out []int
	var hunks []hunk
	for i := 0; i <= len(v.lines); {
		if r.IntN(4) > 0 {
			if i < len(v.lines) {
				out = append(out, v.lines[i])
			}
			i++
			continue
		}
		gone, added := r.IntN(min(3, len(v.lines)-i)+1), r.IntN(3)
		if gone+added > 0 {
			hunks = append(hunks, hunk{old: printed(i, gone), new: printed(len(out), added)})
		}
		for range added {
			out = append(out, v.next)
			v.next++
		}
		i += gone
		if i < len(v.lines) { // hunks do not touch
			out = append(out, v.lines[i])
		}
		i++
	}
	v.lines = out
	return hunks
}

// printed returns the range of lines after a line number, as git prints it.
func printed(after, lines int) lineRange {
	if lines == 0 {
		return lineRange{after, 0}
	}
	return lineRange{after + 1, lines}
}

// TestLinesAreFoundAgain checks that after random edits the lines of every older
// version are mapped to where their text is, and so are the lines left of an edit's
// additions.
func TestLinesAreFoundAgain(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		v := version{next: 12}
		for i := range v.next {
			v.lines = append(v.lines, i)
		}
		var versions [][]int
		var edits [][]hunk
		for range 5 {
			versions = append(versions, v.lines)
			edits = append(edits, v.edit(r))
		}
		m := wholeFile()
		for i := len(edits) - 1; i >= 0; i-- {
			after := v.lines
			if i+1 < len(versions) {
				after = versions[i+1]
			}
			for _, h := range edits[i] {
				checkHunk(t, m, h, after, v.lines)
			}
			m = m.before(edits[i])
			for line, text := range versions[i] {
				want := slices.Index(v.lines, text) + 1
				if got := now(m, line+1); got != want {
					t.Fatalf("seed %d: line %d of version %d is at %d, want %d", seed, line+1, i, got, want)
				}
			}
		}
	}
}

// now returns the current position of a line, 0 if it is gone.
func now(m lineMap, line int) int {
	if left := m.now(lineRange{line, 1}); len(left) > 0 {
		return left[0][0]
	}
	return 0
}

func checkHunk(t *testing.T, m lineMap, h hunk, after, last []int) {
	t.Helper()
	first, end := h.new.bounds()
	var want, got []int
	for _, text := range after[first-1 : end-1] {
		if i := slices.Index(last, text); i >= 0 {
			want = append(want, i+1)
		}
	}
	for _, r := range m.now(h.new) {
		for line := r[0]; line <= r[1]; line++ {
			got = append(got, line)
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("of lines %d to %d of %v are left %v in %v, want %v", first, end, after, got, last, want)
	}
	var before, behind int
	for _, text := range after[:first-1] {
		before = max(before, slices.Index(last, text)+1)
	}
	for _, text := range slices.Backward(after[end-1:]) {
		if i := slices.Index(last, text) + 1; i > 0 {
			behind = i
		}
	}
	b, a, ok := m.around(h.new)
	if wanted := before > 0; behind > 0 && (ok != wanted || ok && (b != before || a != behind)) {
		t.Fatalf("around lines %d to %d of %v are %d and %d (%v) of %v, want %d and %d", first, end, after,
			b, a, ok, last, before, behind)
	}
}
