package secrets

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// A name says how much of a literal is needed for it to be a credential where it is given to
// something of that name.
type name struct {
	words  string // that end the name, apart by spaces
	strong bool   // the literal must look like no word
}

// names end those of credentials. Many a token and key is none: a token of a parser, a key
// of a map. A password is one however plain it is.
var names = []name{
	{words: "password"}, {words: "passwd"}, {words: "pwd"}, {words: "passphrase"},
	{words: "pass phrase"},
	{words: "secret", strong: true}, {words: "token", strong: true},
	{words: "api key", strong: true}, {words: "access key", strong: true},
	{words: "secret key", strong: true}, {words: "private key", strong: true},
	{words: "auth key", strong: true}, {words: "account key", strong: true},
	{words: "encryption key", strong: true}, {words: "signing key", strong: true},
	{words: "shared key", strong: true}, {words: "master key", strong: true},
	{words: "credential", strong: true}, {words: "credentials", strong: true},
}

// notSecret are words before a name that make it a position, a part of a text, what does not
// open anything, or a public name: that of an assembly stands in each of its references.
var notSecret = []string{"page", "next", "continuation", "cancellation", "publickey", "sync",
	"syntax", "resume", "concurrency", "change", "delimiter", "lexer", "parser", "invalid",
	"wrong", "incorrect", "missing", "has", "is", "show", "hide", "forgot"}

// spellings are the ways to write a name of some words.
func spellings(words string) []string {
	list := strings.Fields(words)
	title := make([]string, len(list))
	for i, w := range list {
		title[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	lower := strings.Join(list, "")
	out := []string{lower, strings.Join(title, ""), strings.ToUpper(lower)}
	if len(list) == 1 {
		return out
	}
	for _, between := range []string{"_", "-"} {
		joined := strings.Join(list, between)
		out = append(out, joined, strings.Join(title, between), strings.ToUpper(joined))
	}
	return append(out, list[0]+strings.Join(title[1:], ""),
		strings.ToUpper(list[0])+strings.Join(title[1:], ""))
}

// assignments are forms for the literals that names are given.
func assignments() []form {
	plain := form{kind: "password", assigned: func(t string, at, end int) (int, int, bool) {
		return given(t, at, end, anyWord)
	}}
	strong := form{kind: "secret", assigned: func(t string, at, end int) (int, int, bool) {
		return given(t, at, end, noWord)
	}}
	for _, n := range names {
		if n.strong {
			strong.anchors = append(strong.anchors, spellings(n.words)...)
		} else {
			plain.anchors = append(plain.anchors, spellings(n.words)...)
		}
	}
	// dbPass, smtp_pass: a pass alone may be one through a text or a gate.
	strong.anchors = append(strong.anchors, "Pass", "_pass", "_PASS")
	return []form{plain, strong, {kind: "authorization", anchors: []string{"Basic ", "Bearer "},
		assigned: header}}
}

// header finds what proves who one is in the value of a header of HTTP, up to the end of its
// literal.
func header(text string, _, end int) (int, int, bool) {
	to := end
	for to < len(text) && to < end+2000 && (isWord(text[to]) ||
		strings.IndexByte("+/=-.~", text[to]) >= 0) {
		to++
	}
	if to == len(text) || strings.IndexByte("\"'`\\", text[to]) < 0 {
		return 0, 0, false
	}
	plain, err := base64.StdEncoding.DecodeString(text[end:to])
	if err == nil && bytes.IndexByte(plain, ':') > 0 {
		return end, to, true // user:password (RFC 7617)
	}
	return end, to, to-end >= 12 && isCredential(text[end:to], noWord)
}

// given finds the literal that is given to the name that ends with text[at:end].
func given(text string, at, end int, proof proof) (int, int, bool) {
	s := scanner{text: text, at: end}
	for s.at < len(text) && isDigit(text[s.at]) {
		s.at++ // password2
	}
	if s.at < len(text) && isWord(text[s.at]) || isPublic(text, at) {
		return 0, 0, false
	}
	sure, ok := s.operator(at)
	if !ok {
		return 0, 0, false
	}
	if !sure {
		proof = max(proof, noName)
	}
	from, to, ok := s.value()
	return from, to, ok && isCredential(text[from:to], proof)
}

// joiners are what joins words in names.
var joiners = strings.NewReplacer("_", "", "-", "")

// isPublic reports whether the words before a name say that it is no credential.
func isPublic(text string, at int) bool {
	from := at
	for from > 0 && at-from < 20 && (isWord(text[from-1]) || text[from-1] == '-') {
		from--
	}
	before := strings.ToLower(joiners.Replace(text[from:at]))
	for _, w := range notSecret {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isWord(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' }

// A scanner reads what follows a name.
type scanner struct {
	text   string
	at     int
	markup bool // the value is the text of an element
}

// peek is the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

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

// space skips white space, at most one line's end in it.
func (s *scanner) space() {
	lines := 0
	for n := 0; n < 100; n++ {
		switch s.peek() {
		case '\n':
			if lines++; lines > 1 {
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

// operator skips what gives a name its value. It is not sure whether it does where the name
// is compared, or one of several arguments.
func (s *scanner) operator(at int) (sure, ok bool) {
	quoted := s.any(`\"`, `\'`, `"`, `'`, "`")
	if s.take("]"); !quoted && (s.element(at) || s.setter(at)) {
		return true, true
	}
	if s.peek() == '!' && !strings.HasPrefix(s.text[s.at:], "!=") || s.peek() == '?' {
		s.at++ // of a member in TypeScript
	}
	s.space()
	switch {
	case s.any("===", "==", "!==", "!="), quoted && s.take(","):
		return false, true
	case s.any(":=", "=>", "??=", "||=", "?=", "||", "??", "="),
		quoted && s.any(`value=`, `Value=`):
		return true, true
	case s.take(":"):
		s.typed()
		return true, true
	}
	return true, !quoted && (s.any("or ", "OR ") || s.accessors() || s.declared())
}

// prefix is what stands before a name and belongs to it.
func (s *scanner) prefix(at int) string {
	from := at
	for from > 0 && at-from < 60 && (isWord(s.text[from-1]) || s.text[from-1] == '-' ||
		s.text[from-1] == '.') {
		from--
	}
	return s.text[from:at]
}

// element skips the > of an element that has the name, <password>x</password>.
func (s *scanner) element(at int) bool {
	from := at - len(s.prefix(at))
	if s.peek() != '>' || from == 0 || s.text[from-1] != '<' ||
		from > 1 && isWord(s.text[from-2]) { // of a type, List<Password>
		return false
	}
	s.at++
	s.markup = true
	return true
}

// setter skips the opening parenthesis of a call that sets what it is named after:
// setPassword, withPassword, .password.
func (s *scanner) setter(at int) bool {
	before := s.prefix(at)
	member := strings.ToLower(before[strings.LastIndexByte(before, '.')+1:])
	return (member == "" && before != "" || strings.HasPrefix(member, "set") ||
		strings.HasPrefix(member, "with")) && s.take("(")
}

// typed skips a type behind a colon if an initialiser follows it.
func (s *scanner) typed() {
	mark := s.at
	for n := 0; n < 60 && (isWord(s.peek()) || strings.IndexByte("[]|. <>", s.peek()) >= 0); n++ {
		s.at++
	}
	if s.at == mark || !s.take("=") {
		s.at = mark
	}
}

// accessors skips those of a property, and the sign of equality behind them.
func (s *scanner) accessors() bool {
	if !s.take("{") {
		return false
	}
	end := strings.IndexByte(s.text[s.at:min(len(s.text), s.at+60)], '}')
	if end < 0 {
		return false
	}
	s.at += end + 1
	s.space()
	return s.take("=")
}

// declared skips a type that stands behind the name, and the sign of equality.
func (s *scanner) declared() bool {
	if !isLetter(s.peek()) || isWord(s.text[s.at-1]) {
		return false
	}
	for n := 0; n < 30 && (isWord(s.peek()) || strings.IndexByte("()", s.peek()) >= 0); n++ {
		s.at++
	}
	s.space()
	return s.any(":=", "=")
}

// wrappers make something else of a literal, and leave it what it is.
var wrappers = []string{"[]byte(", "SecretStr(", "aws.String(", "pulumi.String(",
	"cty.StringVal(", "to.StringPtr(", "Encoding.UTF8.GetBytes(", "bytes("}

// value is the inside of the literal that follows: of one line, without the quotes.
func (s *scanner) value() (from, to int, ok bool) {
	if s.markup {
		return s.until("</")
	}
	s.space()
	s.any(wrappers...)
	for n := 0; n < 2 && strings.IndexByte("NLbBrRuUfF@$", s.peek()) >= 0; n++ {
		s.at++
	}
	for _, quote := range []string{`"""`, "'''", `\"`, `\'`, `"`, "'", "`"} {
		if s.take(quote) {
			return s.until(quote)
		}
	}
	return 0, 0, false
}

// maxCredential is how long one is that no form knows.
const maxCredential = 200

// until is what stands before a quote, in the same line.
func (s *scanner) until(quote string) (from, to int, ok bool) {
	from = s.at
	for i := from; i < min(len(s.text), from+maxCredential); i++ {
		switch c := s.text[i]; {
		case strings.HasPrefix(s.text[i:], quote):
			return from, i, true
		case c == '\\':
			i++
		case c == '\n':
			return 0, 0, false
		}
	}
	return 0, 0, false
}
