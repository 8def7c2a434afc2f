package rerank_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"seedgraph/query/answer/rerank"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

// TestMain lets the test binary act as the reranker.
func TestMain(m *testing.M) {
	if how, ok := os.LookupEnv("RERANKER"); ok {
		reranker(how)
		return
	}
	os.Exit(m.Run())
}

// reranker is a reranking program with valid or invalid output, depending on how.
func reranker(how string) {
	lines := bufio.NewScanner(os.Stdin)
	for i := 0; lines.Scan(); i++ {
		var c struct{ Query, ID, Text, Name, Path string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil || c.Query == "" || c.Text == "" {
			fmt.Println("not a candidate:", err)
		}
		switch {
		case how == "reverse", how == "two" && i < 2:
			fmt.Printf("{\"id\": %q, \"score\": %d, \"reason\": \"later\"}\n\n", c.ID, i)
		case how == "stranger":
			fmt.Println(`{"id": "x", "score": 1}`)
		case how == "no score":
			fmt.Printf("{\"id\": %q}\n", c.ID)
		}
	}
	switch how {
	case "fails":
		fmt.Fprintln(os.Stderr, "out of memory\nat line 3")
		os.Exit(7)
	case "sleeps":
		time.Sleep(time.Minute)
	}
}

// reranked searches the shop, and lists the names of the hits before and after.
func reranked(t *testing.T, how string, most int) (before, after []string, res *search.Result,
	err error) {
	t.Helper()
	t.Setenv("RERANKER", how)
	x := answertest.Shop(t)
	res, err = search.Search(x, "place an order", search.Options{Limit: 5})
	if err != nil || len(res.Hits) != 5 {
		t.Fatal(res, err)
	}
	before = names(res)
	o := rerank.Options{Command: []string{os.Args[0]}, Most: most, Time: 10 * time.Second}
	if how == "sleeps" {
		o.Time = 50 * time.Millisecond
	}
	err = rerank.Hits(context.Background(), res, "place an order", o, x.Text)
	return before, names(res), res, err
}

func names(res *search.Result) (out []string) {
	for _, h := range res.Hits {
		out = append(out, h.Info.Name)
	}
	return out
}

func TestOrderOfTheProgram(t *testing.T) {
	b, a, res, err := reranked(t, "reverse", 3)
	if want := fmt.Sprint([]string{b[2], b[1], b[0], b[3], b[4]}); err != nil ||
		fmt.Sprint(a) != want {
		t.Errorf("got %v, %v, want %s", a, err, want)
	}
	if h := res.Hits[0]; h.Score != 2 || !strings.Contains(h.ScoreNote, "before, rank 3 with ") {
		t.Errorf("the first hit: %g, %s", h.Score, h.ScoreNote)
	}
}

// TestUnscoredHitsFollow checks that hits without a score keep their order.
func TestUnscoredHitsFollow(t *testing.T) {
	b, a, res, err := reranked(t, "two", 5)
	if want := fmt.Sprint([]string{b[1], b[0], b[2], b[3], b[4]}); err != nil ||
		fmt.Sprint(a) != want {
		t.Errorf("got %v, %v, want %s", a, err, want)
	}
	if h := res.Hits[4]; h.Score > res.Hits[1].Score ||
		!strings.HasPrefix(h.ScoreNote, "not scored by the reranker; before, rank 5") {
		t.Errorf("the last hit: %g, %s", h.Score, h.ScoreNote)
	}
}

// TestFailuresLeaveTheOrder checks that a failure leaves the order unchanged, and is
// described.
func TestFailuresLeaveTheOrder(t *testing.T) {
	for how, want := range map[string]string{
		"fails": "exit status 7: out of memory", "sleeps": "did not end within 50ms",
		"silent": "no scores", "stranger": `unknown id "x"`,
		"no score": "line 1 of its output: no score",
	} {
		before, after, _, err := reranked(t, how, 5)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", how, err, want)
		}
		if fmt.Sprint(before) != fmt.Sprint(after) {
			t.Errorf("%s: %v became %v", how, before, after)
		}
	}
}

func TestNothingToRerank(t *testing.T) {
	err := rerank.Hits(context.Background(), &search.Result{}, "x",
		rerank.Options{Command: []string{"no such program"}, Most: 5, Time: time.Second}, nil)
	if err != nil {
		t.Errorf("a program ran for nothing: %v", err)
	}
}
