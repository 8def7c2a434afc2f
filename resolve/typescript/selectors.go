package typescript

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// A selector is one of the alternatives by which Angular matches the elements of a
// component or directive:
//
//	button[appBar=x].wide:not([disabled]), app-bar
type selector struct {
	element string // empty for any
	attrs   [][2]string
	classes []string
	nots    []selector
}

// selectorsOf parses the alternatives of a selector. One with combinators, which Angular
// does not support, matches nothing.
func selectorsOf(text string) []selector {
	var out []selector
	for _, alternative := range outsideBrackets(text, ',') {
		if s, ok := selectorOf(strings.TrimSpace(alternative)); ok {
			out = append(out, s)
		}
	}
	return out
}

// outsideBrackets splits a text at a mark outside of brackets.
func outsideBrackets(text string, mark byte) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case c == mark && depth == 0:
			out = append(out, text[from:i])
			from = i + 1
		}
	}
	return append(out, text[from:])
}

// selectorOf parses one alternative; ok is false if it is empty or invalid.
func selectorOf(text string) (s selector, ok bool) {
	name := selectorName(text)
	s.element, text = name, text[len(name):]
	if s.element == "*" {
		s.element = ""
	}
	ok = name != ""
	for text != "" {
		switch {
		case text[0] == '.':
			name = selectorName(text[1:])
			s.classes, text = append(s.classes, name), text[1+len(name):]
		case text[0] == '[' && strings.Contains(text, "]"):
			inner, rest, _ := strings.Cut(text[1:], "]")
			attr, value, _ := strings.Cut(inner, "=")
			s.attrs = append(s.attrs, [2]string{attr, strings.Trim(value, `"'`)})
			text = rest
		case strings.HasPrefix(text, ":not(") && strings.Contains(text, ")"):
			inner, rest, _ := strings.Cut(text[len(":not("):], ")")
			s.nots = append(s.nots, selectorsOf(inner)...)
			text = rest
		default:
			return s, false
		}
		ok = true
	}
	return s, ok
}

// selectorName returns the name that a text begins with.
func selectorName(text string) string {
	end := strings.IndexAny(text, ".[:>+~ ")
	if end < 0 {
		end = len(text)
	}
	return text[:end]
}

// matches reports whether a selector matches an element.
func (s *selector) matches(tag *parse.Tag) bool {
	if s.element != "" && s.element != tag.Name {
		return false
	}
	for _, want := range s.attrs {
		a := tag.Attr(want[0])
		if a == nil || want[1] != "" && a.Text != want[1] {
			return false
		}
	}
	for _, want := range s.classes {
		a := tag.Attr("class")
		if a == nil || !slices.Contains(strings.Fields(a.Text), want) {
			return false
		}
	}
	return !slices.ContainsFunc(s.nots, func(not selector) bool { return not.matches(tag) })
}
