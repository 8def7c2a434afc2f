package razor

import "strings"

// code copies C# up to the bracket that closes the enclosing one, exclusive.
// Markup may begin wherever a statement may.
func (s *scanner) code(limit int) {
	if s.depth++; s.depth > maxDepth {
		s.at = limit
	}
	defer func() { s.depth-- }()
	start, depth, fresh := s.at, 0, true
	flush := func() { s.out.Copy(s.text, start, s.at) }
	for s.at < limit {
		if end := s.literal(s.text[:limit], s.at); end > s.at {
			fresh = fresh && s.text[s.at] == '/'
			s.at = end
			continue
		}
		c := s.text[s.at]
		switch {
		case isBlank(c):
		case c == '{' || c == '(' || c == '[':
			depth++
			fresh = c == '{'
		case c == '}' || c == ')' || c == ']':
			if depth--; depth < 0 {
				flush()
				return
			}
			fresh = c == '}'
		case c == ';' || c == ':':
			fresh = true
		case c == '<' && fresh && s.tagLike(), c == '@' && s.markupInCode(fresh):
			flush()
			s.embedded(limit)
			start, fresh = s.at, true
			continue
		default:
			fresh = false
		}
		s.at++
	}
	flush()
}

// markupInCode reports whether the @ here is not part of C#, as it is in names
// that C# writes with an @.
func (s *scanner) markupInCode(fresh bool) bool {
	switch next := s.peek(1); next {
	case '*', '<':
		return true
	case ':', '(', '{':
		return fresh
	default:
		return fresh && isWordStart(next)
	}
}

// embedded reads markup within code.
func (s *scanner) embedded(limit int) {
	switch {
	case s.text[s.at] == '<':
		s.markup(untilElement, limit)
		s.out.Put("\n", s.at)
	case s.peek(1) == ':':
		s.at += 2
		s.markup(untilLine, limit)
		s.out.Put("\n", s.at)
	case s.peek(1) == '<':
		s.template(limit)
	default:
		s.transition(limit)
	}
}

// template reads @<p>…</p>, a function of an item.
func (s *scanner) template(limit int) {
	if s.at > 0 && isWordByte(s.text[s.at-1]) { // return@<p>…</p>
		s.out.Put(" ", s.at)
	}
	s.out.Name("item", s.at)
	s.out.Put("=>{", s.at)
	s.at++
	s.markup(untilElement, limit)
	s.out.Put("}", s.at)
}

// isStatement reports whether a word begins a statement.
func isStatement(word string) bool {
	switch word {
	case "if", "for", "foreach", "while", "do", "switch", "using", "lock", "try":
		return true
	}
	return false
}

// statement reads a statement that an @ begins, with the branches that belong to it.
func (s *scanner) statement(limit int) {
	word := s.word(s.at)
	s.clause(word, limit)
	for {
		at := s.at
		s.space(limit)
		next := s.word(s.at)
		switch {
		case word == "if" && next == "else", word == "try" && (next == "catch" ||
			next == "finally"):
			s.clause(next, limit)
		case word == "do" && next == "while":
			start := s.at
			s.at = s.balanced(s.find('(', limit), limit)
			s.out.Copy(s.text, start, s.at)
			s.out.Put(";\n", s.at)
			return
		default:
			s.at = at
			s.out.Put("\n", at)
			return
		}
	}
}

// find returns the position of the next c.
func (s *scanner) find(c byte, limit int) int {
	if n := strings.IndexByte(s.text[s.at:limit], c); n >= 0 {
		return s.at + n
	}
	return limit
}

// clause reads the head and the block of a statement: `else if (x) { … }`.
func (s *scanner) clause(word string, limit int) {
	start := s.at
	s.at += len(word)
	for s.at < limit && s.text[s.at] != '{' {
		switch c := s.text[s.at]; {
		case c == '(':
			s.at = s.balanced(s.at, limit)
		case isBlank(c) || isWordByte(c):
			s.at++
		default: // without block
			s.out.Copy(s.text, start, s.at)
			s.out.Put("{}", s.at)
			return
		}
	}
	if s.at >= limit {
		s.at = limit
		s.out.Copy(s.text, start, limit)
		s.out.Put("{}", limit)
		return
	}
	s.at++
	s.out.Copy(s.text, start, s.at)
	s.code(limit)
	s.out.Put("\n", s.at)
	if s.at < limit {
		s.out.Copy(s.text, s.at, s.at+1)
		s.at++
	} else {
		s.out.Put("}", limit)
	}
}

// space skips white space and comments.
func (s *scanner) space(limit int) {
	for s.at < limit {
		switch {
		case isBlank(s.text[s.at]):
			s.at++
		case s.text[s.at] == '@' && s.peek(1) == '*':
			s.comment(limit)
		default:
			return
		}
	}
}
