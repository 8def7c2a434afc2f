package questions_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/questions"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
	"seedgraph/tokens"
)

var update = flag.Bool("update", false, "write the answers into the archives")

// TestArchives runs the queries in the archives of testdata: a file named "? QUESTION
// NAME" contains the expected answer.
func TestArchives(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			testArchive(t, path)
		})
	}
}

func testArchive(t *testing.T, path string) {
	a, x := openArchive(t, path)
	asked := 0
	for i, f := range a.Files {
		question, ok := strings.CutPrefix(f.Name, "? ")
		if !ok {
			continue
		}
		asked++
		got := answerTo(t, x, question)
		if *update {
			a.Files[i].Data = []byte(got)
		} else if want := string(f.Data); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", question, got, want)
		}
	}
	if asked == 0 {
		t.Error("the archive asks nothing")
	}
	if *update {
		if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func openArchive(t *testing.T, path string) (*txtar.Archive, *answer.Index) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var sources txtar.Archive
	for _, f := range a.Files {
		if !strings.HasPrefix(f.Name, "? ") {
			sources.Files = append(sources.Files, f)
		}
	}
	in, err := sourceindex.Archive(string(txtar.Format(&sources)))
	if err != nil {
		t.Fatal(err)
	}
	return a, answertest.Open(t, in)
}

// words counts words as tokens.
type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }

// answerTo answers a question with all rows and their lines of source or, if it begins
// with "short", in the default form.
func answerTo(t *testing.T, x *answer.Index, question string) string {
	t.Helper()
	question, short := strings.CutPrefix(question, "short ")
	verb, name, _ := strings.Cut(question, " ")
	q := questions.All[slices.IndexFunc(questions.All,
		func(q questions.Question) bool { return q.Name == verb })]
	nodes, err := (&names.Resolver{Index: x}).For(q.Use, name)
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	a, err := q.Find(x, nodes)
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	if !short {
		if err := a.Complete(); err != nil {
			t.Fatalf("%s: %v", question, err)
		}
	}
	if a.Total == 0 && a.Open == 0 {
		return "nothing\n"
	}
	if short {
		return strings.Join(a.Sheet().Lines(words{}, 1000), "\n") + "\n"
	}
	if err := a.ReadSources(x); err != nil {
		t.Fatal(err)
	}
	return strings.Join(a.Sheet().Lines(nil, 0), "\n") + "\n"
}

// TestBudget checks for all budgets that the text is within the budget, and either
// complete or states the number of omitted rows.
func TestBudget(t *testing.T) {
	_, x := openArchive(t, "testdata/orders.txtar")
	nodes, err := (&names.Resolver{Index: x}).Overloads("dbo.Orders|TABLE")
	if err != nil {
		t.Fatal(err)
	}
	a, err := questions.Writers(x, nodes)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.ReadSources(x); err != nil {
		t.Fatal(err)
	}
	c, err := tokens.ByName("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		budget := 1 + r.IntN(600)
		text := strings.Join(a.Sheet().Lines(c, budget), "\n") + "\n"
		if n := c.Count(text); n > budget && text != "\n" {
			t.Fatalf("%d tokens for a budget of %d:\n%s", n, budget, text)
		}
		for _, it := range a.Items {
			if !strings.Contains(text, it.Handle) && text != "\n" && !strings.Contains(text, "more in") {
				t.Fatalf("no word of %s:\n%s", it.Name, text)
			}
		}
	}
}
