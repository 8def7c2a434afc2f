package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/testkit/benchtree"
)

const (
	saveAndLoad = "func Save() {\n}\n\nfunc Load() {\n}"
	oneTask     = `{"id":"one", "query":"save", "gold":[{"path":"a.go","name":"Save","start":1,"end":2},
		{"path":"a.go","name":"Load","start":4,"end":5}]}`
)

// TestMain also acts as both programs: as the indexer with an export of one function,
// as query with the figures that eval prints, and with an item for each of the tasks
// called derived.
func TestMain(m *testing.M) {
	if os.Getenv("RETRIEVAL_STANDS_IN") == "" {
		os.Exit(m.Run())
	}
	args := strings.Join(os.Args[1:], " ")
	has := func(flags string) bool { return strings.Contains(args, flags) }
	switch {
	case has("build "):
	case has("export ") && has("--format nodes.jsonl"):
		fmt.Println(`{"kind":"function","path":"a.go","start_line":1,"end_line":2}`)
	case has("derived.jsonl") && !has("--seeded"):
		printItems(os.Args[2])
	case has("--seeded --intent implement --context"):
		fmt.Println(`{"items": [{"id":"one/1","recall@10":0.5}, {"id":"one/2","recall@10":0.75},
			{"id":"other/1"}]}`)
	case has("--seeded --intent implement --no-seeds"):
		fmt.Println(`{"items": [{"id":"one/1","recall@10":0.125}, {"id":"one/2","ndcg@10":0.25},
			{"id":"other/1"}]}`)
	case has("eval ") && has("--context"):
		fmt.Println(`{"items": [{"id":"one","recall@10":0.25}]}`)
	default:
		fmt.Fprintln(os.Stderr, args)
		os.Exit(1)
	}
}

// printItems prints the output of eval for the tasks of a file, without figures.
func printItems(file string) {
	tasks, err := (&set{File: file}).tasks()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var items []string
	for _, t := range tasks {
		items = append(items, fmt.Sprintf(`{"id":%q}`, t.ID))
	}
	fmt.Printf(`{"items": [%s]}`, strings.Join(items, ","))
}

// standIn returns a config with this program as both programs.
func standIn(t *testing.T) config {
	t.Helper()
	t.Setenv("RETRIEVAL_STANDS_IN", "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return config{indexer: self, query: self}
}

func TestRivalsAreMeasuredBesideOurs(t *testing.T) {
	c, dir := standIn(t), t.TempDir()
	writeFiles(t, dir, map[string]string{"tree/a.go": saveAndLoad, "s.jsonl": oneTask})
	s := set{Name: "s", File: "s.jsonl", dir: dir, group: commits}
	measure := func(s set) []Item {
		items, err := c.besidePlain(s, &benchtree.Place{Dir: dir}, []string{"eval", "tasks"})
		if err != nil {
			t.Fatal(err)
		}
		return items
	}
	if got := measure(s); len(got) != 1 || got[0].Recall != 0.25 || got[0].Rivals.Plain.Recall != 0.5 {
		t.Errorf("commits: got %+v", got)
	}
	s.group = seeded
	got := measure(s)
	if len(got) != 2 || got[0].Recall != 0.5 || got[1].Recall != 0.75 {
		t.Fatalf("seeded: got %+v", got)
	}
	for i, want := range []Rivals{
		{Unseeded: Figures{Recall: 0.125}, PlainWords: Figures{Recall: 1}},
		{Unseeded: Figures{NDCG: 0.25}, Plain: Figures{Recall: 1}, PlainWords: Figures{Recall: 1}},
	} {
		have := got[i].Rivals
		if have.Unseeded.Recall != want.Unseeded.Recall || have.Unseeded.NDCG != want.Unseeded.NDCG ||
			have.Plain.Recall != want.Plain.Recall || have.PlainWords.Recall != want.PlainWords.Recall {
			t.Errorf("task %d: got %+v, want %+v", i+1, have, want)
		}
	}
}

func TestAnotherTaskThanThoseOfTheFileIsAnError(t *testing.T) {
	c, dir := standIn(t), t.TempDir()
	writeFiles(t, dir, map[string]string{"tree/a.go": "", "s.jsonl": ""})
	s := set{Name: "s", File: "s.jsonl", dir: dir, group: commits}
	_, err := c.besidePlain(s, &benchtree.Place{Dir: dir}, []string{"eval"})
	if err == nil || !strings.Contains(err.Error(), "task one is not in s.jsonl") {
		t.Errorf("got %v", err)
	}
	writeFiles(t, dir, map[string]string{"s.jsonl": "{"})
	if _, err := s.tasks(); err == nil || !strings.Contains(err.Error(), "s.jsonl") {
		t.Errorf("broken tasks: got %v", err)
	}
}

// TestRunRecordsCommitsAndSeededTasks also has a set with a missing repository, and one
// with a missing commit.
func TestRunRecordsCommitsAndSeededTasks(t *testing.T) {
	c := standIn(t)
	c.eval, c.repos, c.cache, c.record = t.TempDir(), t.TempDir(), t.TempDir(), true
	writeFiles(t, c.eval, map[string]string{"s.jsonl": oneTask, "repos.json": `[
		{"name": "broken", "repo": "owner/s", "base": "absent"},
		{"name": "s", "repo": "owner/s", "base": "HEAD"}, {"name": "absent", "repo": "owner/absent"}]`})
	if err := os.Rename(repository(t, "a.go", saveAndLoad), filepath.Join(c.repos, "s")); err != nil {
		t.Fatal(err)
	}
	if err := run(c); err == nil || err.Error() != "not measured: broken, broken seeded" {
		t.Errorf("got %v", err)
	}
	got, err := readRun(filepath.Join(c.cache, "recorded.json"))
	if err != nil || len(got) != 2 || len(got["s"]) != 1 || len(got["s seeded"]) != 2 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if got["s"][0].Rivals.Plain.Recall != 0.5 {
		t.Errorf("got %+v", got["s"][0])
	}
	c.only = "s"
	if err := run(c); err != nil {
		t.Errorf("broken is not asked for: %v", err)
	}
}

// repository creates a repository of one commit with a file, and returns its
// folder.
func repository(t *testing.T, path, text string) string {
	t.Helper()
	p := newPast(t)
	p.commit("a", map[string]string{path: text})
	return p.dir
}
