package markdown_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/markdown"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(markdown.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

// TestLong checks that documents of many headings, of one line, and broken ones
// are read to the end.
func TestLong(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("# a\n", 50_000), strings.Repeat("###### a\n# b\n", 20_000), strings.Repeat("a\n", 100_000) + "===",
		strings.Repeat("[", 100_000), strings.Repeat("](", 100_000), strings.Repeat("`", 100_000), strings.Repeat("- ", 50_000),
		strings.Repeat("> ", 50_000), strings.Repeat("<a ", 50_000), "```", "<!--", "---\n", "# ", "#", "-\n-", "a\n-", "\\",
		"[a](", "[a](<", "[a]: ", strings.Repeat(" ", 100_000) + "# a", "# \xff\n\xff\n---",
	} {
		src := parse.Source{Path: "a.md", Text: text}
		f, err := set.For(src).Facts(nil, src)
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(f); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	f.Fuzz(func(t *testing.T, text string) {
		src := parse.Source{Path: "a.md", Text: text}
		facts, err := set.For(src).Facts(nil, src)
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(facts); err != nil {
			t.Error(err)
		}
	})
}
