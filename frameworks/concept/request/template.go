package request

import (
	"regexp"
	"slices"
	"strings"

	"seedgraph/frameworks/concept/routes"
)

// A template is the path of a route, by segments.
type template struct {
	segments []segment
	rest     bool      // a parameter for the rest, possibly empty, follows the segments
	after    []segment // follow the rest
	twice    bool      // the last of after is a parameter for the rest, too
	optional int       // number of optional segments at the end
	tail     bool      // the last parameter matches the rest
	weighted bool      // see [routes.Choice]
	picky    bool      // a parameter accepts only some values, which are not known
}

// A segment is a segment of a template: literals with parameters between them.
type segment struct {
	literals []string // one more than the parameters
	// rule matches the values of a single parameter; nil if it accepts any.
	rule  *regexp.Regexp
	empty bool // the last parameter may match nothing
}

// isLiteral reports whether the segment has no parameters.
func (s segment) isLiteral() bool { return len(s.literals) == 1 }

// rules are the values of parameters by the name of their constraint or converter.
var rules = map[string]*regexp.Regexp{
	"int":   regexp.MustCompile(`^-?[0-9]+$`),
	"long":  regexp.MustCompile(`^-?[0-9]+$`),
	"alpha": regexp.MustCompile(`^[A-Za-z]+$`),
	"slug":  regexp.MustCompile(`^[-a-zA-Z0-9_]+$`),
	"float": regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`),
	"guid":  identifier,
	"uuid":  identifier,
}

var identifier = regexp.MustCompile(`^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$`)

// accepted returns an expression for the values that a constraint accepts, nil for all;
// ok is false if they are not known. A constraint is a name of rules, a list of values
// such as any(a, b), or a regular expression.
func accepted(constraint string) (rule *regexp.Regexp, ok bool) {
	switch constraint = strings.TrimRight(constraint, "?"); constraint {
	case "", "str", "string", "path", "default", "[^/]+", "required":
		return nil, true
	}
	if r := rules[constraint]; r != nil {
		return r, true
	}
	if list, isList := strings.CutPrefix(constraint, "any("); isList {
		var values []string
		for v := range strings.SplitSeq(strings.TrimSuffix(list, ")"), ",") {
			values = append(values, regexp.QuoteMeta(strings.Trim(strings.TrimSpace(v), `"'`)))
		}
		constraint = strings.Join(values, "|")
	} else if !strings.ContainsAny(constraint, `\[|.+*`) {
		return nil, false // the name of a converter, or a function
	}
	r, err := regexp.Compile("^(?:" + strings.TrimSuffix(strings.TrimPrefix(constraint, "^"), "$") + ")$")
	return r, err == nil
}

// parseTemplate parses a template; fold is set if its literals are case-insensitive.
//
//	/orders/{id:int}/{*path}    orders, a number, the rest
func parseTemplate(text string, fold bool) template {
	if fold {
		text = lowerLiterals(text)
	}
	var t template
	for _, s := range splitPath(text) {
		seg, kind := parseSegment(s, &t)
		switch {
		case kind == restParameter && t.rest:
			t.after = append(t.after, segment{literals: []string{"", ""}}) // of two, the first takes all but one
			t.twice = true
			return t
		case kind == restParameter:
			t.rest = true
			continue
		case t.rest:
			t.after = append(t.after, seg)
			continue
		case kind == optionalParameter:
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

// parseSegment parses a segment of a template, and sets picky in that.
func parseSegment(text string, t *template) (segment, parameterKind) {
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
		kind = parameter(text[from+open+1:end], &s, t)
		from = min(end+1, len(text))
		if kind == restParameter {
			return s, kind
		}
	}
	s.literals = append(s.literals, text[from:])
	if len(s.literals) > 2 || strings.Join(s.literals, "") != "" {
		t.picky = t.picky || s.rule != nil
		s.rule = nil
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
func parameter(text string, s *segment, t *template) parameterKind {
	if routes.IsRest(text) {
		return restParameter
	}
	_, constraints, _ := strings.Cut(text, ":")
	before, _, byDefault := strings.Cut(constraints, "=")
	if rule, ok := accepted(constraints); ok {
		s.rule = rule
	} else {
		t.picky = true
		for one := range strings.SplitSeq(before, ":") { // int:min(1)
			if rule, ok := accepted(one); ok && rule != nil {
				s.rule = rule
			}
		}
	}
	if byDefault || strings.HasSuffix(text, "?") || strings.Contains(text, "=") {
		return optionalParameter
	}
	return oneParameter
}

// A fit is the quality of the match of a segment; more is better.
type fit int

const (
	noFit    fit = iota
	weakFit      // an unknown text may be the literal of the segment
	restFit      // a parameter for the rest matches this and others before the end
	paramFit     // a parameter matches a literal
	ruleFit      // ... and accepts only some
	mixedFit     // a literal next to a parameter matches a part of a literal
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
		case s.rule == nil:
			return paramFit
		case s.rule.MatchString(text):
			return ruleFit
		}
	case hole:
		if wildcard(s.literals, strings.ReplaceAll(text, Hole, "\x01")) {
			return holeFit
		}
	case wildcard(s.literals, text), s.empty && wildcard(s.literals, text+"\x01"):
		return mixedFit
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
	if len(path) > len(t.segments) && !t.rest && !t.tail || len(path) < t.least()+len(t.after) {
		return nil, false
	}
	end := path[len(path)-len(t.after):]
	if path = path[:len(path)-len(t.after)]; len(end) > 0 && len(path) <= len(t.segments) {
		return nil, false // nothing is left for the rest
	}
	fits, ok = fitted(nil, t.segments, path)
	if ok && len(end) > 0 {
		between := restFit
		if t.weighted {
			between = mixedFit
		}
		fits, ok = fitted(append(fits, between), t.after, end)
	}
	if !ok {
		return nil, false
	}
	for i := range fits[:min(len(fits), len(t.segments))] {
		if fits[i] == ruleFit && t.weighted && !strings.HasPrefix(t.segments[i].rule.String(), "^-?[0-9]") {
			fits[i] = paramFit
		}
	}
	if slices.Contains(fits, weakFit) && slices.ContainsFunc(fits, fit.isValue) {
		return nil, false // the known part would be a value, and the unknown one not the name of a route
	}
	if t.rest && slices.Contains(fits, weakFit) && !slices.Contains(fits, sameFit) {
		return nil, false // only the catch-all matches the known part of the path
	}
	return fits, true
}

// least returns the least number of segments before the rest.
func (t template) least() int { return len(t.segments) - t.optional }

// fitted appends how each segment of a path is matched by one of a template, as far as
// both go.
func fitted(fits []fit, segments []segment, path []string) (out []fit, ok bool) {
	for i, s := range path[:min(len(path), len(segments))] {
		f := segments[i].match(s)
		if f == noFit {
			return nil, false
		}
		fits = append(fits, f)
	}
	return fits, true
}

// isValue reports whether a parameter matches a known text.
func (f fit) isValue() bool { return f == paramFit || f == ruleFit || f == mixedFit }
