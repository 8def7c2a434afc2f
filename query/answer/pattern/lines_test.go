package pattern_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/query/answer/pattern"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

// TestLines checks that a hit in a name is printed as one line, and a hit in a source is
// followed by the matching line.
func TestLines(t *testing.T) {
	x := answertest.Open(t, artifactstest.Sample())
	a, err := pattern.Find(x, "legacy\\.audit", pattern.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(a.Lines(), "\n")
	for _, want := range []string{"  external  external Legacy.Audit  0 tokens\n",
		"  src/OrderService.cs:32  method Shop.OrderService.Check  ", " tokens\n    "} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestTestsLast checks that hits in tests come last, unless tests are kept in place.
func TestTestsLast(t *testing.T) {
	x := answertest.Sources(t, `-- a.cs --
public class ATests { [Fact] public void Saves() { Save(); } }
-- b.cs --
public class B { public void Save() { } }
`)
	for treatment, want := range map[search.Treatment][]string{
		search.Demote: {"source B.Save:1", "source ATests.Saves:1"},
		search.Keep:   {"source ATests.Saves:1", "source B.Save:1"},
	} {
		o := pattern.Options{}
		o.Tests = treatment
		a, err := pattern.Find(x, "Save\\(\\)", o)
		if err != nil || !slices.Equal(places(a), want) {
			t.Errorf("%s: %q, %v; want %q", treatment, places(a), err, want)
		}
	}
}
