package outline_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/all"
)

// TestBodies checks the remainder of a text without the bodies of functions and
// long values. A chain without brackets is cut as the value that it is, or with
// its item; $ represents a long one, and ~ much white space.
func TestBodies(t *testing.T) {
	chain := strings.Repeat("!", 70_000)
	list := strings.Repeat("1, ", 30)
	wide := strings.Repeat(" ", 70_000)
	for _, c := range []struct{ path, text, want string }{
		{"a.java", "class A {\n void m() { " + list + "}\n int b = 1;\n}\n",
			"class A {\n void m() {}\n int b = 1;\n}\n"},
		{"a.java", "class A {\n int[] a = {" + list + "};\n}\n", "class A {\n int[] a = {};\n}\n"},
		{"a.java", "class A {\n boolean b = $c;\n void m() { f(); }\n}\n",
			"class A {\n boolean b = 0;\n void m() { f(); }\n}\n"},
		{"a.cs", "class A {\n bool B => $c;\n}\n", "class A {\n bool B => 0;\n}\n"},
		{"a.js", "f();\n$c;\nf();\n", "f();\n\nf();\n"},
		{"a.py", "b = " + strings.Repeat("not ", 20_000) + "c\n", "b = 0\n"},
		{"a.py", "def f():\n    " + list + "\nb = 1\n", "def f(): ... \nb = 1\n"},
		{"a.py", "b = f(\n    " + list + "\n)\n", "b = f()\n"},
		{"a.cs", "class A {\n int B { get { " + list + "} set { } }\n}\n",
			"class A {\n int B { get {} set { } }\n}\n"},
		{"a.cs", "class A {\n void M() {\n#if X\n" + list + "}\n#else\n}\n#endif\n}\n",
			"class A {\n void M() {\n#if X\n" + list + "}\n#else\n}\n#endif\n}\n"},
		{"a.js", "(function () {\n function f() { " + list + "}~\n})();\n",
			"(function () {\n function f() {}~\n})();\n"},
		{"a.go", "package a\n\ntype A struct {\n\tB int\n\tC struct{ " + list + "}\n}\n",
			"package a\n\ntype A struct {\n\tB int\n\tC struct{}\n}\n"},
		{"a.go", "package a\n\ntype A interface {\n\tB()\n\tC(" + list + ")\n}\n",
			"package a\n\ntype A interface {\n\tB()\n\tC(" + list + ")\n}\n"},
	} {
		expand := strings.NewReplacer("$", chain, "~", wide)
		text, want := expand.Replace(c.text), strings.ReplaceAll(c.want, "~", wide)
		var b strings.Builder
		at := uint32(0)
		for _, cut := range all.Set().Of(c.path).(parse.Mendable).Syntax().Read(text).Bodies() {
			b.WriteString(text[at:cut.Start] + cut.Note)
			at = cut.End
		}
		b.WriteString(text[at:])
		if got := b.String(); got != want {
			t.Errorf("%s: %.200q, want %.200q", c.path, got, want)
		}
	}
}

// TestLong checks that, beyond Bodies, parts longer than 100 bytes are cut in
// enumerations and before blocks; texts without brackets are cut entirely. $
// represents a longer list.
func TestLong(t *testing.T) {
	list := strings.Repeat("a, ", 40)
	for _, c := range []struct{ path, text, want string }{
		{"a.java", "enum A { $ b; int c; }\n", "enum A {; int c; }\n"},
		{"a.java", "enum A { $ }\n", "enum A {}\n"},
		{"a.java", "enum A { b, c; int d; }\n", "enum A { b, c; int d; }\n"},
		{"a.cs", "[B($)]\nclass A { int c; }\n", "[]\nclass A { int c; }\n"},
		{"a.cs", "class A { void M(int d, int[] e = [$]) { } int c; }\n",
			"class A { void M() { } int c; }\n"},
		{"a.cs", "class A : $ b { int c; }\n", "class A : $ b { int c; }\n"},
		{"a.java", "class A { int b, $ c; int d; }\n", "class A {  int d; }\n"},
	} {
		expand := strings.NewReplacer("$", list)
		text, want := expand.Replace(c.text), expand.Replace(c.want)
		var b strings.Builder
		at := uint32(0)
		for _, cut := range all.Set().Of(c.path).(parse.Mendable).Syntax().Read(text).Long(100) {
			b.WriteString(text[at:cut.Start] + cut.Note)
			at = cut.End
		}
		b.WriteString(text[at:])
		if got := b.String(); got != want {
			t.Errorf("%s: %.300q, want %.300q", c.path, got, want)
		}
	}
}
