package protobuf

import "strings"

// A token is a name, a number, a text, or one character of another kind.
type token struct {
	kind       tokenKind
	text       string // of a string its content, with escapes
	start, end int

	doc      string // of the comment right before it
	docStart int    // where the comment begins, or start
}

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenString
	tokenMark
)

// A scanner splits a file into tokens. Unknown bytes are marks.
type scanner struct {
	text string
	at   int
}

// next reads a token, in time linear in it and in the text before it.
func (s *scanner) next() token {
	doc, docStart := s.space()
	t := token{start: s.at, doc: doc, docStart: docStart}
	if doc == "" {
		t.docStart = s.at
	}
	if s.at >= len(s.text) {
		t.end = s.at
		return t
	}
	switch c := s.text[s.at]; {
	case isLetter(c), c == '.' && s.at+1 < len(s.text) && isLetter(s.text[s.at+1]):
		t.kind = tokenName
		s.at++
		for s.at < len(s.text) && (isLetter(s.text[s.at]) || isDigit(s.text[s.at]) ||
			s.text[s.at] == '.') {
			s.at++
		}
	case isDigit(c):
		t.kind = tokenNumber
		for s.at < len(s.text) && (isLetter(s.text[s.at]) || isDigit(s.text[s.at]) ||
			s.text[s.at] == '.') {
			s.at++
		}
	case c == '"' || c == '\'':
		t.kind = tokenString
		s.quoted(c)
	default:
		t.kind = tokenMark
		s.at++
	}
	t.end = s.at
	t.text = s.text[t.start:t.end]
	if t.kind == tokenString {
		t.text = strings.Trim(t.text, `"'`)
	}
	return t
}

// quoted reads a text up to its end, or to the end of the line.
func (s *scanner) quoted(quote byte) {
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case quote:
			s.at++
			return
		}
	}
	s.at = min(s.at, len(s.text))
}

// space reads white space and comments. Comments that end on the line before the
// next token, or on its own, are its documentation, unless there is an empty line
// or other text in between.
func (s *scanner) space() (doc string, start int) {
	var lines []string
	fresh := s.at == 0 || s.text[s.at-1] == '\n' // a comment after a token belongs to that token
	breaks := 0
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '\n':
			if breaks++; breaks > 1 {
				lines = nil
			}
			fresh = true
			s.at++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.at++
		case strings.HasPrefix(s.text[s.at:], "//"), strings.HasPrefix(s.text[s.at:], "/*"):
			from := s.at
			line := s.comment()
			if fresh {
				if len(lines) == 0 {
					start = from
				}
				lines = append(lines, line)
			}
			breaks = 0
		default:
			return strings.TrimSpace(strings.Join(lines, "\n")), start
		}
	}
	return "", s.at
}

// comment reads a comment, and returns its text.
func (s *scanner) comment() string {
	rest := s.text[s.at:]
	if strings.HasPrefix(rest, "//") {
		line, _, _ := strings.Cut(rest, "\n")
		s.at += len(line)
		return strings.TrimSpace(strings.TrimLeft(line, "/"))
	}
	body, _, closed := strings.Cut(rest[2:], "*/")
	s.at += 2 + len(body)
	if closed {
		s.at += 2
	}
	var lines []string
	for line := range strings.Lines(body) {
		lines = append(lines, strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "*")))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
