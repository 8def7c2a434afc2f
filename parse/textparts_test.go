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
		{"%[2]s %[1]s", []parse.TextParts{word, name}, "{} o", 2},
		{"%[2]s %s", []parse.TextParts{name, word}, "o {}", 2},
		{"%2$s %1$s %s", []parse.TextParts{name, word}, "o {} {}", 4},
		{"%s %<s", []parse.TextParts{word}, "o o", 1},
		{"%[0]s %[3]s", []parse.TextParts{word}, "o {}", 2},
	} {
		p := parse.TextParts{}.Printf(c.format, c.args)
		if p.Text() != c.text || len(p) != c.parts {
			t.Errorf("%q: %q in %d parts, want %q in %d", c.format, p.Text(), len(p), c.text,
				c.parts)
		}
	}
}

func TestFilledParts(t *testing.T) {
	name := parse.TextParts{{Text: "TABLE", At: 9}}
	word := parse.TextParts{}.Literal("o")
	for _, c := range []struct {
		template string
		fill     parse.TemplateArgs
		text     string
	}{
		{"FROM {0} {1:x} {2}", parse.TemplateArgs{Style: parse.BracePlaceholders,
			Args: []parse.TextParts{word, word}}, "FROM o o {}"},
		{"FROM {} {} {a}", parse.TemplateArgs{Style: parse.BracePlaceholders,
			Args: []parse.TextParts{word, name, word}, Names: []string{"a"}}, "FROM o {} o"},
		{"{{0}} {b} {not this}", parse.TemplateArgs{Style: parse.BracePlaceholders}, "{0} {} {not this}"},
		{"%(a)s %(b)s %%", parse.TemplateArgs{Args: []parse.TextParts{word}, Names: []string{"a"}},
			"o {} %"},
		{"x :t :t y", parse.TemplateArgs{Style: parse.TextPlaceholders, Args: []parse.TextParts{word},
			Names: []string{":t"}}, "x o o y"},
	} {
		p := parse.TextParts{}.AppendFilled(parse.TextParts{}.Literal(c.template), &c.fill)
		if p.Text() != c.text {
			t.Errorf("%q: %q, want %q", c.template, p.Text(), c.text)
		}
	}
	alone := parse.TextParts{}.AppendFilled(name, &parse.TemplateArgs{Args: []parse.TextParts{word}})
	if !alone.IsFilled() || alone.Text() != "{}" {
		t.Errorf("a name is filled where its value is known: %q", alone.Text())
	}
}

func TestTemplatesWithinOneAnotherAreBounded(t *testing.T) {
	p := parse.TextParts{}.Literal("x")
	for range 60 {
		p = parse.TextParts{}.AppendFilled(parse.TextParts{}.Literal("{0}{0}"),
			&parse.TemplateArgs{Style: parse.BracePlaceholders, Args: []parse.TextParts{p}})
	}
	if n := len(p.Text()); n > 1<<18 {
		t.Errorf("%d bytes", n)
	}
}
