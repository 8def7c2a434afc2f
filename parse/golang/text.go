package golang

import (
	"bytes"
	"strconv"
	"strings"

	"seedgraph/parse"
)

// named lists the named children of n, without comments.
func named(n parse.Node) []parse.Node {
	count := 0
	for range n.Named {
		count++
	}
	if count == 0 {
		return nil
	}
	out := make([]parse.Node, 0, count)
	for c := range n.Named {
		if !c.Is("comment") {
			out = append(out, c)
		}
	}
	return out
}

func lastNamed(n parse.Node) parse.Node {
	var last parse.Node
	for c := range n.Named {
		if !c.Is("comment") {
			last = c
		}
	}
	return last
}

// lines counts the line ends between two positions.
func lines(text string, from, to uint32) int {
	if from >= to {
		return 0
	}
	return strings.Count(text[from:to], "\n")
}

// breaks lists where the statements or members in a body begin, each including the
// comments before it.
func breaks(text string, body parse.Node) []uint32 {
	n := 0
	for c := range body.Named {
		if !c.Is("comment") {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]uint32, 0, n)
	at, prev := uint32(0), body.Start()
	for c := range body.Named {
		if c.Is("comment") {
			if at == 0 && lines(text, prev, c.Start()) > 0 {
				at = c.Start()
			}
			continue
		}
		if at == 0 {
			at = c.Start()
		}
		out = append(out, at)
		at, prev = 0, c.End()
	}
	return out
}

// docText strips the marks from a comment and leaves directives out. The text of a
// single-line comment, the most frequent case, is a slice of the source and
// allocates nothing.
func docText(s string) string {
	var buffer [1024]byte // enough for most of the others
	joined := buffer[:0]
	first, lines := "", 0
	add := func(line string) {
		if lines++; lines == 1 {
			first = line
			return
		}
		if lines == 2 {
			joined = append(joined, first...)
		}
		joined = append(append(joined, '\n'), line...)
	}
	for s != "" {
		if block, ok := strings.CutPrefix(s, "/*"); ok {
			block, s, _ = strings.Cut(block, "*/")
			add(strings.TrimSpace(block))
			continue
		}
		var line string
		line, s, _ = strings.Cut(s, "\n")
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "//"); ok && !isDirective(text) {
			add(strings.TrimPrefix(text, " "))
		}
		s = strings.TrimLeft(s, " \t\r\n")
	}
	if lines <= 1 {
		return strings.TrimSpace(first)
	}
	return string(bytes.TrimSpace(joined))
}

// isDirective reports whether a line comment is for a tool: //go:build.
func isDirective(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	word, _, ok := strings.Cut(s, ":")
	return ok && !strings.ContainsAny(word, " \t") || strings.HasPrefix(s, "nolint") ||
		strings.HasPrefix(s, "export ")
}

// collapse puts a piece of source on one line: comments are removed, white space
// becomes one blank.
func collapse(s string) string {
	s = strings.TrimSpace(s)
	if isFlat(s) {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if n := parse.SkipBlank(s[i:]); n > 0 {
			out = append(out, ' ')
			i += n
			continue
		}
		n := 1
		if s[i] == '"' || s[i] == '`' {
			n = stringLength(s[i:])
		}
		out = append(out, s[i:i+n]...)
		i += n
	}
	return strings.TrimSpace(string(out))
}

// isFlat reports whether collapse would change nothing.
func isFlat(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\t' || c == '\n' || c == '\r':
			return false
		case (c == ' ' || c == '/') && i+1 < len(s) &&
			(s[i+1] == ' ' || s[i+1] == '/' || s[i+1] == '*'):
			return false
		}
	}
	return true
}

// stringLength returns the length of the string literal that s begins with.
func stringLength(s string) int {
	quote := s[0]
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && quote == '"':
			i++
		case s[i] == quote:
			return i + 1
		}
	}
	return len(s)
}

// stringValue returns the value of a string literal.
func stringValue(s string) string {
	if len(s) < 2 {
		return ""
	}
	if s[0] == '`' || strings.IndexByte(s, '\\') < 0 {
		return s[1 : len(s)-1]
	}
	if v, err := strconv.Unquote(s); err == nil {
		return v
	}
	return s[1 : len(s)-1]
}
