package secrets

import "strings"

// A scanner reads the text after a name. It knows the common syntax of the languages:
// quotes, brackets, separators. No step reads more than a few hundred bytes.
type scanner struct {
	text   string
	at     int
	markup bool // the value is the text of an element
}

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

// ahead returns the rest of the text, at most n bytes of it.
func (s *scanner) ahead(n int) string { return s.text[s.at:min(len(s.text), s.at+n)] }

// take skips a text if it is next.
func (s *scanner) take(want string) bool {
	if !strings.HasPrefix(s.text[s.at:], want) {
		return false
	}
	s.at += len(want)
	return true
}

// any skips the first of some texts that is next.
func (s *scanner) any(wants ...string) bool {
	for _, w := range wants {
		if s.take(w) {
			return true
		}
	}
	return false
}

// blanks skips white space within a line.
func (s *scanner) blanks() {
	for n := 0; n < 100 && (s.peek() == ' ' || s.peek() == '\t'); n++ {
		s.at++
	}
}

// space skips white space, at most one line's end in it.
func (s *scanner) space() { s.lines(1) }

// lines skips white space with at most ends line ends in it.
func (s *scanner) lines(ends int) {
	for n := 0; n < 200; n++ {
		switch s.peek() {
		case '\n':
			if ends--; ends < 0 {
				return
			}
			s.at++
		case ' ', '\t', '\r':
			s.at++
		default:
			return
		}
	}
}

// word skips letters, digits and underscores, and returns them.
func (s *scanner) word() string {
	from := s.at
	for s.at-from < 100 && isWord(s.peek()) {
		s.at++
	}
	return s.text[from:s.at]
}

// maxSkipped is the number of bytes of an expression that are searched for a
// literal.
const maxSkipped = 1000

// brackets skips a pair of brackets and the text between them.
func (s *scanner) brackets() bool {
	from, depth := s.at, 0
	for s.at < len(s.text) && s.at-from < maxSkipped {
		switch s.text[s.at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				s.at++
				return true
			}
		case '"', '\'', '`':
			if _, ok := s.literal(); ok {
				continue
			}
		}
		if s.at++; depth == 0 {
			break
		}
	}
	s.at = from
	return false
}

// quotes are the delimiters of literals, the longer ones first.
var quotes = []string{`"""`, "'''", `\"`, `\'`, `"`, "'", "`"}

// literal skips a literal with its prefix, and returns the text inside.
func (s *scanner) literal() (span, bool) {
	mark := s.at
	for n := 0; n < 2 && strings.IndexByte("NLbBrRuUfF@$#", s.peek()) >= 0; n++ {
		s.at++
	}
	for _, quote := range quotes {
		if s.take(quote) {
			if in, ok := s.until(quote); ok {
				return in, true
			}
			break
		}
	}
	s.at = mark
	return span{}, false
}

// maxCredential is the maximum length of a credential without a known form.
const maxCredential = 200

// until skips the text before a quote in the same line, and returns it.
func (s *scanner) until(quote string) (span, bool) {
	from := s.at
	for i := from; i < min(len(s.text), from+maxCredential); i++ {
		switch c := s.text[i]; {
		case strings.HasPrefix(s.text[i:], quote):
			s.at = i + len(quote)
			return span{from, i}, true
		case c == '\\':
			i++
		case c == '\n':
			return span{}, false
		}
	}
	return span{}, false
}

// wrappers convert a literal without changing its value.
var wrappers = []string{"[]byte(", "SecretStr(", "aws.String(", "pulumi.String(",
	"cty.StringVal(", "to.StringPtr(", "Encoding.UTF8.GetBytes(", "Encoding.ASCII.GetBytes(",
	"Encoding.Unicode.GetBytes(", "Convert.FromBase64String(", "bytes(", "Some(", "Buffer.from(",
	"String::from(", "new String(", "new SecretKeySpec(", "base64.b64decode(", "cmp.Or(",
	"Secret(", "Field(", "Field(default=", "lazy {", "by lazy {"}

// joints are the operators that concatenate literals.
var joints = []string{"+", "..", ". ", "& ", "||", "~", "\\"}

// joined reads a literal and those concatenated with it, in a wrapper or in
// parentheses.
func (s *scanner) joined() []span {
	s.lines(2)
	for n := 0; n < 4; n++ {
		if i := strings.Index(s.ahead(60), "Encoding."); i > 0 && isQualified(s.ahead(i)) {
			s.at += i
		}
		if !s.any(wrappers...) && !s.take("(") {
			break
		}
		s.lines(2)
	}
	var parts []span
	for len(parts) < 20 {
		part, ok := s.literal()
		if !ok {
			break
		}
		parts = append(parts, part)
		mark := s.at
		s.space()
		s.any(joints...)
		s.space()
		if strings.IndexByte("\"'`NLbBrRuUfF@$", s.peek()) < 0 {
			s.at = mark
			break
		}
	}
	return parts
}

// isQualified reports whether a text is a chain of names that ends in a dot.
func isQualified(t string) bool { return isName(t) && strings.HasSuffix(t, ".") }

// content returns the concatenation of some parts.
func (s *scanner) content(parts []span) string {
	if len(parts) == 1 {
		return s.text[parts[0].from:parts[0].to]
	}
	var out strings.Builder
	for _, p := range parts {
		out.WriteString(s.text[p.from:p.to])
	}
	return out.String()
}

// credentials returns the parts of a literal if their concatenation is a
// credential.
func (s *scanner) credentials(parts []span, p proof) []span {
	if len(parts) == 0 || !isCredential(s.content(parts), p) {
		return nil
	}
	return parts
}
