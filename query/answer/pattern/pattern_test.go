package pattern_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/query/answer/pattern"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

// places formats hits as name:line.
func places(a *pattern.Answer) []string {
	var out []string
	for _, it := range a.Items {
		out = append(out, fmt.Sprintf("%s %s:%d", it.Field, it.Name, it.Line))
	}
	return out
}

// TestFindInSample checks that a match in a member belongs to the member, with the line
// of the file.
func TestFindInSample(t *testing.T) {
	x := answertest.Open(t, artifactstest.Sample())
	for re, want := range map[string][]string{
		"legacy\\.audit": {"name Legacy.Audit:0", "source Shop.OrderService.Check:32"},
		"IOrders$":       {"name Shop.IOrders:3", "source Shop.IOrders:3", "source Shop.OrderService:7"},
		"^INSERT INTO":   {"source dbo.CloseOrder:5"},
		"check\\(":       {"source Shop.OrderService.Place:12", "source Shop.OrderService.Check:30"},
		"CHECK\\(":       nil,
	} {
		a, err := pattern.Find(x, re, pattern.Options{})
		if err != nil || !slices.Equal(places(a), want) {
			t.Errorf("%s finds %q, %v; want %q", re, places(a), err, want)
		}
		if (a.Nothing() == nil) != (want != nil) {
			t.Errorf("%s: %v", re, a.Nothing())
		}
	}
	a, err := pattern.Find(x, "order", pattern.Options{Names: true,
		Options: search.Options{Limit: 2}})
	if err != nil || len(a.Items) != 2 || a.Total < 5 || a.Items[0].Field != "name" {
		t.Errorf("names alone: %q of %d, %v", places(a), a.Total, err)
	}
}

func TestPrefixes(t *testing.T) {
	x := answertest.Shop(t)
	for prefix, want := range map[string]string{
		"orderserv":            "Shop.OrderService",
		"ORDERSERVICE.VAL":     "Shop.OrderService.Validate",
		"dbo.OrderL":           "dbo.OrderLine",
		"Shop.OrderService.Va": "Shop.OrderService.Validate",
	} {
		a, err := pattern.Prefix(x, prefix, pattern.Options{})
		if err != nil || a.Total == 0 || !strings.HasPrefix(a.Items[0].Name, want) {
			t.Errorf("%s finds %q, %v; want %s", prefix, places(a), err, want)
		}
	}
	a, err := pattern.Prefix(x, "Other.Va", pattern.Options{})
	if err != nil || a.Total != 0 {
		t.Errorf("a member of another type is found: %q, %v", places(a), err)
	}
	opts := search.Options{Limit: 1}
	opts.Filter.Kinds = []graph.NodeKind{graph.KindTable}
	if a, err = pattern.Prefix(x, "order", pattern.Options{Options: opts}); err != nil ||
		len(a.Items) != 1 || a.Total != 2 || a.Items[0].Kind != "TABLE" {
		t.Errorf("tables that begin with order: %q of %d, %v", places(a), a.Total, err)
	}
}

func TestCompile(t *testing.T) {
	if _, err := pattern.Compile("a["); err == nil || !strings.HasPrefix(err.Error(),
		`regular expression "a[": missing closing ]`) {
		t.Errorf("the error is %v", err)
	}
	re, err := pattern.Compile("^b")
	if err != nil || !re.MatchString("a\nB") {
		t.Errorf("^b does not match the beginning of a line: %v", err)
	}
}
