package history

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"seedgraph/source/git"
)

// A fileDiff is the change of a commit to a file.
type fileDiff struct {
	path  string
	hunks []hunk
}

// uncommitted is the index of the changes in the work tree since the last commit.
const uncommitted = -1

// readDiffs calls each for the files that match a pattern: first for uncommitted
// changes, then for the commits in their order, each by its index. It reads every line
// that the commits changed in such files, and keeps their numbers.
func readDiffs(ctx context.Context, r *git.Reader, commits []Commit, patterns []string,
	wanted func(path string) bool, each func(commit int, d fileDiff)) error {
	reader := diffReader{each: each, commit: uncommitted}
	tree, _, err := r.WorkTree(ctx, wanted)
	if err != nil {
		return err
	}
	options := []string{"--no-renames"}
	err = r.Diff(ctx, r.Head()+"^{tree}", tree, reader.read,
		append(options, "--diff-filter=M"), patterns)
	if err != nil {
		return err
	}
	hashes := make([]string, len(commits))
	reader.commits = make(map[string]int, len(commits))
	for i := range commits {
		hashes[i] = commits[i].Hash
		reader.commits[commits[i].Hash] = i
	}
	return r.Diffs(ctx, hashes, reader.read, options, patterns)
}

// A diffReader reads diffs without context, as git prints them.
type diffReader struct {
	commits map[string]int // by hash
	each    func(commit int, d fileDiff)

	commit int
	diff   fileDiff
}

func (r *diffReader) read(in io.Reader) error {
	lines := bufio.NewReaderSize(in, 1<<16)
	for {
		line, err := lines.ReadSlice('\n')
		if err == io.EOF {
			r.flush()
			return nil
		}
		if err := r.header(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return err
		}
		for err == bufio.ErrBufferFull {
			_, err = lines.ReadSlice('\n')
		}
		if err != nil {
			return err
		}
	}
}

// header reads a line outside hunks: lines in hunks begin with a sign.
func (r *diffReader) header(line []byte) error {
	if paths, ok := bytes.CutPrefix(line, []byte("diff --git ")); ok {
		r.flush()
		r.diff.path = samePath(string(paths))
		return nil
	}
	if ranges, ok := bytes.CutPrefix(line, []byte("@@ -")); ok {
		h, ok := parseHunk(string(ranges))
		if !ok {
			return fmt.Errorf("it printed %q", line)
		}
		r.diff.hunks = append(r.diff.hunks, h)
		return nil
	}
	if i, ok := r.commits[string(line)]; ok {
		r.flush()
		r.commit = i
	}
	return nil
}

// flush passes on the diff that ends.
func (r *diffReader) flush() {
	if len(r.diff.hunks) > 0 {
		r.each(r.commit, r.diff)
	}
	r.diff = fileDiff{}
}

// samePath returns the path of "a/path b/path", which is quoted if necessary.
func samePath(both string) string {
	name := both[min(len(both), len(both)/2+1):]
	if plain, err := strconv.Unquote(name); err == nil {
		name = plain
	}
	return strings.TrimPrefix(name, "b/")
}

// parseHunk reads "1,2 +3,4 @@ …".
func parseHunk(ranges string) (h hunk, ok bool) {
	old, rest, _ := strings.Cut(ranges, " +")
	added, _, _ := strings.Cut(rest, " @@")
	var ok2 bool
	h.old, ok = parseRange(old)
	h.new, ok2 = parseRange(added)
	return h, ok && ok2
}

// parseRange reads "3,4", or "3" for one line.
func parseRange(s string) (r lineRange, ok bool) {
	from, count, several := strings.Cut(s, ",")
	r.lines = 1
	var err, err2 error
	r.from, err = strconv.Atoi(from)
	if several {
		r.lines, err2 = strconv.Atoi(count)
	}
	return r, err == nil && err2 == nil
}
