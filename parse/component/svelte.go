package component

import "strings"

// svelteElement reads the attributes of an element of Svelte, and returns the text
// that closes the statements they opened.
func (s *scanner) svelteElement(name string, at int, attrs []attr) (closes string) {
	if name[0] >= 'A' && name[0] <= 'Z' || strings.Contains(name, ".") {
		s.component(name, at)
	}
	for _, a := range attrs {
		s.svelteAttribute(a)
	}
	for _, a := range attrs {
		if local, ok := strings.CutPrefix(a.name, "let:"); ok {
			start, end := a.at+len("let:"), a.at+len("let:")+len(local)
			if a.isCode {
				start, end = a.start, a.end
			}
			closes = s.parameter(start, end) + closes
		}
	}
	return closes
}

// svelteAttribute reads the code of one attribute.
func (s *scanner) svelteAttribute(a attr) {
	directive, rest, isDirective := strings.Cut(a.name, ":")
	switch {
	case isDirective && directive == "let":
		return
	case isDirective && (directive == "use" || directive == "transition" || directive == "in" ||
		directive == "out" || directive == "animate"):
		name, _, _ := strings.Cut(rest, "|")
		start := a.at + len(directive) + 1
		s.expression(start, start+len(name)) // an action is a function
	case isDirective && directive == "on", strings.HasPrefix(a.name, "on") && a.isCode:
		s.handler(a.start, a.end)
		return
	}
	if !a.isCode {
		s.interpolated(a.start, a.end)
		return
	}
	start, _ := s.trim(a.start, a.end)
	if strings.HasPrefix(s.text[start:a.end], "...") {
		start += len("...")
	}
	s.expression(start, a.end)
}

// interpolated reads the expressions in a text.
func (s *scanner) interpolated(start, end int) {
	for at := start; at < end; at++ {
		if s.text[at] == '{' {
			stop := balanced(s.text, at, end)
			s.expression(at+1, max(at+1, stop-1))
			at = stop - 1
		}
	}
}

// mustache reads the contents of braces: a block, a branch of one, its end, or an
// expression.
func (s *scanner) mustache(start, end int) {
	start, end = s.trim(start, end)
	text := s.text[start:end]
	word, _, _ := strings.Cut(text, " ")
	from := min(start+len(word), end)
	switch {
	case text == "":
	case text[0] == '/':
		s.close("{" + word[1:])
	case text[0] == '#':
		s.open = append(s.open, element{"{" + word[1:], s.svelteBlock(word[1:], from, end)})
	case text[0] == ':':
		s.svelteBranch(word[1:], from, end)
	case word == "@const":
		s.put("const ", from)
		s.copy(from, end)
		s.put(";\n", end)
	case text[0] == '@':
		s.expression(from, end)
	default:
		s.expression(start, end)
	}
}

// svelteBlock opens a block, and returns the text that closes it.
func (s *scanner) svelteBlock(word string, from, end int) (closes string) {
	text := s.text[from:end]
	switch word {
	case "each":
		at := strings.Index(text, " as ")
		if at < 0 {
			s.expression(from, end)
			return ""
		}
		names := from + at + len(" as ")
		stop, key := end, strings.LastIndexByte(s.text[names:end], '(')
		if key >= 0 && s.text[end-1] == ')' {
			stop = names + key
		}
		closes = s.loop(names, stop, from, from+at)
		s.expression(min(stop, end), end)
		return closes
	case "await":
		at := strings.Index(text, " then ")
		if at < 0 {
			s.expression(from, end)
			s.put("{\n", end)
			return "}\n"
		}
		s.put("{const ", from)
		s.copy(from+at+len(" then "), end)
		s.put(" = await (", from)
		s.copy(from, from+at)
		s.put(");\n", end)
		return "}\n"
	case "snippet":
		start, _ := s.trim(from, end)
		paren := strings.IndexByte(s.text[start:end], '(')
		if paren < 0 {
			return ""
		}
		s.put("const ", start)
		s.copy(start, start+paren)
		s.put(" = ", start+paren)
		s.copy(start+paren, end)
		s.put(" => {\n", end)
		return "};\n"
	}
	s.expression(from, end)
	s.put("{\n", end)
	return "}\n"
}

// svelteBranch reads {:else if x} and the result of a promise.
func (s *scanner) svelteBranch(word string, from, end int) {
	switch word {
	case "else":
		if start, _ := s.trim(from, end); strings.HasPrefix(s.text[start:end], "if ") {
			s.expression(start+len("if "), end)
		}
	case "then", "catch":
		if start, stop := s.trim(from, end); start < stop {
			s.put("let ", start)
			s.copy(start, stop)
			s.put(";\n", stop)
		}
	}
}
