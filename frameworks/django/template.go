package django

import (
	"strings"

	"seedgraph/graph"
)

// fromRegex converts a regular expression to a template; groups, named or not, become
// parameters. The tier is heuristic if a template cannot express the regular
// expression.
func fromRegex(regex string) (template string, tier graph.Tier) {
	var b strings.Builder
	tier = graph.Exact
	for i := 0; i < len(regex); {
		switch c := regex[i]; c {
		case '^', '$':
			i++
		case '\\':
			n := 2
			if i+1 < len(regex) && isClass(regex[i+1]) { // \d+: the value of the parameter
				b.WriteString("{}")
				n += quantifier(regex[i+2:])
			} else if i+1 < len(regex) && !isAnchor(regex[i+1]) {
				b.WriteByte(regex[i+1])
			}
			i += n
		case '(':
			end := i + groupLen(regex[i:])
			name, optional := groupName(regex[i:end]), quantifier(regex[end:]) > 0
			if name == "?:" {
				tier = graph.Heuristic
			} else {
				b.WriteString("{" + name + "}")
			}
			if optional {
				tier = graph.Heuristic
			}
			i = end + quantifier(regex[end:])
		case '[':
			end := i + classLen(regex[i:])
			b.WriteString("{}")
			i = end + quantifier(regex[end:])
		case '?', '*', '+', '|':
			if c != '?' || !strings.HasSuffix(b.String(), "/") {
				tier = graph.Heuristic // an optional trailing slash does not matter
			}
			i++
		case '.':
			b.WriteString("{}")
			i += 1 + quantifier(regex[i+1:])
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String(), tier
}

func isClass(c byte) bool { return strings.IndexByte("dDwWsS", c) >= 0 }

func isAnchor(c byte) bool { return strings.IndexByte("AZbB", c) >= 0 }

// quantifier returns the length of the quantifier at the start of s.
func quantifier(s string) int {
	n := 0
	if strings.HasPrefix(s, "{") {
		n = strings.IndexByte(s, '}') + 1
	}
	for n < len(s) && strings.IndexByte("?*+", s[n]) >= 0 {
		n++
	}
	return n
}

// groupLen returns the length of the group at the start of s.
func groupLen(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			i += classLen(s[i:]) - 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

// classLen returns the length of the character class at the start of s.
func classLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == ']' && i > 1 && s[i-1] != '^':
			return i + 1
		}
	}
	return len(s)
}

// groupName returns the name of a group, "?:" for a non-capturing group, and "" for an
// unnamed one.
func groupName(group string) string {
	if name, ok := strings.CutPrefix(group, "(?P<"); ok {
		name, _, _ = strings.Cut(name, ">")
		return name
	}
	if strings.HasPrefix(group, "(?") {
		return "?:"
	}
	return ""
}
