package component

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// A scanner reads markup.
type scanner struct {
	file    *File
	text    string
	dialect Dialect
	at      int
	end     int
	open    []element
	braces  int // elements of the list that end with a }
	from    int // Angular: the insertion point of the next opened statements
}

// An element is an open element, or a block of Svelte.
type element struct {
	name   string
	closes string // the text that ends the statements it opened
}

// An attr is an attribute as written: its value is text[start:end], without quotes
// and braces.
type attr struct {
	name       string
	at         int
	start, end int
	isCode     bool // Svelte: the value is in braces
}

// valueOf returns the text of an attribute's value.
func (s *scanner) valueOf(a attr) string { return s.text[a.start:a.end] }

// void are the elements of HTML without end tag.
var void = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta",
	"source", "track", "wbr"}

// read reads the markup from start to end.
func (s *scanner) read(start, end int) {
	s.at, s.end = start, end
	for s.at < s.end {
		switch rest := s.text[s.at:s.end]; {
		case strings.HasPrefix(rest, "<!--"):
			s.at = min(after(s.text, s.at, "-->"), s.end)
		case strings.HasPrefix(rest, "</"):
			s.at += 2
			name := tagName(s.text, s.at)
			s.at = tagEnd(s.text, s.at)
			s.close(name)
		case rest[0] == '<' && tagName(s.text, s.at+1) != "":
			s.tag()
		case s.dialect == Angular && strings.HasPrefix(rest, "{{{"):
			s.block() // a brace around a substitution
		case s.dialect != Svelte && strings.HasPrefix(rest, "{{"):
			stop := min(after(s.text, s.at, "}}"), s.end)
			s.value(s.at+2, max(s.at+2, stop-2))
			s.at = stop
		case s.dialect == Angular && s.block():
		case s.dialect == Svelte && rest[0] == '{':
			stop := balanced(s.text, s.at, s.end)
			s.mustache(s.at+1, max(s.at+1, stop-1))
			s.at = stop
		default:
			s.at++
		}
	}
	for len(s.open) > 0 {
		s.pop()
	}
}

// tag reads a start tag.
func (s *scanner) tag() {
	at := s.at + 1
	name := tagName(s.text, at)
	if s.dialect != Vue && (name == "script" || name == "style") {
		s.at = closing(s.text, tagEnd(s.text, s.at), name)
		return
	}
	s.at = at + len(name)
	attrs, closed := s.attributes()
	e := element{name: name}
	switch s.dialect {
	case Svelte:
		e.closes = s.svelteElement(name, at, attrs)
	case Angular:
		e.closes = s.angularElement(name, at, attrs)
	default:
		e.closes = s.vueElement(name, at, attrs)
	}
	if s.open = append(s.open, e); closed || slices.Contains(void, name) {
		s.pop()
	}
}

// attributes reads the attributes up to the end of a tag; closed means that the
// tag is self-closing.
func (s *scanner) attributes() (list []attr, closed bool) {
	for s.at < s.end {
		switch c := s.text[s.at]; {
		case c == '>':
			s.at++
			return list, false
		case c == '/' && s.at+1 < s.end && s.text[s.at+1] == '>':
			s.at += 2
			return list, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '/':
			s.at++
		default:
			list = append(list, s.attribute())
		}
	}
	return list, true
}

// attribute reads one attribute. Svelte has attributes that are an expression
// without a name.
func (s *scanner) attribute() attr {
	a := attr{at: s.at}
	if s.dialect == Svelte && s.text[s.at] == '{' {
		s.at = balanced(s.text, s.at, s.end)
		a.start, a.end, a.isCode = a.at+1, max(a.at+1, s.at-1), true
		return a
	}
	brackets := 0
	for s.at < s.end {
		c := s.text[s.at]
		if c == '[' {
			brackets++
		} else if c == ']' {
			brackets--
		}
		if brackets <= 0 && strings.IndexByte(" \t\r\n=>", c) >= 0 ||
			c == '/' && s.at+1 < s.end && s.text[s.at+1] == '>' {
			break
		}
		s.at++
	}
	a.name = s.text[a.at:s.at]
	for s.at < s.end && isBlank(s.text[s.at]) {
		s.at++
	}
	if s.at >= s.end || s.text[s.at] != '=' {
		if a.name == "" {
			s.at++ // not an attribute
		}
		return a
	}
	s.at++
	for s.at < s.end && isBlank(s.text[s.at]) {
		s.at++
	}
	s.attributeValue(&a)
	return a
}

func (s *scanner) attributeValue(a *attr) {
	if s.at >= s.end {
		return
	}
	switch c := s.text[s.at]; {
	case c == '"' || c == '\'':
		a.start = s.at + 1
		s.at = min(after(s.text, a.start, string(c)), s.end)
		a.end = max(a.start, s.at-1)
	case s.dialect == Svelte && c == '{':
		a.start, a.isCode = s.at+1, true
		s.at = balanced(s.text, s.at, s.end)
		a.end = max(a.start, s.at-1)
	default:
		a.start = s.at
		for s.at < s.end && !isBlank(s.text[s.at]) && s.text[s.at] != '>' {
			s.at++
		}
		a.end = s.at
	}
}

// close ends the innermost element of a name, and everything open in it.
func (s *scanner) close(name string) {
	for i := len(s.open) - 1; i >= 0; i-- {
		if s.open[i].name == name {
			for len(s.open) > i {
				s.pop()
			}
			return
		}
	}
}

func (s *scanner) pop() {
	last := len(s.open) - 1
	s.put(s.open[last].closes, s.at)
	if s.open[last].name == brace {
		s.braces--
	}
	s.open = s.open[:last]
}

// put adds text that is not in the source.
func (s *scanner) put(text string, at int) {
	if text != "" {
		s.file.Markup.Put(text, at)
	}
}

// copy adds source[start:end] without surrounding blanks; it reports whether it is
// not empty.
func (s *scanner) copy(start, end int) bool {
	start, end = s.trim(start, end)
	s.file.Markup.Copy(s.text, start, end)
	return start < end
}

func (s *scanner) trim(start, end int) (int, int) {
	for start < end && isBlank(s.text[start]) {
		start++
	}
	for start < end && isBlank(s.text[end-1]) {
		end--
	}
	return start, end
}

// value adds a substitution in the text: in templates of Angular with pipes.
func (s *scanner) value(start, end int) {
	if s.dialect == Angular {
		s.bound(start, end)
	} else {
		s.expression(start, end)
	}
}

// expression adds an expression as a statement.
func (s *scanner) expression(start, end int) {
	if start, end = s.trim(start, end); start < end {
		s.put("(", start)
		s.copy(start, end)
		s.put(");\n", end)
	}
}

// component adds a tag that may be a component.
func (s *scanner) component(name string, at int) {
	s.file.Tags = append(s.file.Tags, parse.Tag{Name: name, At: uint32(at), Parent: -1})
}

// handler adds the handler of an event: a name, a function, or statements.
func (s *scanner) handler(start, end int) {
	start, end = s.trim(start, end)
	text := s.text[start:end]
	switch {
	case text == "":
	case isPath(text):
		s.file.Handlers[uint32(start+strings.LastIndexByte(text, '.')+1)] = true
		s.expression(start, end)
	case isFunction(text):
		s.expression(start, end)
	default:
		s.put("(($event) => {", start)
		s.copy(start, end)
		s.put("\n});\n", end)
	}
}

// loop opens a loop over a `pattern in items`, and returns the text that closes
// it. Of several names the first is an element, the others are its index.
func (s *scanner) loop(start, end, items, itemsEnd int) (closes string) {
	names := s.split(start, end)
	if len(names) == 0 {
		return ""
	}
	s.put("for(const ", start)
	s.copy(names[0][0], names[0][1])
	s.put(" of (", items)
	s.copy(items, itemsEnd)
	s.put(")){\n", itemsEnd)
	for _, n := range names[1:] {
		s.put("let ", n[0])
		s.copy(n[0], n[1])
		s.put(" = 0;\n", n[1])
	}
	return "}\n"
}

// split lists the parts between the commas of a list of names or patterns.
func (s *scanner) split(start, end int) [][2]int {
	var out [][2]int
	depth, from := 0, start
	for at := start; at <= end; at++ {
		if at == end || s.text[at] == ',' && depth == 0 {
			if a, b := s.trim(from, at); a < b {
				out = append(out, [2]int{a, b})
			}
			from = at + 1
			continue
		}
		switch s.text[at] {
		case '{', '[', '(':
			depth++
		case '}', ']', ')':
			depth--
		}
	}
	return out
}

// parameter opens a function with a parameter, and returns the text that closes
// it.
func (s *scanner) parameter(start, end int) (closes string) {
	if start, end = s.trim(start, end); start >= end {
		return ""
	}
	s.put("((", start)
	s.copy(start, end)
	s.put(") => {\n", end)
	return "});\n"
}

// tagName returns the name of the tag that begins at a position, or "".
func tagName(text string, at int) string {
	end := at
	for end < len(text) && isNameByte(text[end]) {
		end++
	}
	if end == at || !isLetter(text[at]) {
		return ""
	}
	return text[at:end]
}

// tagEnd returns the position after the tag that is open at a position: after a >
// outside of quotes and braces.
func tagEnd(text string, at int) int {
	for at < len(text) {
		switch text[at] {
		case '>':
			return at + 1
		case '"', '\'':
			at = after(text, at+1, text[at:at+1])
		case '{':
			at = balanced(text, at, len(text))
		default:
			at++
		}
	}
	return len(text)
}

// balanced returns the position after the brace that closes the one at a position.
// Strings may contain braces, too.
func balanced(text string, at, end int) int {
	depth := 0
	for at < end {
		switch text[at] {
		case '{':
			depth++
		case '}':
			if depth--; depth <= 0 {
				return at + 1
			}
		case '"', '\'', '`':
			if next := stringEnd(text, at, end); next > at {
				at = next
				continue
			}
		}
		at++
	}
	return end
}

// stringEnd returns the position after the string that begins at a position, or
// after an apostrophe that is unmatched on its line.
func stringEnd(text string, at, end int) int {
	quote := text[at]
	for i := at + 1; i < end; i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == quote:
			return i + 1
		case c == '\n' && quote != '`':
			return at
		}
	}
	return at
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isNameByte(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte("-_.:", c) >= 0
}

// isPath reports whether code is a name, or dotted names.
func isPath(code string) bool {
	for _, name := range strings.Split(code, ".") {
		if name == "" || !isLetter(name[0]) && name[0] != '_' && name[0] != '$' {
			return false
		}
		for i := range len(name) {
			if c := name[i]; !isLetter(c) && c != '_' && c != '$' && (c < '0' || c > '9') {
				return false
			}
		}
	}
	return true
}

// isFunction reports whether code is a function: an arrow function, or one with
// the keyword.
func isFunction(code string) bool {
	code = strings.TrimSpace(strings.TrimPrefix(code, "async"))
	if strings.HasPrefix(code, "function") {
		return true
	}
	before, _, ok := strings.Cut(code, "=>")
	before = strings.TrimSpace(before)
	return ok && (isPath(before) || strings.HasPrefix(before, "(") &&
		strings.Count(before, "(") == strings.Count(before, ")") && strings.HasSuffix(before, ")"))
}
