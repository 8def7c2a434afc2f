package razor

import (
	"strings"

	"seedgraph/parse"
)

// directive reads a directive whose name is at this place; ok is false if there is
// no directive.
//
// A directive starts its line. Its name is followed by white space or a brace, so
// the values @page.Title and @model.Id are not directives.
func (s *scanner) directive(word string, limit int) (ok bool) {
	end := s.at + len(word)
	if line := s.text[:s.at-1]; strings.TrimLeft(line[strings.LastIndexByte(line, '\n')+1:],
		" \t") != "" {
		return false
	}
	if end < limit && !isBlank(s.text[end]) && s.text[end] != '{' {
		return false
	}
	switch word {
	case "code", "functions":
		return s.memberBlock(end, limit)
	case "section":
		return s.section(end, limit)
	}
	read := directives[word]
	if read == nil || word == "using" && s.isBlock(end, limit) {
		return false
	}
	start, stop := s.line(end, limit)
	s.at = stop
	read(s, start, stop)
	s.at = max(s.at, stop)
	return true
}

// isBlock reports whether a parenthesis follows.
func (s *scanner) isBlock(at, limit int) bool {
	return strings.HasPrefix(strings.TrimLeft(s.text[at:limit], " \t"), "(")
}

// line returns the range of the rest of a line, without white space and semicolon.
func (s *scanner) line(at, limit int) (start, end int) {
	end = limit
	if n := strings.IndexByte(s.text[at:limit], '\n'); n >= 0 {
		end = at + n
	}
	if n := strings.Index(s.text[at:end], "@*"); n >= 0 {
		end = at + n
	}
	for at < end && isBlank(s.text[at]) {
		at++
	}
	for end > at && (isBlank(s.text[end-1]) || s.text[end-1] == ';') {
		end--
	}
	return at, end
}

// directives are the single-line directives, by name.
var directives map[string]func(s *scanner, start, end int)

func init() {
	directives = map[string]func(s *scanner, start, end int){
		"using":      (*scanner).using,
		"inject":     (*scanner).inject,
		"attribute":  (*scanner).attribute,
		"typeparam":  (*scanner).typeParam,
		"page":       (*scanner).route,
		"layout":     (*scanner).layout,
		"rendermode": (*scanner).renderMode,
		"namespace": func(s *scanner, start, end int) {
			s.page.Namespace = s.text[start:end]
		},
		"model":      func(s *scanner, start, end int) { s.namesType(Model, start, end) },
		"inherits":   func(s *scanner, start, end int) { s.namesType(Inherits, start, end) },
		"implements": func(s *scanner, start, end int) { s.namesType(Implements, start, end) },

		"addTagHelper": ignore, "removeTagHelper": ignore, "tagHelperPrefix": ignore,
		"preservewhitespace": ignore,
	}
}

func ignore(*scanner, int, int) {}

func (s *scanner) using(start, end int) {
	s.usings.Put("using ", start)
	s.usings.Copy(s.text, start, end)
	s.usings.Put(";\n", end)
}

// inject reads `@inject Service Name`, which declares a property.
func (s *scanner) inject(start, end int) {
	if space := strings.LastIndexAny(s.text[start:end], " \t>"); space > 0 {
		s.members.Copy(s.text, start, end)
		s.members.Put("{get;set;}\n", end)
	}
}

func (s *scanner) attribute(start, end int) {
	if start < end && s.text[start] == '[' {
		// An attribute may span several lines.
		stop := s.balanced(start, len(s.text))
		s.attributes.Copy(s.text, start, stop)
		s.attributes.Put("\n", stop)
		s.at = stop
	}
}

func (s *scanner) typeParam(start, end int) {
	name := s.word(start)
	if name == "" {
		return
	}
	if !s.typeParams.IsEmpty() {
		s.typeParams.Put(",", start)
	}
	s.typeParams.Copy(s.text, start, start+len(name))
	if n := strings.Index(s.text[start:end], "where "); n > 0 {
		s.constraints.Put(" ", start)
		s.constraints.Copy(s.text, start+n, end)
	}
}

// route reads `@page "/orders"`.
func (s *scanner) route(start, end int) {
	text := strings.Trim(s.text[start:end], `"`)
	s.page.Routes = append(s.page.Routes, parse.Route{Template: text, At: uint32(start)})
}

// layout reads `@layout Main`: the page is rendered within that component.
func (s *scanner) layout(start, end int) {
	s.page.Layout = parse.TypeRef{Name: s.text[start:end], At: uint32(start)}
}

func (s *scanner) renderMode(start, end int) { s.expression(start, end) }

func (s *scanner) namesType(d Directive, start, end int) {
	if start == end {
		return
	}
	if len(s.page.Directives) > 0 {
		s.types.Put(",", start)
	}
	s.page.Directives = append(s.page.Directives, d)
	s.types.Copy(s.text, start, end)
	s.types.Put(" _", end)
}

// memberBlock reads `@code { … }`, the members of the class.
func (s *scanner) memberBlock(at, limit int) bool {
	for at < limit && isBlank(s.text[at]) {
		at++
	}
	if at >= limit || s.text[at] != '{' {
		return false
	}
	outer := s.out
	s.out = &s.members
	s.at = at + 1
	s.code(limit)
	s.closeBrace(limit)
	s.out = outer
	return true
}

// section reads `@section Scripts { … }`: markup for a place of the layout.
func (s *scanner) section(at, limit int) bool {
	brace := strings.IndexByte(s.text[at:limit], '{')
	if brace < 0 || !isName(strings.TrimSpace(s.text[at:at+brace])) {
		return false
	}
	s.at = at + brace + 1
	s.markup(untilBrace, limit)
	s.closeBrace(limit)
	return true
}

// isName reports whether text is an identifier.
func isName(text string) bool {
	for i := range len(text) {
		if !isWordByte(text[i]) {
			return false
		}
	}
	return text != "" && isWordStart(text[0])
}
