package secrets

import "strings"

// values finds the literals of the expression that follows: one that may be put together of
// several, the elements of a list, what a function without a name returns, or what is taken
// if something else has no value.
func (s *scanner) values(p proof) []span {
	s.space()
	s.lambda()
	mark := s.at
	if out := s.list(max(p, noWord), true); out != nil {
		return out
	}
	s.at = mark
	if parts := s.joined(); parts != nil {
		if s.isKey() {
			parts = parts[:len(parts)-1]
		}
		return s.credentials(parts, p)
	}
	s.at = mark
	return s.fallback(max(p, noName))
}

// isKey reports whether the literal just read is the key of something, or one that something
// is asked of.
func (s *scanner) isKey() bool {
	s.blanks()
	next := s.ahead(2)
	return strings.HasPrefix(next, "=>") || strings.HasPrefix(next, ":") &&
		(len(next) == 1 || strings.IndexByte(" \t\n\"'[{", next[1]) >= 0)
}

// lambda skips the head of a function without a name.
func (s *scanner) lambda() {
	mark := s.at
	s.any("async ", "lambda:", "function", "func")
	if s.at > mark && s.text[s.at-1] == ':' {
		s.space()
		return
	}
	if s.peek() == '(' && s.brackets() {
		s.blanks()
		s.result()
		if s.body() {
			return
		}
	}
	s.at = mark
}

// lists begin those of literals.
var lists = []string{"new string[] ", "new string[]", "new String[] ", "new String[]", "new[] ",
	"new []", "new List<string> ", "[]string", "List.of", "Arrays.asList", "Set.of", "listOf",
	"array", "vec!", "c"}

// list finds the elements of a list that are credentials, and if it is deep those of lists in it.
func (s *scanner) list(p proof, deep bool) []span {
	s.any(lists...)
	if strings.IndexByte("{[(", s.peek()) < 0 || s.at == len(s.text) {
		return nil
	}
	s.at++
	var out []span
	for n := 0; n < 50; n++ {
		s.lines(2)
		if strings.IndexByte("([{", s.peek()) >= 0 && deep {
			out = append(out, s.list(p, false)...)
		} else {
			parts := s.joined()
			if parts == nil || s.isKey() {
				return nil
			}
			out = append(out, s.credentials(parts, p)...)
		}
		s.lines(2)
		if !s.take(",") {
			break
		}
		s.lines(2)
		if strings.IndexByte("]})", s.peek()) >= 0 {
			break
		}
	}
	s.any("]", "}", ")")
	return out
}

// alternatives stand before a literal that is taken if something has no value, or that one of
// two cases has.
var alternatives = []string{"??", "?:", "||", "?", ":", "or ", "else "}

// fallback finds the literals behind alternatives in the expression that follows.
func (s *scanner) fallback(p proof) []span {
	var out []span
	from := s.at
	for s.at < len(s.text) && s.at-from < maxSkipped {
		switch c := s.text[s.at]; {
		case c == '(' || c == '[' || c == '{':
			if s.at == from || !s.brackets() {
				return out
			}
			continue
		case strings.IndexByte(");]},", c) >= 0:
			return out
		case c == '\n':
			if s.lines(1); strings.IndexByte("?:|", s.peek()) < 0 {
				return out
			}
			continue
		case c == '"' || c == '\'' || c == '`':
			if _, ok := s.literal(); !ok {
				return out
			}
			continue
		case s.any(alternatives...):
			s.space()
			mark := s.at
			if out = append(out, s.credentials(s.joined(), p)...); s.at == mark {
				continue
			}
			continue
		case isWord(c):
			s.word() // not within a name
			continue
		}
		s.at++
	}
	return out
}

// heads are the words before the name of a function that is declared.
var heads = set(`public private protected internal static final const export default async
	virtual override sealed abstract synchronized unsafe extern inline open suspend def fun func
	function fn pub get let var val string string? str byte[] char[] char String String? Task<string>
	Task<String> ValueTask<string> Promise<string> Optional<String> auto readonly partial new object
	Object object? [ ] self`)

// returned finds the literal that a function named so returns.
func (s *scanner) returned(at int, p proof) []span {
	if !s.declares(at) {
		return nil
	}
	if s.peek() == '(' && !s.brackets() {
		return nil
	}
	s.blanks()
	s.result()
	if mark := s.at; s.body() {
		if out := s.credentials(s.joined(), max(p, noName)); out != nil {
			return out
		}
		s.at = mark
	}
	return s.later(max(p, noName))
}

// later finds the literals that the statements of a function return.
func (s *scanner) later(p proof) []span {
	from := s.at
	if s.blanks(); !s.take("{") && s.text[s.at-1] != ':' && !s.take(":") {
		return nil
	}
	body := s.text[from:min(len(s.text), from+maxSkipped)]
	for _, end := range []string{"\n}", "\ndef ", "\nclass ", "\n    def ", "\n    }", "\n\n\n", "func", "\n\t}"} {
		if i := strings.Index(body, end); i >= 0 {
			body = body[:i]
		}
	}
	var out []span
	for at := 0; ; {
		i := strings.Index(body[at:], "return ")
		if i < 0 {
			return out
		}
		at += i + len("return ")
		s.at = from + at
		out = append(out, s.credentials(s.joined(), p)...)
	}
}

// declares reports whether the name at at is that of a function being declared: only words
// that stand there in declarations are before it in its line.
func (s *scanner) declares(at int) bool {
	at -= len(s.prefix(at))
	from := at
	for from > 0 && at-from < 120 && s.text[from-1] != '\n' && s.text[from-1] != ';' &&
		s.text[from-1] != '{' && s.text[from-1] != '}' {
		from--
	}
	before := strings.TrimSpace(s.text[from:at])
	if strings.HasPrefix(before, "func (") {
		_, before, _ = strings.Cut(before, ")")
		before = "func " + before
	}
	words := strings.Fields(before)
	for _, w := range words {
		if !heads[w] {
			return false
		}
	}
	return len(words) > 0
}

// result skips the type of what a function returns.
func (s *scanner) result() {
	s.any("->", ":")
	s.blanks()
	if s.peek() == '(' {
		s.brackets()
	}
	for n := 0; n < 60 && (isWord(s.peek()) || strings.IndexByte("[]<>.? *", s.peek()) >= 0); n++ {
		s.at++
	}
}

// body skips the beginning of one up to what it returns.
func (s *scanner) body() bool {
	if strings.HasSuffix(s.text[:s.at], "= >") {
		return false
	}
	switch {
	case s.any("=>", "="):
		s.lines(2)
		return !s.take("{") || s.returns()
	case s.take("{"):
		return s.returns()
	case s.text[s.at-1] == ':' || s.take(":"):
		return s.returns()
	case s.peek() == '\n':
		return s.returns()
	}
	return s.peek() == '"' || s.peek() == '\''
}

// returns skips up to the expression behind the word return.
func (s *scanner) returns() bool {
	s.lines(3)
	if !s.take("return") {
		return strings.IndexByte("\"'", s.peek()) >= 0
	}
	s.space()
	return true
}

// compared finds the literal that stands before a name that it is compared with, or that gets
// it as in SQL: 'x' AS password, DEFAULT 'x' FOR password.
func (s *scanner) compared(at int, p proof) []span {
	before := strings.TrimRight(s.text[:at-len(s.prefix(at))], " ")
	found := false
	for _, op := range []string{".equals(", ".Equals(", "===", "==", " AS", " as", " FOR"} {
		if !found {
			before, found = strings.CutSuffix(before, op)
		}
	}
	before = strings.TrimRight(before, " ")
	if !found || before == "" || before[len(before)-1] != '"' && before[len(before)-1] != '\'' {
		return nil
	}
	quote, to := before[len(before)-1], len(before)-1
	for from := to - 1; from > 0 && to-from < maxCredential && s.text[from] != '\n'; from-- {
		if s.text[from] == quote {
			return s.credentials([]span{{from + 1, to}}, max(p, noName))
		}
	}
	return nil
}

// paired finds the literal of the same place as the name, where several names are given
// several values: user, password = "u", "x".
func (s *scanner) paired(at int, p proof) []span {
	index, open, ok := s.place(at)
	s.blanks()
	more := 0
	for ; s.take(","); more++ {
		s.blanks()
		for n := 0; n < 60 && (isWord(s.peek()) || strings.IndexByte(" .:<>[]?$*@", s.peek()) >= 0); n++ {
			s.at++
		}
	}
	if !ok || index+more == 0 || open != 0 && !s.any(")", "]") {
		return nil
	}
	s.blanks()
	if open == '(' && s.word() != "" && !s.brackets() { // a method that returns a pair
		return nil
	}
	s.space()
	if !s.any(":=", "=>", "=") {
		return nil
	}
	s.space()
	s.any("return ")
	s.any("(", "[")
	for ; index > 0; index-- {
		if !s.argument() || !s.take(",") {
			return nil
		}
		s.lines(2)
	}
	return s.credentials(s.joined(), max(p, noName))
}

// place counts the names before one that is one of several, up to the bracket that opens them
// or to the beginning of the statement. It is not ok if there is something else than names.
func (s *scanner) place(at int) (index int, open byte, ok bool) {
	for from := at; from > 0 && at-from < 200; from-- {
		switch c := s.text[from-1]; {
		case c == ',':
			index++
		case c == '(' || c == '[':
			return index, c, true
		case strings.IndexByte("\n;{}", c) >= 0:
			return index, 0, true
		case !isWord(c) && strings.IndexByte(" .:<>[]?$*@\t", c) < 0:
			return 0, 0, false
		}
	}
	return index, 0, at <= 200
}

// argument skips one of several expressions, up to what separates them.
func (s *scanner) argument() bool {
	from := s.at
	for s.at < len(s.text) && s.at-from < maxSkipped {
		switch c := s.text[s.at]; {
		case c == '(' || c == '[' || c == '{':
			if !s.brackets() {
				return false
			}
		case strings.IndexByte(",);]}", c) >= 0:
			return s.at > from
		case c == '"' || c == '\'' || c == '`':
			if _, ok := s.literal(); !ok {
				return false
			}
		default:
			s.at++
		}
	}
	return false
}
