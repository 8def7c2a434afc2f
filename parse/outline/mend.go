package outline

import "bytes"

// work bounds what Mend has parsed: so many times the bytes of the text.
const work = 8

// Mend returns a text of the same length in which what is broken is blank: of a member
// with a block a statement of it, if that is enough, else its block, else all of it. sound
// reports whether the grammar accepts a text; it is called with texts that together are a
// bounded number of times as long as the source.
func (o *Outline) Mend(sound func(text string) bool) string {
	m := mender{reader: o.r, sound: sound, out: []byte(o.Text), room: work*len(o.Text) + 1<<16}
	m.fix(o.Items, Top)
	return string(m.out)
}

type mender struct {
	*reader
	sound func(text string) bool
	out   []byte
	room  int // bytes that may still be parsed
}

// accepts reports whether a part of the text is accepted as a part of the context.
func (m *mender) accepts(ctx Context, parts ...[]byte) bool {
	wrap := m.Wrap[ctx]
	text := wrap[0] + string(bytes.Join(parts, nil)) + wrap[1]
	if m.room -= len(text); m.room < 0 {
		return false
	}
	return m.sound(text)
}

// part returns the bytes of an item as they are now. With indentation, they begin with
// their line.
func (m *mender) part(start, end uint32) []byte {
	if m.Indented {
		for start > 0 && m.out[start-1] != '\n' {
			start--
		}
	}
	return m.out[start:end]
}

// fix mends the items of a context.
func (m *mender) fix(items []Item, ctx Context) {
	for i := range items {
		it := &items[i]
		if m.accepts(ctx, m.part(it.Start, it.End)) {
			continue
		}
		if it.Open < 0 || it.Inner == Closed ||
			!m.acceptsHeader(it, ctx) && !m.mendHeader(it, ctx) {
			m.blank(it.Start, it.End)
			continue
		}
		inner := it.Items
		if it.Inner == Body {
			inner = m.items(it.Open+1, m.inner(it), Body, 0)
		}
		m.fix(inner, it.Inner)
		if m.accepts(ctx, m.part(it.Start, it.End)) {
			continue
		}
		if it.Inner == Body {
			m.blank(m.blockStart(it), m.blockEnd(it))
		}
		if it.Inner != Body || !m.accepts(ctx, m.part(it.Start, it.End)) {
			m.giveUp(it)
		}
	}
}

// giveUp blanks an item that is broken though its parts are not. A container stays: the
// grammar may still make something of it.
func (m *mender) giveUp(it *Item) {
	if it.Inner == Body {
		m.blank(it.Start, it.End)
	}
}

// acceptsHeader reports whether an item without the content of its block is accepted.
func (m *mender) acceptsHeader(it *Item, ctx Context) bool {
	head := m.part(it.Start, m.blockStart(it))
	if m.Indented {
		return m.accepts(ctx, head, []byte(" pass\n"))
	}
	return m.accepts(ctx, head, m.out[m.blockEnd(it):it.End])
}

// blockStart and blockEnd are where the content of the block of an item begins and ends.
func (m *mender) blockStart(it *Item) uint32 { return m.tokens[it.Open].End }

func (m *mender) blockEnd(it *Item) uint32 {
	end := m.inner(it)
	if end == it.to { // told by indentation, or without a closing brace
		return it.End
	}
	return m.tokens[end].Start
}

// blank overwrites a range; line ends stay. Where blocks are told by indentation, a
// statement is left, since no block may be empty.
func (m *mender) blank(start, end uint32) {
	m.blankBytes(start, end)
	if m.Indented && start < end {
		for m.out[start] == '\n' || m.out[start] == '\r' {
			start++
		}
		m.out[start] = '0'
	}
}

func (m *mender) blankBytes(start, end uint32) {
	for i := start; i < end; i++ {
		if c := m.out[i]; c != '\n' && c != '\r' {
			m.out[i] = ' '
		}
	}
}
