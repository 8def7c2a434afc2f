package parse

import (
	"testing"

	"github.com/smacker/go-tree-sitter/golang"
)

// TestExpected: the part of a text that the grammar expects ends in front of the first token that
// it does not; the parser is of use afterwards.
func TestExpected(t *testing.T) {
	p := NewParser()
	defer p.Close()
	g := NewGrammar(golang.GetLanguage())
	for _, c := range []struct{ before, behind string }{
		{"package a\n\nfunc f() {\n\tg(1", " 2)\n}\n"},
		{"package a\n\nfunc f() {\n\tif a := b()", "\n}\n"},
		{"package", " 1\n"},
		{"package a\n\nfunc f() {}\n", ""},
	} {
		if got := p.expected(g, c.before+c.behind); int(got) != len(c.before) {
			t.Errorf("%q: %d, want %d", c.before+c.behind, got, len(c.before))
		}
		if sound, err := p.sound(g, "package a\n"); !sound || err != nil {
			t.Errorf("the parser does not go on: %v", err)
		}
	}
}
