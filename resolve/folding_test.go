package resolve

import "testing"

// TestFoldPlaced: in a text that has several parts, a reference in text of the file has
// its position there, an inserted value has the position of its name, and anything else
// that of the whole text.
func TestFoldPlaced(t *testing.T) {
	placed := func(text string, place uint32) Segment {
		s := LiteralSegment(text)
		s.place = place
		return s
	}
	table := &stringTable{held: map[DefID][]Segment{7: {LiteralSegment("a, b")}}}
	x := &BoundString{At: 100, Segments: []Segment{placed("select ", 110),
		{Def: 7, Param: -1, place: 130}, LiteralSegment(" where "), placed("c = 1", 150)}}
	text, at := table.foldPlaced(x)
	if text != "select a, b where c = 1" {
		t.Errorf("the text is %q", text)
	}
	for offset, want := range map[uint32]uint32{0: 110, 6: 116, 7: 130, 10: 130, 11: 100, 17: 100,
		18: 150, 22: 154} {
		if got := at.of(offset); got != want {
			t.Errorf("offset %d is at %d, want %d", offset, got, want)
		}
	}
}

// TestFoldPlain: a string of a program has one position, whatever its parts.
func TestFoldPlain(t *testing.T) {
	table := &stringTable{held: map[DefID][]Segment{7: {LiteralSegment("orders")}}}
	x := &BoundString{At: 100,
		Segments: []Segment{LiteralSegment("select * from "), {Def: 7, Param: -1}}}
	text, at := table.foldPlaced(x)
	if text != "select * from orders" || at.of(0) != 100 || at.of(14) != 100 {
		t.Errorf("%q begins at %d and ends at %d", text, at.of(0), at.of(14))
	}
}
