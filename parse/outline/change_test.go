package outline

import (
	"fmt"
	"strings"
	"testing"
)

// TestPlaces checks that insertions and removals do not affect source positions.
func TestPlaces(t *testing.T) {
	source := "ab cd"
	list := changes{{At: 3, Put: "xy"}, {At: 2, Cut: 1, Put: "  "}, {At: 2, Put: "no"},
		{At: 0, Put: "<"}, {At: 4, Cut: 1}}.sorted()
	text := Apply(source, list)
	if text != "<ab  xyc" {
		t.Errorf("the text is %q of %v", text, list)
	}
	place := placeOf(list)
	var got []string
	for i := range text {
		got = append(got, fmt.Sprint(place.Source(uint32(i))))
	}
	if s := strings.Join(got, " "); s != "0 0 1 3 3 3 3 3" {
		t.Errorf("the places are %s", s)
	}
	if at := place.Source(uint32(len(text))); at != 5 {
		t.Errorf("the end is at %d", at)
	}
	if text := Apply(source, nil); text != source {
		t.Errorf("a text without changes is %q", text)
	}
}

// TestSpans checks that the positions in an outline are source positions.
func TestSpans(t *testing.T) {
	s := Syntax{Lex: LexPython, Indented: true, NameFirst: true, Leaves: " def ",
		Containers: map[string]Context{"class": Class}}
	text := "class A\n    m(self):\n        pass\n    def n(self)\n        pass\n"
	o := s.Read(text)
	want := "class A:\n    def m(self):\n        pass\n    def n(self):\n        pass\n"
	if o.Text != want {
		t.Errorf("the text is %q", o.Text)
	}
	for _, n := range o.Names() {
		if !strings.HasPrefix(text[n.At:], n.Text) {
			t.Errorf("%s is not at %d", n.Text, n.At)
		}
	}
	for _, b := range o.Bodies() {
		t.Errorf("a body at %d to %d", b.Start, b.End)
	}
	if n := len(o.Changes()); n != 3 {
		t.Errorf("%d changes", n)
	}
}
