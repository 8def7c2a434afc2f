package history

import "math"

// A hunk is the replacement of lines of a file by a commit. If it has no lines on a
// side, from is the line before them, as in git's output.
type hunk struct {
	old, new lineRange
}

// A lineRange is a range of lines of one version of a file.
type lineRange struct{ from, lines int }

// bounds returns the first line, and the one after the last.
func (r lineRange) bounds() (first, end int) {
	if r.lines == 0 {
		return r.from + 1, r.from + 1
	}
	return r.from, r.from + r.lines
}

// A run is a range of lines that a version of a file shares with the indexed one.
type run struct {
	from, lines int // in that version
	now         int // the first of them in the indexed file
}

// A lineMap maps the lines of a version of a file to the indexed file: runs in the
// order of both.
type lineMap []run

// wholeFile returns the map of the indexed version itself.
func wholeFile() lineMap { return lineMap{{from: 1, lines: math.MaxInt32 / 2, now: 1}} }

// before returns the map of the version before the given hunks, which are in order and
// produced the version of m. It is linear in the runs and the hunks.
func (m lineMap) before(hunks []hunk) lineMap {
	var out lineMap
	oldNext, newNext := 1, 1 // the first lines after the last hunk
	keep := func(until int) {
		for len(m) > 0 && m[0].from < until {
			r := m[0]
			first, end := max(r.from, newNext), min(r.from+r.lines, until)
			if first < end {
				out = append(out, run{from: first - newNext + oldNext, lines: end - first,
					now: r.now + first - r.from})
			}
			if r.from+r.lines > until {
				return
			}
			m = m[1:]
		}
	}
	for _, h := range hunks {
		first, end := h.new.bounds()
		keep(first)
		newNext = end
		_, oldNext = h.old.bounds()
	}
	keep(math.MaxInt)
	return out
}

// now returns the indexed lines that are left of a range of the version: the first and
// the last of each run.
func (m lineMap) now(r lineRange) [][2]int {
	var left [][2]int
	first, end := r.bounds()
	for _, run := range m {
		from, to := max(run.from, first), min(run.from+run.lines, end)
		if from < to {
			shift := run.now - run.from
			left = append(left, [2]int{from + shift, to - 1 + shift})
		}
	}
	return left
}

// around returns the nearest indexed lines before and after a range of the version.
func (m lineMap) around(r lineRange) (before, after int, ok bool) {
	first, end := r.bounds()
	for _, run := range m {
		if run.from < first {
			before = run.now + min(run.lines, first-run.from) - 1
		}
		if run.from+run.lines > end {
			return before, run.now + max(end-run.from, 0), before > 0
		}
	}
	return 0, 0, false
}
