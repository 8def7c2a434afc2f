package outline

import (
	"strings"
	"testing"
)

// accepting is a grammar that accepts texts containing one of some parts, and
// expects all of a text unless it contains an unexpected part.
type accepting struct {
	parts      []string
	unexpected string
	asked      int // bytes checked
}

func (a *accepting) Sound(text string) bool {
	a.asked += len(text)
	for _, p := range a.parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

func (a *accepting) Expected(text string) uint32 {
	a.asked += len(text)
	if i := strings.Index(text, a.unexpected); i >= 0 && a.unexpected != "" {
		return uint32(i)
	}
	return uint32(len(text))
}

// inserted returns the first text with one more token that a grammar accepts, and
// their number. A bar in the text precedes the unexpected part.
func inserted(s *Syntax, text string, a *accepting) (first string, found int) {
	before, behind, _ := strings.Cut(text, "¦")
	s.AsIs(before+behind).Insert(uint32(len(before)), a, func(o *Outline, _ string) bool {
		if found++; found == 1 {
			first = Apply(before+behind, o.Changes())
			if first != o.Text {
				first = "another text than " + o.Text
			}
		}
		return false
	})
	return first, found
}

// TestInsert checks that one token is inserted where the grammar accepts it, at
// the likely places first.
func TestInsert(t *testing.T) {
	braces := &Syntax{
		Lex:        func(text string) []Token { return LexBraces(text, `"`, false) },
		Containers: map[string]Context{"class": Class}, Missing: " _ import ",
		Wrap: map[Context][2]string{Class: {"class C {", "}"}, Body: {"m() {", "}"}},
	}
	indented := &Syntax{Lex: LexPython, Indented: true, Missing: " _ def ",
		Containers: map[string]Context{"class": Class}}
	long := "f(" + strings.Repeat("a, ", large)
	for _, c := range []struct {
		name       string
		syntax     *Syntax
		text       string
		parts      []string
		unexpected string
		want       string
	}{
		{"punctuation", braces, "a =¦ ;", []string{"= ."}, "", "a = .;"},
		{"a word", braces, "class ¦{ a; }", []string{"class _"}, "", "class _  { a; }"},
		{"a word at the beginning", braces, "a ¦b;", []string{"import a"}, "", "import a b;"},
		{"between bytes", braces, "a =¦b;", []string{"=>b"}, "", "a =>b;"},
		{"a bracket alone", braces, "a(b¦;", []string{"b)", "b:"}, "", "a(b);"},
		{"a bracket of another kind", braces, "f(a(b¦;)", []string{"b]"}, "", ""},
		{"a bracket on the line of its partner", braces, "a = f(b,\n  c = g(d)¦;",
			[]string{"(d))", "b),"}, "", "a = f(b),\n  c = g(d);"},
		{"the end of a line", goLike, "a []\nb ¦int", []string{"[].", "]\nb ."}, "",
			"a [].\nb int"},
		{"a member", braces, "class A {\n  b() { }\n  c(d ¦e) { }\n}", []string{"d: e"}, "",
			"class A {\n  b() { }\n  c(d: e) { }\n}"},
		{"what does not go on in a long text", braces, long + "b ¦c);", []string{"b: c", "b. c"}, ": c",
			long + "b. c);"},
		{"the blank of a word", indented, "class A:\n     f(¦self):\n        x\n",
			[]string{"\n    def f"}, "", "class A:\n    def f(self):\n        x\n"},
		{"no blank of a word", indented, "f()\n    .a ¦= 1\n    b\n", []string{"    _ .a"}, "",
			"f()\n    _ .a = 1\n    b\n"},
	} {
		got, _ := inserted(c.syntax, c.text, &accepting{parts: c.parts, unexpected: c.unexpected})
		if got != c.want {
			t.Errorf("%s: %.200q, want %.200q", c.name, got, c.want)
		}
	}
}

// TestInsertIntoStatement checks that only the statement that lacks a token is
// tried in a long method.
func TestInsertIntoStatement(t *testing.T) {
	s := &Syntax{Lex: func(text string) []Token { return LexBraces(text, `"`, false) },
		Containers: map[string]Context{"class": Class}, Missing: " _ ",
		Wrap: map[Context][2]string{Class: {"class C {", "}"}, Body: {"m() {", "}"}}}
	others := strings.Repeat("    a = b;\n", 500)
	before := "class A {\n  m() {\n" + others + "    c ="
	text := before + " ;\n" + others + "  }\n}\n"
	a, found := &accepting{parts: []string{"c =."}}, ""
	s.Read(text).Insert(uint32(len(before)+1), a, func(with *Outline, _ string) bool {
		found = with.Text
		return true
	})
	if want := strings.Replace(text, "c = ;", "c =. ;", 1); found != want || a.asked > len(text)/2 {
		t.Errorf("found %t, with %d bytes of %d", found == want, a.asked, len(text))
	}
}

// TestInsertIntoCompleted checks that insertions are sorted with the tokens added
// around groups.
func TestInsertIntoCompleted(t *testing.T) {
	o := goLike.Read("const \n\ta = \n)\n")
	var got []string
	a := &accepting{parts: []string{"=."}}
	o.Insert(uint32(strings.Index(o.Text, ")")), a, func(with *Outline, token string) bool {
		got = append(got, token, Apply("const \n\ta = \n)\n", with.Changes()))
		return true
	})
	if len(got) != 2 || got[0] != "." || got[1] != "const( \n\ta =. \n)\n" {
		t.Errorf("found %q", got)
	}
}

// TestInsertIsBounded checks that the total length of checked texts is a bounded
// multiple of the text.
func TestInsertIsBounded(t *testing.T) {
	for _, shape := range []string{"{", "a(", "class A { ", "f({ a; ", "a b\n", "}\n"} {
		for _, n := range []int{1_000, 10_000} {
			text := strings.Repeat(shape, n)
			a := &accepting{parts: []string{"!!"}}
			inserted(goLike, text+"¦", a)
			if most := (insertions+2)*len(text) + 1<<16; a.asked > most {
				t.Errorf("%d times %q: %d bytes, want at most %d", n, shape, a.asked, most)
			}
		}
	}
}

// TestMayBeName checks that keywords and inserted tokens are not names.
func TestMayBeName(t *testing.T) {
	typed := &Syntax{NotNames: " public "}
	for name, want := range map[string]bool{"a": true, "": false, "public": false} {
		if got := typed.MayBeName(name); got != want {
			t.Errorf("%q may be a name: %v", name, got)
		}
	}
	if s := (&Syntax{NotNames: " from ", NameFirst: true}); !s.MayBeName("from") {
		t.Error("a method has no name")
	}
}
