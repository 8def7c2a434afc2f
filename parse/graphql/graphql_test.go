package graphql_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/graphql"
	"seedgraph/testkit/parsetest"
)

var set = parse.NewSet(graphql.Languages()...)

func TestFacts(t *testing.T) { parsetest.Run(t, set, "testdata/*.txtar") }

// TestBroken checks that nested constructs use bounded stack, and that broken text
// is read to the end.
func TestBroken(t *testing.T) {
	for _, text := range []string{
		"query Q " + strings.Repeat("{ a ", 50_000), "type T { a: " + strings.Repeat("[", 50_000),
		"query Q { a(x: " + strings.Repeat("[", 50_000), strings.Repeat("type T { a: Int }", 10_000),
		strings.Repeat("} ", 10_000), strings.Repeat("...on T{", 10_000), "{ ...", "type", "type T {",
		"type T { a", "type T { a(", "type T { a(b", "type T { a(b:", "type T implements", "union U =",
		`"""`, `"a`, `"\`, "extend", "extend type", "directive", "directive @", "schema {", "schema { query",
		"query Q(", "query Q($", "fragment", "fragment f", "fragment f on", "enum E { A @", "{ a: ", "\xff{",
		"type T { a: Int = {", "{ a(b: $",
	} {
		src := parse.Source{Path: "a.graphql", Text: text}
		f, err := set.For(src).Facts(nil, src)
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(f); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
		if !f.HasError && !strings.HasSuffix(text, "}") && text != `"""` && text != `"\` && text != `"a` {
			t.Errorf("%.20q is read without an error", text)
		}
	}
}

func FuzzFacts(f *testing.F) {
	parsetest.Seeds(f, "testdata/*.txtar")
	f.Fuzz(func(t *testing.T, text string) {
		src := parse.Source{Path: "a.graphql", Text: text}
		facts, err := set.For(src).Facts(nil, src)
		if err != nil {
			t.Fatal(err)
		}
		if err := parsetest.Check(facts); err != nil {
			t.Error(err)
		}
	})
}
