package outline

import (
	"bytes"
	"strings"
)

// maxTries bounds the blocks of an item that are tried as the place of an error:
// for each the item is parsed once more.
const maxTries = 16

// mendBlocks mends an item whose error is inside a nested block, such as the body
// of a function that is an argument. It reports whether the item is accepted then.
//
//	describe("orders", () => { const open = ) })    // becomes describe("orders", () => { })
func (m *mender) mendBlocks(it *Item, ctx Context) bool {
	if m.Indented || it.Inner == Closed && it.Open >= 0 {
		return false
	}
	tries := maxTries
	return m.narrow(it, ctx, it.from, it.to, &tries)
}

// narrow mends the innermost block between two tokens of an item without whose
// content the item is accepted.
func (m *mender) narrow(it *Item, ctx Context, from, to int, tries *int) bool {
	for i := from; i < to; i++ {
		p := int(m.pair[i])
		if m.byteAt(i) != '{' || p <= i || p >= to {
			continue
		}
		if p > i+1 && *tries > 0 && m.mayTry() && !m.isBlock(i, p) && !m.isLiteral(i, p) {
			*tries--
			if m.narrowTo(it, ctx, i, p, tries) {
				return true
			}
		}
		i = p
	}
	return false
}

// narrowTo mends the block between two braces, if the item is accepted without its content.
func (m *mender) narrowTo(it *Item, ctx Context, open, end int, tries *int) bool {
	start, stop := m.tokens[open].End, m.tokens[end].Start
	if !m.accepts(ctx, m.out[it.Start:start], m.out[stop:it.End]) {
		return false
	}
	if m.mendLiteral(it, ctx, open, end, tries) || m.narrow(it, ctx, open+1, end, tries) {
		return true
	}
	held := m.holds(open)
	m.fix(m.items(open+1, end, held, 0), held)
	if !m.accepts(ctx, m.part(it.Start, it.End)) {
		m.blankBytes(start, stop)
	}
	return true
}

// mendLiteral mends or blanks the parts of a literal that are not accepted by
// themselves, and reports whether the item is accepted then.
//
//	create({ a: = , b() { } })    // becomes create({ b() { } })
func (m *mender) mendLiteral(it *Item, ctx Context, open, end int, tries *int) bool {
	if !m.mayBeLiteral(open, end) {
		return false
	}
	kept := 0
	was := bytes.Clone(m.out[it.Start:it.End])
	accepted := m.instead(it, ctx, func() {
		for i := open + 1; i < end; i++ {
			from := i
			for i < end && m.byteAt(i) != ',' {
				if p := int(m.pair[i]); p > i && p < end {
					i = p
				}
				i++
			}
			last := min(i, end-1)
			if from == i {
				continue
			}
			part := Item{Start: m.tokens[from].Start, End: m.tokens[i-1].End, from: from, to: i}
			if m.accepts(Literal, m.part(part.Start, part.End)) ||
				m.narrow(&part, Literal, from, i, tries) {
				kept++
			} else {
				m.blankBytes(part.Start, m.tokens[last].End)
			}
		}
	})
	if kept == 0 {
		copy(m.out[it.Start:], was)
	}
	return accepted && kept > 0
}

// mayBeLiteral reports whether the text between two braces may be a literal with
// comma-separated parts, judging from the tokens before it or, in Go, from its
// trailing comma.
//
//	export default { … }
func (m *mender) mayBeLiteral(open, end int) bool {
	if _, ok := m.Wrap[Literal]; !ok {
		return false
	}
	if m.WordsOnly {
		return m.byteAt(end-1) == ','
	}
	c := m.byteAt(open - 1)
	return among(m.word(open-1), " default return ") || c != 0 && strings.IndexByte("=(,:[?&|", c) >= 0
}

// isLiteral reports whether the grammar accepts the text between two braces as a
// literal.
func (m *mender) isLiteral(open, end int) bool {
	return m.mayBeLiteral(open, end) &&
		m.accepts(Literal, m.part(m.tokens[open].End, m.tokens[end].Start))
}

// isBlock reports whether the grammar accepts the text between two braces as
// statements.
func (m *mender) isBlock(open, end int) bool {
	return m.accepts(Body, m.part(m.tokens[open].Start, m.tokens[end].End))
}

// keepBlocks reduces a statement that cannot be mended to its blocks of
// statements, which may contain definitions. It reports whether they are accepted.
//
//	test("orders", () = { const open = 1 })    // becomes { const open = 1 }
func (m *mender) keepBlocks(it *Item, ctx Context) bool {
	if m.Indented || ctx != Top && ctx != Body || it.Name != "" || it.Inner == Closed ||
		it.orphans || !m.mayTry() {
		return false
	}
	kept := 0
	return m.instead(it, ctx, func() {
		last := it.Start
		for i := it.from; i < it.to; i++ {
			p := int(m.pair[i])
			if m.byteAt(i) != '{' || p <= i || p >= it.to {
				continue
			}
			if m.keepBlock(i, p) {
				m.blankBytes(last, m.tokens[i].Start)
				last = m.tokens[p].End
				kept++
			}
			i = p
		}
		m.blankBytes(last, it.End)
	}) && kept > 0
}

// keepBlock mends the statements between two braces, and reports whether they are accepted.
func (m *mender) keepBlock(open, end int) bool {
	if m.isBlock(open, end) {
		return true
	}
	m.fix(m.items(open+1, end, Body, 0), Body)
	return m.isBlock(open, end)
}
