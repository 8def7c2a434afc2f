package razor

import (
	"strings"

	"seedgraph/parse"
)

// tagAttributes reads the attributes of a tag and its end; closed means that it is
// self-closing.
func (s *scanner) tagAttributes(tag string, index int32, limit int) (closed bool) {
	for s.at < limit {
		switch c := s.text[s.at]; {
		case c == '>':
			s.at++
			return closed
		case c == '/':
			closed = true
			s.at++
		case isBlank(c) || c == '=' || c == '"' || c == '\'':
			s.at++
		case c == '<':
			return closed // the tag has no end
		case c == '@' && !s.isDirectiveAttribute():
			s.transition(limit)
		default:
			closed = false
			s.tagAttribute(tag, index, limit)
		}
	}
	return closed
}

// isDirectiveAttribute reports whether an attribute with a C# value follows:
// @onclick, only in components.
func (s *scanner) isDirectiveAttribute() bool { return s.isComponent && isLetter(s.peek(1)) }

// tagAttribute reads one attribute.
func (s *scanner) tagAttribute(tag string, index int32, limit int) {
	at := s.at
	for s.at < limit && !isBlank(s.text[s.at]) && strings.IndexByte("=>/\"'", s.text[s.at]) < 0 {
		s.at++
	}
	if s.at == at {
		s.at++
		return
	}
	name := s.text[at:s.at]
	after := s.at
	for s.at < limit && isBlank(s.text[s.at]) {
		s.at++
	}
	if s.at >= limit || s.text[s.at] != '=' {
		s.at = after
		s.keep(index, parse.Attr{Name: name, At: uint32(at)})
		return
	}
	for s.at++; s.at < limit && isBlank(s.text[s.at]); s.at++ {
	}
	start, end, behind := s.attributeValue(limit)
	s.readValue(tag, index, parse.Attr{Name: name, At: uint32(at), Value: parse.Range{
		Start: uint32(start), End: uint32(end)}})
	s.at = behind
}

// attributeValue returns the range of an attribute value, and the position after
// it. Quotes within code in the value do not end it.
func (s *scanner) attributeValue(limit int) (start, end, behind int) {
	if s.at >= limit {
		return limit, limit, limit
	}
	quote := s.text[s.at]
	if quote != '"' && quote != '\'' {
		at := s.at
		for at < limit && !isBlank(s.text[at]) && s.text[at] != '>' {
			at = s.skipCode(at, limit)
		}
		return s.at, at, at
	}
	at := s.at + 1
	for at < limit && s.text[at] != quote {
		at = s.skipCode(at, limit)
	}
	return s.at + 1, at, min(at+1, limit)
}

// skipCode returns the position after the expression, or the byte, at a position.
func (s *scanner) skipCode(at, limit int) int {
	if s.text[at] != '@' || at+1 >= limit {
		return at + 1
	}
	switch next := s.text[at+1]; {
	case next == '@':
		return at + 2
	case next == '(' || next == '{':
		return s.balanced(at+1, limit)
	case isWordStart(next) && (at == 0 || !isWordByte(s.text[at-1])):
		return s.implicitEnd(at+1, limit)
	}
	return at + 1
}

// keep adds an attribute to a tag.
func (s *scanner) keep(index int32, a parse.Attr) {
	if index >= 0 {
		t := &s.page.Tags[index]
		t.Attrs = append(t.Attrs, a)
	}
}

// readValue reads the value of an attribute: C#, text with C# in it, or, in a
// component, a value interpreted by the type of the parameter.
func (s *scanner) readValue(tag string, index int32, a parse.Attr) {
	start, end := int(a.Value.Start), int(a.Value.End)
	text := s.text[start:end]
	if strings.IndexByte(text, '@') < 0 {
		a.Text, a.IsText = text, true
	}
	switch {
	case a.Name[0] == '@':
		if isTextDirective(a.Name) {
			s.plain(start, end)
		} else {
			s.expression(start, end)
		}
		if bound, ok := strings.CutPrefix(a.Name, "@bind-"); ok {
			a.Name, _, _ = strings.Cut(bound, ":")
			a.IsText = false
			s.keep(index, a)
		}
		return
	case !s.isComponent:
		s.viewValue(tag, &a)
	case s.isComponentName(tag) && a.IsText && a.Name != "Context" && s.mayBeCode(start, end):
		a.MayBeCode = true
		s.expression(start, end)
	default:
		s.plain(start, end)
	}
	s.keep(index, a)
}

// isTextDirective reports whether the value of a directive attribute is text.
func isTextDirective(name string) bool {
	return name == "@formname" || strings.HasSuffix(name, ":event") ||
		strings.HasSuffix(name, ":format")
}

// viewValue reads the value of an attribute in a view. Tag helpers interpret some
// of them as C#, and asp-for as a member of the model.
func (s *scanner) viewValue(tag string, a *parse.Attr) {
	start, end := int(a.Value.Start), int(a.Value.End)
	isText := a.IsText
	switch name := strings.ToLower(a.Name); {
	case name == "asp-for" && isText, tag == "partial" && name == "for" && isText:
		s.out.Put("throw (", start-1)
		s.out.Name("Model", start-1)
		s.out.Put(".", start-1)
		s.out.Copy(s.text, start, end)
		s.out.Put(");\n", end)
	case name == "asp-items", name == "asp-for", tag == "partial" && name == "model",
		tag == "component" && (name == "type" || strings.HasPrefix(name, "param-")),
		strings.HasPrefix(tag, "vc:") && !isText:
		s.expression(start, end)
	default:
		s.plain(start, end)
	}
}

// expression adds a C# value, with or without a leading @. The value of a
// component's parameter may be text and is left out if it cannot be C#.
func (s *scanner) expression(start, end int) {
	for start < end && isBlank(s.text[start]) {
		start++
	}
	for end > start && isBlank(s.text[end-1]) {
		end--
	}
	if start < end && s.text[start] == '@' {
		start++
	}
	if start >= end || !s.isWhole(start, end) {
		s.plain(start, end)
		return
	}
	s.value(start, end)
}

// isWhole reports whether the brackets in a range are balanced.
func (s *scanner) isWhole(start, end int) bool {
	depth := 0
	for at := start; at < end; {
		if next := s.literal(s.text[:end], at); next > at {
			at = next
			continue
		}
		switch s.text[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		case ';':
			if depth == 0 {
				return false
			}
		}
		at++
	}
	return depth == 0
}

// mayBeCode reports whether the text of an attribute can be an expression: not two
// adjacent operands, as in prose, and no comment, as in an address.
func (s *scanner) mayBeCode(start, end int) bool {
	operand, keyword := false, false // whether an operand or a keyword precedes
	for at := start; at < end; {
		c := s.text[at]
		switch {
		case isBlank(c):
			at++
			continue
		case strings.HasPrefix(s.text[at:end], "//"), strings.HasPrefix(s.text[at:end], "/*"):
			return false
		case c == '{': // a block, or the members of an object
			return true
		case c == '#' || c == ':' && !strings.Contains(s.text[start:at], "?"):
			return false
		case c == '.' && !operand && (at == start || s.text[at-1] == ',') &&
			!beginsPoint(s.text[at+1:end]): // .zip,.json
			return false
		case at == start && strings.IndexByte("/*%=|>,", c) >= 0: // /orders/new
			return false
		case c == '-' && operand && at+2 < end && s.text[at+1] == '-' && isWordByte(s.text[at+2]):
			return false // btn--primary
		}
		next := s.literal(s.text[:end], at)
		if next == at {
			next += len(s.word(at))
		}
		if next == at {
			operand, keyword = c == ')' || c == ']', false
			at++
			continue
		}
		word := s.text[at:min(next, end)]
		if isUnit(word) || isKeywordType(word) && at == start && next == end ||
			isReserved(word) && s.isHyphened(at, next, start, end) ||
			isProse(word, s.text[start:at], strings.TrimLeft(s.text[next:end], " \t\r\n")) {
			return false
		}
		if is := isOperator(word); !is && operand && !keyword {
			return false
		} else {
			operand, keyword = true, is
		}
		at = next
	}
	return operand || end > start && s.text[end-1] == '!'
}

// isProse reports whether a word that may be next to operands is not C# in its
// context: Prefix and suffix.
func isProse(word, before, behind string) bool {
	switch word {
	case "with":
		return !strings.HasPrefix(behind, "{")
	case "and", "or", "not":
		return before != "" && !strings.Contains(before, " is ")
	case "default":
		return behind != "" && isWordByte(behind[0])
	}
	return false
}

// beginsPoint reports whether a point is part of a number or a range: .5, ..3.
func beginsPoint(behind string) bool {
	return behind != "" && (behind[0] == '.' || behind[0] >= '0' && behind[0] <= '9')
}

// isHyphened reports whether a word is a part of a hyphenated one:
// col-long-content.
func (s *scanner) isHyphened(at, end, from, to int) bool {
	return at > from && s.text[at-1] == '-' || end < to && s.text[end] == '-'
}

// isReserved reports whether a word is a C# keyword that cannot be an operand of a
// subtraction.
func isReserved(word string) bool {
	switch word {
	case "abstract", "as", "break", "case", "catch", "class", "const", "continue", "do", "else",
		"enum", "event", "explicit", "extern", "finally", "fixed", "for", "foreach", "goto", "if",
		"implicit", "in", "interface", "internal", "is", "lock", "namespace", "operator", "out",
		"override", "params", "private", "protected", "public", "readonly", "ref", "return",
		"sealed", "stackalloc", "static", "struct", "switch", "throw", "try", "unsafe", "using",
		"virtual", "void", "volatile", "while":
		return true
	}
	return isKeywordType(word)
}

// isUnit reports whether a word is a number with a unit: 2rem.
func isUnit(word string) bool {
	rest := strings.TrimLeft(word, "0123456789")
	return len(rest) < len(word) && strings.Trim(rest, "fFdDmMlLuUxXeE_") != ""
}

// isKeywordType reports whether a word is a keyword type, which needs no
// resolution.
func isKeywordType(word string) bool {
	switch word {
	case "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int", "long",
		"object", "short", "string", "uint", "ulong", "ushort":
		return true
	}
	return false
}

// isOperator reports whether a word may be next to an operand.
func isOperator(word string) bool {
	switch word {
	case "new", "is", "as", "await", "async", "not", "and", "or", "with", "switch", "in", "out",
		"ref", "typeof", "nameof", "default", "static":
		return true
	}
	return false
}
