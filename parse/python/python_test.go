package python_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/parse"
	"seedgraph/parse/python"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(python.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

func facts(t testing.TB, p *parse.Parser, text string) *parse.Facts {
	t.Helper()
	f, err := set.Of("a.py").Facts(p, parse.Source{Path: "pkg/a.py", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	if err := parsetest.Check(f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestDeepAndLongCode(t *testing.T) {
	const n = 30_000
	for name, text := range map[string]string{
		"parentheses":  "x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"sum":          "x = 1" + strings.Repeat(" + a.b", n),
		"concatenated": "x = 'SELECT a'" + strings.Repeat(" + ', b'", n) + "+ ' FROM t'",
		"call chain":   "x = a" + strings.Repeat(".b(1)", n),
		"calls":        "x = " + strings.Repeat("f(", n) + strings.Repeat(")", n),
		"elif":         "if a: pass\n" + strings.Repeat("elif a.b: pass\n", n),
		"assignments":  strings.Repeat("x = a.b(x)\n", n),
		"locals":       "def f():\n" + strings.Repeat("  x = a.b(x)\n", n),
		"comments":     strings.Repeat("# a\n", n) + "def f(): pass\n",
		"type":         "x: \"" + strings.Repeat("a[", n) + strings.Repeat("]", n) + "\"",
	} {
		p := parse.NewParser()
		f := facts(t, p, text)
		p.Close()
		if len(f.Definitions) < 2 && name != "elif" {
			t.Errorf("%s: no definition found", name)
		}
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	p := parse.NewParser()
	defer p.Close()
	f.Fuzz(func(t *testing.T, text string) { facts(t, p, text) })
}

func BenchmarkFacts(b *testing.B) {
	data, err := os.ReadFile("testdata/bindings.txtar")
	if err != nil {
		b.Fatal(err)
	}
	text := strings.Repeat(string(txtar.Parse(data).Files[0].Data), 50)
	p := parse.NewParser()
	defer p.Close()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		facts(b, p, text)
	}
}
