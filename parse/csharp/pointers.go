package csharp

import "strings"

// indirection mends the dereference of a parenthesized pointer expression, such as
// a cast, which the grammar does not support. A minus replaces the star, which the
// reader finds in the source. An assignment to such a dereference, or to `*p++`,
// is turned into one to `this`, if the white space before the statement has room
// for that.
//
//	return *(uint*)p;        // becomes return -(uint*)p;
//	     *(int*)(p + 1) = v; // becomes this=-(int*)(p + 1) | v;
func (m *mender) indirection(i int) {
	next := i + 1
	for m.is(next, '*') {
		next++
	}
	at := m.tokens[i].start
	parenthesised := m.is(next, '(') && m.isPrefix(i)
	if m.beginsStatement(i) {
		m.assignedThrough(i, parenthesised)
	}
	switch {
	case !parenthesised:
	case next > i+1 && m.adjacent(i) || m.is(i-1, '-') && m.adjacent(i-1):
		m.put(at, "~") // two minus signs would be another operator
	default:
		m.put(at, "-")
	}
}

// isPrefix reports whether an operator has no operand before it, as far as the
// previous token determines.
func (m *mender) isPrefix(i int) bool {
	switch m.word(i - 1) {
	case "":
		b := m.byteOf(i - 1)
		return b != 0 && strings.IndexByte("(,=;{}[+-*/%&|^!~?:<>", b) >= 0 || m.beginsStatement(i) ||
			m.isBuiltinCast(i-1)
	case "return", "in", "is", "case", "else", "do", "await", "when", "throw", "ref":
		return true
	}
	return false
}

// isBuiltinCast reports whether token i ends a cast to a keyword type.
func (m *mender) isBuiltinCast(i int) bool {
	if !m.is(i, ')') || int(m.tokens[i].pair) != i-2 {
		return false
	}
	switch m.word(i - 1) {
	case "bool", "byte", "sbyte", "char", "short", "ushort", "int", "uint", "long", "ulong", "nint",
		"nuint", "float", "double", "decimal":
		return true
	}
	return false
}

// beginsStatement reports whether token i begins an expression statement, if it
// may begin one.
func (m *mender) beginsStatement(i int) bool {
	switch m.byteOf(i - 1) {
	case ';', '{', '}', ':':
		return true
	case ')':
		switch m.word(int(m.tokens[i-1].pair) - 1) {
		case "if", "while", "for", "foreach", "fixed", "using", "lock":
			return true
		}
	}
	return m.word(i-1) == "else" || m.word(i-1) == "do"
}

// assignedThrough mends an assignment whose left side begins with the star i.
func (m *mender) assignedThrough(i int, parenthesised bool) {
	const into = "this="
	at := int(m.tokens[i].start)
	if at < len(into) || strings.Trim(m.text[at-len(into):at], " \t") != "" {
		return
	}
	stepped := false
	for j := i + 1; j < len(m.tokens); j++ {
		switch c := m.byteOf(j); c {
		case ';', ',', '{', '}', ')', ']':
			return
		case '(', '[':
			j = max(j, int(m.tokens[j].pair))
		case '+', '-':
			stepped = stepped || m.byteOf(j+1) == c && m.adjacent(j)
		case '=':
			if !stepped && !parenthesised {
				return
			}
			m.put(uint32(at-len(into)), into)
			if m.isCompound(j) {
				m.blank(m.tokens[j].start, m.tokens[j].end)
			} else {
				m.put(m.tokens[j].start, "|")
			}
			return
		}
	}
}

// isCompound reports whether token i is the end of an operator like `+=`.
func (m *mender) isCompound(i int) bool {
	b := m.byteOf(i - 1)
	if b == 0 || !m.adjacent(i-1) {
		return false
	}
	if b == '<' || b == '>' { // otherwise a comparison
		return m.byteOf(i-2) == b && m.adjacent(i-2)
	}
	return strings.IndexByte("+-*/%&|^?", b) >= 0
}

// callAssigned replaces the parentheses of a call on the left side of an
// assignment by brackets: the grammar does not accept a call there. The reader
// finds the parentheses in the source; see isCall.
//
//	Find(key) = v; // becomes Find[key] = v;
func (m *mender) callAssigned(i int) {
	p := i - 1
	for m.isCompound(i) && strings.IndexByte("+-*/%&|^?<>", m.byteOf(p)) >= 0 {
		p--
	}
	if !m.is(p, ')') || m.adjacent(i) && (m.is(i+1, '=') || m.is(i+1, '>')) {
		return
	}
	open := int(m.tokens[p].pair)
	arrow := m.is(open-2, '=') && m.adjacent(open-2)
	if open < 0 || !(m.is(open-1, '>') && !arrow) && !m.isCalled(open-1) &&
		!(m.is(open-1, ')') && !m.beginsStatement(open)) {
		return
	}
	at, end := m.tokens[open].start, m.tokens[p].start
	if open+1 == p { // the brackets must not be empty
		if end != at+1 || m.text[end+1] != ' ' {
			return
		}
		m.put(at, "[0]")
		return
	}
	m.put(at, "[")
	m.put(end, "]")
}

// isCalled reports whether the word before a parenthesis is a callee.
func (m *mender) isCalled(i int) bool {
	switch m.word(i) {
	case "", "var", "return", "if", "else", "do", "in", "is", "case", "when", "await", "and", "or",
		"not", "while", "for", "foreach", "fixed", "using", "lock", "switch", "yield", "throw", "out",
		"ref":
		return false
	}
	return true
}
