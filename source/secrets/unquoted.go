package secrets

import (
	"slices"
	"strings"
)

// unquoted finds the value of a name if it is not quoted itself, or is given in prose:
// within a literal, in a comment, in multi-line strings and in files of settings.
func (src *source) unquoted(at, end int, p proof) []span {
	s := scanner{text: src.text, at: end}
	from := at - len(s.prefix(at))
	where := src.around(from, end)
	if where == inCode {
		return nil
	}
	s.any(`\"`, `"`, "'", "`", "**")
	if where == inBlock && s.peek() == '\n' && !s.entry() {
		return nil
	}
	if !s.separator() && (where == inLiteral || p == noName || !s.follows()) {
		return nil
	}
	if where == inLiteral || where == inConnection {
		if out := s.continued(max(p, noName)); out != nil {
			return out
		}
	} else if in, ok := s.literal(); ok {
		return s.credentials([]span{in}, max(p, noName))
	}
	in := s.bare()
	if where == inComment && s.second() {
		in = s.bare()
	}
	switch {
	case where == inConnection && p == anyWord:
	case where == inComment || p == anyWord || p == noName:
		p = max(p, noName)
	}
	if in.to-in.from < 3 {
		return nil
	}
	return s.credentials([]span{in}, p)
}

// entry skips to the value that the next line of a list assigns to a name:
//
//   - name: DB_PASSWORD value: x
func (s *scanner) entry() bool {
	s.space()
	return s.any("value", `"value"`)
}

// continued finds the literal concatenated with the one that ends here: "password="
// + "x".
func (s *scanner) continued(p proof) []span {
	mark := s.at
	if s.any(`"`, "'", "`") {
		s.space()
		if s.any(joints...) || s.take(",") {
			if out := s.credentials(s.joined(), p); out != nil {
				return out
			}
		}
	}
	s.at = mark
	return nil
}

// A context is the syntactic context of a name.
type context uint8

const (
	inCode       context = iota
	inLiteral            // of one line
	inConnection         // in a literal, after the separator of a connection string
	inComment
	inBlock // in a multi-line string, or a file whose values need no quotes
)

// around returns the context of the name text[from:end].
func (src *source) around(from, end int) context {
	start := max(0, from-500)
	if i := strings.LastIndexByte(src.text[start:from], '\n'); i >= 0 {
		start += i + 1
	} else if start > 0 {
		return inCode
	}
	before := src.text[start:from]
	if src.isProse(before, start) {
		return inComment
	}
	if isOpen(before) {
		switch src.text[from-1] {
		case ';':
			return inConnection
		case '?', '&', '"', '\'', '`', '$', '{', ' ':
			return inLiteral
		}
		return inCode
	}
	if src.plain || src.inBlock(from) {
		return inBlock
	}
	if src.isLine(before, end) {
		return inBlock
	}
	return inCode
}

// comments are the beginnings of comments.
var comments = []string{"//", "#", "--", "/*", "<!--"}

// isProse reports whether the text after the beginning of a line is a comment, or an
// assignment in prose in a multi-line string.
func (src *source) isProse(before string, start int) bool {
	line := strings.TrimLeft(before, " \t")
	if strings.HasPrefix(line, "*") || strings.HasPrefix(line, "'''") ||
		strings.HasPrefix(line, `"""`) || strings.HasPrefix(line, "REM ") {
		return true
	}
	for _, c := range comments {
		if i := strings.Index(before, c); i >= 0 && (i == 0 || before[i-1] != ':') &&
			!isOpen(before[:i]) && !strings.HasSuffix(before, c) {
			return true
		}
	}
	return strings.Contains(line, " ") && src.inBlock(start)
}

// isOpen reports whether a literal begins in a part of a line and does not end in
// it.
func isOpen(before string) bool {
	quote := byte(0)
	for i := 0; i < len(before); i++ {
		switch c := before[i]; {
		case c == '\\':
			i++
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			if c != '\'' || i == 0 || !isLetter(before[i-1]) {
				quote = c
			}
		case c == quote:
			quote = 0
		}
	}
	return quote != 0
}

// inBlock reports whether a position is within a literal between three quotes.
func (src *source) inBlock(at int) bool {
	if src.blocks == nil {
		for _, quote := range quotes[:2] {
			src.blocks = append(src.blocks, placesOf(src.text, quote))
		}
	}
	for _, places := range src.blocks {
		if n, _ := slices.BinarySearch(places, at); n%2 == 1 {
			return true
		}
	}
	return false
}

// placesOf returns the positions of a part in a text.
func placesOf(text, part string) []int {
	var out []int
	for at := 0; ; {
		i := strings.Index(text[at:], part)
		if i < 0 {
			return out
		}
		out = append(out, at+i)
		at += i + len(part)
	}
}

// isLine reports whether a line consists of the name, an equals sign and a value that
// does not look like an expression.
func (src *source) isLine(before string, end int) bool {
	line, _, _ := strings.Cut(src.text[end:min(len(src.text), end+maxCredential)], "\n")
	value, ok := strings.CutPrefix(strings.TrimRight(line, " \r"), "=")
	return ok && strings.TrimSpace(before) == "" && strings.ContainsAny(value, "-!@#$%^&~") &&
		!strings.ContainsAny(value, " \"'`()[]{},;") && isStrong(value)
}

// separator skips the text between a name and its value in settings and in prose.
func (s *scanner) separator() bool {
	s.blanks()
	if s.any(":-", ":=", "=", ":", "is ", "is: ", "-> ", "→ ") {
		s.blanks()
		s.any("is ")
		return true
	}
	return strings.IndexByte("\"'`", s.peek()) >= 0
}

// follows reports whether a value may follow without a separator: after a blank.
func (s *scanner) follows() bool { return s.text[s.at-1] == ' ' }

// second skips the separator of a user and a password in prose: svc / x.
func (s *scanner) second() bool {
	mark := s.at
	if s.blanks(); s.take("/ ") {
		return true
	}
	s.at = mark
	return false
}

// bare skips a value without quotes.
func (s *scanner) bare() span {
	from := s.at
	for s.at-from < maxCredential && s.peek() > ' ' &&
		strings.IndexByte("\"'`;&,<>{}()[]\\|", s.peek()) < 0 {
		s.at++
	}
	to := s.at
	for to > from && (s.text[to-1] == '.' || s.text[to-1] == ':') {
		to--
	}
	return span{from, to}
}
