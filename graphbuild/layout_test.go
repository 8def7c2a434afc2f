package graphbuild_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
)

// wholeOf assembles the source of a definition by its layout.
func wholeOf(texts []graphbuild.NodeText, i int32) string {
	var own strings.Builder
	for _, p := range texts[i].Parts {
		own.WriteString(p.Text)
	}
	text := own.String()
	if texts[i].Layout == nil {
		return text
	}
	var out strings.Builder
	for _, s := range texts[i].Layout {
		out.WriteString(text[:s.Own])
		text = text[s.Own+s.Skip:]
		out.WriteString(s.Gap)
		if s.Child > 0 {
			out.WriteString(wholeOf(texts, s.Child))
		}
	}
	if text != "" {
		return "left over: " + text
	}
	return out.String()
}

// checkWhole compares the source of every definition of a file, assembled from texts,
// with the file.
func checkWhole(t *testing.T, p *parse.Parser, path, source string) (definitions, gaps int) {
	t.Helper()
	f, err := all.Set().Of(path).Facts(p, parse.Source{Path: path, Text: source})
	if err != nil {
		t.Fatal(err)
	}
	texts := graphbuild.Texts(f, func(string) int { return 0 })
	for i := range texts {
		want := source
		if r := f.Definitions[i].Range; i > 0 {
			start := len(strings.TrimRight(source[:r.Start], " \t"))
			if start > 0 && source[start-1] != '\n' {
				start = int(r.Start)
			}
			want = source[start:r.End]
		}
		if got := wholeOf(texts, int32(i)); got != want {
			t.Fatalf("%s: definition %d, %s, is\n%q\nwant\n%q\nits layout is %+v", path, i,
				f.Definitions[i].Symbol, got, want, texts[i].Layout)
		}
		for _, s := range texts[i].Layout {
			gaps += len(strings.TrimSpace(s.Gap))
		}
	}
	return len(texts), gaps
}

// TestWholeSources assembles the sources of all definitions of the sample trees, of
// this repository and of the cases below from the stored texts.
func TestWholeSources(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	for path, source := range map[string]string{
		"Shop.cs": shop,
		"crlf.cs": strings.ReplaceAll(shop, "\n", "\r\n"),
		"a.cs":    "class A { int a, b; void F() { int G() { return 1; } } enum E { X, Y } }",
		"b.go":    "package b\n\nvar x, y = 1, 2\n\ntype (\n\tA int\n\tB struct{ c, d A }\n)\n\n\n",
		"c.py":    "class A:\n    '''Doc.'''\n\n    @decorated\n    def f(self):\n        def g(): pass\n        return g\n\n\nx = 1",
		// a function assigned to a class is a member outside its braces
		"p.js": "class A extends B {\n  constructor(a) { super(a); this.first = a; this.second = a; }\n}\n" +
			"const far = () => { return 'not in the class at all' };\nA.from = (a) => { return new A(a, 'and more of it') };\n",
		"d.ts":     "export class A { a = 1; f() { return () => 1 } }; export const b = () => { const c = 1 }\n",
		"e.sql":    "CREATE TABLE a (b int);\nGO\n\nCREATE PROC p AS SELECT 1;\nGO\n",
		"F.java":   "package f;\n// A comment.\nclass F { int a, b; /** Doc. */ F() {} class G { void h() { } } }\n",
		"empty.go": "", "blank.py": "\n\n", "broken.ts": "class A { f( { } class B {",
	} {
		checkWhole(t, p, path, source)
	}
	definitions, gaps := 0, 0
	for _, dir := range []string{"../testdata", "../graphbuild", "../cmd"} {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || all.Set().Of(path) == nil {
				return err
			}
			raw, err := os.ReadFile(path)
			if err == nil {
				n, bytes := checkWhole(t, p, path, string(raw))
				definitions, gaps = definitions+n, gaps+bytes
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if definitions < 500 {
		t.Errorf("only %d definitions", definitions)
	}
	if gaps > definitions {
		t.Errorf("%d bytes of source are in no text", gaps)
	}
}
