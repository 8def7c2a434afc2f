package measure_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/query/answer/assemble"
	"seedgraph/query/answer/measure"
	"seedgraph/query/render"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
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

// tasks returns the tasks of a split.
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

// run evaluates tasks on the shop.
func run(t *testing.T, list []measure.Task, context bool) *measure.Answer {
	t.Helper()
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	a, err := measure.Measure(answertest.Shop(t), list, measure.Options{
		Filter: search.Selection{Tests: "demote"}, Context: context, Counter: c,
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestPerfectAndNothing checks that all measures are 1 if the first hit covers all gold,
// 0 for a task without hits, and that the means are in between.
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

// TestPartialHits covers gold in two files, of which a query finds one.
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

// TestNeeds checks that the callees of the edited lines of a definition are the gold;
// contexts start from the definition, rankings do not.
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
		Filter: search.Selection{Tests: "demote"}, Counter: c, Intent: "explain"})
	if err != nil || len(a.Items) != 1 {
		t.Fatalf("%+v, %v", a, err)
	}
	s := a.Items[0]
	if s.ID != "calls" || s.InContext["X4k"] != 1 || s.InBudget["B4k"] != 0 {
		t.Errorf("%+v", s)
	}
}

// TestQueryFile checks that a query is read from its file, without the number added by
// issue trackers, and that invalid UTF-8 is decoded as Latin-1.
func TestQueryFile(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "Bug 12 - Save fails\n", "b.txt": "Caf\xe9"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	read := func(file string) ([]measure.Task, error) {
		return measure.ReadTasks(strings.NewReader(
			`{"id": "x", "query_file": "`+file+`", "gold": [{"path": "a"}]}`), "tasks.jsonl", "", dir)
	}
	for file, want := range map[string]string{"a.txt": "Save fails", "b.txt": "Café"} {
		if got, err := read(file); err != nil || len(got) != 1 || got[0].Query != want {
			t.Errorf("%s: %+v, %v, want %s", file, got, err, want)
		}
	}
	if _, err := read("c.txt"); err == nil {
		t.Error("a file that is missing is no error")
	}
}

// TestSeeded checks that each definition of an answer is given once, with the others as
// gold. An answer with a single definition is skipped.
func TestSeeded(t *testing.T) {
	gold := func(name, path string, start, end uint32) measure.Gold {
		return measure.Gold{Name: name, Path: path, Start: start, End: end}
	}
	list := []measure.Task{
		{ID: "two", Query: "zeppelin", Kind: "change", Gold: []measure.Gold{
			gold("Place", "src/OrderService.cs", 6, 11),
			gold("Save", "src/data/OrderRepository.cs", 5, 8), {Path: "sql/schema.sql"}}},
		{ID: "one", Query: "zeppelin", Gold: []measure.Gold{gold("Place", "src/OrderService.cs", 6, 11)}},
		{ID: "gone", Query: "zeppelin", Gold: []measure.Gold{gold("A", "no/a.cs", 1, 2),
			gold("B", "no/b.cs", 1, 2)}},
	}
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	a, err := measure.Measure(answertest.Shop(t), list, measure.Options{Seeded: true, Context: true,
		Filter: search.Selection{Tests: "demote"}, Counter: c, Intent: "explain"})
	if err != nil || len(a.Items) != 2 || a.Items[0].ID != "two/1" || a.Items[1].ID != "two/2" {
		t.Fatalf("%+v, %v", a, err)
	}
	if s := a.Items[0]; s.InContext["X8k"] < 0.5 { // Place calls Save
		t.Errorf("%+v", s)
	}
}

// TestKinds checks the means by kind, in the order of names, if tasks have kinds.
func TestKinds(t *testing.T) {
	list := []measure.Task{
		{ID: "b", Kind: "words", Query: "BillOrder", Gold: []measure.Gold{{Path: "sql/schema.sql"}}},
		{ID: "a", Kind: "change", Query: "zeppelin", Gold: []measure.Gold{{Path: "sql/schema.sql"}}},
		{ID: "c", Kind: "words", Query: "zeppelin", Gold: []measure.Gold{{Path: "sql/schema.sql"}}},
	}
	a := run(t, list, false)
	if len(a.Kinds) != 2 || a.Kinds[0].Kind != "change" || a.Kinds[0].Tasks != 1 ||
		a.Kinds[1].Kind != "words" || a.Kinds[1].Tasks != 2 || a.Kinds[1].MRR != 0.5 {
		t.Errorf("%+v", a.Kinds)
	}
	if got := a.Lines(false); len(got) != 4 || !strings.HasSuffix(got[3], "  words") {
		t.Errorf("%q", got)
	}
	if a := run(t, list[2:], false); len(a.Kinds) != 1 {
		t.Errorf("%+v", a.Kinds)
	}
	if a := run(t, tasks(t, ""), false); a.Kinds != nil {
		t.Errorf("without kinds: %+v", a.Kinds)
	}
}

// TestExcerptsCountByTheirLines checks that lines omitted from an excerpt do not count as
// found.
func TestExcerptsCountByTheirLines(t *testing.T) {
	gold := measure.Gold{Path: "a.go", Start: 1, End: 90, Edits: [][2]uint32{{20, 22}}}
	for _, c := range []struct {
		lines [][2]uint32
		want  bool
	}{
		{nil, true},
		{[][2]uint32{{10, 12}, {22, 30}}, true},
		{[][2]uint32{{10, 19}, {23, 30}}, false},
	} {
		item := assemble.Item{Item: render.Item{StartLine: 10, EndLine: 30}, Lines: c.lines}
		if got := gold.IsIn(&item); got != c.want {
			t.Errorf("lines %d: %v, want %v", c.lines, got, c.want)
		}
	}
}
