package secrets

import (
	"bytes"
	"encoding/base64"
	"strings"
)

// assignments returns forms for literals assigned to names.
func assignments() []form {
	kinds := []struct {
		kind  string
		proof proof
		of    func(n name) bool
	}{
		{"password", anyWord, func(n name) bool { return !n.strong && !n.whole }},
		{"password", noName, func(n name) bool { return n.whole }},
		{"secret", noWord, func(n name) bool { return n.strong }},
	}
	var out []form
	for _, k := range kinds {
		f := form{kind: k.kind}
		for _, n := range names {
			if k.of(n) {
				f.anchors = append(f.anchors, anchorsOf(n)...)
			}
		}
		whole := k.proof == noName
		f.read = func(src *source, at, end int) []span {
			if whole && at > 0 && isLetter(src.text[at-1]) {
				return nil
			}
			return given(src, at, nameEnd(src.text, at, end), k.proof)
		}
		out = append(out, f)
	}
	// dbPass: a bare pass may be a pass through a text or a gate.
	out[2].anchors = append(out[2].anchors, "Pass")
	return append(out, form{kind: "authorization", anchors: []string{"Basic ", "Bearer "},
		read: header})
}

// anchorsOf returns the spellings of a name; those of two letters include the
// character that follows.
func anchorsOf(n name) []string {
	if len(n.words) > 2 {
		return spellings(n.words)
	}
	var out []string
	for _, w := range []string{n.words, strings.ToUpper(n.words)} {
		for _, next := range []string{" ", "=", ":", `"`, "'", "`"} {
			out = append(out, w+next)
		}
	}
	return out
}

// nameEnd returns the end of the name in an anchor.
func nameEnd(text string, at, end int) int {
	for end > at && !isWord(text[end-1]) {
		end--
	}
	return end
}

// header finds the credential in the value of an HTTP authorization header, up to the
// end of its literal.
func header(src *source, _, end int) []span {
	text, to := src.text, end
	for to < len(text) && to < end+2000 && (isWord(text[to]) ||
		strings.IndexByte("+/=-.~", text[to]) >= 0) {
		to++
	}
	if to == len(text) || strings.IndexByte("\"'`\\", text[to]) < 0 {
		return nil
	}
	if to == end {
		s := scanner{text: text, at: to}
		return s.continued(noWord)
	}
	plain, err := base64.StdEncoding.DecodeString(text[end:to])
	if err == nil && bytes.IndexByte(plain, ':') > 0 { // user:password (RFC 7617)
		return []span{{end, to}}
	}
	if to-end >= 12 && isCredential(text[end:to], noWord) {
		return []span{{end, to}}
	}
	return nil
}

// given finds the literals that are assigned to the name that ends with text[at:end]:
// by an operator, as the return value of a function, as one of several values, or in
// prose.
func given(src *source, at, end int, p proof) []span {
	s := scanner{text: src.text, at: end}
	p, ok := s.rest(p)
	if !ok || isPublic(src.text, at) {
		return nil
	}
	start := s.at
	for _, read := range []func(*scanner, int, proof) []span{
		(*scanner).paired, (*scanner).assigned, (*scanner).returned, (*scanner).compared} {
		if out := read(&s, at, p); out != nil {
			return out
		}
		s.at, s.markup = start, false
	}
	return src.unquoted(at, start, p)
}

// rest skips the end of a name after the words of a credential: digits, and words for
// the form of the credential or where it applies.
func (s *scanner) rest(p proof) (proof, bool) {
	for isDigit(s.peek()) {
		s.at++ // password2
	}
	mark := s.at
	if s.peek() == '-' && s.at+1 < len(s.text) && isLetter(s.text[s.at+1]) {
		s.at++
	}
	words := s.word()
	if words == "" {
		s.at = mark
		return p, true
	}
	parts := wordsOf(words)
	if suffixes[strings.Join(parts, "")] {
		return noWord, true
	}
	for _, w := range parts {
		if !suffixes[w] {
			s.at = mark
			return p, s.text[mark] == '-'
		}
	}
	return noWord, true
}

// assigned finds the literals that an operator assigns to a name.
func (s *scanner) assigned(at int, p proof) []span {
	sure, ok := s.operator(at)
	if !ok {
		return nil
	}
	if !sure {
		p = max(p, noName)
	}
	if s.markup {
		in, ok := s.until("</")
		if !ok {
			return nil
		}
		return s.credentials([]span{in}, p)
	}
	return s.values(p)
}

// operator skips an assignment operator. The result is not sure if the name may be
// compared, checked, or one of several arguments.
func (s *scanner) operator(at int) (sure, ok bool) {
	if s.any(`\"`, `\'`, `"`, `'`, "`") {
		return s.quotedOperator(at)
	}
	if s.take("]"); s.element(at) || s.setter(at) {
		return true, true
	}
	if s.checker(at) || s.constant(at) {
		return false, true
	}
	if s.take(")") && s.text[at-len(s.prefix(at))-1] != '(' { // except in an option: (name) = x
		return false, false
	}
	if s.peek() == '!' && !strings.HasPrefix(s.text[s.at:], "!=") || s.peek() == '?' &&
		!strings.HasPrefix(s.text[s.at:], "??") && !strings.HasPrefix(s.text[s.at:], "?:") {
		s.at++ // a TypeScript member
	}
	s.space()
	if sure, ok = s.sign(); ok {
		return sure, true
	}
	return true, s.any("or ", "OR ") || s.accessors() || s.declared()
}

// fillers are methods that type a text into their receiver.
var fillers = []string{".type(", ".fill(", ".sendKeys(", ".send_keys(", ".setValue(",
	".clear().type("}

// quotedOperator is like operator, for a name that is a literal.
func (s *scanner) quotedOperator(at int) (sure, ok bool) {
	s.take("]")
	called := false
	for s.take(")") { // a call with the name as argument
		called = true
	}
	if s.attribute() || s.block() {
		return true, true
	}
	if called && s.any(fillers...) {
		return true, true
	}
	s.space()
	if s.take(",") {
		if s.defaulted() {
			return true, true
		}
		return false, !called || s.isVariable(at)
	}
	if s.take(":") {
		return true, !isLetter(s.peek()) // a bound attribute: type="password" :value="x"
	}
	return s.sign()
}

// sign skips an operator: sure for assignments, not sure for comparisons.
func (s *scanner) sign() (sure, ok bool) {
	switch {
	case s.any("===", "==", "!==", "!=", "<>", ".Equals(", ".equals(", ".equalsIgnoreCase("):
		return false, true
	case s.any("??", "?:", "||=", "||", ".orElse(", ".unwrap_or("):
		s.take("=")
		return true, true
	case s.any(":=", "=>", "?=", "<<-", "<-", "="):
		s.option()
		return true, true
	case s.take(":"):
		s.typed()
		return true, true
	}
	return false, false
}

// defaulted skips to the default value among the arguments after the name of an
// option.
func (s *scanner) defaulted() bool {
	arguments, _, _ := strings.Cut(s.ahead(200), ")")
	for _, name := range []string{"default=", "default:", "default_value=", "DefaultValue ="} {
		if i := strings.Index(arguments, name); i > 0 && !isWord(arguments[i-1]) {
			s.at += i + len(name)
			return true
		}
	}
	return false
}

// isVariable reports whether the literal that ends at at is the name of an
// environment variable being read.
func (s *scanner) isVariable(at int) bool {
	before := strings.TrimRight(s.text[:at-len(s.prefix(at))], "\"'`")
	call := strings.ToLower(before[max(0, len(before)-30):])
	return strings.HasSuffix(call, "(") && strings.Contains(call, "env")
}

// constant skips the comma after a constant that is the key in a call of a setter:
// put(Context.SECURITY_CREDENTIALS, "x").
func (s *scanner) constant(at int) bool {
	name := s.prefix(at)
	name = s.text[at-len(name) : s.at]
	before := s.text[:s.at-len(name)]
	last := name[strings.LastIndexByte(name, '.')+1:]
	return strings.ToUpper(last) == last && (strings.HasSuffix(before, "put(") ||
		strings.HasSuffix(before, "et(") || strings.HasSuffix(before, "roperty(") ||
		strings.HasSuffix(before, "dd(") || strings.HasSuffix(before, "eader(")) && s.take(",")
}

// prefix returns the part of a qualified or compound name before at.
func (s *scanner) prefix(at int) string {
	from := at
	for from > 0 && at-from < 60 && (isWord(s.text[from-1]) || s.text[from-1] == '-' ||
		s.text[from-1] == '.') {
		from--
	}
	return s.text[from:at]
}

// element skips the > of an element with the name: <password>x</password>.
func (s *scanner) element(at int) bool {
	from := at - len(s.prefix(at))
	if s.peek() == ' ' && from > 0 && s.text[from-1] == '<' {
		return s.attribute()
	}
	if s.peek() != '>' || from == 0 || s.text[from-1] != '<' ||
		from > 1 && isWord(s.text[from-2]) { // of a type, List<Password>
		return false
	}
	s.at++
	s.markup = true
	return true
}

// attribute skips to the value of an element whose attribute has the name: <add
// key="password" value="x"/> or <entry key="password">x</entry>.
func (s *scanner) attribute() bool {
	for _, a := range []string{"value=", "Value=", "content=", "defaultValue=", "Text="} {
		tag, _, _ := strings.Cut(s.ahead(120), ">")
		if i := strings.Index(tag, " "+a); i >= 0 && !strings.ContainsAny(tag[:i], "({;") {
			s.at += i + 1 + len(a)
			return true
		}
	}
	mark := s.at
	s.take(` serializeAs="String"`)
	if !s.take(">") || s.peek() == '=' || s.peek() == ' ' {
		s.at = mark
		return false
	}
	s.space()
	s.any("<value>", "<Value>")
	s.markup = true
	return true
}

// block skips the brace of a block labeled with the name, to its default: variable
// "password" { default = "x" }.
func (s *scanner) block() bool {
	mark := s.at
	if s.blanks(); s.take("{") {
		body, _, _ := strings.Cut(s.ahead(300), "}")
		if i := strings.Index(body, "default"); i >= 0 {
			s.at += i + len("default")
			if s.blanks(); s.take("=") {
				return true
			}
		}
	}
	s.at = mark
	return false
}

// setters and checkers are prefixes of functions that take the value named by the
// rest of their name.
var (
	setters  = []string{"set", "with", "use", "add", "configure"}
	checkers = []string{"check", "verify", "validate", "hash", "encode", "encrypt"}
)

// member returns, in lower case, the part before at of the last name in a qualified
// one.
func (s *scanner) member(at int) string {
	before := s.prefix(at)
	return strings.ToLower(before[strings.LastIndexByte(before, '.')+1:])
}

// setter skips the opening parenthesis of a call that sets the value it is named
// after: setPassword, withPassword, .password.
func (s *scanner) setter(at int) bool {
	member := s.member(at)
	return (member == "" && s.prefix(at) != "" || beginsWith(member, setters)) && s.take("(")
}

// checker does the same for a call that checks it.
func (s *scanner) checker(at int) bool {
	return beginsWith(s.member(at), checkers) && s.take("(")
}

// beginsWith reports whether a name has one of the given prefixes.
func beginsWith(name string, beginnings []string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(name, b) {
			return true
		}
	}
	return false
}

// typed skips a type after a colon if an initializer follows it.
func (s *scanner) typed() {
	mark := s.at
	if s.space(); s.peek() == '[' && s.brackets() && s.peek() == ' ' {
		s.blanks()
	}
	for n := 0; n < 60 && (isWord(s.peek()) || strings.IndexByte("[]|. <>&?'", s.peek()) >= 0); n++ {
		s.at++
	}
	if s.at == mark || !s.take("=") || s.peek() == '=' || s.peek() == '>' {
		s.at = mark
	}
}

// option skips the number of a Protocol Buffers field and the options before its
// default: = 2 [deprecated = true, default = "x"].
func (s *scanner) option() {
	mark := s.at
	s.blanks()
	digits := s.word()
	s.blanks()
	if digits == "" || strings.Trim(digits, "0123456789") != "" || !s.take("[") {
		s.at = mark
		return
	}
	options, _, _ := strings.Cut(s.ahead(200), "]")
	i := strings.Index(options, "default")
	if i < 0 {
		s.at = mark
		return
	}
	s.at += i + len("default")
	s.space()
	s.take("=")
}

// accessors skips the accessors of a property, to the literal that one of them returns,
// or to the equals sign after them.
func (s *scanner) accessors() bool {
	if !s.take("{") {
		return false
	}
	s.lines(2)
	if s.take("get") {
		mark := s.at
		s.lines(2)
		if s.take("=>") {
			return true
		}
		if s.take("{") {
			s.lines(2)
			return s.take("return")
		}
		s.at = mark
	}
	end := strings.IndexByte(s.ahead(60), '}')
	if end < 0 {
		return false
	}
	s.at += end + 1
	s.space()
	return s.take("=")
}

// declared skips a type after the name, and the equals sign.
func (s *scanner) declared() bool {
	if !isLetter(s.peek()) || isWord(s.text[s.at-1]) {
		return false
	}
	for n := 0; n < 30 && (isWord(s.peek()) || strings.IndexByte("()", s.peek()) >= 0); n++ {
		s.at++
	}
	s.space()
	s.any("NOT NULL", "not null", "NULL", "null")
	s.space()
	return s.any(":=", "=", "DEFAULT ", "default ")
}
