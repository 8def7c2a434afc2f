package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/testkit/benchtree"
)

// numbered creates a base of small files and a commit for each, and returns the
// base.
func numbered(p past, commits int) string {
	base := p.commit("Base", several(commits, "f%d.go", "var a\n"))
	for i := range commits {
		p.commit(fmt.Sprintf("Take the number %d once", i),
			map[string]string{fmt.Sprintf("f%d.go", i): "var b\n"})
	}
	return base
}

// TestDerivedSetsAreMeasured also has a set with one commit too few.
func TestDerivedSetsAreMeasured(t *testing.T) {
	c, p := standIn(t), newPast(t)
	c.eval, c.repos, c.cache, c.record = t.TempDir(), t.TempDir(), t.TempDir(), true
	base := numbered(p, leastTasks)
	writeFiles(t, c.eval, map[string]string{"commits/repos.json": fmt.Sprintf(
		`[{"name": "derived", "repo": "owner/r", "base": %q, "newest": %q},
		{"name": "few", "repo": "owner/r", "base": %[1]q, "newest": %[3]q}]`,
		base, p.git("rev-parse", "HEAD"), p.git("rev-parse", "HEAD^"))})
	if err := os.Rename(p.dir, filepath.Join(c.repos, "r")); err != nil {
		t.Fatal(err)
	}
	if err := run(c); err != nil {
		t.Fatal(err)
	}
	got, err := readRun(filepath.Join(c.cache, "recorded.json"))
	if err != nil || len(got["derived"]) != leastTasks || len(got) != 2 {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestTasksAreDerivedAnew checks that tasks are derived again if and only if the
// index or the newest commit changes.
func TestTasksAreDerivedAnew(t *testing.T) {
	c, p, place := standIn(t), newPast(t), t.TempDir()
	s := set{Name: "s", File: "s.jsonl", Base: numbered(p, leastTasks+1), Newest: "HEAD", dir: place, group: commits}
	at, tasks := p.place(s.Base), filepath.Join(place, "s.jsonl")
	derives := func() bool {
		t.Helper()
		writeFiles(t, place, map[string]string{"s.jsonl": "mark"})
		if err := c.deriveTasks(s, at); err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(tasks)
		if err != nil {
			t.Fatal(err)
		}
		return string(raw) != "mark"
	}
	writeFiles(t, at.Dir, map[string]string{"artifacts.stamp": "1"})
	if !derives() || derives() {
		t.Error("the same is not derived once")
	}
	writeFiles(t, at.Dir, map[string]string{"artifacts.stamp": "2"})
	if !derives() || derives() {
		t.Error("tasks of another index are kept")
	}
	s.Newest = "HEAD^"
	if !derives() || derives() {
		t.Error("tasks up to another commit are kept")
	}
	s.Newest = "HEAD^^"
	err := c.deriveTasks(s, at)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "11 tasks in its commits") {
		t.Errorf("got %v", err)
	}
	absent := *at
	absent.Git = "absent"
	if err := c.deriveTasks(s, &absent); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a history that is not there: got %v", err)
	}
}

// TestTasksOfDocumentationAreDerived uses the definitions of the index and the
// documents of the tree.
func TestTasksOfDocumentationAreDerived(t *testing.T) {
	at := &benchtree.Place{Dir: t.TempDir()}
	writeFiles(t, at.Tree(), map[string]string{"guide.md": manual, "guide.txt": manualRST})
	s := set{Name: "s", group: documentation}
	got, err := s.derive(at, []node{{Kind: "class", Name: "net.RetryPolicy", Path: "b.go"},
		{Kind: "class", Name: "RetryPolicy", Path: "a.go"}, {Kind: "method", Name: "Pool.RetryPolicy", Path: "a.go"},
		{Kind: "property", Name: "x.RetryPolicy", Path: "c.go"}, {Kind: "class", Name: "RetryPolicy"}})
	want := "Use to send a request once more after the connection was lost: a.go  0-0 [], b.go  0-0 []"
	if err != nil || drawnTasks(got) != want {
		t.Errorf("got %s, %v, want %s", drawnTasks(got), err, want)
	}
	if _, err := s.derive(&benchtree.Place{Dir: t.TempDir()}, nil); err == nil {
		t.Error("a tree that is missing is no error")
	}
}

// TestWrittenTasksAreRead checks that missing parts of a task are not written.
func TestWrittenTasksAreRead(t *testing.T) {
	s := set{dir: t.TempDir(), File: "s.jsonl"}
	want := []task{{ID: "1", Query: "q", Split: "tune", Gold: []entry{{Path: "a"}}},
		{ID: "2", Commit: "c", Gold: []entry{{Path: "a", Name: "f", Start: 1, End: 3, Edits: [][2]int{{2, 3}}}}}}
	file := filepath.Join(s.dir, s.File)
	if err := writeTasks(file, want); err != nil {
		t.Fatal(err)
	}
	if got, err := s.tasks(); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	raw, err := os.ReadFile(file)
	if first := `{"id":"1","query":"q","split":"tune","gold":[{"path":"a"}]}` + "\n"; err != nil || !strings.HasPrefix(string(raw), first) {
		t.Errorf("got %s, %v", raw, err)
	}
	if err := writeTasks(s.dir, want); err == nil {
		t.Error("a file that cannot be written is no error")
	}
}
