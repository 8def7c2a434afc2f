package parse

import (
	"strings"
	"testing"

	"github.com/smacker/go-tree-sitter/golang"
	"github.com/smacker/go-tree-sitter/python"
)

// TestExpected checks that the viable prefix of a text ends before the first
// unexpected token, and that the parser is usable afterwards.
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

// TestBroken checks that a text accepted by the grammar is broken where the
// language says so, and that nothing after that place is expected.
func TestBroken(t *testing.T) {
	p := NewParser()
	defer p.Close()
	g := NewGrammar(python.GetLanguage())
	g.Broken = func(text string) int { return strings.Index(text, "!") }
	for _, c := range []struct {
		text     string
		broken   bool
		expected int
	}{
		{"a = 1\n", false, 6},
		{"a = '!'\nb = ) 2\n", true, 5},
		{"b =) 2 '!'\n", true, 3},
	} {
		tree, err := p.Parse(g, c.text)
		if err != nil || tree.HasError != c.broken {
			t.Errorf("%q is broken: %v, %v", c.text, tree.HasError, err)
		}
		if got := p.expected(g, c.text); int(got) != c.expected {
			t.Errorf("%q: expected up to %d, want %d", c.text, got, c.expected)
		}
	}
}
