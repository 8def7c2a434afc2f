package parse_test

import (
	"testing"

	"seedgraph/parse"
)

func TestTextPartsJoinLiterals(t *testing.T) {
	p := parse.TextParts{}.Literal("a").Literal("").Literal("b").Hole().Literal("c")
	if len(p) != 3 || p.Text() != "ab{}c" {
		t.Errorf("%d parts, %q", len(p), p.Text())
	}
	if p.Named() != nil {
		t.Error("there is no name among them")
	}
	if p = append(p, parse.TextPart{Text: "x", At: 7}); p.Named() == nil || p.Text() != "ab{}c{}" {
		t.Errorf("named %v, %q", p.Named(), p.Text())
	}
}

func TestPrintfParts(t *testing.T) {
	name := parse.TextParts{{Text: "TABLE", At: 9}}
	word := parse.TextParts{}.Literal("o")
	for _, c := range []struct {
		format string
		args   []parse.TextParts
		text   string
		parts  int
	}{
		{"SELECT 1", nil, "SELECT 1", 1},
		{"FROM %s x", []parse.TextParts{name}, "FROM {} x", 3},
		{"FROM %s.%s", []parse.TextParts{word, name}, "FROM o.{}", 2},
		{"%d%% of %5.2f", nil, "{}% of {}", 3},
		{"100%", nil, "100%", 1},
		{"%[1]s %1$s", []parse.TextParts{name}, "{} {}", 3},
	} {
		p := parse.TextParts{}.Printf(c.format, c.args)
		if p.Text() != c.text || len(p) != c.parts {
			t.Errorf("%q: %q in %d parts, want %q in %d", c.format, p.Text(), len(p), c.text,
				c.parts)
		}
	}
}
