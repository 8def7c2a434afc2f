package django

import (
	"strings"

	"seedgraph/graph"
)

// fromRegex writes a regular expression as a template: named groups and others are
// parameters. The tier is heuristic if it says more than a template can.
func fromRegex(regex string) (template string, tier graph.Tier) {
	var b strings.Builder
	tier = graph.Exact
	for i := 0; i < len(regex); {
		switch c := regex[i]; c {
		case '^', '$':
			i++
		case '\\':
			n := 2
			if i+1 < len(regex) && isClass(regex[i+1]) { // \d+: what is put in
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
				tier = graph.Heuristic // an optional slash at the end says nothing
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

// quantifier is the length of the quantifier that s begins with.
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

// groupLen is the length of the group that s begins with.
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

// classLen is the length of the character class that s begins with.
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

// groupName is the name of a group, "?:" for one that matches nothing of its own, and empty
// for one without a name.
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
