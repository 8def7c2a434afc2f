package outline

import (
	"slices"
	"strings"
)

// A Seam is a place between two members of a text where it can be cut. What is behind it can
// be parsed by itself with Open before it, what is before it with Close behind it. The text is
// the source with what it lacks ([Outline.Changes]): a brace that is missing ends a part, too.
type Seam struct {
	At    uint32
	Open  []Span // headers of what is around the place, the outermost first
	Close []Span // what ends them, the innermost first
	// First is what stands behind each of Open so that members may follow: the first statement
	// of a block that is told by its indentation. Empty where nothing is needed.
	First []string
}

// A Span is a part of a text.
type Span struct{ Start, End uint32 }

// Seams returns where a text is to be cut for parts of about size bytes, by position. A part is
// larger if a member is that is no container.
//
// Time is linear in the length of the text.
func (o *Outline) Seams(size int) []Seam {
	s := seams{reader: o.r, size: uint32(size)}
	s.list(o.Items, 0)
	return s.out
}

type seams struct {
	*reader
	size  uint32
	last  uint32 // where the part under way begins
	open  []Span
	first []string
	close []Span // the outermost first
	out   []Seam
}

// list cuts between the members of a container, which begin at a place.
func (s *seams) list(items []Item, at uint32) {
	for i := range items {
		it := &items[i]
		if i > 0 && it.End-s.last > s.size && at > s.last {
			s.cut(at)
		}
		if s.isWide(it) {
			s.within(it)
		}
		if at = it.End; s.isScope(it) {
			s.open, s.first = append(s.open, Span{it.Start, it.End}), append(s.first, "")
		}
	}
}

// isWide reports whether an item is a container that must be cut.
func (s *seams) isWide(it *Item) bool {
	if it.End-it.Start <= s.size || len(it.Items) == 0 {
		return false
	}
	if s.Indented {
		return strings.HasPrefix(s.statement(it), "\n")
	}
	return int(s.pair[it.Open]) > it.Open
}

// statement is one that means nothing, in front of the members of an item whose block is told by
// its indentation; other text where these are on the line of the header.
func (s *seams) statement(it *Item) string {
	before := s.text[s.tokens[it.Open].End:it.Items[0].Start]
	return before[max(strings.LastIndexByte(before, '\n'), 0):] + "pass"
}

// within cuts between the members of one item.
func (s *seams) within(it *Item) {
	from := s.tokens[it.Open].End
	around := len(s.open)
	s.open = append(s.open, Span{it.Start, from})
	if s.Indented {
		s.first = append(s.first, s.statement(it))
	} else {
		first := ""
		if it.Inner == Closed {
			first = ";"
		}
		s.first = append(s.first, first)
		s.close = append(s.close, Span{s.tokens[s.pair[it.Open]].Start, it.End})
	}
	s.list(it.Items, from)
	s.open, s.first = s.open[:around], s.first[:around]
	if !s.Indented {
		s.close = s.close[:len(s.close)-1]
	}
}

// isScope reports whether an item says what all that follows it is in.
//
//	namespace Shop;
func (s *seams) isScope(it *Item) bool {
	return it.Open < 0 && s.Containers[s.word(it.from)] == Top
}

func (s *seams) cut(at uint32) {
	seam := Seam{At: at, Open: slices.Clone(s.open), First: slices.Clone(s.first),
		Close: slices.Clone(s.close)}
	slices.Reverse(seam.Close)
	s.out = append(s.out, seam)
	s.last = at
}
