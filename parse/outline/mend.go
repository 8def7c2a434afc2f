package outline

import "bytes"

// work bounds the bytes that Mend passes to the parser, as a multiple of the
// length of the text. reserved is the part of them not available to attempts that
// may fail, so that the final result can still be checked.
const (
	work     = 8
	reserved = 2
)

// Mend returns a text of the same length in which broken parts are blanked: of a
// member with a block one statement, if that is enough, otherwise its block,
// otherwise the whole member. sound reports whether the grammar accepts a text;
// the total length of the texts it is called with is a bounded multiple of that of
// the outline.
func (o *Outline) Mend(sound func(text string) bool) string {
	m := mender{reader: o.r, sound: sound, out: []byte(o.Text), room: work*len(o.Text) + 1<<16,
		reserve: reserved * len(o.Text)}
	m.fix(o.Items, Top)
	return string(m.out)
}

type mender struct {
	*reader
	sound   func(text string) bool
	out     []byte
	room    int // bytes that may still be parsed
	reserve int // bytes of room not available to attempts
}

// mayTry reports whether there is room for an attempt.
func (m *mender) mayTry() bool { return m.room > m.reserve }

// accepts reports whether parts of the text are accepted in the context.
func (m *mender) accepts(ctx Context, parts ...[]byte) bool {
	wrap := m.Wrap[ctx]
	text := wrap[0] + string(bytes.Join(parts, nil)) + wrap[1]
	if m.room -= len(text); m.room < 0 {
		return false
	}
	return m.sound(text)
}

// part returns the current bytes of an item. In indented languages, they begin
// with its line.
func (m *mender) part(start, end uint32) []byte {
	return m.out[m.lineOf(start):end]
}

// lineOf returns where a part of the text begins: in indented languages, with its
// line.
func (m *mender) lineOf(start uint32) uint32 {
	for m.Indented && start > 0 && m.out[start-1] != '\n' {
		start--
	}
	return start
}

// fix mends the items of a context. Items that are accepted unchanged are
// determined first: mending the others may use up all the room.
func (m *mender) fix(items []Item, ctx Context) {
	var broken []*Item
	for i := range items {
		if it := &items[i]; !m.accepts(ctx, m.part(it.Start, it.End)) {
			broken = append(broken, it)
		}
	}
	for _, it := range broken {
		if it.Open < 0 || it.Inner == Closed ||
			!m.acceptsHeader(it, ctx) && !m.mendHeader(it, ctx) {
			if !m.mendEnd(it, ctx) && !m.mendTail(it, ctx) && !m.mendPath(it, ctx) &&
				!m.mendBlocks(it, ctx) &&
				!m.mendValue(it, ctx) && !m.mendParts(it, ctx) && !m.keepBlocks(it, ctx) {
				m.blank(it.Start, it.End)
			}
			continue
		}
		inner := it.Items
		held := it.Inner
		if tries := maxTries; held == Body &&
			m.mendLiteral(it, ctx, it.Open, m.inner(it), &tries) {
			continue
		}
		if held == Body {
			held = m.holds(it.Open)
			inner = m.items(it.Open+1, m.inner(it), held, 0)
		}
		m.fix(inner, held)
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

// mendTail adds an operand to an item that ends with an operator, or removes the
// operator, and reports whether it is accepted then.
//
//	A T =    // becomes A T =0
//	b time.  // becomes b time
//	c *      // becomes c _
func (m *mender) mendTail(it *Item, ctx Context) bool {
	last := it.to - 1
	if m.byteAt(last) == ';' {
		last--
	}
	named := it.Name != "" || ctx == Class || ctx == Shape // fields of Go are nameless here
	if !named || it.Open >= 0 || last <= it.from || m.tokens[last].Start < it.At ||
		!m.open(last) {
		return false
	}
	at := m.tokens[last].End
	if m.byteAt(last) == '=' && int(at) < len(m.out) && m.out[at] == ' ' {
		end := it.End
		it.End = max(it.End, at+1)
		if m.instead(it, ctx, func() { m.out[at] = '0' }) {
			return true
		}
		it.End = end
	}
	if m.byteAt(last) == '>' { // =>
		last--
	}
	if ctx == Class && m.WordsOnly && m.byteAt(last) == '*' &&
		m.instead(it, ctx, func() { m.out[m.tokens[last].Start] = '_' }) {
		return true
	}
	return m.instead(it, ctx, func() { m.blankBytes(m.tokens[last].Start, at) })
}

// mendEnd adds the missing semicolon of a field, and reports whether it is
// accepted then.
//
//	int a = f(1)
//	void m() { }
func (m *mender) mendEnd(it *Item, ctx Context) bool {
	at := int(it.End)
	if ctx != Class || m.Indented || m.WordsOnly || m.NameFirst || it.Name == "" || it.Open >= 0 ||
		at >= len(m.out) || m.out[at] > ' ' {
		return false
	}
	was := m.out[at]
	m.out[at] = ';'
	if m.accepts(ctx, m.part(it.Start, it.End+1)) {
		it.End++
		return true
	}
	m.out[at] = was
	return false
}

// mendValue replaces the value of an item by 0, and reports whether it is accepted
// then.
func (m *mender) mendValue(it *Item, ctx Context) bool {
	if it.Name == "" {
		return false
	}
	i := it.from
	for i < it.to && !(m.byteAt(i) == '=' && m.tokens[i].Start > it.At) {
		if p := int(m.pair[i]); p > i && p < it.to {
			i = p
		}
		i++
	}
	last := it.to
	if m.byteAt(last-1) == ';' {
		last--
	}
	if i+1 >= last {
		return false
	}
	if m.valueBlock(it, ctx, i+1, last) {
		return true
	}
	return m.instead(it, ctx, func() {
		m.blankBytes(m.tokens[i].End, m.tokens[last-1].End)
		m.out[m.tokens[i+1].Start] = '0'
	})
}

// valueBlock reduces the value of an item, which is between two tokens, to the
// last block that is accepted as a value.
//
//	const a = register<A({ run() { } })    // becomes const a = { run() { } }
func (m *mender) valueBlock(it *Item, ctx Context, from, to int) bool {
	for p := to - 1; p > from && m.mayTry(); p-- {
		i := int(m.pair[p])
		if m.byteAt(p) != '}' || i < from {
			continue
		}
		if m.instead(it, ctx, func() {
			m.blankBytes(m.tokens[from].Start, m.tokens[i].Start)
			m.blankBytes(m.tokens[p].End, m.tokens[to-1].End)
		}) {
			return true
		}
		p = i
	}
	return false
}

// mendParts blanks the parts of an enumeration that are not accepted by
// themselves, mends the members after them, and reports whether the rest is
// accepted.
func (m *mender) mendParts(it *Item, ctx Context) bool {
	if it.Inner != Closed || it.Open < 0 || m.Indented ||
		!m.acceptsHeader(it, ctx) && !m.mendHeader(it, ctx) {
		return false
	}
	return m.instead(it, ctx, func() {
		end := m.inner(it)
		if after := m.partsEnd(it); m.byteAt(after-1) == ';' {
			end = after - 1
		}
		head, tail := m.out[it.Start:m.blockStart(it)], m.out[m.blockEnd(it):it.End]
		accepts := func(from, to int) bool {
			return m.accepts(ctx, head, m.out[m.tokens[from].Start:m.tokens[to-1].End], tail)
		}
		for i := it.Open + 1; i < end; i++ {
			from := i
			for i < end && m.byteAt(i) != ',' {
				if p := int(m.pair[i]); p > i && p < end {
					i = p
				}
				i++
			}
			switch {
			case from == i:
				m.blankBytes(m.tokens[i].Start, m.tokens[i].End)
			case accepts(from, i) || m.mendMembers(from, i) && accepts(from, i):
			case m.word(from) != "" && m.byteAt(from+1) == '=':
				m.blankBytes(m.tokens[from+1].Start, m.tokens[i-1].End)
			default:
				m.blankBytes(m.tokens[from].Start, m.tokens[min(i, end-1)].End)
			}
		}
		m.fix(it.Items, Class)
	})
}

// mendMembers mends the members of one part of an enumeration, which is between
// two tokens. It reports whether it has any.
//
//	enum A { B { void m() { } }, C }
func (m *mender) mendMembers(from, to int) bool {
	for i := from; i < to; i++ {
		p := int(m.pair[i])
		if p <= i || p >= to {
			continue
		}
		if m.byteAt(i) == '{' {
			m.fix(m.items(i+1, p, Class, 0), Class)
			return p > i+1
		}
		i = p
	}
	return false
}

// instead reports whether an item is accepted after change was made to it, and
// reverts the change if not.
func (m *mender) instead(it *Item, ctx Context, change func()) bool {
	was := bytes.Clone(m.out[it.Start:it.End])
	if change(); m.accepts(ctx, m.part(it.Start, it.End)) {
		return true
	}
	copy(m.out[it.Start:], was)
	return false
}

// giveUp blanks an item that is broken although its parts are not. A container is
// kept: the grammar may still recover it.
func (m *mender) giveUp(it *Item) {
	if it.Inner == Body {
		m.blank(it.Start, it.End)
	}
}

// acceptsHeader reports whether an item is accepted without the content of its
// block.
func (m *mender) acceptsHeader(it *Item, ctx Context) bool {
	head := m.part(it.Start, m.blockStart(it))
	if m.Indented {
		return m.accepts(ctx, head, []byte(" pass\n"))
	}
	return m.accepts(ctx, head, m.out[m.blockEnd(it):it.End])
}

// blockStart and blockEnd return where the content of the block of an item begins
// and ends.
func (m *mender) blockStart(it *Item) uint32 { return m.tokens[it.Open].End }

func (m *mender) blockEnd(it *Item) uint32 {
	end := m.inner(it)
	if end == it.to { // delimited by indentation, or without a closing brace
		return it.End
	}
	return m.tokens[end].Start
}

// blank overwrites a range with spaces; line ends stay. In indented languages a
// statement is inserted, since no block may be empty.
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
