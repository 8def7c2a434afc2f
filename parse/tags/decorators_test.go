package tags

import (
	"slices"
	"testing"

	"seedgraph/parse"
)

// TestDecoratorsHaveNoArguments checks that the names of attributes end before their arguments.
func TestDecoratorsHaveNoArguments(t *testing.T) {
	p := parse.NewParser()
	defer p.Close()
	facts, err := rust.language().Facts(p, parse.Source{Path: "a.rs", Text: `
#[deprecated(since = "1.2.0", note = "use b")]
#[inline]
pub fn a() {}

#[deprecated = "use b"]
pub fn c() {}
`})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for _, d := range facts.Definitions {
		got[d.Name] = d.Decorators
	}
	if !slices.Equal(got["a"], []string{"deprecated", "inline"}) ||
		!slices.Equal(got["c"], []string{"deprecated"}) {
		t.Errorf("%q", got)
	}
}
