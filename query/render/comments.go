package render

import (
	"slices"
	"strings"
)

// A notation describes the comments and strings of a language.
type notation struct {
	line  string // prefix of a line comment
	block bool   // has /* */ comments
	doc   bool   // a string that is a whole statement is a comment
	// comments with these prefixes are read by programs, and are kept
	directives []string
	quotes     []quote // if one is a prefix of another, the longer one comes first
}

// A quote is a form of string literal.
type quote struct {
	open, close string
	escape      bool // a backslash escapes the next character
	double      bool // a doubled closing quote denotes the quote itself
	lines       bool // it may span lines
}

// cQuotes are the single-line strings of most languages.
var cQuotes = []quote{{open: `"`, close: `"`, escape: true}, {open: "'", close: "'", escape: true}}

// quotesWith returns the given forms of strings, followed by cQuotes.
func quotesWith(q ...quote) []quote { return append(q, cQuotes...) }

var (
	slashes = notation{line: "//", block: true,
		quotes: quotesWith(quote{open: "`", close: "`", escape: true, lines: true})}
	// notations maps supported languages to their notation.
	notations = map[string]notation{
		"csharp": {line: "//", block: true, quotes: quotesWith(
			quote{open: `"""`, close: `"""`, lines: true},
			quote{open: `@"`, close: `"`, double: true, lines: true},
			quote{open: `@$"`, close: `"`, double: true, lines: true})},
		"go": {line: "//", block: true, directives: []string{"//go:", "//export "},
			quotes: quotesWith(quote{open: "`", close: "`", lines: true})},
		"java": {line: "//", block: true,
			quotes: quotesWith(quote{open: `"""`, close: `"""`, escape: true, lines: true})},
		"javascript": slashes, "typescript": slashes, "tsx": slashes,
		"python": {line: "#", doc: true, directives: []string{"#!"}, quotes: quotesWith(
			quote{open: `"""`, close: `"""`, escape: true, lines: true},
			quote{open: "'''", close: "'''", escape: true, lines: true})},
		"r": {line: "#", directives: []string{"#!"}, quotes: cQuotes},
		// MySQL executes /*! */ comments, and Oracle reads /*+ */ hints
		"sql": {line: "--", block: true, directives: []string{"/*!", "/*+"}, quotes: []quote{
			{open: "'", close: "'", double: true, lines: true},
			{open: `"`, close: `"`, double: true}}},
	}
)

// WithoutComments removes from a text the lines that contain only comments, and blank
// lines that would begin the text or follow another blank line. Comments next to code are
// kept, as is anything that cannot be distinguished from code. A text that consists of
// comments only is returned unchanged, as is one in an unsupported language.
func WithoutComments(text, language string) string {
	n, ok := notations[language]
	if !ok {
		return text
	}
	var b strings.Builder
	n.code(text, func(at, end int) { b.WriteString(text[at:end]) })
	if strings.TrimSpace(b.String()) == "" {
		return text
	}
	return b.String()
}

// A Line is a line of code, or several joined by a string literal.
type Line struct {
	Text   string
	Number uint32 // of the first line in the source text, from 0
}

// Code returns the lines that [WithoutComments] keeps.
func Code(text, language string) []Line {
	var lines []Line
	from, number := 0, uint32(0)
	keep := func(at, end int) {
		number += uint32(strings.Count(text[from:at], "\n"))
		lines, from = append(lines, Line{text[at:end], number}), at
	}
	n, ok := notations[language]
	if ok {
		n.code(text, keep)
	}
	if !slices.ContainsFunc(lines, func(l Line) bool { return strings.TrimSpace(l.Text) != "" }) {
		lines, number = nil, 0
		for line := range strings.Lines(text) {
			lines = append(lines, Line{line, number})
			number++
		}
	}
	return lines
}

// code calls keep for the lines of a text that are not only comment, in order, with their
// start and end offsets.
func (n notation) code(text string, keep func(at, end int)) {
	s := scanner{notation: n, text: text}
	blank := true
	for at := 0; at < len(text); {
		if end := s.comment(at); end > at {
			at = end
			continue
		}
		end := s.line(at)
		empty := strings.TrimSpace(text[at:end]) == ""
		if !empty || !blank {
			keep(at, end)
		}
		blank, at = empty, end
	}
}

// A scanner scans a text line by line.
type scanner struct {
	notation
	text  string
	depth int  // number of open brackets
	last  byte // the last non-space character of code; 0 before any
}

// comment returns the end of the lines of the comment that starts at offset at, or at
// itself if these lines contain other text.
func (s *scanner) comment(at int) int {
	start := at + len(s.text[at:]) - len(strings.TrimLeft(s.text[at:], " \t"))
	rest := s.text[start:]
	for _, d := range s.directives {
		if strings.HasPrefix(rest, d) {
			return at
		}
	}
	end := at
	switch {
	case strings.HasPrefix(rest, s.notation.line):
		return s.lineEnd(start)
	case s.block && strings.HasPrefix(rest, "/*"):
		end = s.blockEnd(start)
	case s.doc && s.depth == 0 && (s.last == 0 || s.last == ':'):
		bare := strings.TrimLeft(rest, "rRuU")
		if q := s.quote(bare); q != nil && len(rest)-len(bare) <= 1 {
			end = q.end(s.text, len(s.text)-len(bare)+len(q.open))
		}
	}
	if after := s.lineEnd(end); end > at && strings.TrimSpace(s.text[end:after]) == "" {
		return after
	}
	return at
}

// line returns the end of the line at an offset, including later lines into which its
// strings and comments extend.
func (s *scanner) line(at int) int {
	for at < len(s.text) {
		rest := s.text[at:]
		if rest[0] == '\n' {
			return at + 1
		}
		switch q := s.quote(rest); {
		case strings.HasPrefix(rest, s.notation.line):
			return s.lineEnd(at)
		case s.block && strings.HasPrefix(rest, "/*"):
			at = s.blockEnd(at)
		case q != nil:
			at = q.end(s.text, at+len(q.open))
			s.last = '"'
		default:
			s.note(rest[0])
			at++
		}
	}
	return at
}

// note updates the state with a character of code.
func (s *scanner) note(c byte) {
	switch c {
	case ' ', '\t', '\r':
		return
	case '(', '[', '{':
		s.depth++
	case ')', ']', '}':
		s.depth--
	}
	s.last = c
}

// quote returns the form of the string that starts a text, or nil.
func (s *scanner) quote(text string) *quote {
	for i := range s.quotes {
		if strings.HasPrefix(text, s.quotes[i].open) {
			return &s.quotes[i]
		}
	}
	return nil
}

// lineEnd returns the end of the line that contains an offset.
func (s *scanner) lineEnd(at int) int {
	if i := strings.IndexByte(s.text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(s.text)
}

// blockEnd returns the end of the comment that begins at an offset.
func (s *scanner) blockEnd(at int) int {
	if i := strings.Index(s.text[at+2:], "*/"); i >= 0 {
		return at + 2 + i + 2
	}
	return len(s.text)
}

// end returns the end of the string whose content begins at an offset. A single-line
// string ends at the end of its line at the latest.
func (q *quote) end(text string, at int) int {
	for at < len(text) {
		rest := text[at:]
		switch {
		case q.escape && rest[0] == '\\' && len(rest) > 1:
			at += 2
		case q.double && strings.HasPrefix(rest, q.close+q.close):
			at += 2 * len(q.close)
		case strings.HasPrefix(rest, q.close):
			return at + len(q.close)
		case rest[0] == '\n' && !q.lines:
			return at
		default:
			at++
		}
	}
	return at
}
