package xaml

import "strings"

// A scanner finds the tags of a source.
type scanner struct {
	text string
	at   int
}

// An element is a start tag, or an end tag.
type element struct {
	name   string // with its prefix
	at     int    // where the name begins
	attrs  []attr
	closes bool // an end tag
	empty  bool // <Button />
}

// An attr is an attribute, with the position of its value.
type attr struct {
	name, value    string
	at, start, end int
}

// local returns the name of an element without its prefix.
func (e *element) local() string { return e.name[strings.IndexByte(e.name, ':')+1:] }

// attr returns the attribute with a name in a namespace, or nil.
func (e *element) attr(r *reader, space, name string) *attr {
	for i := range e.attrs {
		s, local := r.split(e.attrs[i].name)
		if local == name && (s == space || space == languageSpace && isLanguage(s)) {
			return &e.attrs[i]
		}
	}
	return nil
}

// next returns the next tag. Comments, CDATA and processing instructions are
// skipped.
func (s *scanner) next() (element, bool) {
	for s.at < len(s.text) {
		i := strings.IndexByte(s.text[s.at:], '<')
		if i < 0 {
			break
		}
		s.at += i
		rest := s.text[s.at:]
		switch {
		case strings.HasPrefix(rest, "<!--"):
			s.skip("-->")
		case strings.HasPrefix(rest, "<![CDATA["):
			s.skip("]]>")
		case strings.HasPrefix(rest, "<?"), strings.HasPrefix(rest, "<!"):
			s.skip(">")
		case strings.HasPrefix(rest, "</"):
			s.skip(">")
			return element{closes: true}, true
		default:
			s.at++
			if e := s.start(); e.name != "" {
				return e, true
			}
		}
	}
	s.at = len(s.text)
	return element{}, false
}

// skip moves after the next end.
func (s *scanner) skip(end string) {
	if i := strings.Index(s.text[s.at:], end); i >= 0 {
		s.at += i + len(end)
		return
	}
	s.at = len(s.text)
}

// start reads a start tag, after its bracket.
func (s *scanner) start() element {
	e := element{at: s.at}
	e.name = s.word()
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '>':
			s.at++
			return e
		case c == '/':
			e.empty = true
			s.at++
		case c == '<': // the tag is not closed
			return e
		case isNamePart(c):
			if a, ok := s.attribute(); ok {
				e.attrs = append(e.attrs, a)
			}
		default:
			s.at++
		}
	}
	return e
}

// attribute reads an attribute with its value.
func (s *scanner) attribute() (attr, bool) {
	a := attr{at: s.at}
	a.name = s.word()
	s.blanks()
	if s.at >= len(s.text) || s.text[s.at] != '=' {
		return a, false
	}
	s.at++
	s.blanks()
	if s.at >= len(s.text) || s.text[s.at] != '"' && s.text[s.at] != '\'' {
		return a, false
	}
	quote := s.text[s.at]
	s.at++
	a.start = s.at
	n := strings.IndexByte(s.text[s.at:], quote)
	if n < 0 {
		s.at = len(s.text)
		return a, false
	}
	a.end = a.start + n
	a.value = s.text[a.start:a.end]
	s.at = a.end + 1
	return a, true
}

func (s *scanner) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

// word reads a name, which may have a prefix and dots.
func (s *scanner) word() string {
	start := s.at
	for s.at < len(s.text) && isNamePart(s.text[s.at]) {
		s.at++
	}
	return s.text[start:s.at]
}

func isNamePart(c byte) bool {
	return c == '_' || c == ':' || c == '.' || c == '-' || c >= 0x80 || c >= '0' && c <= '9' ||
		c|0x20 >= 'a' && c|0x20 <= 'z'
}
