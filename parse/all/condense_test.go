package all

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/parse"
)

func bytesOf(s string) int64 { return int64(len(s)) }

// TestCondensedDefinitions removes the bodies from every program of the archives:
// all definitions that are not local to a function must be found, on their
// original lines.
func TestCondensedDefinitions(t *testing.T) {
	archives, err := filepath.Glob("../../resolve/*/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	p := parse.NewParser()
	defer p.Close()
	languages, left := Set(), map[string]int{}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range archive.Files {
			l, ok := languages.Of(file.Name).(parse.Mendable)
			if !ok || strings.HasSuffix(file.Name, "tml") || strings.HasSuffix(file.Name, ".razor") {
				continue
			}
			whole, err := parse.Read(l, p, parse.Source{Path: file.Name, Text: string(file.Data)})
			if err != nil || whole.HasError {
				continue
			}
			c, _, ok := parse.CondenseCode(l, parse.Source{Text: whole.Text}, bytesOf, len(whole.Text))
			if !ok {
				t.Errorf("%s: the text grows", file.Name)
				continue
			}
			left[l.Name()] += len(c.Gaps)
			kept, err := parse.Read(l, p, parse.Source{Path: file.Name, Text: c.Text, Gaps: c.Gaps})
			if err != nil {
				t.Errorf("%s: %v", file.Name, err)
				continue
			}
			have := map[string]bool{}
			for i := range kept.Definitions {
				have[described(kept, i)] = true
			}
			for i := range whole.Definitions {
				if d := described(whole, i); !local(whole, i) && !have[d] {
					t.Errorf("%s: %s: %s is lost:\n%s", filepath.Base(name), file.Name, d, c.Text)
				}
			}
		}
	}
	for _, lang := range []string{"csharp", "go", "java", "python", "typescript"} {
		if left[lang] == 0 {
			t.Errorf("nothing was left out of any program of %s", lang)
		}
	}
}

// described identifies a definition by its kind, name and line.
func described(f *parse.Facts, i int) string {
	d := &f.Definitions[i]
	return fmt.Sprintf("%s %s on line %d", d.Kind, d.Name, f.Line(d.NameAt))
}

// local reports whether a definition is inside code that may be left out: a
// callable, a property, or a value. So are Python fields set in a method.
func local(f *parse.Facts, i int) bool {
	at := f.Definitions[i].NameAt
	for k := range f.Definitions {
		d := &f.Definitions[k]
		if k > 0 && k != i && !d.Kind.IsType() && d.Range.Start <= at && at < d.Range.End &&
			d.NameAt != at {
			return true
		}
	}
	return f.Definitions[i].Name == ""
}

func TestCondenseCode(t *testing.T) {
	long := strings.Repeat("x = x + 1; ", 20)
	for _, x := range []struct{ name, path, text, want string }{
		{"a body", "a.cs", "class A { int M() { " + long + "} int N() => 1; }",
			"class A { int M() {} int N() => 1; }"},
		{"accessors", "a.cs", "class A { int P { get { " + long + "} set; } }",
			"class A { int P { get {} set; } }"},
		{"a value", "a.ts", "const t = { a: 1, " + strings.Repeat("b: [2], ", 20) + "};\nclass B {}",
			"const t = {};\nclass B {}"},
		{"a long string", "a.go", "package a\n\nvar s = \"" + strings.Repeat("0123456789", 20) + "\"\n",
			"package a\n\nvar s = \"012345678901234567890123456789\"\n"},
		{"a file of one function", "a.js", "(function() {\nfunction f() { " + long + "}\n" +
			strings.Repeat("class A { m() { "+long+"} }\n", 400) + "})();",
			"(function() {\nfunction f() {}\n" + strings.Repeat("class A { m() {} }\n", 400) + "})();"},
		{"an enumeration stays", "A.java", "enum A { " + strings.Repeat("B(1), ", 20) + "C }",
			"enum A { " + strings.Repeat("B(1), ", 20) + "C }"},
		{"a block by indentation", "a.py", "class A:\n    def m(self):\n" +
			strings.Repeat("        x()\n", 20) + "\n    def n(self): pass\n",
			"class A:\n    def m(self): ...\n\n    def n(self): pass\n"},
		{"branches that end elsewhere stay", "a.cs", "class A {\n#if B\nvoid M() {\n#else\nvoid M(int a) {\n#endif\n" +
			long + "\n} }", "class A {\n#if B\nvoid M() {\n#else\nvoid M(int a) {\n#endif\n" + long + "\n} }"},
	} {
		t.Run(x.name, func(t *testing.T) {
			l := Set().Of(x.path).(parse.Mendable)
			c, size, ok := parse.CondenseCode(l, parse.Source{Text: x.text}, bytesOf, len(x.text))
			if !ok || c.Text != x.want {
				t.Errorf("%d bytes are kept:\n%s\nwant\n%s", size, c.Text, x.want)
			}
			if _, _, ok := parse.CondenseCode(l, parse.Source{Text: x.text}, bytesOf, size-1); ok {
				t.Error("the limit has no effect")
			}
		})
	}
}

// TestCondenseAsCompiled checks that the symbols of the project determine where
// functions begin and end.
func TestCondenseAsCompiled(t *testing.T) {
	text := "#if OLD\nclass A {\n#else\nclass B { void F() {\n#endif\n" +
		"  void Inner() {\n" + strings.Repeat("    Run(1, 2, 3);\n", 100) +
		"  }\n#if OLD\n}\n#else\n} }\n#endif\n"
	src := parse.Source{Path: "A.cs", Text: text, Symbols: map[string]bool{"OLD": true}}
	c, _, ok := parse.CondenseCode(Set().Of(src.Path).(parse.Mendable), src, bytesOf, len(text))
	if !ok || strings.Contains(c.Text, "Run(") || !strings.Contains(c.Text, "void Inner()") {
		t.Errorf("%v, %q", ok, c.Text)
	}
}
