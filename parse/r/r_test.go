package r_test

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/parse"
	"seedgraph/parse/r"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(r.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

func facts(t testing.TB, p *parse.Parser, text string) *parse.Facts {
	t.Helper()
	f, err := set.Of("a.R").Facts(p, parse.Source{Path: "pkg/a.R", Text: text, Sites: parse.AllSites})
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
		"parentheses": "x <- " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n),
		"sum":         "x <- 1" + strings.Repeat(" + a$b", n),
		"pasted":      "x <- " + strings.Repeat("paste0('SELECT a', ", n) + "'b'" + strings.Repeat(")", n),
		"call chain":  "x <- a" + strings.Repeat("$b(1)", n),
		"calls":       "x <- 1\nx <- " + strings.Repeat("f(", n) + strings.Repeat(")", n),
		"pipes":       "x <- a" + strings.Repeat(" |> f()", n),
		"else if":     "x <- if (a) 1" + strings.Repeat(" else if (a$b) 1", n),
		"assigned":    strings.Repeat("x <- ", n) + "1",
		"assignments": strings.Repeat("x <- a$b(x)\n", n),
		"locals":      "f <- function() {\n" + strings.Repeat("  x <- a$b(x)\n", n) + "}",
		"functions":   "x <- " + strings.Repeat("function(a) ", n) + "1",
		"replaced":    "x <- 1\n" + strings.Repeat("f(", n) + "x" + strings.Repeat(")", n) + " <- 1",
		"comments":    strings.Repeat("# a\n", n) + "f <- function() 1\n",
	} {
		p := parse.NewParser()
		f := facts(t, p, text)
		p.Close()
		if len(f.Definitions) < 2 {
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
	data, err := os.ReadFile("testdata/references.txtar")
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
