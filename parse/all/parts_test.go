package all_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/parse"
	"seedgraph/parse/all"
)

// sources are the sound code files in the tests of front ends and resolvers, with
// their facts.
func sources(t *testing.T, visit func(l parse.Language, src parse.Source, want *parse.Facts)) {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	for _, pattern := range []string{"../*/testdata/*.txtar", "../../resolve/*/testdata/*.txtar"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				src := parse.Source{Path: f.Name, Text: string(f.Data), Sites: parse.AllSites}
				l := all.Set().For(src)
				if _, ok := l.(parse.Mendable); !ok {
					continue
				}
				if want, err := parse.Read(l, p, src); err == nil && !want.HasError {
					visit(l, src, want)
				}
			}
		}
	}
}

// TestParts checks that a file parsed in parts has the facts of the whole. A part
// that cannot be parsed by itself is reported.
func TestParts(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	same, broken := map[string]int{}, 0
	sources(t, func(l parse.Language, src parse.Source, want *parse.Facts) {
		for _, p.Part = range []int{60, 120, 250} {
			m := l.(parse.Mendable)
			if len(src.Text) <= p.Part || len(m.Syntax().Read(src.Text).Seams(p.Part)) == 0 {
				continue
			}
			got, err := parse.Read(l, p, src)
			switch {
			case err != nil:
				t.Errorf("%s in parts of %d: %v", src.Path, p.Part, err)
			case got.HasError:
				broken++
			case !reflect.DeepEqual(got, want):
				t.Errorf("%s in parts of %d: other facts than the whole:\n%s", src.Path, p.Part,
					src.Text)
			default:
				same[l.Name()]++
			}
		}
	})
	for _, lang := range []string{"csharp", "go", "java", "python", "typescript"} {
		if same[lang] < 40 {
			t.Errorf("%s: only %d texts were parsed in parts", lang, same[lang])
		}
	}
	if broken > 10 {
		t.Errorf("%d texts have errors in parts", broken)
	}
}

// TestPartsWithErrors checks that the code around a broken part does not depend on
// where the text is cut.
func TestPartsWithErrors(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	p.Part = 40
	member := func(name string) string { return "  void " + name + "() { int a = 1; f(a); }\n" }
	text := "package a;\nclass A {\n" + strings.Repeat(member("m"), 30) +
		"  void broken() { int = ; ) }\n" + member("last") + "}\nclass B {}\n"
	src := parse.Source{Path: "A.java", Text: text}
	f, err := parse.Read(all.Set().For(src), p, src)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, d := range f.Definitions {
		count[d.Name]++
	}
	if !f.HasError || count["m"] != 30 || count["last"] != 1 || count["A"] != 1 || count["B"] != 1 {
		t.Errorf("error %v, definitions %v", f.HasError, count)
	}
}

// TestLongMembers checks that for a member longer than the maximum to be parsed at
// once, the inside of its brackets is left out, and that a limit records it.
// Everything else is kept, including the name of the member. $ represents a long
// list.
func TestLongMembers(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	p.Part = 100
	for _, c := range []struct{ path, text, want string }{
		{"A.java", "class B {\n  enum A {\n$  C;\n  int d;\n  A() {}\n  int e() { return 1; }\n" +
			"  }\n  void f() {}\n}\nclass G {}\n", "B B.A B.A.d B.A.A() B.A.e() B.f() G"},
		{"A.java", "enum A { $ C }\nclass G { void f() {} }\n", "A G G.f()"},
		{"A.java", "class A {\n  void m() { f($ 1); }\n  int n;\n}\n", "A A.m() A.n"},
		{"A.java", "@B({$ 1})\nclass A {\n  @B({$ 1}) void m() {}\n  int n;\n}\n", "A A.m() A.n"},
		{"a.cs", "enum A : byte\n{\n$  C\n}\nclass G { int D; }\n", "A G G.D"},
		{"a.cs", "class A {\n  int[] B = { $ 1 };\n  void F() { }\n}\n", "A A.B A.F()"},
		{"a.go", "package a\n\nvar b = []int{$ 1}\n\nfunc c() {}\n", "b c"},
		{"a.py", "B = [$ 1]\n\ndef c():\n    pass\n", "B c"},
		{"a.ts", "export enum A {\n$  C,\n}\nexport class G { f() { } }\n", "A G G.f"},
		{"a.ts", "export const a = [$ 1];\nexport class G { f() { } }\n", "a G G.f"},
	} {
		var list strings.Builder
		for i := range 400 {
			fmt.Fprintf(&list, "  X%d,\n", i)
		}
		src := parse.Source{Path: c.path, Text: strings.ReplaceAll(c.text, "$", list.String())}
		f, err := parse.Read(all.Set().For(src), p, src)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		var have []string
		for _, d := range f.Definitions[1:] {
			have = append(have, d.Symbol)
			if !strings.HasPrefix(src.Text[d.NameAt:], d.Name) {
				t.Errorf("%q: %s is not at %d", c.text, d.Name, d.NameAt)
			}
		}
		if got := strings.Join(have, " "); got != c.want {
			t.Errorf("%q: defines %s, want %s", c.text, got, c.want)
		}
		limit := parse.Limit{Quantity: "bytes of one member", Max: 1600}
		if len(f.Limits) == 1 {
			limit.At, limit.Count = f.Limits[0].At, f.Limits[0].Count
		}
		if !slices.Equal(f.Limits, []parse.Limit{limit}) || limit.Count == 0 ||
			f.Line(limit.At) > f.Line(uint32(strings.Index(src.Text, "X0"))) {
			t.Errorf("%q: limits %+v", c.text, f.Limits)
		}
	}
}

// TestPartsLackingBraces checks that a missing brace is added to the part that
// lacks it, and ends the parts cut from an unclosed container. The text is too
// large to be mended otherwise.
func TestPartsLackingBraces(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	p.Part = 20_000
	method := func(name string) string {
		return "  void " + name + "() {\n    int a = 1;\n    f(a);\n  }\n"
	}
	large := "  void m() {\n    f(" + strings.Repeat("1, ", 5_000) + "2);\n  }\n"
	text := "package a;\nclass A {\n" + strings.Repeat(large, 40) +
		"  void broken() {\n    if (a) {\n    f(a);\n  }\n" + method("n") + method("last") +
		"\nclass B {\n" + strings.Repeat(method("o"), 3) + "}\n"
	src := parse.Source{Path: "A.java", Text: text}
	f, err := parse.Read(all.Set().For(src), p, src)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, d := range f.Definitions[1:] {
		count[d.Symbol]++
		if !strings.HasPrefix(text[d.NameAt:], d.Name) {
			t.Errorf("%s is not at %d", d.Name, d.NameAt)
		}
		if d.Name == "n" && text[d.Range.Start:d.Range.End] != strings.TrimSpace(method("n")) {
			t.Errorf("n is %q", text[d.Range.Start:d.Range.End])
		}
	}
	for name, want := range map[string]int{"A": 1, "A.m()": 40, "A.broken()": 1, "A.n()": 1,
		"A.last()": 1, "B": 1, "B.o()": 3} {
		if count[name] != want {
			t.Errorf("%s is defined %d times, want %d", name, count[name], want)
		}
	}
	if !f.HasError || len(f.Lost) > 0 {
		t.Errorf("error %v, lost %v", f.HasError, f.Lost)
	}
}
