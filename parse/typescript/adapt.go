package typescript

import (
	"regexp"
	"strings"

	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// adapt replaces syntax that the grammar does not support:
//
//   - A using declaration becomes a const declaration, and other uses of the word a plain name.
//   - Names that are keywords of the grammar, variance, `export type *`: see mendNames.
//   - A member of a type that is separated from the previous type only by a line break gets a
//     semicolon.
//   - The modifiers of `import.defer(a)` and `import defer * as a` become blank.
//   - `@(f())` becomes the call of an anonymous function.
//   - `import("./m").T<A>` in a type becomes a member of a name; see importedText.
//
// Texts that the grammar accepts are only searched for using and import.defer.
func adapt(a *parse.Adaptation, broken bool) {
	text := a.Source
	if strings.Contains(text, "using") {
		text = mendUsing(text)
	}
	if strings.Contains(text, "import.") {
		text = importPhase.ReplaceAllStringFunc(text, func(s string) string {
			return "import" + strings.Repeat(" ", len(s)-len("import(")) + "("
		})
	}
	if broken {
		text = mendNames(text)
	}
	if text != a.Source {
		a.Put(0, text)
	}
	if !broken {
		return
	}
	m := adapter{a, outline.Matched(a.Source, syntax.Lex(a.Source))}
	for i := 0; i < m.Len(); i++ {
		switch m.Word(i) {
		case "interface", "type":
			i = m.shapes(i)
		case "import":
			m.importing(i)
		case "async": // for (async of => f();;)
			if m.Word(i+1) == "of" && m.Is(i+2, '=') && m.Is(i+3, '>') {
				m.Put(m.At(i+1).Start, "o_")
			}
		case "":
			if m.Is(i, '@') && m.Is(i+1, '(') && m.Adjacent(i) {
				m.decorated(i)
			}
		}
	}
}

// An adapter has the tokens of the unchanged text.
type adapter struct {
	*parse.Adaptation
	outline.Tokens
}

// shapes separates the members of the types in the declaration that token i
// begins, and returns the last token visited.
func (m *adapter) shapes(i int) int {
	if m.Word(i+1) == "" {
		return i
	}
	alias, last := m.Word(i) == "type", i
	for j := i + 2; j < m.Len() && !m.Is(j, ';') && !m.Is(j, '}'); j++ {
		switch word := m.Word(j); {
		case m.Is(j, '{') && m.Pair(j) > j:
			m.members(j)
			j = m.Pair(j)
			if last = j; !alias {
				return last
			}
		case word == "type" || word == "interface",
			alias && word != "" && m.Line(j) && !m.goesOn(j-1):
			return last
		}
	}
	return last
}

// members separates the members between the braces at token i, and those of nested
// types, by semicolons where only line breaks do: after a type, the grammar parses
// the next member as a part of it.
//
//	interface Maker {
//		<T>(value: T): Box
//		<T>(value: T, times: number): Box
//	}
func (m *adapter) members(i int) {
	typed := false // the type of a member precedes
	for j := i + 1; j < m.Pair(i); j++ {
		if m.Line(j) && typed && !m.goesOn(j-1) && (m.Is(j, '<') || m.Is(j, '(') || m.Is(j, '[')) {
			m.Insert(m.At(j).Start, ";")
			typed = false
		}
		switch m.Byte(j) {
		case ';', ',':
			typed = false
		case ':':
			typed = true
		case '{':
			if m.Pair(j) > j {
				m.members(j)
				j = m.Pair(j)
			}
		case '(', '[':
			if m.Pair(j) > j {
				m.nested(j, m.Pair(j))
				j = m.Pair(j)
			}
		}
	}
}

// nested separates the members of the types between two tokens.
func (m *adapter) nested(from, to int) {
	for j := from + 1; j < to; j++ {
		if m.Is(j, '{') && m.Pair(j) > j {
			m.members(j)
			j = m.Pair(j)
		}
	}
}

// goesOn reports whether a type continues after token i.
func (m *adapter) goesOn(i int) bool {
	switch m.Word(i) {
	case "extends", "keyof", "typeof", "infer", "is", "asserts", "readonly", "unique", "new":
		return true
	}
	c := m.Byte(i)
	return c != 0 && strings.IndexByte("=|&?:<,(.", c) >= 0 || c == '>' && m.Is(i-1, '=')
}

// importing adapts an import that begins with token i.
func (m *adapter) importing(i int) {
	phase := func(j int) bool { return m.Word(j) == "defer" || m.Word(j) == "source" }
	switch {
	case phase(i+1) && (m.Is(i+2, '*') || m.Word(i+2) != "" && m.Word(i+2) != "from"):
		m.Blank(m.At(i+1).Start, m.At(i+1).End)
	case m.Is(i+1, '(') && m.Pair(i+1) == i+3 && m.Is(i+4, '.') && m.Word(i-1) != "typeof":
		m.importedType(i)
	}
}

// importedType replaces the module expression of an import type with arguments by
// a name.
func (m *adapter) importedType(i int) {
	end := i + 5
	for m.Word(end) != "" && m.Is(end+1, '.') {
		end += 2
	}
	switch m.Word(end) {
	case "", "then", "catch", "finally":
		return
	}
	if m.Is(end+1, '<') && m.Adjacent(end) {
		from, to := m.At(i).Start, m.At(i+3).End
		m.Put(from, strings.Repeat("_", int(to-from)))
	}
}

// decorated turns the parenthesized decorator at token i into the argument of a
// call.
//
//	@(f()) m() {}    // becomes @_(f()) m() {}
func (m *adapter) decorated(i int) {
	end := m.Pair(i + 1)
	last := end
	for m.Is(last+1, '.') && m.Word(last+2) != "" || m.Is(last+1, '(') && m.Pair(last+1) > 0 {
		last = max(last+2, m.Pair(last+1))
	}
	if end < 0 {
		return
	}
	if last == end {
		m.Insert(m.At(i+1).Start, "_")
		return
	}
	m.Insert(m.At(i+1).Start, "_(")
	m.Insert(m.At(last).End, ")")
}

var (
	// using x = open(): the grammar has no such declaration.
	usingDeclaration = regexp.MustCompile(`^using[ \t]+[\w$]+(?:[ \t]*(?::[^=\n]+)?=[^=]|[ \t]+of[ \t])`)
	// import.defer("./a"): the phase of an import.
	importPhase = regexp.MustCompile(`\bimport\.(?:defer|source)\(`)
	// accessor(), abstract?: boolean: keywords of the grammar as names.
	keywordName = regexp.MustCompile(`\b(?:abstract|accessor|unique)(\s*[?!]?\s*[:(=;,.)\]}])`)
	// interface Box<in out T>: the grammar does not support variance.
	variance = regexp.MustCompile(`[<,]\s*(?:/\*(?s:.*?)\*/\s*)?(?:const\s+)?(?:(?:in|out)\s+)+[A-Za-z_$]`)
	// export type * from: not supported either.
	exportTypeAll = regexp.MustCompile(`\bexport\s+type\s*\*`)
	// opaque type Id: string = string: a type alias of Flow, with a type above it.
	opaqueType = regexp.MustCompile(`\bopaque(\s+type\s+[\w$]+(?:<[^=;{}]*?>)?)(\s*:[^=;\n]+)?(=)?`)
)

// mendUsing replaces using declarations by const declarations, and other uses of
// the word, which the grammar treats as a keyword, by a plain name. Comments use
// the word often, so only its occurrences are examined.
func mendUsing(text string) string {
	const word = "using"
	var out []byte
	for at := 0; ; at += len(word) {
		i := strings.Index(text[at:], word)
		if i < 0 {
			break
		}
		at += i
		if !isWord(text, at, at+len(word)) {
			continue
		}
		if out == nil {
			out = []byte(text)
		}
		if !usingDeclaration.MatchString(text[at:]) {
			out[at] = '_'
			continue
		}
		copy(out[at:], "const")
		if before := strings.TrimRight(text[:at], " \t"); len(before) < at &&
			strings.HasSuffix(before, "await") && isWord(before, len(before)-5, len(before)) {
			copy(out[len(before)-5:], "     ")
		}
	}
	if out == nil {
		return text
	}
	return string(out)
}

// isWord reports whether a range is not adjacent to a word character.
func isWord(text string, start, end int) bool {
	return (start == 0 || !wordByte(text[start-1])) && (end == len(text) || !wordByte(text[end]))
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// mendNames hides keywords of the grammar that are used as names.
func mendNames(text string) string {
	text = keywordName.ReplaceAllStringFunc(text, func(s string) string { return "_" + s[1:] })
	text = variance.ReplaceAllStringFunc(text, func(s string) string {
		last, from := len(s)-1, strings.LastIndex(s, "*/")+1
		return s[:from] + strings.NewReplacer("out", "   ", "in",
			"  ").Replace(s[from:last]) + s[last:]
	})
	text = opaqueType.ReplaceAllStringFunc(text, func(s string) string {
		part := opaqueType.FindStringSubmatch(s)
		if above := part[2]; part[3] == "" { // declare opaque type Id: string
			return "      " + part[1] + strings.Replace(above, ":", "=", 1)
		}
		return "      " + part[1] + strings.Repeat(" ", len(part[2])) + part[3]
	})
	return exportTypeAll.ReplaceAllStringFunc(text,
		func(s string) string { return strings.Replace(s, "type", "    ", 1) })
}
