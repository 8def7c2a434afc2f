package outline

import (
	"strings"
	"testing"
)

var goLike = &Syntax{
	Lex:    func(text string) []Token { return LexBraces(text, "\"'`", false) },
	Leaves: " func type var const ",
	Groups: map[string]Context{"const": Constants, "var": Variables,
		"type": Types},
	NameFirst: true, WordsOnly: true,
	Wrap: map[Context][2]string{Top: {"", "\n"}, Class: {"type T struct {\n", "\n}\n"},
		Constants: {"const (\n", "\n)\n"}, Literal: {"x = T{\n", "\n}\n"}},
}

// TestGroups checks the missing words and parentheses of declarations at the left
// edge.
func TestGroups(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"const \n\ta = 1\n)\n", "const( \n\ta = 1\n)\n"},
		{"const (\n\ta = 1 // one\n\nfunc f() {\n}\n",
			"const (\n\ta = 1\n) // one\n\nfunc f() {\n}\n"},
		{" (\n\ta T = iota\n)\n", " const (\n\ta T = iota\n)\n"},
		{" (\n\ta = 1\n\tb\n)\n", " const (\n\ta = 1\n\tb\n)\n"},
		{" (\n\ta = f(\n\t\tiota)\n)\n", " var (\n\ta = f(\n\t\tiota)\n)\n"},
		{" (\n\ta struct {\n\t}\n)\n", " type (\n\ta struct {\n\t}\n)\n"},
		{" (\n\t\"fmt\"\n)\n", " (\n\t\"fmt\"\n)\n"},
		{" (t T) m() {\n}\n", " func (t T) m() {\n}\n"},
		{" m(a int) error {\n}\n", " func m(a int) error {\n}\n"},
		{" m(a int)\n", " m(a int)\n"},
		{" T struct {\n}\n", " type T struct {\n}\n"},
		{"var a = 1\n", "var a = 1\n"},
	} {
		if got := goLike.Read(c.text).Text; got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

// TestGroupEnds checks that a parenthesis at the start of a line does not end a
// less indented group, since the partner of another may be missing.
func TestGroupEnds(t *testing.T) {
	for _, text := range []string{
		"var (\n\ta = f(\n\t\tg \"b\"),\n\t)\n\n\tc = 1\n)\n",
		"var (\n\ta = f(\n\t\tg(\"b\"),\n\t)\n\n\tc = 1\n)\n",
	} {
		var got []string
		for _, n := range goLike.Read(text).Names() {
			got = append(got, n.Text)
		}
		if s := strings.Join(got, " "); s != "a c" {
			t.Errorf("names of %q: %s", text, s)
		}
	}
}

// TestNamelessValue checks that a Go value without its name does not affect
// others.
func TestNamelessValue(t *testing.T) {
	o := goLike.Read("var (\n\ta    int\n\t     int\n\tccc int\n)\n")
	items := o.Items[0].Items
	if len(items) != 3 || items[0].Name != "a" || items[2].Name != "ccc" {
		t.Errorf("%d items, want a, one without a name, and ccc: %v", len(items), items)
	}
}

// TestStatements checks missing colons and words, and surplus blanks, in Python
// statements.
func TestStatements(t *testing.T) {
	s := &Syntax{Lex: LexPython, Indented: true}
	for _, c := range []struct{ text, want string }{
		{"if a\n    b\n", "if a:\n    b\n"},
		{"def f(\n    a,\n) -> b\n    c\n", "def f(\n    a,\n) -> b:\n    c\n"},
		{"a(b)\n c\nd\n", "a(b)\nc\nd\n"},
		{"if a:\n     b\n    c\nd\n", "if a:\n    b\n    c\nd\n"},
		{"if a:\n    b\n     c\n    d\n", "if a:\n    b\n    c\n    d\n"},
		{" f(a):\n    b\n", "def f(a):\n    b\n"},
		{" F(A):\n    b\n", "class F(A):\n    b\n"},
		{"a = {\n    b: c\n}\n", "a = {\n    b: c\n}\n"},
		{" f(a=\"b\", *c, d: e = g(1)):\n    b\n", "def f(a=\"b\", *c, d: e = g(1)):\n    b\n"},
		{" f(a, \"b\"):\n    c\n", "if f(a, \"b\"):\n    c\n"},
		{" f(a.b):\n    c\n", "if f(a.b):\n    c\n"},
		{" f(g(a), b):\n    c\n", "if f(g(a), b):\n    c\n"},
		{" F(a.B):\n    c\n", "class F(a.B):\n    c\n"},
		{" (a):\n    c\n", "if (a):\n    c\n"},
		{" a in b:\n    c\n", "if a in b:\n    c\n"},
		{" f(a) as b:\n    c\n", "with f(a) as b:\n    c\n"},
		{"try:\n    a\n E as e:\n    b\n", "try:\n    a\nexcept E as e:\n    b\n"},
		{"try:\n    a\n:\n    b\n", "try:\n    a\nfinally:\n    b\n"},
		{"if a:\n    b\n:\n    c\n", "if a:\n    b\nelse:\n    c\n"},
		{"a = 1\n:\n    c\n", "a = 1\n:\n    c\n"},
		{" a:\n    case 1:\n        b\n", "match a:\n    case 1:\n        b\n"},
		{"match a:\n    case 1:\n        b\n     2:\n        c\n",
			"match a:\n    case 1:\n        b\n    case 2:\n        c\n"},
		{"a(b,\ndef f(): pass\n", "a(b,\ndef f(): pass\n"},
	} {
		if got := s.Read(c.text).Text; got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

// TestScripts checks the missing word of a class and the missing arrow of a
// function.
func TestScripts(t *testing.T) {
	s := &Syntax{Lex: func(text string) []Token { return LexBraces(text, "\"'`", false) },
		NameFirst: true, NotNames: " if export default abstract "}
	for _, c := range []struct{ text, want string }{
		{" A extends B {\n}\n", " class A extends B {\n}\n"},
		{"a = 1;\nA implements B {\n}\n", "a = 1;\nclass A implements B {\n}\n"},
		{"class A extends B {\n}\n", "class A extends B {\n}\n"},
		{"abstract extends B {\n}\n", "abstract extends B {\n}\n"},
		{"type A =\n  B extends {\n  } ? 1 : 2\n", "type A =\n  B extends {\n  } ? 1 : 2\n"},
		{"type A<B,\n  C extends D> = {\n}\n", "type A<B,\n  C extends D> = {\n}\n"},
		{"a;\nB extends C ? 1 : 2\n", "a;\nB extends C ? 1 : 2\n"},
		{"f(a, (b) = {\n})\n", "f(a, (b) => {\n})\n"},
		{"a = {\n  b: (c, { d }) = {\n  }\n}\n", "a = {\n  b: (c, { d }) => {\n  }\n}\n"},
		{"f(async () > {\n})\n", "f(async () => {\n})\n"},
		{"f(() => {\n})\n", "f(() => {\n})\n"},
		{"f(a: (B | C) = {}) {\n}\n", "f(a: (B | C) = {}) {\n}\n"},
		{"f(): Map<A, (B)> {\n}\n", "f(): Map<A, (B)> {\n}\n"},
		{"f(a) = {\n}\n", "f(a) = {\n}\n"},
		{"f(a, b = {\n  return 1;\n})\n", "f(a, b => {\n  return 1;\n})\n"},
		{"f(b = {\n  const c = 1;\n})\n", "f(b => {\n  const c = 1;\n})\n"},
		{"f(b = {\n  return: 1,\n})\n", "f(b = {\n  return: 1,\n})\n"},
		{"f(b = {\n  c: 1,\n})\n", "f(b = {\n  c: 1,\n})\n"},
		{"a = {\n  get b) {\n    f();\n  }\n}\n", "a = {\n  get b() {\n    f();\n  }\n}\n"},
		{"a = {\n  get b() {\n    f();\n  }\n}\n", "a = {\n  get b() {\n    f();\n  }\n}\n"},
		{"a = function( {\n  if (b) { }\n}\n", "a = function() {\n  if (b) { }\n}\n"},
		{"function a( {\n  return 1;\n}\n", "function a() {\n  return 1;\n}\n"},
		{"a = {\n  b( {\n    return 1;\n  }\n}\n", "a = {\n  b() {\n    return 1;\n  }\n}\n"},
		{"a = {\n  b) {\n    return 1;\n  }\n}\n", "a = {\n  b() {\n    return 1;\n  }\n}\n"},
		{"a = {\n  b c, d) {\n    return 1;\n  }\n}\n",
			"a = {\n  b( c, d) {\n    return 1;\n  }\n}\n"},
		{"f();\nif a) {\n}\n", "f();\nif a) {\n}\n"},
		{"a = {\n  (b) {\n    return 1;\n  }\n}\n",
			"a = {\n  \"\"(b) {\n    return 1;\n  }\n}\n"},
		{"a = {\n  b: (c) {\n    d();\n  }\n}\n",
			"a = {\n  b: function(c) {\n    d();\n  }\n}\n"},
		{"a = {\n  b: (c),\n}\n", "a = {\n  b: (c),\n}\n"},
		{"f() {\n  (b)\n  {\n    c();\n  }\n}\n", "f() {\n  (b)\n  {\n    c();\n  }\n}\n"},
		{"f() {\n  return\n    a(\n    );\n  );\n}\n",
			"f() {\n  return (\n    a(\n    );\n  );\n}\n"},
		{"f() {\n  return\n    a();\n}\n", "f() {\n  return\n    a();\n}\n"},
		{"function a({\n  b, c\n}) {\n}\n", "function a({\n  b, c\n}) {\n}\n"},
		{"a( {\n  if (b) { }\n})\n", "a( {\n  if (b) { }\n})\n"},
	} {
		if got := s.Read(c.text).Text; got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}

// TestSettled checks that a pair of braces confirmed by its lines stays, however
// broken the rest is.
func TestSettled(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a brace behind others", "a = [1, 2};\nb = {\n  3, 4};\nc {\n}\n",
			"a = [1, 2};\nb = {\n  3, 4};\nc {\n}\n"},
		{"a union", "t =\n  | {\n      a\n\n  | {\n      b\n    }\nc {\n}\n",
			"t =\n  | {\n      a}\n\n  | {\n      b\n    }\nc {\n}\n"},
		{"in a parenthesis", "a {\n  f({ b: c[]).g({ d: e })\n}\n",
			"a {\n  f(  b: c[]).g({ d: e })\n}\n"},
		{"behind a parenthesis", "a {\n  f(b, {\n    c\n  })\n  if (d) {\n    e\n}\ng {\n}\n",
			"a {\n  f(b, {\n    c\n  })\n  if (d) {\n    e}\n}\ng {\n}\n"},
		{"a brace before the end", "a {\n  b {\n    c;\n    d e; }\n  }\n  f {\n    g;\n  }\n}\n",
			"a {\n  b {\n    c;\n    d e;  \n  }\n  f {\n    g;\n  }\n}\n"},
		{"a brace in a list of parameters", "a {\n  b(\n    c: d: e },\n    f) {\n    g\n  }\n}\n",
			"a {\n  b(\n    c: d: e  ,\n    f) {\n    g\n  }\n}\n"},
		{"the end of a list of parameters", "a({ b,\n    c }, d) {\n  e {\n    f\n}\n",
			"a({ b,\n    c }, d) {\n  e {\n    f}\n}\n"},
		{"a header of two lines as far indented as its block",
			"a {\n  b(\n    c) {\n    d\n      e\n    }\n    f {\n    }\n  }\n}\n",
			"a {\n  b(\n    c) {\n    d{\n      e\n    }\n    f {\n    }\n  }\n}\n"},
		{"a block whose content is as far indented",
			"(f() {\na = g() {\n  if (b)\n    c;\n  }\n};\nd {\n}\n})();\n",
			"(f() {\na = g() {\n  if (b){\n    c;\n  }\n};\nd {\n}\n})();\n"},
		{"the end of a header of two lines", "f(\n  b, {\n  c;\n  })\ng {\n",
			"f(\n  b, {\n  c;\n  })\ng {}\n"},
	} {
		lex := func(text string) []Token { return LexBraces(text, `"'`, false) }
		if got := Apply(c.text, (&Syntax{}).balance(c.text, lex(c.text))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestMendOperands checks that an operator without operand ends with its line,
// that a namespace name keeps its words, and that an object literal loses only one
// part.
func TestMendOperands(t *testing.T) {
	braces := &Syntax{
		Lex:        func(text string) []Token { return LexBraces(text, `"`, false) },
		Containers: map[string]Context{"class": Class, "namespace": Top},
		NameFirst:  true,
		Wrap: map[Context][2]string{Class: {"class C {", "\n}"}, Body: {"{", "}"},
			Literal: {"x = {", "}"}},
	}
	for _, c := range []struct {
		syntax     *Syntax
		text, want string
	}{
		{goLike, "const (\n\ta T = \n\tb = 1\n)\n", "const ( a T =0 b = 1 )"},
		{goLike, "type T struct {\n\ta b.\n\tc *\n\td e\n}\n", "type T struct { a b c _ d e }"},
		{braces, "namespace a..b\n{\n  class C { m() { } }\n}\n",
			"namespace a. b { class C { m() { } } }"},
		{braces, "namespace a.;\nclass C { }\n", "namespace a ; class C { }"},
		{braces, "f({ a: !, b() { } });", "f({ b() { } });"},
		{braces, "f({ a: { c: 1, d: ! }, b() { } });", "f({ a: { c: 1, }, b() { } });"},
		{braces, "f(" + strings.Repeat("{ b() { } }, ", maxTries+1) + "{ a: !, b() { } });",
			"f(" + strings.Repeat("{ b() { } }, ", maxTries+1) + "{ b() { } });"},
		{braces, "f() { a, b; }", "f() { a, b; }"},
		{goLike, "type T struct {\n\ta b\n\t *c!\n}\n", "type T struct { a b }"},
		{braces, "namespace.a! = 1;\nclass C { }\n", "class C { }"},
		{goLike, "var a = T{\n\tb,\n\t{c, !},\n\td,\n}\n", "var a = T{ b, { }, d, }"},
		{goLike, "var a = func() {\n\tb, c = d()\n\t!\n}\n", "var a = func() { b, c = d() }"},
		{goLike, "var a = []struct {\n\t!b int\n\tc int\n}{}\n", "var a = []struct { c int }{}"},
	} {
		got := c.syntax.Read(c.text).Mend(func(text string) bool {
			fields := strings.Join(strings.Fields(text), " ")
			for _, bad := range []string{"!", "= b", "= )", ". c", "* d", "..", ".;", ". ;", ". }",
				"* }"} {
				if strings.Contains(fields, bad) {
					return false
				}
			}
			return !strings.HasPrefix(fields, "{{ b()") && !strings.HasPrefix(fields, "{ {")
		})
		if s := strings.Join(strings.Fields(got), " "); s != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, s, c.want)
		}
	}
}

// TestReceivers checks that methods of the same name are distinguished by their
// receiver types.
func TestReceivers(t *testing.T) {
	var got []string
	for _, n := range goLike.Read("func (t *T) m() {\n}\nfunc (u U[K]) m() {\n}\n").Names() {
		got = append(got, n.Receiver+"."+n.Text)
	}
	if s := strings.Join(got, " "); s != "T.m U.m" {
		t.Errorf("names: %s", s)
	}
}
