package listing_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/listing"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
	"seedgraph/tokens"
)

func TestLinesOfAnIndex(t *testing.T) {
	x := answertest.Shop(t)
	save, table := answertest.Node(t, x, "Shop.Data.OrderRepository.Save"), answertest.Node(t, x,
		"dbo.Order")
	targets := []answer.Target{{Node: table}, {Node: save}}
	lines, err := listing.Lines(x, targets)
	if err != nil {
		t.Fatal(err)
	}
	want := "# 2 nodes, each with the tokens of its text: query fetch HANDLE\n" +
		"- `ogrqdnyn5m` · TABLE · `sql/schema.sql:1` · 16 — CREATE TABLE dbo.[Order]\n" +
		"- `ufyobnnog7` · method · `src/data/OrderRepository.cs:5` · 25 — public void Save(Order order) — Stores an order"
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	a, err := listing.List(x, targets, 7)
	if err != nil || a.Total != 7 || len(a.Items) != 2 || a.Items[1].Line != lines[2] ||
		a.Items[0].Score <= 0 {
		t.Errorf("%+v (%v)", a, err)
	}
	if _, err := listing.Lines(x, []answer.Target{{Node: math.MaxUint32}}); err == nil {
		t.Error("a node that does not exist is listed")
	}
}

// TestByPath checks that the nodes of matching paths are listed in the order of paths and
// lines.
func TestByPath(t *testing.T) {
	x := answertest.Shop(t)
	for _, c := range []struct {
		filter search.Selection
		want   string
	}{
		{search.Selection{Filter: search.Filter{Paths: []search.Glob{"sql"}}}, "Order OrderLine BillOrder"},
		{search.Selection{Filter: search.Filter{Kinds: []graph.NodeKind{"PROC"}, Paths: []search.Glob{"sql"}}}, "BillOrder"},
		{search.Selection{Filter: search.Filter{Languages: []string{"typescript"}, Paths: []search.Glob{"*.ts", "sql/*.sql"}}},
			"getById"},
		{search.Selection{Filter: search.Filter{Paths: []search.Glob{"tests"}}, Tests: "drop"}, ""},
		{search.Selection{Filter: search.Filter{Paths: []search.Glob{"tests"}}, Tests: "keep"}, "PlaceSavesTheOrder"},
		{search.Selection{Filter: search.Filter{Paths: []search.Glob{"nowhere"}}}, ""},
	} {
		if c.filter.Tests == "" {
			c.filter.Tests = "keep"
		}
		targets, err := listing.ByPath(x, c.filter)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, target := range targets {
			n, err := x.Node(target.Node)
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, n.Short)
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.filter, got, c.want)
		}
	}
}

// find searches the shop.
func find(t *testing.T, text string, o search.Options) *search.Result {
	t.Helper()
	x := answertest.Shop(t)
	o.Explain, o.Text = true, x.Text
	if o.Limit == 0 {
		o.Limit = 5
	}
	res, err := search.Search(x, text, o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestScoresAreExplained checks that the components of a score add up to it.
func TestScoresAreExplained(t *testing.T) {
	for _, text := range []string{"store an order", "OrderRepository.Save",
		"retries when the connection is lost", "tests of orders"} {
		a := listing.NewHits(text, find(t, text, search.Options{}))
		if len(a.Hits) != len(a.Items) || len(a.Seeds) != len(a.Items) || len(a.Items) == 0 ||
			a.Query != text {
			t.Fatalf("%s: %+v", text, a)
		}
		for i, it := range a.Items {
			w := it.Why
			sum := (w.Text*w.Coverage+w.File+w.Graph)*w.Size*w.Factor + w.Bonus
			if math.Abs(sum-it.Score) > 1e-3*it.Score || a.Hits[i].ID != it.ID ||
				a.Hits[i].Rank != i+1 || a.Hits[i].Score != it.Score {
				t.Errorf("%s: %s has %v, its parts make %v: %+v", text, it.ID, it.Score, sum, w)
			}
			terms := 0.0
			for _, term := range w.Terms {
				terms += term.Score
			}
			if math.Abs(terms-w.Text) > 1e-3*w.Text {
				t.Errorf("%s: terms of %s make %v of %v", text, it.ID, terms, w.Text)
			}
			if (w.Factor < 1) != (len(w.Demoted) > 0) {
				t.Errorf("%s: %s has factor %v for %q", text, it.ID, w.Factor, w.Demoted)
			}
		}
	}
}

func TestLinesOfHits(t *testing.T) {
	res := find(t, "OrderRepository.Save", search.Options{})
	plain := strings.Join(listing.HitLines(res, false), "\n")
	explained := strings.Join(listing.HitLines(res, true), "\n")
	for _, want := range []string{
		" 1. ufyobnnog7  method Shop.Data.OrderRepository.Save\n    src/data/OrderRepository.cs:5-8  score ",
		" match of OrderRepository.Save\n    public void Save(Order order)",
	} {
		if !strings.Contains(plain, want) || !strings.Contains(explained, want) {
			t.Errorf("no %q in\n%s", want, plain)
		}
	}
	if strings.Contains(plain, "coverage") || !strings.Contains(explained,
		"    = (text ") || !strings.Contains(explained, " name ") {
		t.Errorf("explained:\n%s", explained)
	}
	if got := listing.Targets(res.Hits); len(got) != len(res.Hits) ||
		got[0].Node != res.Hits[0].Node {
		t.Errorf("targets %v", got)
	}
}

// TestNothingFor checks that the hint explains why there are no hits.
func TestNothingFor(t *testing.T) {
	none := search.Options{Selection: search.Selection{Filter: search.Filter{Paths: []search.Glob{"nowhere"}}}}
	for _, c := range []struct {
		text string
		o    search.Options
		want string
	}{
		{"zeppelin", search.Options{}, "no node contains any of these words"},
		{"?", search.Options{}, "no words of two or more letters"},
		{"order", none, "the filters exclude all"},
	} {
		res := find(t, c.text, c.o)
		err := listing.NothingFor(c.text, res, nil)
		if len(res.Hits) > 0 || !errors.Is(err, answer.ErrNothingFound) ||
			!strings.Contains(hint.Of(err), c.want) ||
			!strings.Contains(err.Error(), fmt.Sprintf("%q", c.text)) {
			t.Errorf("%s: %v\nhint: %s", c.text, err, hint.Of(err))
		}
		meant := listing.NothingFor(c.text, res, []string{"Zeppelins", "Order"})
		if got := hint.Of(meant); got != "did you mean Zeppelins or Order?" {
			t.Errorf("%s: hint %q", c.text, got)
		}
	}
}

// TestLinesWithin checks for all budgets that no list exceeds its budget, headers
// included.
func TestLinesWithin(t *testing.T) {
	x := answertest.Shop(t)
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	var targets []answer.Target
	for n := range x.NumNodes() {
		targets = append(targets, answer.Target{Node: n})
	}
	most := 0
	for budget := range 700 {
		lines, err := listing.LinesWithin(x, targets, c, budget)
		if err != nil {
			t.Fatal(err)
		}
		if used := c.Count(strings.Join(lines, "\n") + "\n"); len(lines) > 0 && used > budget {
			t.Fatalf("%d lines have %d tokens, the budget is %d", len(lines), used, budget)
		}
		if len(lines) == 1 || len(lines) < most-1 {
			t.Fatalf("%d lines in %d tokens", len(lines), budget)
		}
		most = max(most, len(lines))
	}
	if most < 10 {
		t.Errorf("at most %d lines", most)
	}
}
