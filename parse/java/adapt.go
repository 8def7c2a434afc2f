package java

import (
	"strings"

	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// adapt replaces syntax of Java 21 to 25 that the grammar does not support:
//
//   - An annotation before the dots of a variable-arity parameter is blanked: `T @N ... a`. The
//     walk finds it in the source.
//   - The name of a record pattern is one word: `case Ev.Made(var a)` becomes `case Ev_Made(var a)`.
//     Its components lose their modifiers.
//   - A chained constructor after statements becomes a method call: `this(a)` becomes `thi_(a)`.
//   - `import module java.base` loses the word `module`.
//
// All are errors in the grammar, so texts that it accepts are not examined.
func adapt(a *parse.Adaptation, broken bool) {
	if !broken {
		return
	}
	m := adapter{a, outline.Matched(a.Source, outline.LexBraces(a.Source, `"'`, false))}
	for i := 0; i < m.Len(); i++ {
		switch m.Word(i) {
		case "case", "instanceof":
			m.pattern(i+1, false)
		case "this", "super":
			m.chained(i)
		case "import":
			if m.Word(i+1) == "module" && m.Word(i+2) != "" {
				m.Blank(m.At(i+1).Start, m.At(i+1).End)
			}
		case "":
			if m.Is(i, '@') {
				i = max(i, m.annotated(i)-1)
			}
		}
	}
}

type adapter struct {
	*parse.Adaptation
	outline.Tokens
}

// annotated blanks the annotations that token i begins, if they are before the
// dots of a parameter, and returns the token after them.
func (m *adapter) annotated(i int) int {
	end := i
	for m.Is(end, '@') && m.annotationEnd(end) > end {
		end = m.annotationEnd(end)
	}
	if m.isDots(end) && end > i {
		m.Blank(m.At(i).Start, m.At(end-1).End)
	}
	return end
}

// isDots reports whether the tokens at i are the dots of a variable-arity
// parameter.
func (m *adapter) isDots(i int) bool {
	return m.Is(i, '.') && m.Is(i+1, '.') && m.Is(i+2, '.') && m.Adjacent(i) && m.Adjacent(i+1)
}

// annotationEnd returns the token after an annotation.
func (m *adapter) annotationEnd(i int) int {
	end := m.nameEnd(i + 1)
	if end > i+1 && m.Is(end, '(') && m.Pair(end) > end {
		end = m.Pair(end) + 1
	}
	return end
}

// nameEnd returns the token after a dotted name.
func (m *adapter) nameEnd(i int) int {
	if m.Word(i) == "" {
		return i
	}
	for i++; m.Is(i, '.') && m.Word(i+1) != ""; {
		i += 2
	}
	return i
}

// pattern joins the parts of the names of record patterns, in the pattern that
// token i begins and in its components; within means that it is a component, which
// loses its modifiers.
func (m *adapter) pattern(i int, within bool) {
	first := i
	for m.Word(i) == "final" || m.Is(i, '@') {
		i++
		if m.Is(i-1, '@') {
			i = max(i, m.annotationEnd(i-1))
		}
	}
	if within && i > first {
		m.Blank(m.At(first).Start, m.At(i-1).End)
	}
	end := m.nameEnd(i)
	open := m.argumentsEnd(end)
	if end == i || !m.Is(open, '(') {
		return
	}
	if end > i+1 {
		m.join(i, end)
	}
	if last := m.Pair(open); last > open {
		for j := open; j < last; j = max(j+1, m.next(j+1, last)) {
			m.pattern(j+1, true)
		}
	}
}

// next returns the comma after the component of a record pattern that token i
// begins, or its end.
func (m *adapter) next(i, end int) int {
	typed := true // type arguments cannot follow a comparison operator
	for ; i < end && !m.Is(i, ','); i = max(i, m.Pair(i)) + 1 {
		if typed && m.Is(i, '<') {
			after := m.argumentsEnd(i)
			typed = after > i
			i = max(i, after-1)
		}
	}
	return i
}

// argumentsEnd returns the token after type arguments, or i if there are no type
// arguments.
func (m *adapter) argumentsEnd(i int) int {
	depth := 0
	for j := i; j < m.Len(); j++ {
		switch m.Byte(j) {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return j + 1
			}
		case ';', '{', '}', '(', ')':
			return i
		}
		if depth == 0 {
			return i
		}
	}
	return i
}

// join turns the tokens from i up to end into one word.
func (m *adapter) join(i, end int) {
	from, to := m.At(i).Start, m.At(end-1).End
	m.Put(from, strings.Repeat("_", int(to-from)))
	m.Put(from, m.Word(i))
}

// chained renames the chained constructor of token i if statements precede it.
//
//	Line(int n) { note(n); this("" + n); }
func (m *adapter) chained(i int) {
	if m.Is(i+1, '(') && (m.Is(i-1, ';') || m.Is(i-1, '}') || m.Is(i-1, '.')) {
		m.Put(m.At(i).End-1, "_")
	}
}
