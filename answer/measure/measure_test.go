package measure_test

import (
	"math"
	"strings"
	"testing"

	"seedgraph/answer"
	"seedgraph/answer/answertest"
	"seedgraph/answer/measure"
	"seedgraph/tokens"
)

const file = `
{"id": "save", "query": "OrderRepository.Save", "split": "tune", "gold": [{"path": "src/data/OrderRepository.cs", "start": 5, "end": 8}]}

{"id": "edits", "query": "OrderRepository.Save", "split": "test", "gold": [{"path": "src/data/OrderRepository.cs", "start": 1, "end": 40, "edits": [[6, 6]]}]}
{"id": "file", "query": "BillOrder", "split": "test", "gold": [{"path": "sql/schema.sql"}]}
{"id": "none", "query": "zeppelin", "split": "none", "gold": [{"path": "sql/schema.sql"}]}
{"id": "no gold", "query": "order", "split": "test"}
{"id": "no query", "split": "test", "gold": [{"path": "a"}]}
`

// tasks reads the tasks of a split.
func tasks(t *testing.T, split string) []measure.Task {
	t.Helper()
	list, err := measure.ReadTasks(strings.NewReader(file), "tasks.jsonl", split, "")
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestReadTasks(t *testing.T) {
	for split, want := range map[string]string{"": "save edits file none", "tune": "save",
		"test": "edits file", "other": ""} {
		var ids []string
		for _, task := range tasks(t, split) {
			ids = append(ids, task.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("split %q: %s, want %s", split, got, want)
		}
	}
	if _, err := measure.ReadTasks(strings.NewReader("{}\n{"), "tasks.jsonl",
		"", ""); err == nil || !strings.Contains(err.Error(), "tasks.jsonl:2:") {
		t.Errorf("a broken line: %v", err)
	}
}

// run measures tasks on the shop.
func run(t *testing.T, list []measure.Task, context bool) *measure.Answer {
	t.Helper()
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	a, err := measure.Measure(answertest.Shop(t), list, measure.Options{
		Filter: answer.Filter{Tests: "demote"}, Context: context, Counter: c,
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestPerfectAndNothing: a first hit on all gold has the measures 1, a task without
// hits 0, and the means are between.
func TestPerfectAndNothing(t *testing.T) {
	for _, context := range []bool{false, true} {
		a := run(t, tasks(t, ""), context)
		for _, s := range a.Items {
			want := 1.0
			if s.ID == "none" {
				want = 0
			}
			for name, got := range map[string]float64{
				"F@1": s.Files["F@1"], "F@10": s.Files["F@10"], "recall": s.Recall, "nDCG": s.NDCG,
				"MRR": s.MRR, "B4k": s.InBudget["B4k"], "B8k": s.InBudget["B8k"],
				"file nDCG": s.FileNDCG, "MAP": s.MAP, "Hit": s.Hit,
			} {
				if got != want {
					t.Errorf("context %v, %s: %s is %v, want %v", context, s.ID, name, got, want)
				}
			}
		}
		if m := a.Mean; m.Tasks != 4 || math.Abs(m.MRR-0.75) > 1e-9 ||
			math.Abs(m.InBudget["B4k"]-0.75) > 1e-9 || math.Abs(m.Files["F@5"]-0.75) > 1e-9 {
			t.Errorf("context %v: means %+v", context, m)
		}
	}
}

// TestPartialHits: gold in two files, of which a query finds one.
func TestPartialHits(t *testing.T) {
	a := run(t, []measure.Task{{ID: "half", Query: "BillOrder", Gold: []measure.Gold{
		{Path: "sql/schema.sql", Start: 3, End: 9}, {Path: "not/there.cs", Start: 1, End: 2},
	}}}, false)
	s := a.Items[0]
	if s.Recall != 0.5 || s.Files["F@10"] != 0.5 || s.InBudget["B4k"] != 0.5 || s.NDCG <= 0.3 ||
		s.NDCG >= 0.9 {
		t.Errorf("%+v", s)
	}
}

func TestLines(t *testing.T) {
	a := run(t, tasks(t, "tune"), false)
	if got := a.Lines(false); len(got) != 2 || !strings.HasPrefix(got[0],
		"tasks    F@1") || !strings.HasPrefix(got[1], "    1  1.000") {
		t.Errorf("%q", got)
	}
	if got := a.Lines(true); len(got) != 3 || !strings.HasSuffix(got[2], "  save") {
		t.Errorf("%q", got)
	}
}

// TestNeeds: what the edited lines of a definition call is looked for; contexts start from
// the definition, rankings do not.
func TestNeeds(t *testing.T) {
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	list := []measure.Task{
		{ID: "calls", Query: "zeppelin", Gold: []measure.Gold{{Name: "Place",
			Path: "src/OrderService.cs", Start: 6, End: 11, Edits: [][2]uint32{{6, 11}}}}},
		{ID: "calls nothing", Query: "zeppelin", Gold: []measure.Gold{{Name: "Place",
			Path: "src/OrderService.cs", Start: 6, End: 11, Edits: [][2]uint32{{6, 6}}}}},
		{ID: "no definition", Query: "zeppelin", Gold: []measure.Gold{{
			Path: "src/OrderService.cs", Start: 6, End: 11, Edits: [][2]uint32{{6, 11}}}}},
	}
	a, err := measure.Measure(answertest.Shop(t), list, measure.Options{Needs: true, Context: true,
		Filter: answer.Filter{Tests: "demote"}, Counter: c, Intent: "explain"})
	if err != nil || len(a.Items) != 1 {
		t.Fatalf("%+v, %v", a, err)
	}
	s := a.Items[0]
	if s.ID != "calls" || s.InContext["X4k"] != 1 || s.InBudget["B4k"] != 0 {
		t.Errorf("%+v", s)
	}
}
