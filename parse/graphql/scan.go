package graphql

import (
	"strings"

	"seedgraph/parse"
)

// A token is a name, a number, a string, or a punctuator.
type token struct {
	kind       tokenKind
	text       string // of a string its value, with escapes
	start, end int
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenString
	tokenMark // one character, or ...
)

// A scanner splits a file into tokens. Unknown bytes are marks.
type scanner struct {
	text    string
	at      int
	imports []parse.Import // from the comments
}

// next reads a token, in time linear in it and in the text before it.
func (s *scanner) next() token {
	s.space()
	t := token{start: s.at, end: s.at}
	if s.at >= len(s.text) {
		return t
	}
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case isLetter(c):
		t.kind = tokenName
		s.run(func(c byte) bool { return isLetter(c) || isDigit(c) })
	case isDigit(c), c == '-':
		t.kind = tokenNumber
		s.at++
		s.run(func(c byte) bool { return isLetter(c) || isDigit(c) || c == '.' || c == '+' || c == '-' })
	case strings.HasPrefix(rest, `"""`):
		return s.block()
	case c == '"':
		return s.quoted()
	case strings.HasPrefix(rest, "..."):
		t.kind = tokenMark
		s.at += len("...")
	default:
		t.kind = tokenMark
		s.at++
	}
	t.end = s.at
	t.text = s.text[t.start:t.end]
	return t
}

// run skips the bytes that belong to a token.
func (s *scanner) run(belongs func(byte) bool) {
	for s.at < len(s.text) && belongs(s.text[s.at]) {
		s.at++
	}
}

// space skips white space, commas and comments.
func (s *scanner) space() {
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case ' ', '\t', '\r', '\n', ',', '\f':
		case '#':
			end := strings.IndexAny(s.text[s.at:], "\r\n")
			if end < 0 {
				end = len(s.text) - s.at
			}
			s.comment(s.text[s.at : s.at+end])
			if s.at += end; s.at == len(s.text) {
				return
			}
		default:
			return
		}
	}
}

// comment reads a comment, which may be an import: #import "./parts.graphql".
func (s *scanner) comment(line string) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(line, "# \t"), "import ")
	if !ok {
		return
	}
	i := strings.IndexAny(rest, `"'`)
	if i < 0 {
		return
	}
	name, _, closed := strings.Cut(rest[i+1:], rest[i:i+1])
	if closed && name != "" {
		s.imports = append(s.imports, parse.Import{Path: name, At: uint32(s.at + len(line) - len(rest) + i + 1)})
	}
}

// quoted reads a string up to its end, or to the end of the line.
func (s *scanner) quoted() token {
	t := token{kind: tokenString, start: s.at}
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != '"'; s.at++ {
		if s.text[s.at] == '\\' {
			s.at++
		}
	}
	s.at = min(s.at, len(s.text))
	t.text = s.text[t.start+1 : s.at]
	if s.at < len(s.text) && s.text[s.at] == '"' {
		s.at++
	}
	t.end = s.at
	return t
}

// block reads a block string, which \""" does not end. The common indentation is
// removed from its value.
func (s *scanner) block() token {
	t := token{kind: tokenString, start: s.at}
	s.at += 3
	from := s.at
	for {
		i := strings.Index(s.text[s.at:], `"""`)
		if i < 0 {
			t.text, s.at = s.text[from:], len(s.text)
			break
		}
		s.at += i
		if s.text[s.at-1] != '\\' {
			t.text = s.text[from:s.at]
			s.at += 3
			break
		}
		s.at += 3
	}
	t.end = s.at
	t.text = dedent(t.text)
	return t
}

// dedent removes the indentation of a block string, line by line, and the blank
// lines around it.
func dedent(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
