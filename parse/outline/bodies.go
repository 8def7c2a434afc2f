package outline

import (
	"math"
	"strings"
)

// A Cut is a part of a text that defines nothing outside of it: what is inside the block of
// a function, or a long value.
type Cut struct {
	Start, End uint32
	Note       string // what takes its place
}

const (
	// keptValue is how many bytes of a value are not worth leaving out.
	keptValue = 64
	// keptEnds is how many bytes stay at either end of a long literal: its quotes are
	// among them.
	keptEnds = 16
	// opened is how many bytes the block of a statement has at least that is looked
	// into for definitions, as that of a function is which a whole file consists of.
	opened = 1 << 16
)

// Bodies lists what can be left out without losing definitions of types and their
// members, by position, apart from each other. Time is linear in the length of the text.
func (o *Outline) Bodies() []Cut { return o.cuts(math.MaxUint32) }

// Long lists what Bodies does, and more of what is longer than a number of bytes without it:
// the parts of an enumeration, what is inside the brackets in front of a block, and what does
// not fit even so. Definitions are among it.
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
	most uint32 // bytes of what stays in one piece
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

// head adds what is inside the brackets in front of the block of a container, if that is long.
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

// value adds what is long in the value of an item, from a token on: what is inside brackets and
// literals, all of it if the rest is long, and the item if even that leaves much.
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

// left returns how long an item is without what was added since there were a number of cuts.
func (b *bodies) left(it *Item, since int) uint32 {
	left := it.End - it.Start
	for _, c := range b.out[since:] {
		left -= c.End - c.Start
	}
	return left
}

// indented adds the block of a definition that ends with its indentation.
func (b *bodies) indented(it *Item) {
	if it.Name == "" || it.Open < 0 {
		b.value(it, it.from)
		return
	}
	if start := b.tokens[it.Open].End; it.End > start+keptValue {
		b.add(start, it.End, " ...")
	}
}

// block looks for definitions in a statement: in a block that no function has, or in the
// first large one. It reports whether there is one.
func (b *bodies) block(it *Item, ctx Context, depth int) bool {
	if ctx != Top {
		return false
	}
	// declare global { … } is no function
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

// values adds what is inside the outermost brackets of some tokens, and long literals.
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

// prototype reports whether a block has the members of what a constructor function makes.
//
//	Cat.prototype = { purr: function () { … } }
func (b *bodies) prototype(open int) bool {
	return open > 1 && b.byteAt(open-1) == '=' && b.word(open-2) == "prototype"
}

// accessors reports whether a block has the accessors of a property.
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

// add adds a body, unless it would part what belongs together: the branches of a directive.
func (b *bodies) add(start, end uint32, note string) {
	for start < end && b.text[start]&0xc0 == 0x80 { // not inside a character
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

// parted reports whether a text has directives of conditions that begin or end outside of it.
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
