package java

import (
	"strings"

	"seedgraph/parse"
)

// breaks lists where the statements or members in a body begin, each including the
// comments before it.
func breaks(text string, body parse.Node) []uint32 {
	n := 0
	for c := range body.Named {
		if !isComment(c) {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]uint32, 0, n)
	at, prevEnd := uint32(0), body.Start()
	for c := body.First(); !c.IsZero(); c = c.Next() {
		switch {
		case isComment(c):
			if at == 0 && newline(text, prevEnd, c.Start()) {
				at = c.Start()
			}
			continue
		case c.Is("enum_body_declarations"):
			out = append(out, breaks(text, c)...)
		case c.IsNamed():
			if at == 0 {
				at = c.Start()
			}
			out = append(out, at)
		}
		at, prevEnd = 0, c.End()
	}
	return out
}

func isComment(n parse.Node) bool { return n.Is("block_comment", "line_comment") }

// newline reports whether there is a line end between two positions.
func newline(text string, from, to uint32) bool {
	return from <= to && strings.IndexByte(text[from:to], '\n') >= 0
}

// docText strips the marks from a doc comment.
func docText(s string) string {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "/**"), "*/")
	if strings.IndexByte(s, '\n') < 0 {
		return strings.TrimSpace(strings.TrimPrefix(s, "///"))
	}
	var b strings.Builder
	b.Grow(len(s))
	blank := 0
	for s != "" {
		var line string
		line, s, _ = strings.Cut(s, "\n")
		line = strings.TrimRight(line, " \t\r")
		line = strings.TrimLeft(line, " \t")
		line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(line, "///"), "*"), " ")
		if line == "" {
			blank++
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
			if blank > 0 {
				b.WriteString("\n")
			}
		}
		blank = 0
		b.WriteString(line)
	}
	return b.String()
}

// signature returns the text before the body, without annotations.
func signature(text string, n, mods, body parse.Node) string {
	start, end := n.Start(), n.End()
	if !body.IsZero() {
		end = body.Start()
	}
	words := ""
	if mods.Child("marker_annotation", "annotation", "block_comment", "line_comment").IsZero() {
		return trimEnd(collapse(text[start:end]))
	}
	for c := range mods.Children {
		if !c.IsNamed() {
			words += c.Kind() + " "
		}
	}
	return trimEnd(words + collapse(text[mods.End():end]))
}

func trimEnd(s string) string { return strings.TrimRight(s, "; ") }

// collapse puts a piece of source on one line: comments are removed, white space
// becomes one blank.
func collapse(s string) string {
	s = strings.TrimSpace(s)
	if isFlat(s) {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		n := parse.SkipBlank(s[i:])
		if n > 0 {
			out = append(out, ' ')
			i += n
			continue
		}
		n = 1
		if s[i] == '"' {
			n = stringLength(s[i:])
		}
		out = append(out, s[i:i+n]...)
		i += n
	}
	return string(out)
}

// isFlat reports whether collapse would change nothing.
func isFlat(s string) bool {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\t' || c == '\n' || c == '\r' || c == '\f':
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
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(s)
}

// squeeze removes white space, comments and annotations from a type or name.
func squeeze(s string) string {
	if !strings.ContainsAny(s, " \t\r\n/@") {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if n := parse.SkipBlank(s[i:]); n > 0 {
			i += n
		} else if s[i] == '@' {
			i += annotationLength(s[i:])
		} else {
			out = append(out, s[i])
			i++
		}
	}
	return string(out)
}

// annotationLength returns the length of the annotation that s begins with.
func annotationLength(s string) int {
	i := 1
	for i < len(s) && (isIdent(s[i]) || s[i] == '.') {
		i++
	}
	if k := i + parse.SkipBlank(s[i:]); k >= len(s) || s[k] != '(' {
		return i
	} else {
		i = k
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			i += stringLength(s[i:]) - 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func isIdent(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '$' ||
		c >= 0x80
}

// stringValue returns the value of a string literal or text block.
func stringValue(s string) string {
	if block, ok := strings.CutPrefix(s, `"""`); ok {
		return unescape(stripIndent(strings.TrimSuffix(block, `"""`)))
	}
	if len(s) < 2 {
		return ""
	}
	return unescape(s[1 : len(s)-1])
}

// stripIndent removes the line of the opening quotes and the common indentation of
// all lines.
func stripIndent(s string) string {
	_, s, _ = strings.Cut(s, "\n")
	lines := strings.Split(s, "\n")
	shared := len(s)
	for i, l := range lines {
		indent := len(l) - len(strings.TrimLeft(l, " \t"))
		if strings.TrimSpace(l) != "" || i == len(lines)-1 {
			shared = min(shared, indent)
		}
	}
	for i, l := range lines {
		lines[i] = strings.TrimRight(l[min(shared, len(l)):], " \t\r")
	}
	return strings.Join(lines, "\n")
}

var escapes = map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 's': ' ', 'b': '\b', 'f': '\f'}

func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			out = append(out, s[i])
			continue
		}
		i++
		switch c, ok := escapes[s[i]]; {
		case ok:
			out = append(out, c)
		case s[i] == '\n':
		case s[i] == 'u':
			out = append(out, '?')
			i = min(i+4, len(s)-1)
		default:
			out = append(out, s[i])
		}
	}
	return string(out)
}
