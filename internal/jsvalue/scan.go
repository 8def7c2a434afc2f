package jsvalue

import (
	"strings"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenText
	tokenNumber
	tokenRegexp
	tokenTemplate
	tokenSign // a known sign, or a single byte
)

// A token is one token of a file. parts has the texts of a template, and between them
// the sources of the substitutions: the texts are at even indexes.
type token struct {
	kind  tokenKind
	text  string
	parts []string
	line  int
	match int // of a bracket: the index of its partner, or 0
}

// signs are the multi-byte signs that the parser distinguishes.
var signs = []string{"...", "=>", "===", "!==", "==", "!=", "<=", ">=", "&&=", "||=", "??=", "&&", "||", "??",
	"?.", "+=", "-=", "++", "--"}

// maxTokens limits the tokens of a file: no configuration comes near it.
const maxTokens = 200_000

// scan splits a text into tokens; the last one is of kind tokenEnd.
func scan(text string) []token {
	s := scanner{text: text, line: 1}
	for len(s.out) < maxTokens && s.next() {
	}
	s.out = append(s.out, token{line: s.line})
	s.pair()
	return s.out
}

type scanner struct {
	text string
	at   int
	line int
	out  []token
}

// next adds a token; it returns false at the end.
func (s *scanner) next() bool {
	s.blanks()
	if s.at >= len(s.text) {
		return false
	}
	c, begin, line := s.text[s.at], s.at, s.line
	switch {
	case c == '"' || c == '\'':
		s.add(tokenText, s.quoted(c), line)
	case c == '`':
		t := token{kind: tokenTemplate, parts: s.template(), line: line}
		s.out = append(s.out, t)
	case isDigit(c):
		for s.at < len(s.text) && (isNameByte(s.text[s.at]) || s.text[s.at] == '.') {
			s.at++
		}
		s.add(tokenNumber, s.text[begin:s.at], line)
	case isNameByte(c):
		for s.at < len(s.text) && isNameByte(s.text[s.at]) {
			s.at++
		}
		s.add(tokenName, s.text[begin:s.at], line)
	case c == '/' && s.beginsRegexp():
		s.add(tokenRegexp, s.regexp(), line)
	default:
		s.add(tokenSign, s.sign(), line)
	}
	return true
}

func (s *scanner) add(kind tokenKind, text string, line int) {
	s.out = append(s.out, token{kind: kind, text: text, line: line})
}

// blanks skips blanks and comments.
func (s *scanner) blanks() {
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		switch {
		case rest[0] == '\n':
			s.line++
			s.at++
		case rest[0] <= ' ':
			s.at++
		case strings.HasPrefix(rest, "\ufeff"):
			s.at += len("\ufeff")
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#!"):
			n := strings.IndexByte(rest, '\n')
			if n < 0 {
				n = len(rest)
			}
			s.at += n
		case strings.HasPrefix(rest, "/*"):
			n := strings.Index(rest, "*/")
			if n < 0 {
				n = len(rest) - len("*/")
			}
			s.line += strings.Count(rest[:n], "\n")
			s.at += n + len("*/")
		default:
			return
		}
	}
}

// quoted reads a string, and replaces single-character escapes.
func (s *scanner) quoted(quote byte) string {
	var b strings.Builder
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; c {
		case quote:
			s.at++
			return b.String()
		case '\n':
			return b.String() // an error; the next line is not part of it
		case '\\':
			s.escape(&b)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escape reads an escape after the backslash, and stops at its last byte.
func (s *scanner) escape(b *strings.Builder) {
	s.at++
	if s.at >= len(s.text) {
		return
	}
	switch c := s.text[s.at]; c {
	case '\n':
		s.line++
	case 'n':
		b.WriteByte('\n')
	case 't':
		b.WriteByte('\t')
	case 'r':
		b.WriteByte('\r')
	default:
		b.WriteByte(c)
	}
}

// template reads a template: texts alternate with the sources of the substitutions.
func (s *scanner) template() []string {
	var parts []string
	var b strings.Builder
	for s.at++; s.at < len(s.text); s.at++ {
		switch c := s.text[s.at]; {
		case c == '`':
			s.at++
			return append(parts, b.String())
		case c == '\\':
			s.escape(&b)
		case c == '$' && strings.HasPrefix(s.text[s.at:], "${"):
			parts = append(parts, b.String())
			b.Reset()
			begin, depth := s.at+2, 0
			for s.at++; s.at < len(s.text); s.at++ {
				if s.text[s.at] == '{' {
					depth++
				} else if s.text[s.at] == '}' {
					if depth--; depth == 0 {
						break
					}
				}
			}
			parts = append(parts, s.text[begin:min(s.at, len(s.text))])
		default:
			if c == '\n' {
				s.line++
			}
			b.WriteByte(c)
		}
	}
	return append(parts, b.String())
}

// beginsRegexp reports whether a slash begins a regular expression: it does not
// after a value.
func (s *scanner) beginsRegexp() bool {
	if len(s.out) == 0 {
		return true
	}
	last := s.out[len(s.out)-1]
	switch last.kind {
	case tokenSign:
		return last.text != ")" && last.text != "]" && last.text != "}"
	case tokenName:
		return last.text == "return" || last.text == "case" || last.text == "typeof"
	}
	return false
}

// regexp reads a regular expression and returns its pattern.
func (s *scanner) regexp() string {
	begin, class := s.at+1, false
	for s.at++; s.at < len(s.text) && s.text[s.at] != '\n'; s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			s.at++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			pattern := s.text[begin:s.at]
			for s.at++; s.at < len(s.text) && isNameByte(s.text[s.at]); s.at++ {
				// The flags.
			}
			return pattern
		}
	}
	s.at = min(s.at, len(s.text))
	return s.text[min(begin, s.at):s.at]
}

func (s *scanner) sign() string {
	for _, sign := range signs {
		if strings.HasPrefix(s.text[s.at:], sign) {
			s.at += len(sign)
			return sign
		}
	}
	_, n := utf8.DecodeRuneInString(s.text[s.at:])
	s.at += n
	return s.text[s.at-n : s.at]
}

// pair sets the partner of each bracket.
func (s *scanner) pair() {
	var open []int
	for i := range s.out {
		if s.out[i].kind != tokenSign {
			continue
		}
		switch s.out[i].text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if n := len(open); n > 0 {
				s.out[i].match, s.out[open[n-1]].match = open[n-1], i
				open = open[:n-1]
			}
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c|0x20 >= 'a' && c|0x20 <= 'z' || isDigit(c) || c >= 0x80
}
