package assemble_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/query/answer/assemble"
	"seedgraph/query/render"
	"seedgraph/testkit/answertest"
)

// TestExcerpt checks that an excerpt has the first three lines, and two lines around each
// with a word of the request.
func TestExcerpt(t *testing.T) {
	has := func(s string) bool { return strings.Contains(s, "rate") }
	for _, c := range []struct {
		name, language, text, want string
		runs                       [][2]uint32
	}{
		{"nothing is left out", "go", "a\nb\nc\nrate\n", "", nil},
		{"the middle is", "go", "a\nb\nc\nd\ne\nf\nrate\ng\nh\ni\n",
			"a\nb\nc\n…\ne\nf\nrate\ng\nh\n…\n", [][2]uint32{{10, 12}, {14, 18}}},
		{"nothing matches", "go", "rate\nb\nc\nd\ne\n", "rate\nb\nc\n…\n", [][2]uint32{{10, 12}}},
		{"the end matches", "go", "a\nb\nc\nd\ne\nf\nrate", "a\nb\nc\n…\ne\nf\nrate",
			[][2]uint32{{10, 12}, {14, 16}}},
		{"comments are no lines", "go", "// of the rate\na\nb\n// rate\nc\nd\n", "a\nb\nc\n…\n",
			[][2]uint32{{11, 14}}},
		{"indentation", "go", "\ta\n\t\tb\n\t\tc\n\t\td\n\t\te\n\t\tf\n\t\trate\n",
			"a\n\tb\n\tc\n…\n\te\n\tf\n\trate\n", [][2]uint32{{10, 12}, {14, 16}}},
		{"a string of lines is one", "go", "a\nb\nc\nd\ne\ns := `1\nrate` + x\nf\ng\nh\n",
			"a\nb\nc\nd\ne\ns := `1\nrate` + x\nf\ng\n…\n", [][2]uint32{{10, 18}}},
		{"a language without known comments", "ruby", "a\nb\nc\nd\ne\nf\nrate\n",
			"a\nb\nc\n…\ne\nf\nrate\n", [][2]uint32{{10, 12}, {14, 16}}},
	} {
		item := assemble.Item{Item: render.Item{Language: c.language, StartLine: 10}}
		got, runs := assemble.Excerpt(c.text, &item, has)
		if got != c.want || !slices.EqualFunc(runs, c.runs,
			func(a, b [2]uint32) bool { return a == b }) {
			t.Errorf("%s: got %q, lines %d, want %q, lines %d", c.name, got, runs, c.want, c.runs)
		}
	}
}

// manyLong returns n functions with the same words, each of about 180 tokens.
func manyLong(n int) string {
	var b strings.Builder
	b.WriteString("-- a.go --\npackage a\n")
	for i := range n {
		fmt.Fprintf(&b, "\nfunc Convert%d(amount int) int {\n", i)
		for j := range 20 {
			fmt.Fprintf(&b, "\tstep%d = other(%d)\n", j, i*j)
		}
		b.WriteString("\tamount = rounded(amount)\n\treturn amount\n}\n")
	}
	return b.String()
}

// TestLateTextsAreExcerpts checks that texts are whole up to half of the budget and 3,000
// tokens; then follow excerpts, so that more nodes fit. With the intent explain, or with
// comments, all are whole.
func TestLateTextsAreExcerpts(t *testing.T) {
	x := answertest.Sources(t, manyLong(80))
	source := strings.Split(strings.TrimPrefix(manyLong(80), "-- a.go --\n"), "\n")
	for _, c := range []struct {
		name   string
		budget int
		change func(*assemble.Options)
		late   bool
	}{
		{"a large budget", 8000, func(*assemble.Options) {}, true},
		{"a small one", 2900, func(*assemble.Options) {}, false},
		{"explain", 8000, func(o *assemble.Options) { o.Intent = assemble.Explain }, false},
		{"comments", 8000, func(o *assemble.Options) { o.Comments = true }, false},
	} {
		o := options(c.budget)
		o.Intent, o.Nodes = assemble.Locate, 100
		c.change(&o)
		a := pack(t, x, "fix rounding of the amount", o)
		used, excerpts := 0, 0
		for _, it := range a.Items {
			if it.Form == "excerpt" {
				excerpts++
				if used <= max(c.budget/2, 3000) {
					t.Errorf("%s: an excerpt after %d tokens", c.name, used)
				}
				for _, run := range it.Lines {
					for line := run[0]; line <= run[1]; line++ {
						if text := strings.TrimSpace(source[line-1]); !strings.Contains(a.Context,
							text) {
							t.Errorf("%s: line %d, %q, is not printed", c.name, line, text)
						}
					}
				}
			}
			used += it.Tokens
		}
		if got := excerpts > 0; got != c.late {
			t.Errorf("%s: %d of %d are excerpts", c.name, excerpts, len(a.Items))
		}
		if c.late && strings.Count(a.Context, "…\n") < excerpts {
			t.Errorf("%s: %d excerpts, gaps are not marked:\n%s", c.name, excerpts, a.Context)
		}
	}
}
