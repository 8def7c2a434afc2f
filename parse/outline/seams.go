package outline

import (
	"slices"
	"strings"
)

// A Seam is a place between two members of a text where it can be cut. The text
// after it can be parsed by itself with Open before it, the text before it with
// Close after it. The text is the source with missing tokens added
// ([Outline.Changes]): a missing brace ends a part, too.
type Seam struct {
	At    uint32
	Open  []Span // headers of the enclosing constructs, the outermost first
	Close []Span // their ends, the innermost first
	// First is the text after each of Open that allows members to follow: the first
	// statement of an indented block. It is empty if nothing is needed.
	First []string
}

// A Span is a part of a text.
type Span struct{ Start, End uint32 }

// Seams returns where a text is to be cut into parts of about size bytes, by
// position. A part is larger if a member that is not a container is.
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
	last  uint32 // where the current part begins
	open  []Span
	first []string
	close []Span // the outermost first
	out   []Seam
}

// list cuts between the members of a container, which begin at a position.
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

// isWide reports whether an item is a container that has to be cut.
func (s *seams) isWide(it *Item) bool {
	if it.End-it.Start <= s.size || len(it.Items) == 0 {
		return false
	}
	if s.Indented {
		return strings.HasPrefix(s.statement(it), "\n")
	}
	return int(s.pair[it.Open]) > it.Open
}

// statement returns a no-op statement that precedes the members of an item with an
// indented block; other text if these are on the line of the header.
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

// isScope reports whether an item declares the scope of everything after it.
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
