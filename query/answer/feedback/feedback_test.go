package feedback_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"seedgraph/query/answer/feedback"
)

const file = `{"time": "2024-05-01T00:00:00Z", "query": "bill the order", "useful": ["a"], "useless": ["b"]}

{"time": "2024-05-31T00:00:00Z", "query": "order of bills", "useful": ["b"], "note": "ignored"}
{"time": "2024-05-31T00:00:00Z", "query": "connect to the server", "useful": ["c"]}
`

func records(t *testing.T) []feedback.Record {
	t.Helper()
	list, err := feedback.Read(strings.NewReader(file))
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	return list
}

// near reports whether two numbers agree to four digits.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-4 }

func TestAgeAndWordsCount(t *testing.T) {
	o := feedback.Options{HalfLife: feedback.HalfLife}
	got := feedback.Count(records(t), "bill an order", o)
	// The first record is one half-life older than the newest.
	if !near(got["a"], 0.5) || len(got) != 2 {
		t.Errorf("got %v", got)
	}
	if got["b"] <= -0.5 || got["b"] <= 0 {
		t.Errorf("useless long ago and useful since: %g", got["b"])
	}
	if got := feedback.Count(records(t), "a server is near", o); got["c"] <= 0 || got["a"] != 0 {
		t.Errorf("another question: %v", got)
	}
	if got := feedback.Count(records(t), "zebra", o); len(got) > 0 {
		t.Errorf("a question like none: %v", got)
	}
}

func TestNow(t *testing.T) {
	o := feedback.Options{HalfLife: feedback.HalfLife,
		Now: time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)}
	if got := feedback.Count(records(t), "bill an order", o); !near(got["a"], 1) ||
		!near(got["b"], -1) {
		t.Errorf("later records count: %v", got)
	}
	o.Now = o.Now.Add(10 * feedback.HalfLife)
	if got := feedback.Count(records(t), "bill an order", o); got["a"] > 0.01 {
		t.Errorf("after ten half-lives: %v", got)
	}
}

func TestSumsAreBounded(t *testing.T) {
	var list []feedback.Record
	for range 5 {
		list = append(list, records(t)[0])
	}
	got := feedback.Count(list, "bill the order", feedback.Options{HalfLife: time.Hour})
	if got["a"] != 1 || got["b"] != -1 {
		t.Errorf("got %v", got)
	}
}

func TestMistakesInTheFile(t *testing.T) {
	for text, want := range map[string]string{
		"{}\n":           "line 1: the time is missing",
		file + "{\"time": "line 5: ",
	} {
		if _, err := feedback.Read(strings.NewReader(text)); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
