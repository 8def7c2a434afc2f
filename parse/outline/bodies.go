package outline

import (
	"math"
	"strings"
)

// A Cut is a part of a text without definitions visible outside it: the inside of
// a function block, or a long value.
type Cut struct {
	Start, End uint32
	Note       string // its replacement
}

const (
	// keptValue is the size of a value in bytes up to which it is not worth cutting.
	keptValue = 64
	// keptEnds is the number of bytes kept at either end of a long literal, including
	// its quotes.
	keptEnds = 16
	// opened is the minimum size in bytes of a statement's block that is searched for
	// definitions, for example a function around a whole file.
	opened = 1 << 16
)

// Bodies lists the parts that can be left out without losing definitions of types
// and their members, by position, without overlaps. Time is linear in the length
// of the text.
func (o *Outline) Bodies() []Cut { return o.cuts(math.MaxUint32) }

// Long lists the cuts of Bodies, and further cuts in parts that remain longer than
// most bytes: the parts of an enumeration, the inside of brackets before a block,
// and anything that is too long even so. Definitions may be lost.
func (o *Outline) Long(most uint32) []Cut { return o.cuts(most) }

func (o *Outline) cuts(most uint32) []Cut {
	b := bodies{reader: o.r, most: most}
	b.list(o.Items, Top, maxDepth)
	for i, c := range b.out {
		b.out[i].Start, b.out[i].End = o.Source(c.Start), o.Source(c.End)
	}
	return b.out
}

type bodies struct {
	*reader
	most uint32 // maximum bytes of a remaining piece
	out  []Cut
}

func (b *bodies) list(items []Item, ctx Context, depth int) {
	for i := range items {
		b.item(&items[i], ctx, depth)
	}
}

// item adds the bodies of one item of a context.
func (b *bodies) item(it *Item, ctx Context, depth int) {
	was := len(b.out)
	switch {
	case it.Open >= 0 && it.Inner == Closed:
		b.head(it)
		b.parts(it)
		b.list(it.Items, Class, depth)
		return
	case it.Open >= 0 && it.Inner != Body || it.orphans:
		b.head(it)
		b.list(it.Items, it.Inner, depth)
		return
	case b.Indented:
		b.indented(it)
	case it.Name == "" && depth > 0 && b.block(it, ctx, depth):
	default:
		b.value(it, it.header)
	}
	if b.left(it, was) > b.most {
		b.out = b.out[:was]
		b.values(it.from, it.to)
	}
	if b.left(it, was) > b.most {
		b.out = b.out[:was]
		b.add(it.Start, it.End, "")
	}
}

// head adds the inside of the brackets before the block of a container, if that is
// long.
func (b *bodies) head(it *Item) {
	if b.tokens[it.Open].Start-it.Start > b.most {
		b.values(it.from, it.Open)
	}
}

// parts adds the parts of an enumeration, if they are long.
func (b *bodies) parts(it *Item) {
	end := b.partsEnd(it)
	if end > it.Open+1 && (b.byteAt(end-1) == ';' || end == it.to) {
		end--
	}
	if start, end := b.tokens[it.Open].End, b.tokens[end].Start; end > start && end-start > b.most {
		b.add(start, end, "")
	}
}

// value adds the long parts of the value of an item, from a token on: the inside
// of brackets and literals, the whole value if the rest is long, and the whole
// item if too much remains.
//
//	bool b = !!!!…!c;    // becomes bool b = 0;
func (b *bodies) value(it *Item, from int) {
	was := len(b.out)
	b.values(from, it.to)
	if b.left(it, was) <= opened {
		return
	}
	first, last := it.from, it.to-1
	for first < last && !(b.byteAt(first) == '=' && b.tokens[first].Start > it.At) {
		first++
	}
	if b.byteAt(first+1) == '>' {
		first++
	}
	if b.byteAt(last) == ';' {
		last--
	}
	b.out = b.out[:was]
	if it.Name != "" && first < last {
		b.add(b.tokens[first].End, b.tokens[last].End, " 0")
	}
	if b.left(it, was) > opened {
		b.out = b.out[:was]
		b.add(it.Start, it.End, "")
	}
}

// left returns the length of an item without the cuts added from index since on.
func (b *bodies) left(it *Item, since int) uint32 {
	left := it.End - it.Start
	for _, c := range b.out[since:] {
		left -= c.End - c.Start
	}
	return left
}

// indented adds the block of a definition that is delimited by indentation.
func (b *bodies) indented(it *Item) {
	if it.Name == "" || it.Open < 0 {
		b.value(it, it.from)
		return
	}
	if start := b.tokens[it.Open].End; it.End > start+keptValue {
		b.add(start, it.End, " ...")
	}
}

// block searches a statement for definitions: in a block that belongs to no
// function, or in the first large one. It reports whether there is such a block.
func (b *bodies) block(it *Item, ctx Context, depth int) bool {
	if ctx != Top {
		return false
	}
	// declare global { … } is not a function
	own := it.Open >= 0 && it.Open == it.header && b.parenthesis(it.from, it.Open) == it.Open
	for i := it.from; i < it.to; i++ {
		p := int(b.pair[i])
		if b.byteAt(i) == '{' && p > i && (own || b.tokens[p].Start-b.tokens[i].End >= opened) {
			b.values(it.from, i)
			b.list(b.items(i+1, p, Top, depth-1), Top, depth-1)
			b.values(p+1, it.to)
			return true
		}
	}
	return false
}

// values adds the inside of the outermost brackets among some tokens, and long
// literals.
func (b *bodies) values(from, to int) {
	for i := from; i < to; i++ {
		t := b.tokens[i]
		if t.Kind == String {
			if t.End-t.Start > 2*keptEnds+keptValue {
				b.add(t.Start+keptEnds, t.End-keptEnds, "")
			}
			continue
		}
		switch b.byteAt(i) {
		case '{', '(', '[':
		default:
			continue
		}
		p := int(b.pair[i])
		if p <= i || p >= to {
			continue
		}
		if b.byteAt(i) == '{' && (b.accessors(i, p) || b.prototype(i)) {
			b.values(i+1, p)
		} else if start, end := t.End, b.tokens[p].Start; end > start+keptValue {
			b.add(start, end, "")
		}
		i = p
	}
}

// prototype reports whether a block has the members of the prototype of a
// constructor function.
//
//	Cat.prototype = { purr: function () { … } }
func (b *bodies) prototype(open int) bool {
	return open > 1 && b.byteAt(open-1) == '=' && b.word(open-2) == "prototype"
}

// accessors reports whether a block contains the accessors of a property.
func (b *bodies) accessors(open, end int) bool {
	for i := open + 1; i < end; i++ {
		switch w := b.word(i); {
		case among(w, " get set init add remove "):
			next := b.byteAt(i + 1)
			return next == '{' || next == ';' || next == '='
		case !among(w, " private protected internal public readonly "):
			return false
		}
	}
	return false
}

// add adds a body, unless it would split a conditional directive from its
// branches.
func (b *bodies) add(start, end uint32, note string) {
	for start < end && b.text[start]&0xc0 == 0x80 { // not in the middle of a character
		start++
	}
	for end > start && int(end) < len(b.text) && b.text[end]&0xc0 == 0x80 {
		end--
	}
	if b.Prepare != nil && parted(b.source[start:end]) {
		return
	}
	b.out = append(b.out, Cut{start, end, note})
}

// parted reports whether a text has conditional directives that begin or end
// outside it.
func parted(text string) bool {
	depth := 0
	for rest := text; ; {
		i := strings.IndexByte(rest, '#')
		if i < 0 {
			return depth != 0
		}
		rest = strings.TrimLeft(rest[i+1:], " \t")
		switch {
		case strings.HasPrefix(rest, "if"):
			depth++
		case strings.HasPrefix(rest, "el") && depth == 0:
			return true
		case strings.HasPrefix(rest, "endif"):
			if depth--; depth < 0 {
				return true
			}
		}
	}
}
