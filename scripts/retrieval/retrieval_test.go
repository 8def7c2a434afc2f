package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/testkit/benchtree"
)

// items returns tasks with the given values of nDCG@10.
func items(split string, values ...float64) []Item {
	var out []Item
	for i, v := range values {
		out = append(out, Item{ID: fmt.Sprint(i), Split: split, NDCG: v})
	}
	return out
}

func ndcg(i Item) float64 { return i.NDCG }

func TestMacroCountsSetsAlike(t *testing.T) {
	got := macro([][]Item{items("", 1, 1, 1, 1), items("", 0), nil}, ndcg)
	if got != 0.5 {
		t.Errorf("got %v, want 0.5", got)
	}
}

func TestCompareIsPaired(t *testing.T) {
	before := items("", 0.1, 0.9, 0.5, 0.3, 0.7)
	better := items("", 0.2, 1.0, 0.6, 0.4, 0.8)
	c := compare([][]Item{better}, [][]Item{before}, ndcg)
	if c.mean < 0.0999 || c.mean > 0.1001 || c.low < 0.0999 || c.high > 0.1001 {
		t.Errorf("each task gains 0.1: %+v", c)
	}
	mixed := items("", 0.3, 0.7, 0.7, 0.1, 0.7)
	if c := compare([][]Item{mixed}, [][]Item{before}, ndcg); c.low >= 0 || c.high <= 0 ||
		strings.Contains(c.String(), "*") {
		t.Errorf("gains and losses alike: %v", c)
	}
	if c := compare([][]Item{better}, [][]Item{nil}, ndcg); c.mean == c.mean || c.String() != "–" {
		t.Errorf("nothing to compare with: %v", c)
	}
	if a, b := compare([][]Item{mixed}, [][]Item{before}, ndcg),
		compare([][]Item{mixed}, [][]Item{before}, ndcg); a != b {
		t.Errorf("two runs differ: %v, %v", a, b)
	}
}

func TestTableHasSplitsKindsAndChanges(t *testing.T) {
	now := append(items("tune", 1), items("report", 0.5, 1)...)
	now[1].Kind, now[2].Kind = "prose", "symbol"
	before := append(items("tune", 1), items("report", 0.5, 0.5)...)
	sets := []set{{Name: "a", group: commits}, {Name: "absent", group: commits}}
	got := strings.Join(table(sets, Run{"a": now}, Run{"a": before}), "\n")
	for _, want := range []string{"| commits, tune | tasks | nDCG@10 |", "| a | 2 | 0.750 |",
		"| prose | 1 | 0.500 |", "| symbol | 1 | 1.000 |", "| +0.250"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "absent") {
		t.Errorf("a set without figures is in\n%s", got)
	}
}

func TestChoosesFiles(t *testing.T) {
	s := set{Folders: []string{"src/"}, Extensions: []string{"go"}, Exclude: `_test\.go$`,
		Queries: "reports", Files: 1}
	tree := []benchtree.File{{Path: "src/a.go"}, {Path: "src/link.go", Mode: "120000"}, {Path: "src/a_test.go"},
		{Path: "lib/a.go"}, {Path: "src/a.txt"}, {Path: "reports/1.txt"}}
	got, err := s.choose(tree)
	if want := []string{"src/a.go", "reports/1.txt"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	s.Files = 2
	if _, err := s.choose(tree); err == nil {
		t.Error("another number of files than stated is no error")
	}
}

// writeFiles writes texts into a folder, by path.
func writeFiles(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
