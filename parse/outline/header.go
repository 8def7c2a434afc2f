package outline

import (
	"bytes"
	"slices"
)

// mendHeader mends the header of an item, if its block has members worth keeping:
// of a container it keeps the keyword and the name. A block of members without a
// keyword becomes a class, if it has methods, or is merged with the enclosing
// block, if all of them are containers. It reports whether the header is accepted
// then.
func (m *mender) mendHeader(it *Item, ctx Context) bool {
	if at := m.tokens[m.skipAttributes(it.from, it.Open)].Start; at > it.Start {
		m.blankBytes(it.Start, at)
		if m.acceptsHeader(it, ctx) {
			return true
		}
	}
	if m.Indented {
		return m.mendColon(it, ctx)
	}
	if it.Inner >= Constants {
		return false
	}
	if it.Inner == Top && it.Name == "" {
		return m.mendPath(it, ctx)
	}
	if it.Inner != Body {
		if it.Name == "" {
			return m.dissolve(it)
		}
		at, open := it.At+uint32(len(it.Name)), m.tokens[it.Open].Start
		was := bytes.Clone(m.out[at:open])
		m.blank(at, open)
		if m.acceptsHeader(it, ctx) {
			return true
		}
		copy(m.out[at:], was)
		return m.mendParameters(it, ctx)
	}
	if m.mendParameters(it, ctx) {
		return true
	}
	if !it.orphans {
		return false
	}
	methods, containers := 0, 0
	for i := range it.Items {
		switch {
		case it.Items[i].Name == "":
		case it.Items[i].Inner != Body:
			containers++
		default:
			methods++
		}
	}
	switch {
	case containers > 0 && methods == 0 && ctx == Top:
		m.blank(it.Start, m.blockStart(it))
		m.blank(m.blockEnd(it), it.End)
		it.Inner = Top
	case methods > 0 && m.makeClass(it):
		it.Inner = Class
	default:
		return false
	}
	return true
}

// dissolve removes the header and the braces of a block without a name: its
// members become those of the enclosing container. It reports whether the item is
// such a block.
//
//	extension string s) { … }
func (m *mender) dissolve(it *Item) bool {
	if !among(m.word(m.skipAttributes(it.from, it.Open)), m.Blocks) {
		return false
	}
	m.blank(it.Start, m.blockStart(it))
	m.blank(m.blockEnd(it), it.End)
	return true
}

// mendPath reduces the name of a namespace to its words with single points in
// between, and reports whether the header is accepted then.
//
//	namespace Shop..Orders    // becomes namespace Shop. Orders
func (m *mender) mendPath(it *Item, ctx Context) bool {
	if m.Indented || m.Containers[m.word(it.from)] != Top || m.hasMember(it.from) {
		return false
	}
	end := it.to
	if it.Open >= 0 {
		end = it.Open
	} else if m.byteAt(end-1) == ';' {
		end--
	}
	was := bytes.Clone(m.out[it.Start:it.End])
	point := -1 // a point that must be followed by a word
	word := false
	for i := it.from + 1; i < end; i++ {
		switch {
		case m.word(i) != "" && (!word || point >= 0):
			word, point = true, -1
		case m.byteAt(i) == '.' && word && point < 0:
			point = i
		default:
			m.blankBytes(m.tokens[i].Start, m.tokens[i].End)
		}
	}
	if point >= 0 {
		m.blankBytes(m.tokens[point].Start, m.tokens[point].End)
	}
	if it.Open >= 0 && m.acceptsHeader(it, ctx) ||
		it.Open < 0 && m.accepts(ctx, m.part(it.Start, it.End)) {
		return true
	}
	copy(m.out[it.Start:], was)
	return false
}

// hasMember reports whether the word at i is followed by a member access:
// module.exports.
func (r *reader) hasMember(i int) bool {
	return r.byteAt(i+1) == '.' && r.tokens[i].End == r.tokens[i+1].Start
}

// mayBeContainer reports whether an item without a container keyword may be a
// container.
func (r *reader) mayBeContainer(it *Item, ctx Context) bool {
	if it.Inner != Body || it.Open != it.header || ctx == Body || r.Indented || r.WordsOnly ||
		r.parenthesis(it.from, it.Open) != it.Open {
		return false
	}
	for i := r.skipAttributes(it.from, it.Open); i < it.Open; i++ {
		if w := r.word(i); w != "" && !among(w, r.NotNames) {
			return true
		}
	}
	return false
}

// maxHeader bounds the tokens before a brace that are examined to classify its
// block.
const maxHeader = 100

// holds returns the context of the block whose brace is at open: members if it is
// the body of a class expression or follows a type to be instantiated, otherwise
// statements.
//
//	module.exports = base => class extends base { … }
//	return new TypeAdapter<Order>() { … };
//	var tests = []struct { … }{ … }
func (r *reader) holds(open int) Context {
	if r.WordsOnly {
		switch r.word(open - 1) {
		case "struct":
			return Class
		case "interface":
			return Shape
		}
		return Body
	}
	for i := open - 1; i >= max(0, open-maxHeader); i-- {
		switch w, p := r.word(i), int(r.pair[i]); {
		case r.Containers[w] == Class && r.byteAt(i-1) != '.' && w != "record":
			return Class
		case w == "new" && r.Anonymous && r.byteAt(open-1) == ')':
			return Class
		case r.byteAt(i) == ')' && p >= 0 && p < i:
			i = p
		case w != "":
		case r.byteAt(i) == 0 || !among(string(r.byteAt(i)), " . , < > ? [ ] & "):
			return Body
		}
	}
	return Body
}

// worthy reports whether there are definitions with blocks among items.
func worthy(items []Item) bool {
	return slices.ContainsFunc(items, func(it Item) bool { return it.Name != "" && it.Open >= 0 })
}

// makeClass inserts the class keyword before the first word of a header that may
// be its name.
func (m *mender) makeClass(it *Item) bool {
	const word = "class "
	for i := m.skipAttributes(it.from, it.header); i < it.header; i++ {
		name := m.tokens[i]
		if m.word(i) == "" || among(m.word(i), m.NotNames) {
			continue
		}
		if name.Start < it.Start+uint32(len(word)) {
			return false
		}
		m.blank(it.Start, name.Start)
		m.blank(name.End, m.tokens[it.Open].Start)
		copy(m.out[name.Start-uint32(len(word)):], word)
		return true
	}
	return false
}
