package golang

import (
	"seedgraph/parse"
	"seedgraph/parse/outline"
)

// adapt replaces syntax of Go 1.24 to 1.26 that the grammar does not support:
//
//   - A generic alias, `type Of[T any] = Set[T]`, loses its sign: it becomes a defined type. The
//     walk finds the sign in the source.
//   - The operand of new and make is a type in the grammar. If it is an expression, the
//     function is renamed: `new(f() + 1)` becomes `ne_(f() + 1)`.
//
// Both are errors in the grammar, so texts that it accepts are not examined.
func adapt(a *parse.Adaptation, broken bool) {
	if !broken {
		return
	}
	m := adapter{a, outline.Matched(a.Source, outline.LexBraces(a.Source, "\"'`", false))}
	for i := range m.Len() {
		switch m.Word(i) {
		case "type":
			m.aliases(i)
		case "new", "make":
			m.operand(i)
		}
	}
}

type adapter struct {
	*parse.Adaptation
	outline.Tokens
}

// aliases blanks the signs of the generic aliases of the declaration that token i begins.
func (m *adapter) aliases(i int) {
	if !m.Is(i+1, '(') {
		m.alias(i + 1)
		return
	}
	for j := i + 2; j < m.Pair(i+1); j = max(j, m.Pair(j)) + 1 {
		if m.Word(j) != "" && m.Line(j) {
			m.alias(j)
		}
	}
}

// alias blanks the sign of the generic alias whose name is token i, if it is one.
func (m *adapter) alias(i int) {
	end := m.Pair(i + 1)
	if m.Word(i) != "" && m.Is(i+1, '[') && m.Is(end+1, '=') {
		t := m.At(end + 1)
		m.Blank(t.Start, t.End)
	}
}

// operand renames the function of token i if its first argument is not a type.
func (m *adapter) operand(i int) {
	end := m.Pair(i + 1)
	if !m.Is(i+1, '(') || end <= i+2 || m.Word(i-1) == "func" {
		return
	}
	if after := m.typeEnd(i + 2); after != end && !m.Is(after, ',') {
		m.Put(m.At(i).End-1, "_")
	}
}

// typeEnd returns the token after the type that token i begins, or i if it begins
// none.
func (m *adapter) typeEnd(i int) int {
	switch {
	case m.Is(i, '*'):
		return m.typeEnd(i + 1)
	case m.Is(i, '('):
		if end := m.Pair(i); m.typeEnd(i+1) == end {
			return end + 1
		}
		return i
	case m.Is(i, '['):
		return m.typeEnd(max(i, m.Pair(i)) + 1)
	case m.Is(i, '<') && m.Is(i+1, '-'):
		return m.typeEnd(i + 2)
	}
	switch m.Word(i) {
	case "":
		return i
	case "map":
		return m.typeEnd(max(i, m.Pair(i+1)) + 1)
	case "chan":
		if m.Is(i+1, '<') && m.Is(i+2, '-') {
			i += 2
		}
		return m.typeEnd(i + 1)
	case "struct", "interface":
		return max(i, m.Pair(i+1)) + 1
	case "func":
		i = max(i, m.Pair(i+1)) + 1
		if m.Is(i, '(') {
			return max(i, m.Pair(i)) + 1
		}
		return m.typeEnd(i)
	}
	if i++; m.Is(i, '.') && m.Word(i+1) != "" {
		i += 2
	}
	if m.Is(i, '[') {
		i = max(i, m.Pair(i)) + 1
	}
	return i
}
