package routes

import "strings"

// Colons rewrites the parameters of a template from colons to braces: /orders/:id
// becomes /orders/{id}. A pattern in parentheses or braces, or constraints in angle brackets, are
// moved into the braces: /:id(\d+), /:id{\d+} and /:id<int> become {id:\d+} and {id:int}.
// /:id? becomes {id?}, /:id* and /:id+ become {*id}, and "*" becomes {*}.
func Colons(template string) string {
	segments := strings.Split(template, "/")
	for i, s := range segments {
		var b strings.Builder
		for s != "" {
			switch at := strings.IndexAny(s, ":*("); {
			case at < 0:
				b.WriteString(s)
				s = ""
			case s[at] == ':':
				b.WriteString(s[:at])
				n := nameLen(s[at+1:])
				var rule string
				name := s[at+1 : at+1+n]
				rule, s = colonRule(s[at+1+n:])
				mark := s
				if s = strings.TrimLeft(s, "?+*"); strings.HasPrefix(s, "{") {
					s = s[strings.LastIndexByte(s, '}')+1:]
				}
				mark = mark[:len(mark)-len(s)]
				switch {
				case strings.HasPrefix(mark, "?"):
					rule += "?"
				case mark != "" && mark[0] != '{' && s == "" && b.Len() == 0:
					name = "*" + name // one segment or more
				}
				b.WriteString("{" + name + rule + "}")
			case s[at] == '*':
				b.WriteString(s[:at] + "{*" + s[at+1:at+1+nameLen(s[at+1:])] + "}")
				s = s[at+1+nameLen(s[at+1:]):]
			default:
				b.WriteString(s[:at])
				s = afterParen(s[at:])
			}
		}
		segments[i] = b.String()
	}
	return strings.Join(segments, "/")
}

// colonRule cuts the pattern or the constraints of a parameter off the text after its
// name, in the form used in braces. A pattern with unbalanced braces is dropped.
func colonRule(s string) (rule, rest string) {
	switch {
	case strings.HasPrefix(s, "("):
		rest = afterParen(s)
		rule = strings.TrimSuffix(s[1:len(s)-len(rest)], ")")
	case strings.HasPrefix(s, "{") && strings.Contains(s, "}"):
		at := strings.LastIndexByte(s, '}')
		rule, rest = s[1:at], s[at+1:]
	case strings.HasPrefix(s, "<") && strings.Contains(s, ">"):
		rule, rest, _ = strings.Cut(s[1:], ">")
		rule = strings.ReplaceAll(rule, ";", ":")
	default:
		return "", s
	}
	depth := 0
	for _, c := range rule {
		if c == '{' {
			depth++
		} else if c == '}' {
			if depth--; depth < 0 {
				return "", rest
			}
		}
	}
	if depth != 0 || rule == "" {
		return "", rest
	}
	return ":" + rule, rest
}

// Angles rewrites the parameters of a template from angle brackets, with a converter
// before the name, to braces: <int:pk>/ becomes {pk:int}/.
func Angles(template string) string {
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(template, "<")
		inner, after, closed := strings.Cut(rest, ">")
		if !open || !closed {
			b.WriteString(template)
			return b.String()
		}
		b.WriteString(before)
		if kind, name, ok := strings.Cut(inner, ":"); ok {
			inner = name + ":" + kind
		}
		b.WriteString("{" + inner + "}")
		template = after
	}
}

// nameLen returns the length of the name at the start of s.
func nameLen(s string) int {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z' ||
		s[n] >= '0' && s[n] <= '9') {
		n++
	}
	return n
}

// afterParen returns the text after the parenthesized group at the start of s.
func afterParen(s string) string {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return s[i+1:]
			}
		}
	}
	return ""
}
