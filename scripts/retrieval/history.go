package main

import (
	"fmt"
	"strconv"
	"strings"

	"seedgraph/testkit/benchtree"
)

// A history reads the commits of a git folder.
type history struct{ git string }

// A commit is one of a history.
type commit struct{ id, subject string }

// A fileChange is the change of a commit to a file: M for modified, A for added, D for
// deleted. A renamed file is deleted, and added under its new name.
type fileChange struct {
	status byte
	path   string
}

// A hunk replaces lines of a file by others. A span without lines ends before it
// begins.
type hunk struct {
	before, after span
	lines         []string // removed and added
}

// read runs git.
func (h history) read(args ...string) (string, error) {
	raw, err := benchtree.Output("git", append([]string{"--git-dir", h.git, "--literal-pathspecs"}, args...)...)
	return string(raw), err
}

// commits returns the commits after base up to newest, without merges, each after its
// parents.
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

// changes returns the changes of a commit to files, by path. Names are enough for that:
// a clone may lack large files.
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

// hunks returns the differences of a file between two commits, in order.
func (h history) hunks(from, to, path string) ([]hunk, error) {
	out, err := h.read("diff-tree", "-p", "-U0", "--no-ext-diff", from, to, "--", path)
	if err != nil {
		return nil, err
	}
	return readHunks(out)
}

// readHunks parses a diff of one file without context.
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

// readHunkHeader parses a line like "@@ -3,2 +3 @@ func f() {".
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

// readHunkSpan parses "FIRST,COUNT" or "FIRST". A span without lines is after the line
// at which it begins.
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

// touched returns the lines of the old file that a hunk replaces. A hunk that only adds
// lines touches the line above them.
func (h *hunk) touched() span {
	if h.before.first <= h.before.last {
		return h.before
	}
	at := max(h.before.last, 1)
	return span{at, at}
}

// origin maps lines of the new file to the old file. It reports whether all of them
// existed there.
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

// originOf is like origin, for one line.
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
