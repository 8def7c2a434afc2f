package python

import (
	"regexp"
	"strings"

	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// adapt replaces syntax of Python 3.12 to 3.14 that the grammar does not support:
//
//   - The classes of `except A, B:` get parentheses. The grammar parses B as the name of the
//     exception, like Python 2, where it is in lower case; see isAlias.
//   - A template string, t"{x}", becomes an f-string.
//   - The default of a type parameter, [T = D], becomes a bound, and after a bound a part of a
//     union. The walk finds the sign in the source.
//
// In broken texts, lines within brackets are levelled; see levelled.
func adapt(a *parse.Adaptation, broken bool) {
	if !broken && !hasExceptList(a.Source) {
		return
	}
	m := adapter{a, outline.Matched(a.Source, outline.LexPython(a.Source))}
	for i := range m.Len() {
		switch m.Word(i) {
		case "except":
			m.except(i)
		case "def", "class", "type":
			m.defaults(i)
		case "":
			m.template(i)
		}
	}
	if broken {
		levelled(a, &m.Tokens)
	}
}

// hasExceptList reports whether a text has a possible except clause with several classes
// without parentheses.
func hasExceptList(text string) bool {
	for at := 0; ; at += len("except") {
		next := strings.Index(text[at:], "except")
		if next < 0 {
			return false
		}
		at += next
		before := strings.TrimRight(text[:at], " \t")
		first := before == "" || strings.HasSuffix(before, "\n")
		if first && exceptList.MatchString(text[at:]) {
			return true
		}
	}
}

// exceptList matches such a clause. It is applied where one may begin: a search for it in all of
// a text takes longer than the rest of the adaptation.
var exceptList = regexp.MustCompile(`\Aexcept\b[ \t]*\*?[ \t]*[^(:#\s][^:\n]*,`)

type adapter struct {
	*parse.Adaptation
	outline.Tokens
}

// except encloses the classes of the clause that token i begins in parentheses.
func (m *adapter) except(i int) {
	if !m.Line(i) {
		return
	}
	first := i + 1
	if m.Is(first, '*') {
		first++
	}
	commas, last := 0, first
	for ; last < m.Len() && !m.Is(last, ':'); last = max(last, m.Pair(last)) + 1 {
		if m.Line(last) {
			return
		}
		if m.Is(last, ',') {
			commas++
		}
	}
	if commas == 0 || last >= m.Len() || commas == 1 && m.isAlias(last-1) {
		return
	}
	m.Insert(m.At(first).Start, "(")
	m.Insert(m.At(last-1).End, ")")
}

// isAlias reports whether token i, after the comma of an except clause, is the
// name of the exception in Python 2 syntax: classes begin with capitals.
//
//	except IOError, e:
func (m *adapter) isAlias(i int) bool {
	name := m.Word(i)
	return m.Is(i-1, ',') && name != "" && name == strings.ToLower(name)
}

// template turns the string i into an f-string if it is a template string.
func (m *adapter) template(i int) {
	t := m.At(i)
	if t.Kind != outline.String {
		return
	}
	prefix := m.Adaptation.Source[t.Start:min(t.Start+2, t.End)]
	prefix = prefix[:max(0, strings.IndexAny(prefix+`"`, `"'`))]
	if at := strings.IndexAny(prefix, "tT"); at >= 0 {
		m.Put(t.Start+uint32(at), "f")
	}
	// Within a replacement field the same quotes begin a string (PEP 701), which ends this token:
	// t"{two(t"
	text := m.Adaptation.Source[t.Start:t.End]
	if n := len(text) - 2; n > 0 && (text[n] == 't' || text[n] == 'T') && !isWordByte(text[n-1]) &&
		strings.Count(text, "{") > strings.Count(text, "}") {
		m.Put(t.Start+uint32(n), "f")
	}
}

func isWordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// defaults replaces the signs of the defaults in the type parameters of a
// definition, which token i begins.
func (m *adapter) defaults(i int) {
	end := m.Pair(i + 2)
	if m.Word(i+1) == "" || !m.Is(i+2, '[') {
		return
	}
	bound := false
	for j := i + 3; j < end; j = max(j, m.Pair(j)) + 1 {
		switch m.Byte(j) {
		case ',':
			bound = false
		case ':':
			bound = true
		case '=':
			sign := ":"
			if bound {
				sign = "|"
			}
			m.Put(m.At(j).Start, sign)
		}
	}
}
