package parse_test

import (
	"strings"
	"testing"

	"seedgraph/parse"
	"seedgraph/parse/csharp"
)

// A string that is extended without end is kept up to a bound.
func TestGrowthIsBounded(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	more := strings.Repeat("  sql += \" UNION SELECT id FROM lines\";\n", 2_000)
	f, err := csharp.Languages()[0].Facts(p, parse.Source{Path: "a.cs",
		Text: "class A { void M() { var sql = \"SELECT id FROM orders\";\n" + more + "} }"})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Embedded) != 1 {
		t.Fatalf("%d strings, want one", len(f.Embedded))
	}
	if n := len(f.Embedded[0].Text); n < 1_000 || n > 16_000 {
		t.Errorf("the string has %d bytes", n)
	}
}
