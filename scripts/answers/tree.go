package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// A tree reads the lines of files below a folder.
type tree struct {
	dir   string
	files map[string][]string
}

func newTree(dir string) *tree { return &tree{dir, map[string][]string{}} }

// lines returns the lines of a file, or nil if it does not exist.
func (t *tree) lines(path string) []string {
	if lines, ok := t.files[path]; ok {
		return lines
	}
	var lines []string
	if text, err := os.ReadFile(filepath.Join(t.dir, filepath.FromSlash(path))); err == nil {
		lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	t.files[path] = lines
	return lines
}

// has reports whether a file exists.
func (t *tree) has(path string) bool {
	return filepath.IsLocal(path) && t.lines(path) != nil
}

// check returns an error if the line does not exist.
func (t *tree) check(p place) error {
	switch n := len(t.lines(p.path)); {
	case n == 0:
		return fmt.Errorf("%s: the tree has no such file", p)
	case p.line > n:
		return fmt.Errorf("%s: the file has %d lines", p, n)
	}
	return nil
}

// mostAbove is the number of lines above the name of a definition that may belong
// to it.
const mostAbove = 200

// begins returns the first line of a definition whose name is at a place, including
// preceding attributes, annotations or decorators, and comments, without a blank line
// between them. Without any, it is the line of the place.
func (t *tree) begins(p place) int {
	a := above{first: p.line}
	lines := t.lines(p.path)
	for at := p.line - 1; at > max(0, p.line-mostAbove) && a.goesOn(at, strings.TrimSpace(lines[at-1])); {
		at--
	}
	return a.first
}

// An above reads lines upwards.
type above struct {
	first   int    // line that is known to belong to the definition
	depth   int    // brackets that are closed below and not opened yet
	text    string // of lines since first
	comment bool   // within a comment that ends below
}

// goesOn reads a line. It reports whether the line above it may belong to the
// definition.
func (a *above) goesOn(at int, line string) bool {
	switch {
	case a.comment:
		if a.comment = !strings.HasPrefix(line, "/*"); !a.comment {
			a.first = at
		}
		return true
	case a.depth == 0 && strings.HasSuffix(line, "*/"):
		if a.comment = !strings.HasPrefix(line, "/*"); !a.comment {
			a.first = at
		}
		return true
	case a.depth == 0 && isComment(line):
		a.first = at
		return true
	}
	a.depth += closed(line)
	a.text = line + " " + a.text
	switch {
	case line == "" || a.depth < 0:
		return false
	case a.depth > 0: // within the arguments of a decorator
		return true
	case decorations.MatchString(bare(a.text)):
		a.first, a.text = at, ""
		return true
	}
	return false
}

// decorations matches decorators without their arguments.
var decorations = regexp.MustCompile(`^\s*((@[\w.:$]+(\(\))?|#?\[\])\s*)+((//|#).*)?$`)

// isComment reports whether a line is a comment to its end.
func isComment(line string) bool {
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "--")
}

// closed returns the number of brackets that a line closes minus those that it
// opens.
func closed(line string) int {
	count := func(brackets string) (n int) {
		for _, b := range brackets {
			n += strings.Count(line, string(b))
		}
		return n
	}
	return count(")]") - count("([")
}

// bare returns a text without the parts in brackets.
func bare(text string) string {
	depth := 0
	return strings.Map(func(r rune) rune {
		switch r {
		case '(', '[':
			if depth++; depth == 1 {
				return r
			}
		case ')', ']':
			if depth--; depth == 0 {
				return r
			}
		}
		if depth > 0 {
			return -1
		}
		return r
	}, text)
}
