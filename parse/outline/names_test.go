package outline

import (
	"strconv"
	"strings"
	"testing"
)

// Syntaxes like those of the front ends, with all properties that the rules use.
var (
	sharp = &Syntax{
		Lex: func(text string) []Token { return LexBraces(text, `"'`, false) },
		Containers: map[string]Context{"namespace": Top, "class": Class, "struct": Class,
			"record": Class, "interface": Class, "enum": Closed},
		Continues: " else where ", NotNames: " if for return new public static ",
		Attributes: "[",
		Wrap: map[Context][2]string{Class: {"class C { ", "\n}"},
			Body: {"class C { m() { ", "\n} }"}},
	}
	script = &Syntax{
		Lex:        func(text string) []Token { return LexBraces(text, "\"'`", true) },
		Containers: map[string]Context{"class": Class, "namespace": Top, "interface": Shape},
		Leaves:     " function type const let ", NotNames: " if for return export static get set ",
		NameFirst: true, Attributes: "@",
	}
	gopher = &Syntax{
		Lex:    func(text string) []Token { return LexBraces(text, "\"'`", false) },
		Leaves: " func type var const ", NotNames: " func struct interface map chan ",
		NameFirst: true, WordsOnly: true,
	}
	snake = &Syntax{
		Lex: LexPython, Containers: map[string]Context{"class": Class}, Leaves: " def ",
		Continues: " else elif except finally ", Attributes: "@", Indented: true,
		NotNames: " if for while return ",
		Wrap: map[Context][2]string{Class: {"class C:\n pass\n", "\n"},
			Body: {"def f():\n pass\n", "\n"}},
	}
)

// TestNames lists the apparent definitions of texts: the container before a slash,
// () after method-like ones.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		name   string
		syntax *Syntax
		text   string
		want   string
	}{
		{"members", sharp, "class A {\n  int x;\n  int y = 1;\n  int P { get; }\n  void M(int a) { x(); }\n}",
			"A A/x A/y A/P A/M()"},
		{"blanks before a tab", sharp, "class A {\n    int x;\n   \tA(int s) :\n      B(s)\n    {\n    }\n}", "A A/x A/A()"},
		{"types in types", sharp, "namespace N {\n class A { record struct B { void M() { } } }\n}",
			"/A A/B B/M()"},
		{"attributes", sharp, "class A {\n  [X(1)]\n  [Y]\n  public void M() { }\n}", "A A/M()"},
		{"generic methods", sharp, "class A { List<int> M<T, U>(T t) { } }", "A A/M()"},
		{"attributes of type parameters", sharp,
			"class A { int[] M<[X(1)] T, [Y(2)] U>(T t) { } }", "A A/M()"},
		{"no names", sharp, "class A { void M() { if (x) { } for (;;) { } return (y); } }",
			"A A/M()"},
		{"an enumeration", sharp, "enum A { B, C } class D { }", "A D"},
		{"a container without its word", sharp, "public Wide {\n  void M() { }\n  void N() { }\n}",
			"/M() /N()"},
		{"statements are no members", sharp, "public Wide {\n  a;\n  b;\n}", ""},
		{"one line after another", sharp,
			"class A\n{\n  int x = f(\n    1)\n  void M()\n  {\n  }\n}", "A A/x A/M()"},
		{"a declaration after a broken value", sharp,
			"class A\n{\n  int x = 1 +\n  public void M() { }\n}", "A A/x A/M()"},
		{"a declaration with attributes after a value", sharp,
			"class A {\n  [X(1)] private int x = default!\n  [Y] public int y = b\n    [0];\n}",
			"A A/x A/y"},
		{"a type after a broken value", sharp, "int x = 1 +\npublic class A { }", "A"},
		{"an alias", script, "type A = {\n  b: string\n  c(): void\n}\ntype D = { e: string }[]",
			"A A/b A/c() D"},
		{"a class that is a value", script, "a.b = class extends c {\n  d() { }\n}", "/d()"},
		{"continued lines", sharp, "class A\n  : B\n  where T : C\n{\n  void M() { }\n}",
			"A A/M()"},
		{"an import", script, "import { a } from 'a'\nconst b = 1", "b"},
		{"values", script, "export const a = () => 1\nlet b: string\nconst c = require('c')",
			"a b"},
		{"properties", script, "class A {\n  x = 1\n  y?: string\n  static z: number\n  get g() { return 1 }\n  m<T>(a: T): void { }\n}",
			"A A/x A/y A/z A/g A/m()"},
		{"a private name", script, "class A {\n  #x = 1\n  m() { }\n}", "A A/m()"},
		{"decorators", script, "@Injectable()\n@a.b({ c: 1 })\nclass A {\n  @Input()\n  x = 1\n}",
			"A A/x"},
		{"an interface", script, "interface A {\n  m(a: string): void\n  x: string\n}",
			"A A/m() A/x"},
		{"functions and methods", gopher,
			"func F() {}\nfunc (s *S) M(a int) {}\nvar v = 1\nconst c = 2\n", "F M v c"},
		{"a struct", gopher, "type S struct {\n\tA int\n\tB func()\n}\ntype I interface {\n\tM()\n}\ntype N int\n",
			"S I N"},
		{"blank", gopher, "func _() {}\nvar _ = 1\n", ""},
		{"indentation", snake,
			"class A(B):\n    x = 1\n    y: int\n    def m(self):\n        z = 1\n        return z\ndef f():\n    pass\n",
			"A A/x A/y A/m f"},
		{"decorated", snake, "@a\n@b(\n  1)\ndef f():\n    pass\nasync def g():\n    pass\n",
			"f g"},
		{"no colon", snake, "class A\n    def m(self)\n        pass\nx = 1\n", "A A/m x"},
		{"comparisons", snake, "x == 1\ny = 2\nif z:\n    pass\n", "y"},
		{"brackets", snake, "x = [\n1,\n2]\ny = (\ndef f():\n    pass\n", "x y f"},
		{"else", snake, "if a:\n    b\nelse:\n    c\nx = 1\n", "x"},
	} {
		var got []string
		o := c.syntax.Read(c.text)
		if n := len(o.Names()); o.Named() != n {
			t.Errorf("%s: %d names are counted, %d listed", c.name, o.Named(), n)
		}
		for _, n := range o.Names() {
			s := n.Text
			if n.Called {
				s += "()"
			}
			if n.Parent != "" || n.Within > 1 {
				s = n.Parent + "/" + s
			}
			if want := strings.Index(c.text[n.At:], n.Text); want != 0 {
				t.Errorf("%s: %s is not at %d", c.name, n.Text, n.At)
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, strconv.Quote(s), c.want)
		}
	}
}

// TestOverloads checks that adjacent names that are equal count as separate
// definitions only in some languages.
func TestOverloads(t *testing.T) {
	text := "class A {\n  void M(int a) { }\n  void M(long b) { }\n}"
	several := *sharp
	several.Overloads = true
	for _, c := range []struct {
		syntax *Syntax
		same   bool
	}{{sharp, true}, {&several, false}} {
		n := c.syntax.Read(text).Names()
		if len(n) != 3 || (n[1].Within == n[2].Within) != c.same {
			t.Errorf("%v, want M twice, side by side %v", n, c.same)
		}
	}
}

// TestMendHeaders checks the mending of headers: a class without its keyword,
// containers in a broken one, a colon and parameters of Python.
func TestMendHeaders(t *testing.T) {
	for _, c := range []struct {
		name   string
		syntax *Syntax
		text   string
		want   string
	}{
		{"a word is missing", sharp, "public!!!! Wide {\n  void M() { }\n  int x;\n}",
			"class Wide {\nvoid M() { }\nint x;\n}"},
		{"no room for the word", sharp, "p! W {\n  void M() { }\n}", ""},
		{"a broken namespace", sharp, "spac! N {\n  class A { }\n  class B { }\n}",
			"class A { }\nclass B { }"},
		{"bases", snake, "class A(!):\n    x = 1\n", "class A :\nx = 1"},
		{"parameters", snake, "def f(a!):\n    x = 1\n", "def f() :\nx = 1"},
		{"parameters beside a broken one", snake, "def f(a, b!, c):\n    x = 1\n",
			"def f(a, c):\nx = 1"},
		{"a decorator", snake, "@!\ndef f():\n    x = 1\n", "def f():\nx = 1"},
		{"a statement", snake, "def f():\n    a = 1\n    !\n    b = 2\n",
			"def f():\na = 1\n0\nb = 2"},
	} {
		got := c.syntax.Read(c.text).Mend(func(text string) bool {
			return !strings.Contains(text, "!") && !strings.Contains(text, "Wide {") ||
				strings.Contains(text, "class Wide")
		})
		lines := strings.Split(got, "\n")
		for i := range lines {
			lines[i] = strings.Join(strings.Fields(lines[i]), " ")
		}
		got = strings.TrimSpace(strings.Join(lines, "\n"))
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
