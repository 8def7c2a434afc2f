package razor

import (
	"strings"

	"seedgraph/parse"
)

// A scanner makes one pass over a source.
type scanner struct {
	text        string
	at          int
	literal     Literal
	isComponent bool
	page        *Page

	usings, attributes, typeParams, constraints, types, members, statements parse.Patchwork

	out   *parse.Patchwork // the patchwork for code at the current position
	open  []element
	depth int // nesting of code within markup within code
}

// An element is an element whose end tag is still to come.
type element struct {
	name string
	tag  int32 // index in Page.Tags; -1 if its tag is not kept
}

// maxDepth bounds the nesting of code and markup.
const maxDepth = 100

// An end is the kind of position where markup ends.
type end uint8

const (
	untilEnd     end = iota // of the source
	untilElement            // of the first element
	untilLine               // of the line
	untilBrace              // an unmatched closing brace
)

// markup reads markup.
func (s *scanner) markup(until end, limit int) {
	if s.depth++; s.depth > maxDepth {
		s.at = limit
	}
	base, braces := len(s.open), 0
	defer func() {
		s.depth--
		s.open = s.open[:min(base, len(s.open))]
	}()
	for s.at < limit {
		switch c := s.text[s.at]; {
		case c == '@':
			s.transition(limit)
			continue
		case c == '<' && s.tagLike():
			if s.element(limit); until == untilElement && len(s.open) <= base {
				return
			}
			continue
		case c == '\n' && until == untilLine:
			return
		case c == '{' && until == untilBrace:
			braces++
		case c == '}' && until == untilBrace:
			if braces--; braces < 0 {
				return
			}
		}
		s.at++
	}
}

// tagLike reports whether a tag, a comment or a declaration begins here.
func (s *scanner) tagLike() bool {
	c := s.peek(1)
	return isLetter(c) || c == '_' || c == '/' || c == '!'
}

func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.text) {
		return s.text[s.at+n]
	}
	return 0
}

// element reads a start tag, an end tag or a comment.
func (s *scanner) element(limit int) {
	switch rest := s.text[s.at:limit]; {
	case strings.HasPrefix(rest, "<!--"):
		n := strings.Index(rest, "-->")
		if n < 0 {
			n = len(rest) - 3
		}
		s.plain(s.at+4, s.at+max(n, 4))
		s.at = min(limit, s.at+3)
	case rest[1] == '!':
		s.skipTo('>', limit)
	case rest[1] == '/':
		s.at += 2
		name := s.tagName()
		s.skipTo('>', limit)
		for i := len(s.open) - 1; i >= 0; i-- {
			if strings.EqualFold(s.open[i].name, name) {
				s.open = s.open[:i]
				break
			}
		}
	default:
		s.startTag(limit)
	}
}

// skipTo moves after the next c.
func (s *scanner) skipTo(c byte, limit int) {
	if n := strings.IndexByte(s.text[s.at:limit], c); n >= 0 {
		s.at += n + 1
	} else {
		s.at = limit
	}
}

// tagName reads the name of a tag.
func (s *scanner) tagName() string {
	start := s.at
	for s.at < len(s.text) && isNameByte(s.text[s.at]) {
		s.at++
	}
	return strings.TrimRight(s.text[start:s.at], ".:")
}

// startTag reads a start tag with its attributes, and the text of a script or style.
func (s *scanner) startTag(limit int) {
	s.at++
	at := s.at
	name := s.tagName()
	tag := parse.Tag{Name: name, At: uint32(at), Parent: s.parent()}
	index := int32(-1)
	if s.isTag(name) {
		index = int32(len(s.page.Tags))
		s.page.Tags = append(s.page.Tags, tag)
	}
	closed := s.tagAttributes(name, index, limit)
	switch {
	case closed || isVoid(name) && !s.isComponentName(name):
	case strings.EqualFold(name, "script") || strings.EqualFold(name, "style"):
		n := strings.Index(strings.ToLower(s.text[s.at:limit]), "</"+strings.ToLower(name))
		if n < 0 {
			n = limit - s.at
		}
		s.plain(s.at, s.at+n)
		s.skipTo('>', limit)
	default:
		s.open = append(s.open, element{name, index})
	}
}

// parent returns the innermost enclosing tag.
func (s *scanner) parent() int32 {
	if n := len(s.open); n > 0 {
		return s.open[n-1].tag
	}
	return -1
}

// isTag reports whether a tag is kept: in a component one that may be a component,
// in a view one that a tag helper may take.
func (s *scanner) isTag(name string) bool {
	if s.isComponent {
		return s.isComponentName(name)
	}
	switch strings.ToLower(name) {
	case "partial", "component", "form", "a", "button", "input":
		return true
	}
	return strings.HasPrefix(name, "vc:")
}

// isComponentName reports whether a tag name is that of a component: those begin
// with a capital.
func (s *scanner) isComponentName(name string) bool {
	return s.isComponent && name != "" && (name[0] >= 'A' && name[0] <= 'Z' ||
		strings.Contains(name, "."))
}

// isVoid reports whether elements of a name have neither content nor end tag.
func isVoid(name string) bool {
	switch strings.ToLower(name) {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
		"source", "track", "wbr":
		return true
	}
	return false
}

// plain reads text in which code may be embedded, but no tags.
func (s *scanner) plain(start, end int) {
	s.at = start
	for s.at < end {
		if s.text[s.at] == '@' {
			s.transition(end)
		} else {
			s.at++
		}
	}
	s.at = max(end, start)
}

// transition reads the construct that an @ begins.
func (s *scanner) transition(limit int) {
	next := s.peek(1)
	switch {
	case next == '@':
		s.at += 2
	case next == '*':
		s.comment(limit)
	case next == '(':
		end := s.balanced(s.at+1, limit)
		s.value(s.at+1, end)
		s.at = end
	case next == '{':
		s.at += 2
		s.code(limit)
		s.closeBrace(limit)
	case !isLetter(next) && next != '_', s.at > 0 && isWordByte(s.text[s.at-1]):
		s.at++ // an address, or a sign
	default:
		s.at++
		if word := s.word(s.at); s.directive(word, limit) {
			return
		} else if isStatement(word) {
			s.statement(limit)
			return
		}
		end := s.implicitEnd(s.at, limit)
		s.value(s.at, end)
		s.at = end
	}
}

// comment skips @* … *@.
func (s *scanner) comment(limit int) {
	if n := strings.Index(s.text[s.at+2:limit], "*@"); n >= 0 {
		s.at += n + 4
	} else {
		s.at = limit
	}
}

// value adds an expression as a separate statement. A throw is the statement that
// can have any expression as its operand.
func (s *scanner) value(start, end int) {
	s.out.Put("throw (", start)
	s.out.Copy(s.text, start, end)
	s.out.Put("\n);\n", end) // after a comment
}

// closeBrace moves after the brace that ends a block.
func (s *scanner) closeBrace(limit int) {
	s.out.Put("\n", min(s.at, limit))
	if s.at < limit {
		s.at++
	}
}

// word returns the identifier at a position.
func (s *scanner) word(at int) string {
	end := at
	for end < len(s.text) && isWordByte(s.text[end]) {
		end++
	}
	return s.text[at:end]
}

// implicitEnd returns the end of an expression without enclosing parentheses:
// names, calls, elements and members of them.
//
//	@await Html.PartialAsync("x").   ends before the last dot
//	@order?.Lines[0]!.Name
func (s *scanner) implicitEnd(at, limit int) int {
	if word := s.word(at); word == "await" && at+6 < limit && s.text[at+5] == ' ' {
		at += 6
	}
	at += len(s.word(at))
	for at < limit {
		switch c := s.text[at]; {
		case c == '(' || c == '[':
			at = s.balanced(at, limit)
		case c == '.' && at+1 < limit && isWordStart(s.text[at+1]):
			at += 1 + len(s.word(at+1))
		case c == '?' && at+2 < limit && s.text[at+1] == '.' && isWordStart(s.text[at+2]):
			at += 2
			at += len(s.word(at))
		case c == '?' && at+1 < limit && s.text[at+1] == '[':
			at++
		case c == '!' && at+1 < limit && strings.IndexByte(".[(", s.text[at+1]) >= 0:
			at++
		default:
			return at
		}
	}
	return min(at, limit)
}

// balanced returns the position after the bracket that closes the one at a
// position.
func (s *scanner) balanced(at, limit int) int {
	depth := 0
	for at < limit {
		if end := s.literal(s.text[:limit], at); end > at {
			at = end
			continue
		}
		switch s.text[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth <= 0 {
				return at + 1
			}
		}
		at++
	}
	return limit
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func isWordStart(c byte) bool { return isLetter(c) || c == '_' || c >= 0x80 }

func isWordByte(c byte) bool { return isWordStart(c) || c >= '0' && c <= '9' }

func isNameByte(c byte) bool {
	return isWordByte(c) || c == '-' || c == '.' || c == ':'
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
