package parse

import (
	"bytes"
	"strings"
)

// SkipBlank returns the length of the white space and the comments, // and /* */,
// that s begins with.
func SkipBlank(s string) int {
	i := 0
	for i < len(s) {
		switch {
		case strings.IndexByte(" \t\n\r\f", s[i]) >= 0:
			i++
		case strings.HasPrefix(s[i:], "//"):
			i = Behind(s, i, "\n")
		case strings.HasPrefix(s[i:], "/*"):
			i = Behind(s, i+2, "*/")
		default:
			return i
		}
	}
	return i
}

// Behind returns the position behind the next mark from i on, the end of s where
// there is none.
func Behind(s string, i int, mark string) int {
	if k := strings.Index(s[i:], mark); k >= 0 {
		return i + k + len(mark)
	}
	return len(s)
}

// Balanced returns a type as written with its brackets in pairs: what a broken text leaves open
// ends with the type, and what ends nothing is left out.
func Balanced(typ string) string {
	count := func(c string) int { return strings.Count(typ, c) }
	if count("<") == count(">") && count("[") == count("]") && count("(") == count(")") {
		return typ
	}
	out := make([]byte, 0, len(typ)+1)
	var open []byte // what ends the brackets
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
