package widen_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/widen"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

// run runs a widening search of the shop, and formats the log as "search 0.5 3+3; floor
// 0.3 4+1".
func run(t *testing.T, text string, attempts, enough int, tune ...func(*search.Options)) (
	*search.Result, string) {
	t.Helper()
	x := answertest.Shop(t)
	o := search.Options{Limit: 20, Text: x.Text, Edges: x}
	for _, f := range tune {
		f(&o)
	}
	res, log, err := widen.Search(x, text, widen.Options{Search: o, Attempts: attempts,
		Enough: enough})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i, a := range log {
		if a.Number != i || a.Gain > a.Found {
			t.Errorf("attempt %d: %+v", i, a)
		}
		out = append(out, fmt.Sprintf("%s %g %d+%d", a.Change, a.Floor, a.Found, a.Gain))
	}
	return res, strings.Join(out, "; ")
}

// changes lists the changes of the attempts in a log.
func changes(log string) string {
	var out []string
	for _, a := range strings.Split(log, "; ") {
		change, _, _ := strings.Cut(a, " ")
		out = append(out, change)
	}
	return strings.Join(out, " ")
}

func TestEnoughIsNotWidened(t *testing.T) {
	if _, log := run(t, "place an order", 5, 1); changes(log) != "search" {
		t.Errorf("got %s", log)
	}
	if _, log := run(t, "place an order", 0, 99); changes(log) != "search" {
		t.Errorf("no attempts: got %s", log)
	}
}

func TestAttemptsInOrder(t *testing.T) {
	for attempts, want := range map[int]string{
		1: "search floor", 2: "search floor floor", 3: "search floor floor synonyms",
		4: "search floor floor synonyms related", 9: "search floor floor synonyms related",
	} {
		if _, log := run(t, "zebra order", attempts, 99); changes(log) != want {
			t.Errorf("%d attempts: got %s", attempts, log)
		}
	}
}

// TestALowerFloorFindsMore checks that a node with one of many words is found only with a
// low floor.
func TestALowerFloorFindsMore(t *testing.T) {
	strict, _ := run(t, "validate export bill cached repository text", 0, 99)
	wide, log := run(t, "validate export bill cached repository text", 2, 99)
	if len(wide.Hits) <= len(strict.Hits) {
		t.Errorf("%d hits, strictly %d: %s", len(wide.Hits), len(strict.Hits), log)
	}
	for _, h := range strict.Hits {
		if h.Share < widen.Floor && h.Bonus == 0 {
			t.Errorf("%s has %.2f of the query", h.Info.Name, h.Share)
		}
	}
}

func TestNothingChangedIsSaid(t *testing.T) {
	_, log := run(t, "zeppelin", 9, 99)
	if want := "search 0.5 0+0; floor 0.3 0+0; floor 0.1 0+0; synonyms 0.1 0+0; related 0.1 0+0"; log != want {
		t.Errorf("got %s", log)
	}
}

// TestRelatedNodes checks that the table written by a procedure is found although it has
// no word of the text.
func TestRelatedNodes(t *testing.T) {
	without, _ := run(t, "GetById cached", 3, 99)
	with, log := run(t, "GetById cached", 4, 99)
	added := 0
	for _, h := range with.Hits {
		if strings.Contains(h.ScoreNote, "by an edge") {
			added++
		}
	}
	if added == 0 || len(with.Hits) != len(without.Hits)+added {
		t.Errorf("%d of %d hits by edges, %d without: %s", added, len(with.Hits),
			len(without.Hits), log)
	}
	for i := range with.Hits[1:] {
		if with.Hits[i].Score < with.Hits[i+1].Score {
			t.Errorf("hit %d has less than the next", i)
		}
	}
	if none, _ := run(t, "GetById cached", 4, 99,
		func(o *search.Options) { o.Edges = nil }); len(none.Hits) != len(without.Hits) {
		t.Errorf("without edges: %d hits", len(none.Hits))
	}
}

// TestLongQuestionsAreSplit checks that the parts find nodes that the whole text does
// not.
func TestLongQuestionsAreSplit(t *testing.T) {
	const text = "where is an order placed by the service, and how are rows returned from the cache?"
	whole, _ := run(t, text, 0, 99)
	split, log := run(t, text, 1, 99)
	if changes(log) != "search parts" || len(split.Hits) <= len(whole.Hits) {
		t.Fatalf("%d hits of the whole, %d of the parts: %s", len(whole.Hits), len(split.Hits), log)
	}
	if !strings.Contains(split.Hits[0].ScoreNote, "and 2 parts") {
		t.Errorf("the first hit: %q", split.Hits[0].ScoreNote)
	}
	if again, _ := run(t, text, 1, 99); fmt.Sprint(answer.Round(again.Hits[0].Score), len(again.Hits)) !=
		fmt.Sprint(answer.Round(split.Hits[0].Score), len(split.Hits)) {
		t.Error("two runs differ")
	}
}

// TestWeightsOfTheCallerStay checks that synonyms are added to a copy.
func TestWeightsOfTheCallerStay(t *testing.T) {
	w := search.Defaults()
	before := w.For(search.KindChange)
	run(t, "fix zebra order", 9, 99, func(o *search.Options) { o.Weights = w })
	if w.For(search.KindChange) != before {
		t.Error("the weights of the caller were changed")
	}
}
