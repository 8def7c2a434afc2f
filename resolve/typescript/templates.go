package typescript

import (
	"strings"

	"seedgraph/resolve"
)

// This file compares template literal types (since TypeScript 4.1), whose name is their text.

// isTemplate reports whether t is a template literal type with holes.
//
//	type Path = `/${string}`
func isTemplate(t resolve.Type) bool {
	return t.Def == resolve.None && t.Owner == resolve.None && strings.HasPrefix(t.Name, "`")
}

// templateAssignable compares a primitive type or a literal with a template literal type.
// A text that does not match the parts between the holes is never assignable; one that does
// is assignable if each hole accepts any text.
//
//	'/orders'  // assignable to `/${string}`, maybe to `/${Section}`, and not to `#${string}`
//	string     // not assignable to any of them
func templateAssignable(a, p resolve.Type) verdict {
	parts, open := templateParts(p.Name)
	switch {
	case primitiveOf(a.Name) != "string":
		return no
	case isTemplate(a):
		return maybe
	case a.Name == "string":
		if strings.Join(parts, "") == "" && open {
			return yes // `${string}`
		}
		return no
	case !matchesParts(strings.Trim(a.Name, "'"), parts):
		return no
	case open:
		return yes
	}
	return maybe
}

// templateParts returns the texts around the holes of a template literal type, in order:
// one more than there are holes. It also reports whether each hole accepts any text:
// `${string}` and `${infer T}`.
func templateParts(name string) (parts []string, open bool) {
	open = true
	for rest := strings.Trim(name, "`"); ; {
		before, after, found := strings.Cut(rest, "${")
		parts = append(parts, before)
		if !found {
			return parts, open
		}
		hole := holeOf(after)
		open = open && acceptsText(hole)
		rest = strings.TrimPrefix(after[len(hole):], "}")
	}
}

// holeOf returns the text up to the brace that closes a hole.
func holeOf(s string) string {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return s[:i]
			}
			depth--
		}
	}
	return s
}

// acceptsText reports whether a hole accepts any text.
func acceptsText(hole string) bool {
	words := strings.Fields(hole)
	switch {
	case len(words) == 1:
		return words[0] == "string"
	case len(words) == 2:
		return words[0] == "infer"
	}
	return len(words) == 4 && words[0] == "infer" && words[2] == "extends" && words[3] == "string"
}

// matchesParts reports whether s consists of the parts, with any text between them.
func matchesParts(s string, parts []string) bool {
	last := len(parts) - 1
	rest, ok := strings.CutPrefix(s, parts[0])
	if !ok || last == 0 {
		return ok && rest == ""
	}
	for _, part := range parts[1:last] {
		if _, rest, ok = strings.Cut(rest, part); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, parts[last])
}
