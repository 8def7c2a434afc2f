package mybatis_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/mybatis"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(mybatis.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

// TestTakes checks that a mapper file is recognized by its root element, whatever
// its name.
func TestTakes(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{`<mapper namespace="a.B"/>`, true},
		{"<?xml version=\"1.0\"?>\n<!DOCTYPE mapper PUBLIC \"x\" \"y\">\n<!-- <a> -->\n" +
			"<mapper\n  namespace='a.B'>", true},
		{`<mapper/>`, false},
		{`<mapper class="a">`, false},
		{`<mappers namespace="a">`, false},
		{`<configuration><mapper namespace="a.B"/></configuration>`, false},
		{`<doc><![CDATA[<mapper namespace="a.B">]]></doc>`, false},
		{`<mapper namespace="a.B"`, false},
		{`<!-- <mapper namespace="a.B"> `, false},
		{`<?xml`, false},
		{``, false},
	} {
		if got := set.For(parse.Source{Path: "a.xml", Text: c.text}) != nil; got != c.want {
			t.Errorf("%q is taken: %v", c.text, got)
		}
	}
}

// TestNesting checks that nested elements use no stack, and many marks at most
// linear time.
func TestNesting(t *testing.T) {
	text := `<mapper namespace="a.B"><select id="x">select * from orders ` +
		strings.Repeat("<if test='a'>", 50_000) + strings.Repeat("&amp; # #{ $ ", 50_000)
	f, err := set.For(parse.Source{Path: "a.xml", Text: text}).Facts(nil,
		parse.Source{Path: "a.xml", Text: text})
	if err != nil || len(f.Embedded) != 1 || !f.HasError {
		t.Fatalf("%v, %d statements, error %v", err, len(f.Embedded), f.HasError)
	}
}
