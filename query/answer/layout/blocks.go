package layout

import (
	"slices"
	"strings"

	"seedgraph/query/render"
)

// A block is a list of consecutive rows printed under the path that they share.
type block struct {
	given     string // a file, or a folder that ends with a slash; may be empty
	rows      []*Row
	continued bool // the rows above are below the same folder, which is not printed again
}

// printed formats rows of a group, optionally with the lines below them, to be printed after
// other lines.
func (l *layout) printed(group int, rows []*Row, under bool, before []string) []string {
	var lines []string
	for _, b := range placed(l.blocks(rows), l.openFolder(before)) {
		if b.given != "" && !b.continued {
			lines = append(lines, render.OneLine(b.given))
		}
		var above *Row
		for _, r := range b.rows {
			at := strings.Repeat(" ", 1+r.Depth)
			lines = append(lines, at+l.text(r, above, b.given, group))
			if under && r.Under != "" {
				for line := range strings.SplitSeq(r.Under, "\n") {
					lines = append(lines, at+"    "+line)
				}
			}
			if b.given != "" {
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

// blocks splits rows into those of folders, of one file and of neither.
func (l *layout) blocks(rows []*Row) []block {
	var runs []run
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Path == rows[0].Path && rows[0].Path != "" {
			n++
		}
		runs, rows = append(runs, rows[:n:n]), rows[n:]
	}
	return byFolders(runs)
}

// openFolder returns the folder that rows printed after some lines are in, or "": that of the
// last heading, or the base if that is the heading of a group.
func (l *layout) openFolder(lines []string) string {
	for _, line := range slices.Backward(lines) {
		switch {
		case strings.HasPrefix(line, " "):
			continue
		case strings.HasSuffix(line, "/"):
			return line
		case strings.HasSuffix(line, ":"):
			return l.base
		}
		return ""
	}
	return ""
}

// setBase sets the base: the folder that all rows share, if printing it once, above the heading of
// the first group, makes the answer shorter.
func (l *layout) setBase() {
	if len(l.Head) == 0 || len(l.units) == 0 || l.Groups[l.units[0].group].Name == "" {
		return
	}
	var folder *string
	for _, u := range l.units {
		path := l.rows[u.rows[0]].Path
		if path == "" {
			continue
		}
		shared := folderOf(path)
		if folder != nil {
			shared = sharedFolder(*folder, path)
		}
		folder = &shared
	}
	if folder == nil || *folder == "" {
		return
	}
	head, size := l.Head, length(l.all(false))
	l.base = render.OneLine(*folder)
	if l.Head = append(slices.Clone(head), l.base); length(l.all(false)) > size-leastShorter {
		l.Head, l.base = head, ""
	}
}

// leastShorter is the minimum number of bytes that the base saves.
const leastShorter = 16

// length returns the length of lines in bytes.
func length(lines []string) int {
	sum := 0
	for _, line := range lines {
		sum += len(line) + 1
	}
	return sum
}

// placed returns blocks to be printed after rows below the folder open, if that is not empty.
// Rows of this folder continue them, and rows of other folders are below their own file, so that
// their path is not read as one in the folder.
func placed(blocks []block, open string) []block {
	var out []block
	for _, b := range blocks {
		switch {
		case strings.HasSuffix(b.given, "/"):
			b.continued = b.given == open
			out, open = append(out, b), b.given
		case open == "":
			out = append(out, b)
		case b.given != "" && strings.HasPrefix(b.given, open):
			out = append(out, block{open, b.rows, true})
		case b.given != "":
			out, open = append(out, b), ""
		default:
			for i, r := range b.rows {
				one := b.rows[i : i+1]
				switch {
				case r.Path == "" || open != "" && strings.HasPrefix(r.Path, open):
					out = append(out, block{open, one, true})
				case open != "":
					out, open = append(out, block{r.Path, one, false}), ""
				default:
					out = append(out, block{"", one, false})
				}
			}
		}
	}
	return out
}

// A run is a list of consecutive rows of one file.
type run []*Row

// leastSaved is the minimum number of names of folders that the heading of a folder saves.
const leastSaved = 2

// byFolders splits runs into blocks of consecutive runs whose folders share as much as
// possible: a block is extended as long as it then saves more.
func byFolders(runs []run) []block {
	var blocks []block
	for len(runs) > 0 {
		shared := folderOf(runs[0][0].Path)
		several := headings(runs[:1])
		best, length, most := "", 1, saved("", 1, several)
		for n := 1; n < len(runs) && shared != ""; n++ {
			shared = sharedFolder(shared, runs[n][0].Path)
			several += headings(runs[n : n+1])
			now := saved(shared, n+1, several)
			if now < most {
				break
			}
			best, length, most = shared, n+1, now
		}
		b := block{given: best, rows: slices.Concat(runs[:length]...)}
		if most < leastSaved {
			b, length = block{rows: runs[0]}, 1
			if len(runs[0]) > 1 {
				b.given = runs[0][0].Path
			}
		}
		if last := len(blocks) - 1; b.given == "" && last >= 0 && blocks[last].given == "" {
			blocks[last].rows = slices.Concat(blocks[last].rows, b.rows)
		} else {
			blocks = append(blocks, b)
		}
		runs = runs[length:]
	}
	return blocks
}

// saved returns the number of names that printing a folder once saves for n runs, of which
// several have a heading of their own otherwise: those in the paths of all runs but one, and the
// headings, minus the heading of the folder.
func saved(folder string, n, several int) int {
	return (n-1)*strings.Count(folder, "/") - 1 + several
}

// headings returns the number of runs of several rows.
func headings(runs []run) int {
	n := 0
	for _, r := range runs {
		if len(r) > 1 {
			n++
		}
	}
	return n
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
