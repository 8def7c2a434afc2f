package request

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/routes"
)

// A template is the path of a route, by segments.
type template struct {
	segments []segment
	rest     bool // the last segment matches the whole rest, possibly empty
	optional int  // number of optional segments at the end
}

// A segment is a segment of a template: literals with parameters between them.
type segment struct {
	literals []string // one more than the parameters
	number   bool     // a single parameter for whole numbers
}

// isLiteral reports whether the segment has no parameters.
func (s segment) isLiteral() bool { return len(s.literals) == 1 }

// numbers are the constraints and converters of whole number parameters.
var numbers = map[string]bool{"int": true, "long": true}

// parseTemplate parses a template; fold is set if its literals are case-insensitive.
//
//	/orders/{id:int}/{*path}    orders, a number, the rest
func parseTemplate(text string, fold bool) template {
	if fold {
		text = lowerLiterals(text)
	}
	var t template
	for _, s := range splitPath(text) {
		seg, kind := parseSegment(s)
		switch kind {
		case restParameter:
			t.rest = true
			return t
		case optionalParameter:
			t.optional++
		default:
			t.optional = 0
		}
		t.segments = append(t.segments, seg)
	}
	return t
}

// splitPath splits a path at the slashes outside parameters.
func splitPath(path string) []string {
	var out []string
	depth, from := 0, 0
	path = strings.Trim(path, "/")
	if path == "" {
		return nil
	}
	for i := range len(path) {
		switch path[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '/':
			if depth <= 0 {
				out = append(out, path[from:i])
				from = i + 1
			}
		}
	}
	return append(out, path[from:])
}

// lowerLiterals converts the text outside parameters to lower case.
func lowerLiterals(text string) string {
	depth := 0
	return strings.Map(func(c rune) rune {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth <= 0 && c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		}
		return c
	}, text)
}

// A parameterKind is the kind of a parameter.
type parameterKind int

const (
	noParameter parameterKind = iota
	oneParameter
	optionalParameter // {id?}, {id=5}
	restParameter     // {*path}, {**path}, {path:path}
)

func parseSegment(text string) (segment, parameterKind) {
	if text == "*" || text == "**" {
		return segment{}, restParameter
	}
	var s segment
	kind, from := noParameter, 0
	for from <= len(text) {
		open := strings.IndexByte(text[from:], '{')
		if open < 0 {
			break
		}
		end := closing(text, from+open)
		s.literals = append(s.literals, text[from:from+open])
		kind = parameter(text[from+open+1:end], &s)
		from = min(end+1, len(text))
		if kind == restParameter {
			return s, kind
		}
	}
	s.literals = append(s.literals, text[from:])
	if len(s.literals) > 2 || strings.Join(s.literals, "") != "" {
		s.number = false
		if kind == optionalParameter {
			kind = oneParameter
		}
	}
	return s, kind
}

// closing returns the position of the closing brace for one at a position, or the end
// of the text.
func closing(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// parameter parses the text within the braces of a parameter.
func parameter(text string, s *segment) parameterKind {
	if routes.IsRest(text) {
		return restParameter
	}
	parts := strings.Split(text, ":")
	last := parts[len(parts)-1]
	optional := strings.HasSuffix(last, "?") || strings.Contains(text, "=")
	for _, constraint := range parts[1:] {
		if numbers[strings.TrimRight(constraint, "?")] {
			s.number = true
		}
	}
	if optional {
		return optionalParameter
	}
	return oneParameter
}

// A fit is the quality of the match of a segment; more is better.
type fit int

const (
	noFit    fit = iota
	weakFit      // an unknown text may be the literal of the segment
	paramFit     // a parameter matches a literal
	holeFit      // a parameter matches an unknown text
	sameFit      // equal literals
)

// match returns how well a segment matches one of a request.
func (s segment) match(text string) fit {
	hole := strings.Contains(text, Hole)
	switch {
	case s.isLiteral() && !hole:
		if s.literals[0] == text {
			return sameFit
		}
	case s.isLiteral():
		if wildcard(strings.Split(text, Hole), s.literals[0]) {
			return weakFit
		}
	case len(s.literals) == 2 && s.literals[0] == "" && s.literals[1] == "":
		switch {
		case hole:
			return holeFit
		case !s.number || strings.Trim(text, "0123456789") == "":
			return paramFit
		}
	case hole:
		if wildcard(s.literals, strings.ReplaceAll(text, Hole, "\x01")) {
			return holeFit
		}
	case wildcard(s.literals, text):
		return paramFit
	}
	return noFit
}

// wildcard reports whether a text consists of the literals with something between each
// two.
func wildcard(literals []string, text string) bool {
	first, last := literals[0], literals[len(literals)-1]
	if !strings.HasPrefix(text, first) || !strings.HasSuffix(text[len(first):], last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, l := range literals[1 : len(literals)-1] {
		at := strings.Index(text, l)
		if at < 1 {
			return false
		}
		text = text[at+len(l):]
	}
	return text != ""
}

// match returns how each segment of a path is matched by the template; ok is false if
// it does not match. As a catch-all matches any rest, something before it must be equal
// in both.
//
//	/files/{**path}    matches /files/a, and nothing of the form {}/a/b
//	/{shop}/types/{id} matches /a/types/{}, and not /orders/{}/lines
func (t template) match(path []string) (fits []fit, ok bool) {
	if len(path) > len(t.segments) && !t.rest || len(path) < len(t.segments)-t.optional {
		return nil, false
	}
	for i, s := range path {
		if i >= len(t.segments) {
			break
		}
		f := t.segments[i].match(s)
		if f == noFit {
			return nil, false
		}
		fits = append(fits, f)
	}
	if slices.Contains(fits, weakFit) && slices.Contains(fits, paramFit) {
		return nil, false // the known part would be a value, and the unknown one not the name of a route
	}
	if t.rest && slices.Contains(fits, weakFit) && !slices.Contains(fits, sameFit) {
		return nil, false // only the catch-all matches the known part of the path
	}
	return fits, true
}
