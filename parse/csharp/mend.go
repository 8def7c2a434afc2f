package csharp

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// mend replaces syntax that the grammar does not understand by known syntax of the
// same length, and returns other texts unchanged. Lines stay where they are. (A
// type without body at the very end of a file makes the text one byte longer.)
//
//   - Directives are blanked. #if branches that are whole statements or members are all
//     kept; of others only the compiled one is: according to the symbols, or without
//     them to those of a debug build for a current .NET. The declarations of the other
//     branches are added to the tree: see withArms.
//   - `[]` becomes `0 `, `class X : Y;` becomes `class X : Y{}`.
//   - `params`, the `?` of `a?.b`, the `..` before a pattern, the
//     comma at the end of `x with { A = 1, }` and the `out` of a lambda's parameter are
//     blanked, and so is the `ref` of `ref partial struct`. A `..` that is a pattern by
//     itself becomes `_ `.
//   - The constraint `allows ref struct` becomes `allows`.
//   - The names async, partial, required, with, and, or and not become asyn_, partia_, …,
//     and so do names like type at the start of a list; letters beyond ASCII become `_`.
//   - `operator +=(` loses its assignment sign.
//   - For assignments through a pointer or to the result of a call, see indirection and
//     callAssigned.
//   - `extension(` becomes `class ext(`, a type that the reader recognizes as an
//     extension block.
//
// The second result describes the branches that are not compiled.
func mend(text string, symbols map[string]bool) (mended string, a arms) {
	return mendAs(text, symbols, configuration{})
}

// mendAs is like mend, for a configuration other than the default one.
func mendAs(text string, symbols map[string]bool, as configuration) (mended string, a arms) {
	room := tokenRoom.Get().(*[]token)
	m := mender{text: text, tokens: appendTokens((*room)[:0], text), symbols: symbols, as: as}
	defer func() {
		*room = m.tokens
		tokenRoom.Put(room)
	}()
	m.directives()
	m.foreign = hasForeign(text)
	for i := range m.tokens {
		m.token(i)
	}
	if m.out == nil {
		return text, arms{}
	}
	return string(m.out), m.arms
}

// tokenRoom pools token lists, which are needed only while a file is mended.
var tokenRoom = sync.Pool{New: func() any { return new([]token) }}

type mender struct {
	text   string
	tokens []token
	out    []byte // nil until the first change

	foreign bool            // the text has characters beyond ASCII
	symbols map[string]bool // defined symbols; nil: unknown
	as      configuration
	arms    arms
}

// put overwrites the bytes at at.
func (m *mender) put(at uint32, s string) {
	if m.out == nil {
		m.out = []byte(m.text)
	}
	copy(m.out[at:], s)
}

// blank overwrites a range with spaces; line ends stay.
func (m *mender) blank(start, end uint32) {
	if m.out == nil {
		m.out = []byte(m.text)
	}
	for i := start; i < end; i++ {
		if c := m.out[i]; c != '\n' && c != '\r' {
			m.out[i] = ' '
		}
	}
}

func (m *mender) word(i int) string {
	if i < 0 || i >= len(m.tokens) || m.tokens[i].kind != tokWord {
		return ""
	}
	return m.text[m.tokens[i].start:m.tokens[i].end]
}

// is reports whether token i is the byte c.
func (m *mender) is(i int, c byte) bool {
	return i >= 0 && i < len(m.tokens) && m.tokens[i].kind == tokPunct &&
		m.text[m.tokens[i].start] == c
}

// byteOf returns the byte of a one-byte token, 0 for any other.
func (m *mender) byteOf(i int) byte {
	if i < 0 || i >= len(m.tokens) || m.tokens[i].kind != tokPunct {
		return 0
	}
	return m.text[m.tokens[i].start]
}

// adjacent reports whether there is nothing between tokens i and i+1.
func (m *mender) adjacent(i int) bool {
	return i >= 0 && i+1 < len(m.tokens) && m.tokens[i].end == m.tokens[i+1].start
}

func (m *mender) token(i int) {
	t := m.tokens[i]
	switch t.kind {
	case tokPunct:
		switch m.text[t.start] {
		case '[':
			m.emptyCollection(i)
		case '.':
			m.slice(i)
		case '?':
			m.conditionalAccess(i)
		case '*':
			m.indirection(i)
		case '=':
			m.callAssigned(i)
			m.compoundOperator(i)
		}
	case tokString:
		m.interpolated(t)
	case tokWord:
		m.keyword(i)
		if m.foreign {
			m.letters(t)
		}
	}
}

func (m *mender) keyword(i int) {
	switch m.word(i) {
	case "class", "struct", "interface", "enum":
		m.bodilessType(i)
	case "params":
		if m.is(i-1, '(') || m.is(i-1, ',') || m.is(i-1, ']') {
			m.blank(m.tokens[i].start, m.tokens[i].end)
		}
	case "ref":
		if m.word(i+1) == "partial" && m.word(i+2) == "struct" {
			m.blank(m.tokens[i].start, m.tokens[i].end)
		}
		m.modeInLambda(i)
	case "out", "in", "scoped":
		m.modeInLambda(i)
	case "extension":
		m.extensionBlock(i)
	case "allows":
		if m.allowsRefStruct(i) {
			m.blank(m.tokens[i+1].start, m.tokens[i+2].end)
		}
	case "async", "partial", "required", "with":
		m.contextualName(i)
		m.lastComma(i)
	case "and", "or", "not":
		if m.is(i+1, ')') || m.is(i+1, ',') || m.is(i+1, ';') || m.is(i+1, '=') {
			m.put(m.tokens[i].end-1, "_")
		}
	case "type", "field", "method", "property", "param", "module", "assembly":
		if m.is(i-1, '[') && !m.is(i+1, ':') { // otherwise an attribute target
			m.put(m.tokens[i].end-1, "_")
		}
	}
}

// emptyCollection replaces the expression `[]` by a number. After a name, a type
// or `new`, empty brackets are part of an array type.
func (m *mender) emptyCollection(i int) {
	if !m.is(i+1, ']') || i == 0 {
		return
	}
	switch w := m.word(i - 1); {
	case w == "return" || w == "in" || w == "else" || w == "await" || w == "when":
	case w != "":
		return
	case m.is(i-1, '?'):
		if m.adjacent(i-1) && m.adjacent(i-2) && !m.is(i-2, '?') {
			return // string?[]
		}
	case m.is(i-1, ')'):
		if !m.endsCast(i - 1) {
			return
		}
	default:
		const before = "=(,:{[&|.+"
		c := m.byteOf(i - 1)
		arrow := c == '>' && m.is(i-2, '=') && m.adjacent(i-2)
		if c == 0 || strings.IndexByte(before, c) < 0 && !arrow {
			return
		}
	}
	if m.is(i+2, '=') && m.is(i+3, '>') && m.adjacent(i+2) {
		return // a list pattern
	}
	m.put(m.tokens[i].start, "0")
	m.blank(m.tokens[i+1].start, m.tokens[i+1].end)
}

// endsCast reports whether the parenthesis i ends a parenthesized type other than
// a tuple, so that empty brackets after it are a value.
//
//	items ?? (IReadOnlyList<Item>)[]
func (m *mender) endsCast(i int) bool {
	depth := 0
	open := int(m.tokens[i].pair)
	for j := open + 1; j < i; j++ {
		switch m.byteOf(j) {
		case '<':
			depth++
		case '>':
			depth--
		case ',':
			if depth == 0 {
				return false
			}
		}
	}
	return open >= 0 && open+1 < i
}

// slice blanks the dots of the patterns `.. var rest` and `.. { Length: > 2 }`,
// and replaces those at the start of `is [.., 1]` by the discard pattern. A full
// range in an index stays.
func (m *mender) slice(i int) {
	if !m.is(i+1, '.') || !m.adjacent(i) {
		return
	}
	first := m.is(i-1, '[')
	switch {
	case (first || m.is(i-1, ',')) && m.beginsPattern(i+2):
		m.blank(m.tokens[i].start, m.tokens[i+1].end)
	case first && (m.is(i+2, ',') || m.is(i+2, ']')) && !m.isIndex(i-1):
		m.put(m.tokens[i].start, "_ ")
	}
}

// beginsPattern reports whether token i begins a pattern that is not an
// expression.
func (m *mender) beginsPattern(i int) bool {
	switch m.word(i) {
	case "var":
		return true
	case "not":
		return m.word(i+1) != "" || m.is(i+1, '{')
	}
	return m.is(i, '{') || m.is(i, '<') || m.is(i, '>')
}

// compoundOperator blanks the assignment sign in the name of a compound assignment
// operator declared by a type (C# 14). The reader takes the name from the source.
//
//	public void operator +=(int n)
func (m *mender) compoundOperator(i int) {
	p := i - 1
	for p > 0 && m.byteOf(p) != 0 && strings.IndexByte("+-*/%&|^<>", m.byteOf(p)) >= 0 {
		p--
	}
	if m.word(p) == "checked" {
		p--
	}
	if p < i-1 && m.word(p) == "operator" && m.is(i+1, '(') {
		m.blank(m.tokens[i].start, m.tokens[i].end)
	}
}

// isIndex reports whether the bracket i belongs to an index expression: it
// directly follows an indexable expression.
func (m *mender) isIndex(i int) bool {
	return m.adjacent(i-1) && (m.word(i-1) != "" || m.is(i-1, ')') || m.is(i-1, ']'))
}

// conditionalAccess blanks the `?` of `a?.b` and `a?[0]`, but not of the type
// `a?[]`: the grammar would parse all of `x || a` as the receiver.
func (m *mender) conditionalAccess(i int) {
	if !m.adjacent(i) {
		return
	}
	index := m.is(i+1, '[') && m.adjacent(i-1) && !m.is(i+2, ']') && !m.is(i+2, ',')
	if index || m.is(i+1, '.') && !m.is(i+2, '.') {
		m.blank(m.tokens[i].start, m.tokens[i].end)
	}
}

// interpolated mends an interpolated string: its opening and its holes.
func (m *mender) interpolated(t token) {
	form, at := stringOpening(m.text, int(t.start))
	if form.dollars == 0 {
		return
	}
	nested := false
	content := at
	for at < int(t.end) {
		if form.verbatim && at+1 < int(t.end) && m.text[at:at+2] == `""` {
			// The grammar mistakes the quotes for those of a raw string, or for the
			// end.
			m.put(uint32(at), "''")
			at += 2
			continue
		}
		if m.text[at] != '{' {
			at++
			continue
		}
		if n := runOf(m.text, at, '{'); form.quotes == 1 && n > 2 && n%2 == 1 {
			// $"{{{W("x")}": the grammar mistakes the quote in the hole for the end.
			m.blank(uint32(at), uint32(at+n-1))
			at += n - 1
		}
		end := min(holeEnd(m.text, at, form, 0), int(t.end))
		if hole := m.text[at:end]; strings.IndexByte(hole, '?') >= 0 || hasForeign(hole) {
			if mended, _ := mend(hole, nil); mended != hole {
				m.put(uint32(at), mended)
			}
		}
		m.escapes(at+1, end, 1)
		nested = nested || hasInterpolated(m.text[at:end])
		at = end
	}
	if nested && form.quotes >= 3 {
		m.verbatim(t, form, content)
	}
}

// hasInterpolated reports whether a hole contains an interpolated string.
func hasInterpolated(hole string) bool {
	return strings.Contains(hole, `$"`) || strings.Contains(hole, `$@"`) ||
		strings.Contains(hole, `@$"`)
}

// verbatim turns a raw string into a verbatim one: the grammar does not support
// interpolated strings in the holes of raw ones.
//
//	$$"""{ {{W($"{v}")}} }"""    // becomes $@"     {W($"{v}")}    "
func (m *mender) verbatim(t token, form stringForm, content int) {
	end := int(t.end) - form.quotes
	if end < content || runOf(m.text, end, '"') < form.quotes {
		return
	}
	m.blank(t.start, uint32(content))
	m.put(t.start, `$@"`)
	for at := content; at < end; at++ {
		switch m.text[at] {
		case '"':
			m.put(uint32(at), "'")
		case '}':
			m.put(uint32(at), " ")
		case '{':
			n := runOf(m.text, at, '{')
			m.blank(uint32(at), uint32(at+n))
			if n >= form.dollars {
				m.put(uint32(at+n-1), "{")
			}
			at = holeEnd(m.text, at, form, 0) - 1
		}
	}
	m.blank(uint32(end), t.end)
	m.put(uint32(end), `"`)
}

// escapes blanks the escape sequences of interpolated strings within a hole: the
// grammar does not support them after a hole.
//
//	$"{Quote($"{name}\"")}"
func (m *mender) escapes(at, end, depth int) {
	if depth > maxStringDepth || !strings.Contains(m.text[at:end], `\`) {
		return
	}
	for at < end {
		if !startsString(m.text, at) {
			at++
			continue
		}
		last := min(stringEnd(m.text, at, depth), end)
		form, i := stringOpening(m.text, at)
		for escaped := !form.verbatim && form.quotes == 1; form.dollars > 0 && i < last-1; {
			switch c := m.text[i]; {
			case c == '{':
				hole := min(holeEnd(m.text, i, form, depth), last)
				m.escapes(i+1, hole, depth+1)
				i = hole
			case c == '\\' && escaped:
				m.blank(uint32(i), uint32(i+2))
				i += 2
			default:
				i++
			}
		}
		at = last
	}
}

// bodilessType gives a type that ends with a semicolon an empty body.
func (m *mender) bodilessType(i int) {
	if m.word(i+1) == "" || m.is(i-1, ':') || m.is(i-1, ',') || m.allowsRefStruct(i-2) {
		return
	}
	for j := i + 1; j < len(m.tokens); j++ {
		switch m.byteOf(j) {
		case '(', '[':
			if p := m.tokens[j].pair; p > int32(j) {
				j = int(p)
			}
		case '{', '}':
			return
		case ';':
			m.emptyBody(m.tokens[j].start)
			return
		}
	}
}

// allowsRefStruct reports whether token i begins the constraint `allows ref struct`.
func (m *mender) allowsRefStruct(i int) bool {
	return m.word(i) == "allows" && m.word(i+1) == "ref" && m.word(i+2) == "struct" &&
		(m.is(i-1, ':') || m.is(i-1, ','))
}

// emptyBody writes {} over the semicolon at at and the adjacent space. At the very
// end of a file there may be none: then the text grows by one byte.
func (m *mender) emptyBody(at uint32) {
	switch {
	case int(at)+1 < len(m.text) && isSpace(m.text[at+1]):
		m.put(at, "{}")
	case at > 0 && isSpace(m.text[at-1]):
		m.put(at-1, "{}")
	case int(at)+1 == len(m.text):
		m.put(at, "{")
		m.out = append(m.out, '}')
	}
}

// contextualName changes a name that the grammar always treats as a keyword: `if
// (async)`. The reader takes names from the source.
func (m *mender) contextualName(i int) {
	if b := m.byteOf(i + 1); b != 0 && strings.IndexByte(").,;:=&|?!+-*/%^>]}", b) >= 0 {
		m.put(m.tokens[i].end-1, "_")
	}
}

// lastComma blanks the comma at the end of `with { A = 1, }`.
func (m *mender) lastComma(i int) {
	if m.word(i) != "with" || !m.is(i+1, '{') {
		return
	}
	if p := int(m.tokens[i+1].pair); m.is(p-1, ',') {
		m.blank(m.tokens[p-1].start, m.tokens[p-1].end)
	}
}

func hasForeign(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// letters replaces the non-ASCII letters of a name by underscores: the grammar
// supports the letters of some scripts only. The reader takes names from the
// source. Spaces are blanked.
func (m *mender) letters(t token) {
	for i := t.start; i < t.end; {
		r, n := utf8.DecodeRuneInString(m.text[i:t.end])
		end := i + uint32(n)
		switch {
		case r < utf8.RuneSelf:
		case r == '\ufeff' || unicode.Is(unicode.Zs, r):
			m.blank(i, end)
		case unicode.In(r, unicode.L, unicode.M, unicode.Nl, unicode.Nd, unicode.Pc, unicode.Cf):
			m.put(i, "____"[:n])
		}
		i = end
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// modeInLambda blanks the passing mode of a lambda parameter where the grammar
// requires a type or does not support it: in `(out T x) => …`, and in `(ref x) =>
// …`.
func (m *mender) modeInLambda(i int) {
	untyped := m.word(i+1) != "" && (m.is(i+2, ',') || m.is(i+2, ')')) &&
		(m.is(i-1, '(') || m.is(i-1, ','))
	typed := m.word(i) == "out" && (m.word(i+2) != "" || m.is(i+2, '<'))
	if !untyped && !typed {
		return
	}
	j := i - 1
	for j > 0 && !m.is(j, '(') && !m.is(j, '{') && !m.is(j, ';') {
		if p := m.tokens[j].pair; p >= 0 && p < int32(j) {
			j = int(p)
		}
		j--
	}
	if !m.is(j, '(') {
		return
	}
	if p := int(m.tokens[j].pair); p > 0 && m.is(p+1, '=') && m.is(p+2, '>') &&
		(typed || m.word(j-1) == "") {
		m.blank(m.tokens[i].start, m.tokens[i].end)
	}
}

// afterValue reports whether the token at i begins a line after one that ends with
// a value, not a type, whose semicolon is missing.
func (m *mender) afterValue(i int) bool {
	last := m.tokens[i-1]
	return strings.IndexByte(m.text[last.end:m.tokens[i].start], '\n') >= 0 &&
		(m.is(i-1, ')') || last.kind == tokString || last.kind == tokNumber)
}

// extensionBlock turns `extension(T x) { … }` into a type, and `extension(T) { …
// }` into one with T as its base.
func (m *mender) extensionBlock(i int) {
	if b := m.byteOf(i - 1); i > 0 && (b == 0 || strings.IndexByte("{};]", b) < 0) &&
		!m.afterValue(i) {
		return
	}
	j := i + 1
	if m.is(j, '<') {
		for j < len(m.tokens) && !m.is(j, '>') {
			j++
		}
		j++
	}
	if !m.is(j, '(') {
		return
	}
	p := int(m.tokens[j].pair)
	if p < 0 || !m.is(p+1, '{') && m.word(p+1) != "where" {
		return
	}
	m.put(m.tokens[i].start, "class ext")
	before := m.byteOf(p - 2)
	named := m.word(p-1) != "" && p-2 > j && before != '.' && before != ':'
	if !named {
		m.put(m.tokens[j].start, ":")
		m.blank(m.tokens[p].start, m.tokens[p].end)
	}
}
