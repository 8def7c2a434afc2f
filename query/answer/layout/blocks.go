package layout

import (
	"slices"
	"strings"

	"seedgraph/query/render"
)

// A block is a list of consecutive rows printed under the path that they share.
type block struct {
	given string // a file, or a folder that ends with a slash; may be empty
	rows  []*Row
}

// printed formats rows of a group, optionally with the lines below them, to be printed after
// other lines.
func (l *layout) printed(group int, rows []*Row, under bool, before []string) []string {
	var lines []string
	for _, b := range separated(l.blocks(group, rows), endsInFolder(before)) {
		if b.given != "" {
			lines = append(lines, render.OneLine(b.given))
		}
		var above *Row
		for _, r := range b.rows {
			at := strings.Repeat(" ", 1+r.Depth)
			lines = append(lines, at+l.text(r, above, b.given, l.Groups[group].Flat))
			if under && r.Under != "" {
				for line := range strings.SplitSeq(r.Under, "\n") {
					lines = append(lines, at+"    "+line)
				}
			}
			if !strings.HasSuffix(b.given, "/") && b.given != "" {
				above = r
			}
		}
	}
	return lines
}

// numbered returns rows by number.
func (l *layout) numbered(numbers []uint32) []*Row {
	rows := make([]*Row, len(numbers))
	for i, n := range numbers {
		rows[i] = l.rows[n]
	}
	return rows
}

// blocks splits rows of a group: several consecutive rows of one file form a block, unless
// the rows are a tree, and so do consecutive rows of different files in one folder.
func (l *layout) blocks(group int, rows []*Row) []block {
	var blocks []block
	var single []*Row // rows of different files
	flush := func() {
		blocks, single = append(blocks, byFolders(single)...), nil
	}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Path == rows[0].Path && !l.trees[group] {
			n++
		}
		if n == 1 || rows[0].Path == "" {
			single = append(single, rows[:n]...)
		} else {
			flush()
			blocks = append(blocks, block{rows[0].Path, rows[:n:n]})
		}
		rows = rows[n:]
	}
	flush()
	return blocks
}

// endsInFolder reports whether the last rows of some lines are below a folder.
func endsInFolder(lines []string) bool {
	for _, line := range slices.Backward(lines) {
		if !strings.HasPrefix(line, " ") {
			return strings.HasSuffix(line, "/")
		}
	}
	return false
}

// separated prints rows that follow those of a folder below their own file, so that their
// path is not read as one in the folder. The first rows follow those of a folder if after is
// set.
func separated(blocks []block, after bool) []block {
	var out []block
	for _, b := range blocks {
		if b.given != "" || !after {
			after = strings.HasSuffix(b.given, "/")
			out = append(out, b)
			continue
		}
		for i := range b.rows {
			out = append(out, block{b.rows[i].Path, b.rows[i : i+1]})
		}
	}
	return out
}

// leastSaved is the minimum number of names of folders that a block of rows of different
// files saves.
const leastSaved = 3

// byFolders splits rows into blocks of consecutive rows whose folders share as much as
// possible: a block is extended as long as it then saves more.
func byFolders(rows []*Row) []block {
	var blocks []block
	var alone []*Row
	for len(rows) > 0 {
		shared, n := folderOf(rows[0].Path), 1
		best, length := "", 1
		for ; n < len(rows) && shared != ""; n++ {
			shared = sharedFolder(shared, rows[n].Path)
			if now := saved(shared, n+1); now < saved(best, length) {
				break
			}
			best, length = shared, n+1
		}
		if saved(best, length) < leastSaved {
			alone, rows = append(alone, rows[0]), rows[1:]
			continue
		}
		if len(alone) > 0 {
			blocks, alone = append(blocks, block{"", alone}), nil
		}
		blocks = append(blocks, block{best, rows[:length:length]})
		rows = rows[length:]
	}
	if len(alone) > 0 {
		blocks = append(blocks, block{"", alone})
	}
	return blocks
}

// saved returns the number of names that printing a folder once saves for n rows.
func saved(folder string, n int) int {
	names := strings.Count(folder, "/")
	return (n-1)*names - 1
}

// folderOf returns the folder of a path, with a slash at its end; empty for the root.
func folderOf(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// sharedFolder returns the longest folder that contains both a folder and a path.
func sharedFolder(folder, path string) string {
	for !strings.HasPrefix(path, folder) {
		folder = folderOf(strings.TrimSuffix(folder, "/"))
	}
	return folder
}
