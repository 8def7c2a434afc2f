package secrets

import "strings"

// values finds the literals of the expression that follows: a possibly concatenated
// literal, the elements of a list, the return value of a lambda, or the fallback for a
// missing value.
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

// isKey reports whether the literal just read is the key of an entry.
func (s *scanner) isKey() bool {
	s.blanks()
	next := s.ahead(2)
	return strings.HasPrefix(next, "=>") || strings.HasPrefix(next, ":") &&
		(len(next) == 1 || strings.IndexByte(" \t\n\"'[{", next[1]) >= 0)
}

// lambda skips the head of a lambda.
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

// lists are the beginnings of list literals.
var lists = []string{"new string[] ", "new string[]", "new String[] ", "new String[]", "new[] ",
	"new []", "new List<string> ", "[]string", "List.of", "Arrays.asList", "Set.of", "listOf",
	"array", "vec!", "c"}

// list finds the elements of a list that are credentials, including those of nested
// lists if deep is set.
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

// alternatives precede a literal that replaces a missing value, or that is one of two
// cases.
var alternatives = []string{"??", "?:", "||", "?", ":", "or ", "else "}

// fallback finds the literals after alternatives in the expression that follows.
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

// heads are the words before the name in a function declaration.
var heads = set(`public private protected internal static final const export default async
	virtual override sealed abstract synchronized unsafe extern inline open suspend def fun func
	function fn pub get let var val string string? str byte[] char[] char String String? Task<string>
	Task<String> ValueTask<string> Promise<string> Optional<String> auto readonly partial new object
	Object object? [ ] self`)

// returned finds the literal returned by a function with that name.
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

// later finds the literals returned by the statements of a function.
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

// declares reports whether the name at at is that of a function being declared: only
// words of declarations precede it in its line.
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

// result skips the return type of a function.
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

// body skips the start of a function body up to the returned expression.
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

// returns skips to the expression after the keyword return.
func (s *scanner) returns() bool {
	s.lines(3)
	if !s.take("return") {
		return strings.IndexByte("\"'", s.peek()) >= 0
	}
	s.space()
	return true
}

// compared finds the literal before a name that it is compared with, or that it is
// assigned to as in SQL: 'x' AS password, DEFAULT 'x' FOR password.
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

// paired finds the literal at the same position as the name, where several values are
// assigned to several names: user, password = "u", "x".
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

// place returns the number of names before one of several, up to the bracket that opens
// the list or to the start of the statement. It is not ok if there is anything but
// names.
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

// argument skips one of several expressions, up to the separator.
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
