package component

import (
	"slices"
	"strings"

	"seedgraph/parse"
)

// ReadTemplate splits a template of Angular, which is a part of a text. Invalid
// parts are left out.
func ReadTemplate(text string, at parse.Range) *File {
	f := &File{}
	s := &scanner{file: f, text: text, dialect: Angular}
	s.read(int(at.Start), int(at.End))
	slices.Sort(f.Pipes)
	return f
}

// angularElement reads the attributes of an element of Angular, and returns the
// text that closes the statements they opened. A structural directive encloses the
// other attributes.
func (s *scanner) angularElement(name string, at int, attrs []attr) (closes string) {
	s.from = at // names declared by a directive are visible in the attributes before it, too
	for _, a := range attrs {
		if strings.HasPrefix(a.name, "*") {
			closes = s.structural(a) + closes
		}
	}
	tag := parse.Tag{Name: name, At: uint32(at), Parent: -1}
	for _, a := range attrs {
		tag.Attrs = append(tag.Attrs, s.angularAttribute(a))
	}
	s.file.Tags = append(s.file.Tags, tag)
	for _, a := range attrs {
		if local, ok := strings.CutPrefix(a.name, "let-"); ok {
			start := a.at + len("let-")
			s.from = start
			closes = s.unknown(start, start+len(local)) + closes
		}
	}
	return closes
}

// angularAttribute reads the code of an attribute. The returned name is that of
// the property, event or directive, without the binding marks.
func (s *scanner) angularAttribute(a attr) parse.Attr {
	out := parse.Attr{Name: a.name, At: uint32(a.at)}
	name, bound := unmarked(a.name)
	if skipped := strings.Index(a.name, name); bound && skipped > 0 {
		out.Name, out.At = name, uint32(a.at+skipped)
	}
	switch {
	case a.name[:min(1, len(a.name))] == "*", strings.HasPrefix(a.name, "let-"): // read before
	case a.name[:min(1, len(a.name))] == "#", strings.HasPrefix(a.name, "ref-"):
		s.file.Refs = append(s.file.Refs,
			parse.Range{Start: out.At, End: out.At + uint32(len(out.Name))})
	case strings.HasPrefix(a.name, "("), strings.HasPrefix(a.name, "on-"):
		s.statements(a.start, a.end)
	case bound:
		s.bound(a.start, a.end)
	default:
		out.Text, out.IsText = s.valueOf(a), true
		s.interpolations(a.start, a.end)
	}
	return out
}

// marks are the prefixes and suffixes of the names of bound attributes.
var marks = [][2]string{{"[(", ")]"}, {"[", "]"}, {"(", ")"}, {"*", ""}, {"#", ""}, {"ref-", ""},
	{"bindon-", ""}, {"bind-", ""}, {"on-", ""}}

// unmarked returns the name that a bound attribute sets; bound is false for a
// plain one.
func unmarked(name string) (plain string, bound bool) {
	for _, m := range marks {
		inner, ok := strings.CutPrefix(name, m[0])
		if !ok {
			continue
		}
		if inner, ok = strings.CutSuffix(inner, m[1]); ok && inner != "" {
			return inner, true
		}
	}
	return name, false
}

// interpolations reads the expressions in the value of a plain attribute.
func (s *scanner) interpolations(start, end int) {
	for {
		at := strings.Index(s.text[start:end], "{{")
		if at < 0 {
			return
		}
		from := start + at + len("{{")
		stop := min(after(s.text, from, "}}"), end)
		s.bound(from, max(from, stop-len("}}")))
		start = stop
	}
}

// statements adds the statements that an event runs.
func (s *scanner) statements(start, end int) {
	if start, end = s.trim(start, end); start < end {
		s.put("(($event) => {", start)
		word := s.nameEnd([2]int{start, end})
		if word < end && s.text[word] == '(' && slices.Contains(reserved, s.text[start:word]) {
			s.put("this.", start)
		}
		s.copy(start, end)
		s.put("\n});\n", end)
	}
}

// reserved are words that Angular accepts as names of members.
var reserved = []string{"delete", "continue", "break", "return", "throw", "switch", "import"}

// unknown opens a block with a name whose value is not in the template, and
// returns the text that closes it.
func (s *scanner) unknown(start, end int) (closes string) {
	s.put("{let ", s.from)
	s.copy(start, end)
	s.put(";\n", end)
	return "}\n"
}

// named opens a block with a name for a value, and returns the text that closes
// it. A value with the same name, as in @if (user(); as user), refers to the name
// outside of the block.
func (s *scanner) named(name, value [2]int) (closes string) {
	first := value[0]
	for first < value[1] && isNameByte(s.text[first]) {
		first++
	}
	if s.text[value[0]:first] == strings.TrimSpace(s.text[name[0]:name[1]]) {
		s.bound(value[0], value[1])
		s.from = name[0] // the name is not visible before
		return s.unknown(name[0], name[1])
	}
	s.put("{const ", s.from)
	s.copy(name[0], name[1])
	s.put(" = (", value[0])
	s.piped(value[0], value[1], 0)
	s.put(");\n", value[1])
	return "}\n"
}

// block reads the constructs of templates with blocks at the current position: @if
// (x) {, } and other braces. It returns false, without moving, for anything else.
func (s *scanner) block() bool {
	switch s.text[s.at] {
	case '{': // of the text: {n, plural, =1 {one}}
		s.brace("")
		s.at++
		return true
	case '}':
		if s.braces > 0 {
			s.close(brace)
		}
		s.at++
		return true
	case '@':
		return s.opens()
	}
	return false
}

// brace is the name of a construct that a } closes.
const brace = "{"

// brace opens a construct that a } closes, with the text that closes its
// statements.
func (s *scanner) brace(closes string) {
	s.open = append(s.open, element{brace, closes})
	s.braces++
}

// longestHead bounds the text between the @ of a block and its brace.
const longestHead = 4096

// blocks are the keywords of blocks.
var blocks = []string{"if", "else", "for", "empty", "switch", "case", "default", "defer",
	"placeholder", "loading", "error"}

// opens reads the start of a block, or a declaration, with its @.
func (s *scanner) opens() bool {
	at := s.at + 1
	s.from = at
	word := tagName(s.text[:s.end], at)
	at += len(word)
	if word == "let" {
		return s.declaration(at)
	}
	if !slices.Contains(blocks, word) {
		return false
	}
	at = s.blanks(at)
	if word == "else" && strings.HasPrefix(s.text[at:s.end], "if") {
		word, at = "if", s.blanks(at+len("if"))
	}
	start, end := at, at
	if at < s.end && s.text[at] == '(' {
		stop := s.matching(at, min(at+longestHead, s.end))
		start, end = at+1, max(at+1, stop-1)
		at = s.blanks(stop)
	}
	if at >= s.end || s.text[at] != '{' {
		return false
	}
	s.brace(s.blockOpens(word, start, end))
	s.at = at + 1
	return true
}

// blanks returns the position of the next byte that is not white space.
func (s *scanner) blanks(at int) int {
	for at < s.end && isBlank(s.text[at]) {
		at++
	}
	return at
}

// blockOpens opens the statements of a block with parameters, and returns the text
// that closes them.
func (s *scanner) blockOpens(word string, start, end int) (closes string) {
	parts := s.cut(start, end, ';')
	first := [2]int{start, start}
	if len(parts) > 0 {
		first = parts[0]
	}
	switch word {
	case "if":
		for _, p := range parts[min(1, len(parts)):] {
			if name, ok := s.word(p, "as"); ok {
				return s.named(name, first)
			}
		}
		if s.isEmpty(first) {
			break
		}
		s.put("if (", first[0])
		s.piped(first[0], first[1], 0)
		s.put(") {\n", first[1])
		return "}\n"
	case "for":
		return s.forOpens(first, parts[min(1, len(parts)):])
	case "switch", "case":
		s.bound(first[0], first[1])
	case "defer":
		for _, p := range parts {
			if at := strings.Index(s.text[p[0]:p[1]], "when "); at >= 0 {
				s.bound(p[0]+at+len("when "), p[1])
			}
		}
	}
	s.put("{\n", end)
	return "}\n"
}

// forOpens opens the loop of @for (item of items; track item.id; let i = $index).
func (s *scanner) forOpens(over [2]int, rest [][2]int) (closes string) {
	at := strings.Index(s.text[over[0]:over[1]], " of ")
	if at < 0 {
		s.put("{\n", over[1])
		return "}\n"
	}
	closes = s.each([2]int{over[0], over[0] + at}, [2]int{over[0] + at + len(" of "), over[1]})
	for _, p := range rest {
		if track, ok := s.word(p, "track"); ok {
			s.bound(track[0], track[1])
		}
		if lets, ok := s.word(p, "let"); ok {
			for _, l := range s.cut(lets[0], lets[1], ',') {
				closes = s.unknown(l[0], s.nameEnd(l)) + closes
			}
		}
	}
	return closes
}

// each opens a loop, and returns the text that closes it.
func (s *scanner) each(name, items [2]int) (closes string) {
	s.put("for(const ", s.from)
	s.copy(name[0], name[1])
	s.put(" of (", items[0])
	s.piped(items[0], items[1], 0)
	s.put(")){\n", items[1])
	return "}\n"
}

// declaration reads @let name = value; which is visible from there on.
func (s *scanner) declaration(at int) bool {
	parts := s.cut(at, min(at+longestHead, s.end), ';')
	if len(parts) < 2 {
		return false
	}
	part := parts[0]
	equals := strings.IndexByte(s.text[part[0]:part[1]], '=')
	if equals < 0 {
		return false
	}
	s.put("const ", part[0])
	s.copy(part[0], part[0]+equals)
	s.put(" = (", part[0]+equals)
	s.piped(part[0]+equals+1, part[1], 0)
	s.put(");\n", part[1])
	s.at = part[1]
	return true
}

// word reports whether a part begins with a word, and returns the rest.
func (s *scanner) word(part [2]int, word string) ([2]int, bool) {
	start, end := s.trim(part[0], part[1])
	rest, ok := strings.CutPrefix(s.text[start:end], word)
	if !ok || rest == "" || !isBlank(rest[0]) {
		return part, false
	}
	start, end = s.trim(start+len(word), end)
	return [2]int{start, end}, true
}

// nameEnd returns where the name that a part begins with ends.
func (s *scanner) nameEnd(part [2]int) int {
	end := part[0]
	for end < part[1] && isIdent(s.text[end]) {
		end++
	}
	return end
}

func (s *scanner) isEmpty(part [2]int) bool {
	start, end := s.trim(part[0], part[1])
	return start >= end
}

func isIdent(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// structural reads the value of a structural directive, and returns the text that
// closes the statements it opened:
//
//	*ngFor="let item of items | async; let i = index; trackBy: byId"
//	*ngIf="user$ | async as user; else loading"
func (s *scanner) structural(a attr) (closes string) {
	s.put("{\n", s.from)
	closes = "}\n"
	item := [2]int{}
	at, end := s.trim(a.start, a.end)
	for key := ""; ; {
		for at < end && (isBlank(s.text[at]) || s.text[at] == ';' || s.text[at] == ',') {
			at++
		}
		if at >= end {
			break
		}
		if name, ok := s.word([2]int{at, end}, "let"); ok {
			name[1] = s.nameEnd(name)
			at = max(s.nameSet(name[1], end), at+1)
			if item[1] == 0 && name[0] < name[1] {
				item = name // of a loop, as far as known here
			} else {
				closes = s.unknown(name[0], name[1]) + closes
			}
			continue
		}
		if from := s.keyEnd(at, end); from > at {
			key = s.text[at:s.nameEnd([2]int{at, end})]
			at = from
		}
		value, name, next := s.microValue(at, end)
		switch {
		case key == "of" && item[1] > 0:
			closes = s.each(item, value) + closes
			item = [2]int{0, -1}
		case name[1] > name[0] && item[1] != 0 && key == "": // index as i
			closes = s.unknown(name[0], name[1]) + closes
		case name[1] > name[0]:
			closes = s.named(name, value) + closes
		default:
			s.bound(value[0], value[1])
		}
		key, at = "", max(next, at+1)
	}
	if item[1] > 0 {
		closes = s.unknown(item[0], item[1]) + closes
	}
	return closes
}

// nameSet returns the position after the = index of let i = index.
func (s *scanner) nameSet(at, end int) int {
	next, _ := s.trim(at, end)
	if next >= end || s.text[next] != '=' {
		return at
	}
	next, _ = s.trim(next+1, end)
	return s.nameEnd([2]int{next, end})
}

// keyEnd returns the position after a key such as trackBy: at a position of a
// microsyntax, or that position if there is no key: a key is a name before a
// colon, or before another expression.
func (s *scanner) keyEnd(at, end int) int {
	stop := s.nameEnd([2]int{at, end})
	next, _ := s.trim(stop, end)
	if stop == at || next >= end {
		return at
	}
	if s.text[next] == ':' {
		return next + 1
	}
	word := s.text[next:s.nameEnd([2]int{next, end})]
	if next > stop && word != "as" && word != "instanceof" && word != "in" &&
		!slices.Contains([]string{"typeof", "await", "void", "new"}, s.text[at:stop]) &&
		(word != "" || strings.IndexByte("'\"`[{", s.text[next]) >= 0) {
		return next
	}
	return at
}

// microValue reads an expression of a microsyntax, up to the next part, and the
// name it is bound to: items | async as list.
func (s *scanner) microValue(at, end int) (value, name [2]int, next int) {
	value = [2]int{at, end}
	for i := at; i < end; i++ {
		switch c := s.text[i]; {
		case c == '(' || c == '[' || c == '{':
			i = s.matching(i, end) - 1
		case c == '"' || c == '\'' || c == '`':
			i = max(stringEnd(s.text, i, end)-1, i)
		case c == ';' || c == ',':
			value[1] = i
			return value, name, i
		case isBlank(c) && !isBlank(s.text[max(i-1, at)]):
			rest := [2]int{i, end}
			if as, ok := s.word(rest, "as"); ok {
				value[1] = i
				name = [2]int{as[0], s.nameEnd(as)}
				return value, name, name[1]
			}
			if _, ok := s.word(rest, "let"); ok {
				value[1] = i
				return value, name, i
			}
		}
	}
	return value, name, end
}
