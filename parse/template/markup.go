package template

import (
	"slices"
	"strings"
)

// An element is an element of the markup.
type element struct {
	name  string
	at    int // where its start tag begins
	inner int // after the start tag
	end   int // after its end tag, or where the enclosing element ends if it has none
	attrs []attr
}

// An attr is an attribute: its value is text[start:end], without quotes.
type attr struct {
	name           string
	at, start, end int
}

// attr returns the attribute with the given name, or nil.
func (e *element) attr(name string) *attr {
	for i := range e.attrs {
		if strings.EqualFold(e.attrs[i].name, name) {
			return &e.attrs[i]
		}
	}
	return nil
}

// value returns the value of an attribute; empty for nil.
func (r *reader) value(a *attr) string {
	if a == nil {
		return ""
	}
	return r.text[a.start:a.end]
}

// void are the elements of HTML without end tag.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
	"source", "track", "wbr"}

// A scanner reads markup. Code of an engine may be anywhere in it: opaque returns
// the position after the code that begins at a position, or that position if there
// is no code.
type scanner struct {
	text   string
	at     int
	opaque func(at int) int
	list   []element
	open   []int // elements of the list
}

// scan reads the elements of the file.
func (r *reader) scan(opaque func(at int) int) {
	s := &scanner{text: r.text, opaque: opaque}
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		if end := opaque(s.at); end > s.at {
			s.at = end
			continue
		}
		switch {
		case rest[0] != '<':
			s.at++
		case strings.HasPrefix(rest, "<!--"):
			s.comment()
		case strings.HasPrefix(rest, "</"):
			start := s.at + 2
			name := tagName(s.text, start)
			s.at = after(s.text, start, ">")
			s.close(name)
		case tagName(s.text, s.at+1) != "":
			s.tag()
		default:
			s.at++
		}
	}
	s.pop(0, len(s.text))
	r.elements = s.list
}

// comment skips a comment. Prototype comments of Thymeleaf, which end at once,
// contain markup.
func (s *scanner) comment() {
	if strings.HasPrefix(s.text[s.at:], "<!--/*/") {
		s.at += len("<!--/*/")
		return
	}
	s.at = after(s.text, s.at, "-->")
}

// tag reads a start tag.
func (s *scanner) tag() {
	e := element{at: s.at, name: strings.ToLower(tagName(s.text, s.at+1))}
	s.at += 1 + len(e.name)
	closed := s.attributes(&e)
	e.inner, e.end = s.at, s.at
	s.list = append(s.list, e)
	switch {
	case closed || slices.Contains(void, e.name):
	case e.name == "script" || e.name == "style":
		s.raw(e.name)
	default:
		s.open = append(s.open, len(s.list)-1)
	}
}

// raw skips the contents of an element that has no child elements.
func (s *scanner) raw(name string) {
	for s.at < len(s.text) {
		next := strings.Index(s.text[s.at:], "</")
		if next < 0 {
			s.at = len(s.text)
			break
		}
		s.at += next + 2
		if strings.EqualFold(tagName(s.text, s.at), name) {
			s.at = after(s.text, s.at, ">")
			break
		}
	}
	s.list[len(s.list)-1].end = s.at
}

// attributes reads the attributes up to the end of a tag; closed means that the
// tag is self-closing.
func (s *scanner) attributes(e *element) (closed bool) {
	for s.at < len(s.text) {
		if end := s.opaque(s.at); end > s.at {
			s.at = end
			continue
		}
		switch c := s.text[s.at]; {
		case c == '>':
			s.at++
			return false
		case c == '/' && s.at+1 < len(s.text) && s.text[s.at+1] == '>':
			s.at += 2
			return true
		case isBlank(c) || c == '/' || c == '=' || c == '"' || c == '\'':
			s.at++
		case c == '<':
			return false // the tag has no end
		default:
			e.attrs = append(e.attrs, s.attribute())
		}
	}
	return true
}

// attribute reads one attribute.
func (s *scanner) attribute() attr {
	a := attr{at: s.at}
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n=>\"'<", s.text[s.at]) < 0 &&
		s.opaque(s.at) == s.at && !strings.HasPrefix(s.text[s.at:], "/>") {
		s.at++
	}
	a.name = s.text[a.at:s.at]
	a.start, a.end = s.at, s.at
	next := s.at
	for next < len(s.text) && isBlank(s.text[next]) {
		next++
	}
	if next >= len(s.text) || s.text[next] != '=' {
		return a
	}
	for next++; next < len(s.text) && isBlank(s.text[next]); next++ {
	}
	s.at = next
	if next < len(s.text) && (s.text[next] == '"' || s.text[next] == '\'') {
		a.start = next + 1
		a.end = s.until(a.start, s.text[next:next+1])
		s.at = min(a.end+1, len(s.text))
		return a
	}
	a.start, a.end = next, s.until(next, " \t\r\n>")
	s.at = a.end
	return a
}

// until returns the position of the next of some bytes outside of code.
func (s *scanner) until(at int, ends string) int {
	for at < len(s.text) && strings.IndexByte(ends, s.text[at]) < 0 {
		at = max(s.opaque(at), at+1)
	}
	return min(at, len(s.text))
}

// close ends the innermost element of a name, and everything open in it.
func (s *scanner) close(name string) {
	for i := len(s.open) - 1; i >= 0; i-- {
		if strings.EqualFold(s.list[s.open[i]].name, name) {
			s.pop(i, s.at)
			return
		}
	}
}

// pop ends the elements that are open from the i-th on.
func (s *scanner) pop(i, at int) {
	for _, e := range s.open[i:] {
		s.list[e].end = at
	}
	s.open = s.open[:i]
}

// tagName returns the name of the tag that begins at a position, or "".
func tagName(text string, at int) string {
	end := at
	for end < len(text) && (isName(text[end]) || strings.IndexByte("-:.", text[end]) >= 0) {
		end++
	}
	if end == at || text[at]|0x20 < 'a' || text[at]|0x20 > 'z' {
		return ""
	}
	return text[at:end]
}
