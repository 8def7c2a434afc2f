package python

import (
	"regexp"
	"strings"

	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// adapt writes the forms of Python 3.12 to 3.14 that the grammar does not know as others:
//
//   - The classes of `except A, B:` get parentheses. The grammar takes B for the name of the
//     exception, as Python 2 does, where it is one of lower case; see isAlias.
//   - A template string, t"{x}", becomes an f-string.
//   - The default of a type parameter, [T = D], becomes a bound, and behind a bound a part of a
//     union. The walk finds the sign in the source.
//
// Of a text that is broken, lines within brackets are levelled; see levelled.
func adapt(a *parse.Adaptation, broken bool) {
	lists := exceptList.MatchString(a.Source)
	if !broken && !lists {
		return
	}
	m := adapter{a, outline.Matched(a.Source, outline.Python(a.Source))}
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

// exceptList finds what may be an except clause with several classes that have no parentheses.
var exceptList = regexp.MustCompile(`(?m)^[ \t]*except\b[ \t]*\*?[ \t]*[^(:#\s][^:\n]*,`)

type adapter struct {
	*parse.Adaptation
	outline.Tokens
}

// except puts the classes of the clause that token i begins in parentheses.
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

// isAlias reports whether token i, behind the comma of an except clause, is the name of the
// exception in Python 2, which had one place for it: classes have capitals.
//
//	except IOError, e:
func (m *adapter) isAlias(i int) bool {
	name := m.Word(i)
	return m.Is(i-1, ',') && name != "" && name == strings.ToLower(name)
}

// template makes the string i an f-string if it is a template.
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
}

// defaults writes the signs of the defaults of the type parameters that a definition has, which
// token i begins.
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
