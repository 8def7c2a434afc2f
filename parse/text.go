package parse

import (
	"bytes"
	"strings"
)

// SkipBlank returns the length of the leading white space and comments, // and /*
// */, of s.
func SkipBlank(s string) int {
	i := 0
	for i < len(s) {
		switch {
		case strings.IndexByte(" \t\n\r\f", s[i]) >= 0:
			i++
		case strings.HasPrefix(s[i:], "//"):
			i = After(s, i, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			i = After(s, i+2, "*/")
		default:
			return i
		}
	}
	return i
}

// After returns the position after the next mark from i on, or the end of s if
// the mark does not occur.
func After(s string, i int, mark string) int {
	if k := strings.Index(s[i:], mark); k >= 0 {
		return i + k + len(mark)
	}
	return len(s)
}

// Balanced returns a written type with balanced brackets: brackets left open by a
// broken text are closed at the end, unmatched closing ones are dropped.
func Balanced(typ string) string {
	count := func(c string) int { return strings.Count(typ, c) }
	if count("<") == count(">") && count("[") == count("]") && count("(") == count(")") {
		return typ
	}
	out := make([]byte, 0, len(typ)+1)
	var open []byte // the closing brackets of the open ones
	for i := range len(typ) {
		switch c := typ[i]; c {
		case '<':
			open = append(open, '>')
		case '[':
			open = append(open, ']')
		case '(':
			open = append(open, ')')
		case '>', ']', ')':
			n := bytes.LastIndexByte(open, c)
			if n < 0 {
				continue
			}
			for ; len(open)-1 > n; open = open[:len(open)-1] {
				out = append(out, open[len(open)-1])
			}
			open = open[:n]
		}
		out = append(out, typ[i])
	}
	for n := len(open) - 1; n >= 0; n-- {
		out = append(out, open[n])
	}
	return string(out)
}
