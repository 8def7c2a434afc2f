package request

import (
	"slices"
	"strings"

	"seedgraph/frameworks/concept/routes"
)

// A template is the path of a route, by its segments.
type template struct {
	segments []segment
	rest     bool // the last segment takes all that follows, or nothing
	optional int  // how many segments at the end may be missing
}

// A segment is one of a template: literals, between which there are parameters.
type segment struct {
	literals []string // one more than there are parameters
	number   bool     // a single parameter that takes whole numbers alone
}

// isLiteral reports whether the segment has no parameters.
func (s segment) isLiteral() bool { return len(s.literals) == 1 }

// numbers are the constraints and converters by which a parameter is a whole number.
var numbers = map[string]bool{"int": true, "long": true}

// parseTemplate reads a template; fold says that its literals are matched whatever their case.
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

// splitPath splits a path at the slashes that are in no parameter.
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

// lowerLiterals puts all that is in no parameter in lower case.
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

// A parameterKind says what a segment may take.
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

// closing is where the brace at a position is closed, or the end of the text.
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

// parameter reads what is within the braces of a parameter.
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

// A fit says how well a segment matches; more is better.
type fit int

const (
	noFit    fit = iota
	weakFit      // what is not known may be the literal that the segment is
	paramFit     // a parameter takes a literal
	holeFit      // a parameter takes what is not known
	sameFit      // the literals are the same
)

// match says how well a segment takes one of a request.
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

// wildcard reports whether a text is that of literals with something between each two.
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

// match says how each segment of a path is taken by the template; ok is false if it is not
// matched. A catch-all takes whatever follows, so something before it must be the same in both.
//
//	/files/{**path}    takes /files/a, and nothing of the form {}/a/b
//	/{shop}/types/{id} takes /a/types/{}, and not /orders/{}/lines
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
		return nil, false // what is known would be a value, and what is not the name of a route
	}
	if t.rest && slices.Contains(fits, weakFit) && !slices.Contains(fits, sameFit) {
		return nil, false // of what is known of the path, nothing but the catch-all takes it
	}
	return fits, true
}
