package main

import (
	"fmt"
	"strconv"
	"strings"

	"seedgraph/testkit/benchtree"
)

// A history is a git folder whose commits are read.
type history struct{ git string }

// A commit is one of a history.
type commit struct{ id, subject string }

// A fileChange is what a commit did to a file: M for one that it changed, A added, D deleted.
// One that it renamed is deleted, and added elsewhere.
type fileChange struct {
	status byte
	path   string
}

// A hunk replaces lines of a file by others. Where there are none, the span ends before it
// begins.
type hunk struct {
	before, after span
	lines         []string // removed and added
}

// read asks git.
func (h history) read(args ...string) (string, error) {
	raw, err := benchtree.Output("git", append([]string{"--git-dir", h.git, "--literal-pathspecs"}, args...)...)
	return string(raw), err
}

// commits lists those that came after base up to newest and are no merges, each after those
// that it is made on.
func (h history) commits(base, newest string) ([]commit, error) {
	out, err := h.read("log", "--no-merges", "--reverse", "--topo-order", "--no-show-signature",
		"--format=%H %s", base+".."+newest)
	if err != nil {
		return nil, err
	}
	var commits []commit
	for line := range strings.Lines(out) {
		id, subject, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		commits = append(commits, commit{id, subject})
	}
	return commits, nil
}

// changes lists what a commit did to files, by path. Names are enough for that: a clone may
// lack large files.
func (h history) changes(id string) ([]fileChange, error) {
	out, err := h.read("diff-tree", "-r", "--no-commit-id", "--name-status", "-z", id)
	if err != nil {
		return nil, err
	}
	var changes []fileChange
	fields := strings.Split(out, "\x00")
	for ; len(fields) > 1; fields = fields[2:] {
		changes = append(changes, fileChange{fields[0][0], fields[1]})
	}
	return changes, nil
}

// hunks lists how a file differs between two commits, in order.
func (h history) hunks(from, to, path string) ([]hunk, error) {
	out, err := h.read("diff-tree", "-p", "-U0", "--no-ext-diff", from, to, "--", path)
	if err != nil {
		return nil, err
	}
	return readHunks(out)
}

// readHunks reads a difference of one file without lines around hunks.
func readHunks(diff string) ([]hunk, error) {
	var hunks []hunk
	for line := range strings.Lines(diff) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			h, err := readHunkHeader(line)
			if err != nil {
				return nil, err
			}
			hunks = append(hunks, h)
		case len(hunks) > 0 && (line[0] == '-' || line[0] == '+'):
			last := &hunks[len(hunks)-1]
			last.lines = append(last.lines, strings.TrimRight(line[1:], "\r\n"))
		}
	}
	return hunks, nil
}

// readHunkHeader reads a line like "@@ -3,2 +3 @@ func f() {".
func readHunkHeader(line string) (hunk, error) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return hunk{}, fmt.Errorf("no header of a hunk: %q", line)
	}
	before, err := readHunkSpan(strings.TrimPrefix(fields[1], "-"))
	if err != nil {
		return hunk{}, err
	}
	after, err := readHunkSpan(strings.TrimPrefix(fields[2], "+"))
	return hunk{before: before, after: after}, err
}

// readHunkSpan reads "FIRST,COUNT" or "FIRST". A span without lines is after the line that
// it is said to begin at.
func readHunkSpan(text string) (span, error) {
	from, length, several := strings.Cut(text, ",")
	if !several {
		length = "1"
	}
	first, err := strconv.Atoi(from)
	if err != nil {
		return span{}, err
	}
	count, err := strconv.Atoi(length)
	if count == 0 {
		first++
	}
	return span{first, first + count - 1}, err
}

// touched is the lines of the file before that a hunk replaces. One that only adds lines
// touches the line above them.
func (h *hunk) touched() span {
	if h.before.first <= h.before.last {
		return h.before
	}
	at := max(h.before.last, 1)
	return span{at, at}
}

// origin returns where lines of the file after hunks were before them. It reports whether
// all of them were there.
func origin(hunks []hunk, lines span) (span, bool) {
	var at span
	for line := lines.first; line <= lines.last; line++ {
		before, ok := originOf(hunks, line)
		if !ok {
			return span{}, false
		}
		if line == lines.first {
			at.first = before
		}
		at.last = before
	}
	return at, true
}

// originOf is origin of one line.
func originOf(hunks []hunk, line int) (int, bool) {
	shift := 0
	for _, h := range hunks {
		if line < h.after.first {
			break
		}
		if line <= h.after.last {
			return 0, false
		}
		shift = h.before.last - h.after.last
	}
	return line + shift, true
}
