package outline

import (
	"strings"
	"testing"
)

// TestTokens checks that strings, comments and regular expressions hide their
// brackets.
func TestTokens(t *testing.T) {
	for _, c := range []struct {
		quotes, text, want string
		regexps            bool
	}{
		{`"'`, `a("}") // {`, `a ( "}" )`, false},
		{`"'`, "/* { */ '\\'' \"open\nb", "'\\'' \"open b", false},
		{`"'`, "\"\"\"\n{\"\n\"\"\" x", "\"\"\"\n{\"\n\"\"\" x", false},
		{"\"'`", "`\\` + `{`", "`\\` + `{`", false},
		{"\"'`", "`a${f({})}}` ; x", "`a${f({})}}` ; x", true},
		{"\"'`", "`\\`{` ; x", "`\\`{` ; x", true},
		{"\"'`", "x = /[/}]\\//g; a / b / c", "x = /[/}]\\//g ; a / b / c", true},
		{"\"'`", "<b>{x}</b> : y}</a> ; z < /[}]/", "< b > { x } < / b > : y } < / a > ; z < /[}]/",
			true},
		{`"`, "12px é_1$", "12px é_1$", false},
	} {
		var got []string
		for _, tok := range LexBraces(c.text, c.quotes, c.regexps) {
			got = append(got, c.text[tok.Start:tok.End])
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("tokens of %q: %q, want %q", c.text, s, c.want)
		}
	}
	var got []string
	text := "x = rb'}' + f\"{\" # [\n\"\"\"\n(\\\"\"\"\"\ny"
	for _, tok := range LexPython(text) {
		got = append(got, text[tok.Start:tok.End])
	}
	if s := strings.Join(got, " "); s != "x = rb'}' + f\"{\" \"\"\"\n(\\\"\"\"\" y" {
		t.Errorf("tokens of Python: %q", s)
	}
}

// TestBalance checks that braces are added where the indentation determines them,
// and nowhere else.
func TestBalance(t *testing.T) {
	lex := func(text string) []Token { return LexBraces(text, `"'`, false) }
	for _, c := range []struct{ name, text, want string }{
		{"balanced", "a {\n}\n", "a {\n}\n"},
		{"no end of a block", "a {\n  b {\n    c;\n\n  d {\n  }\n}\n",
			"a {\n  b {\n    c;}\n\n  d {\n  }\n}\n"},
		{"no end behind a comment", "a {\n  b {\n    c; // x\n  d {\n  }\n}\n",
			"a {\n  b {\n    c;} // x\n  d {\n  }\n}\n"},
		{"no room but in a comment", "b {\n  c;//x\nd {\n}\n", "b {\n  c;}//x\nd {\n}\n"},
		{"room at the line end", "b {\n  c;\nd {\n}\n", "b {\n  c;}\nd {\n}\n"},
		{"no end at all", "a {\n  b;\n", "a {\n  b;}\n"},
		{"no begin", "a {\n  b\n    c;\n  }\n}\n", "a {\n  b{\n    c;\n  }\n}\n"},
		{"no begin of the whole", "a\n  b;\n}\n", "a{\n  b;\n}\n"},
		{"one line", "} a { }", "} a { }"},
		{"no begin in a line", "a {\n  b g; }\n  c;\n}\n", "a {\n  b g;  \n  c;\n}\n"},
		{"no begin before a value", "a {\n  b g; } = 1;\n  c;\n}\n",
			"a {\n  b g;   = 1;\n  c;\n}\n"},
		{"a header of two lines", "a {\n  b(x) {\n    c;\n\n  d(x,\n      y) {\n  }\n}\n",
			"a {\n  b(x) {\n    c;}\n\n  d(x,\n      y) {\n  }\n}\n"},
		{"a block on the second line of its header",
			"a {\n  b(x,\n      y) { c; }\n  d {\n    e;\n}\n",
			"a {\n  b(x,\n      y) { c; }\n  d {\n    e;}\n}\n"},
		{"a comment before a line", "a {\n  b {\n    c;\n\n  /**\n   * x\n   */ d;\n  // y /*\n  e {\n  }\n}\n",
			"a {\n  b {\n    c;}\n\n  /**\n   * x\n   */ d;\n  // y /*\n  e {\n  }\n}\n"},
		{"no room", "{{}x", "{{}x}"},
	} {
		got := Apply(c.text, (&Syntax{}).balance(c.text, lex(c.text)))
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestMend checks that as little is blanked as the grammar allows.
func TestMend(t *testing.T) {
	syntax := &Syntax{
		Lex:        func(text string) []Token { return LexBraces(text, `"`, false) },
		Containers: map[string]Context{"class": Class, "enum": Closed},
		Attributes: "[", Blocks: " extension ",
		Groups: map[string]Context{"const": Constants},
		Wrap: map[Context][2]string{Class: {"class C { ", "\n}"},
			Body: {"class C { m() { ", "\n} }"}},
	}
	for _, c := range []struct{ name, text, want string }{
		{"a statement", "class A { m() { a; !; b; } }", "class A { m() { a; b; } }"},
		{"a statement in a block", "class A { m() { if { a; !; } b; } }",
			"class A { m() { if { a; } b; } }"},
		{"parameters", "class A { m(!) { a; } n() { } }", "class A { m() { a; } n() { } }"},
		{"a header", "class A { m!() { a; } n() { } }", "class A { n() { } }"},
		{"a block of an argument", "f({ a; !; b; }, { c; })", "f({ a; b; }, { c; })"},
		{"a block of a block", "f({ a; g({ b; !; }); c; })", "f({ a; g({ b; }); c; })"},
		{"a call around blocks", "f(! { a; }, { b; !; }, { c; })", "{ a; } { b; } { c; }"},
		{"a call without blocks", "f(!); g();", "g();"},
		{"a value with a block", "class A { int a = !f({ b }); n() { } }",
			"class A { int a = { b } ; n() { } }"},
		{"a field", "class A { int a = !; n() { } }", "class A { int a = 0; n() { } }"},
		{"bases", "class A ! { n() { } }", "class A { n() { } }"},
		{"an attribute", "class A { [!] n() { } }", "class A { n() { } }"},
		{"a field without a name", "class A { !; n() { } }", "class A { n() { } }"},
		{"an enumeration", "enum A { ! } class B { }", "enum A { } class B { }"},
		{"a part of one", "enum A { a, ! b, c = ! 1, d }", "enum A { a, c , d }"},
		{"the members of a part", "enum A { a { m() { !; b; } }, c }", "enum A { a { m() { b; } }, c }"},
		{"a block without a name", "class A { extension ! { m() { } } n() { } }",
			"class A { m() { } n() { } }"},
		{"the head of one", "enum A ! { a } class B { }", "enum A { a } class B { }"},
		{"a constant of a group", "const (\n  a = 1\n  b = !\n  !c\n  d\n)",
			"const ( a = 1 b = 0 d )"},
		{"a group without an end", "const (\n  a = 1\n\nfunc b() { }",
			"const ( a = 1 ) func b() { }"},
		{"a group and an empty line", "const (\n  a = 1\n\n\nfunc b() { }",
			"const ( a = 1 ) func b() { }"},
		{"nothing", "class A { m() { } }", "class A { m() { } }"},
	} {
		got := syntax.Read(c.text).Mend(func(text string) bool {
			return !strings.Contains(text, "!") &&
				strings.Count(text, "(") == strings.Count(text, ")")
		})
		if s := strings.Join(strings.Fields(got), " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestMendBounded checks that the total length of parsed texts is a bounded
// multiple of the text; parts that could not be parsed any more are blanked, and
// sound ones stay.
func TestMendBounded(t *testing.T) {
	syntax := &Syntax{
		Lex:        func(text string) []Token { return LexBraces(text, `"`, false) },
		Containers: map[string]Context{"class": Class},
	}
	text := "class A { m() { " + strings.Repeat("{ ", 20) + strings.Repeat(" ", 20_000) + "!; " +
		strings.Repeat("} ", 20) + "} n() { } }"
	parsed := 0
	got := syntax.Read(text).Mend(func(text string) bool {
		parsed += len(text)
		return !strings.Contains(text, "!")
	})
	if s := strings.Join(strings.Fields(got), " "); s != "class A { n() { } }" {
		t.Errorf("%q", s)
	}
	if parsed > work*len(text)+1<<16 {
		t.Errorf("parsed %d bytes of a text of %d", parsed, len(text))
	}
}

// TestPythonItems checks that continuation lines in brackets are always further
// indented than their statement.
func TestPythonItems(t *testing.T) {
	s := Syntax{Lex: LexPython, Indented: true, NameFirst: true, Leaves: " def ",
		Containers: map[string]Context{"class": Class}}
	var got []string
	for _, n := range s.Read("a = [1,\nb = (\n  2,\n)\nclass C:\n  c = {\n  d = 1\n").Names() {
		got = append(got, n.Text)
	}
	if s := strings.Join(got, " "); s != "a b C c d" {
		t.Errorf("names: %q", s)
	}
	// a continuation line in brackets may be less indented after an operator or
	// similar
	got = nil
	for _, n := range s.Read("class A:\n  def b(self):\n    return self.c(self.\nx, 'y\n    return 1\n" +
		"  def c(self): pass\ndef d(): pass\n").Names() {
		got = append(got, n.Parent+"."+n.Text)
	}
	if s := strings.Join(got, " "); s != ".A A.b A.c .d" {
		t.Errorf("names with their classes: %q", s)
	}
}
