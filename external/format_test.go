package external

import (
	"bytes"
	"encoding/hex"
	"os"
	"strings"
	"testing"
)

// example returns the namespace of the worked example in FORMAT.md.
func example() *Declared {
	of := func(name string) TypeRef { return TypeRef{Form: Named, Name: name} }
	return &Declared{Name: "A", Types: []*Type{{
		Name: "A.Box<>", Kind: Class, Flags: Abstract,
		TypeParams: []TypeParam{{Name: "T", Bounds: []TypeRef{of("A.IBase")}}},
		Bases: []TypeRef{{Form: Named, Name: "A.List<>",
			Args: []TypeRef{{Form: TypeVar, Name: "T"}}}},
		Members: []Member{{
			Name: "Get", Kind: Method, Visible: Protected,
			Params: []Param{{Name: "at", Type: of("int"), Optional: true}},
			Type:   TypeRef{Form: TypeVar, Name: "T", Null: true},
		}},
	}}}
}

// TestFormatExample compares the bytes of the worked example with the encoded ones.
// Each of its lines has bytes and, after two spaces, their meaning.
func TestFormatExample(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "```example\n")
	text, _, _ := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("FORMAT.md has no example")
	}
	var got []byte
	for line := range strings.Lines(text) {
		digits, _, _ := strings.Cut(line, "  ")
		b, err := hex.DecodeString(strings.ReplaceAll(strings.TrimSpace(digits), " ", ""))
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		got = append(got, b...)
	}
	s, err := writeSpace(example())
	if err != nil {
		t.Fatal(err)
	}
	if want := s.blocks[0].bytes(); !bytes.Equal(got, want) {
		t.Errorf("FORMAT.md shows\n% x, written is\n% x\n%q", got, want, want)
	}
}

// TestFormatNames checks that the page lists every kind, form, mode, flag and rule
// with its number.
func TestFormatNames(t *testing.T) {
	page, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]string{typeKinds[1:], memberKinds[1:], visibilities, flags, modes[1:],
		rules, forms} {
		if line := strings.Join(list,
			" "); !strings.Contains(strings.Join(strings.Fields(string(page)), " "), line) {
			t.Errorf("FORMAT.md does not list %q", line)
		}
	}
}
