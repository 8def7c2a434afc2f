package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A def is a definition of a file, as the parser of its language finds it.
type def struct {
	path, symbol string // Recv.Name, Type.field; empty symbol: the file
	first, last  int    // lines, including the doc comment
	shared       bool   // the enclosing definition has its lines, too
	own          string // its lines that are in no other definition, without blank lines
	touched      bool   // a hunk has one of these lines
	blank        bool   // a hunk has a blank line of it
	text         string // if taken from the index: replaces own on lines with several definitions
}

// A truth has the changes of a commit according to git.
type truth struct {
	old, new map[string]*def // of the files that differ, by key
	double   map[string]bool // keys that a package declares several times
}

// truth reads the files that a commit changes and marks the definitions that the
// hunks touch.
func (c *checker) truth(commit string) (*truth, error) {
	out, err := c.git(append([]string{"diff", "-U0", "-M", "--no-color", "--no-ext-diff", commit + "^",
		commit, "--"}, c.language.globs()...)...)
	if err != nil {
		return nil, err
	}
	t := &truth{map[string]*def{}, map[string]*def{}, map[string]bool{}}
	for _, f := range readHunks(out) {
		for _, side := range []struct {
			name, path string
			lines      map[int]bool
			into       map[string]*def
		}{{"old", f.old, f.oldLines, t.old}, {"new", f.new, f.newLines, t.new}} {
			if side.path == "" {
				continue
			}
			defs, err := c.definitions(c.tree(side.name), side.path, side.lines)
			if err != nil {
				return nil, err
			}
			for _, d := range defs {
				key := c.language.key(d.path, d.symbol)
				if side.into[key] != nil {
					t.double[key] = true
				}
				side.into[key] = d
			}
		}
	}
	return t, nil
}

// A fileHunks has the output of git diff for one file.
type fileHunks struct {
	old, new           string // paths; empty if the file does not exist
	oldLines, newLines map[int]bool
}

var hunk = regexp.MustCompile(`^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// readHunks parses the output of git diff -U0.
func readHunks(out string) []*fileHunks {
	var list []*fileHunks
	var f *fileHunks
	name := func(line string) string {
		line = strings.TrimSuffix(line, "\t")
		if line == "/dev/null" {
			return ""
		}
		return line[2:]
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case strings.HasPrefix(line, "diff --git "):
			f = &fileHunks{oldLines: map[int]bool{}, newLines: map[int]bool{}}
			list = append(list, f)
		case strings.HasPrefix(line, "rename from "):
			f.old = line[len("rename from "):]
		case strings.HasPrefix(line, "rename to "):
			f.new = line[len("rename to "):]
		case strings.HasPrefix(line, "--- "):
			f.old = name(line[4:])
		case strings.HasPrefix(line, "+++ "):
			f.new = name(line[4:])
		case strings.HasPrefix(line, "@@ "):
			m := hunk.FindStringSubmatch(line)
			mark(f.oldLines, m[1], m[2])
			mark(f.newLines, m[3], m[4])
		}
	}
	return list
}

// mark adds the lines of one side of a hunk.
func mark(lines map[int]bool, from, count string) {
	first, _ := strconv.Atoi(from)
	n := 1
	if count != "" {
		n, _ = strconv.Atoi(count)
	}
	for i := range n {
		lines[first+i] = true
	}
}

// definitions returns the definitions of a file, and marks those that contain
// lines.
func (c *checker) definitions(tree, file string, lines map[int]bool) ([]*def, error) {
	raw, err := os.ReadFile(filepath.Join(tree, file))
	if err != nil {
		return nil, err
	}
	text := strings.Split(string(raw), "\n")
	defs, err := c.language.find(tree, file, raw)
	if defs == nil || err != nil {
		return nil, err // the indexer reads a part of it, which cannot be compared
	}
	defs = append([]*def{{path: file, first: 1, last: len(text)}}, defs...)
	owners := make([][]*def, len(text)+1)
	for _, d := range defs { // the inner ones come later
		for line := d.first; line <= d.last; line++ {
			if o := owners[line]; d.shared || len(o) > 0 && o[0].first == d.first && o[0].last == d.last {
				owners[line] = append(o, d)
			} else {
				owners[line] = []*def{d}
			}
		}
	}
	for i, line := range text {
		for _, d := range owners[i+1] {
			if strings.TrimSpace(line) == "" {
				d.blank = d.blank || lines[i+1]
				continue
			}
			if i+1 == d.first { // a definition begins with its first word
				line = strings.TrimLeft(line, " \t")
			}
			if c.language.ends != "" { // byte order marks, white space and separators are ignored
				line = strings.TrimRight(strings.Trim(line, "\ufeff \t\r"), c.language.ends)
			}
			d.own += line + "\n"
			d.touched = d.touched || lines[i+1]
		}
	}
	for line, list := range owners {
		for _, d := range list {
			if d.first == d.last && d.first == line && d.text != "" &&
				(len(list) > 1 || !startsWith(text[line-1], d.text)) {
				d.own = strings.TrimRight(strings.TrimSpace(d.text), c.language.ends) + "\n"
			}
		}
	}
	return defs, nil
}

// startsWith reports whether a line begins with the first word of a text. Otherwise the
// text is a part of the line, and the rest of the line belongs to another definition.
//
//	<input ref={(e) => this.input = e} />    // a field in the middle
func startsWith(line, text string) bool {
	words := strings.Fields(text)
	return len(words) == 0 || strings.HasPrefix(strings.TrimSpace(line), words[0])
}
