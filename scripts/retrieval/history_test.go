package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/testkit/benchtree"
)

// A past is a repository to which a test adds commits.
type past struct {
	*testing.T
	dir string
}

func newPast(t *testing.T) past {
	p := past{t, t.TempDir()}
	p.git("init", "-q", "-b", "main")
	return p
}

// git runs git, and returns its output.
func (p past) git(args ...string) string {
	p.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.Fatalf("git %v: %s", args, out)
	}
	return strings.TrimSpace(string(out))
}

// commit writes files, or removes those with an empty text, and returns the id of
// the commit.
func (p past) commit(subject string, files map[string]string) string {
	p.Helper()
	writeFiles(p.T, p.dir, files)
	for path, text := range files {
		if text == "" {
			if err := os.Remove(filepath.Join(p.dir, path)); err != nil {
				p.Fatal(err)
			}
		}
	}
	p.git("add", "-A")
	p.git("commit", "-q", "--allow-empty", "-m", subject)
	return p.git("rev-parse", "HEAD")
}

// place returns a place for a commit of the repository.
func (p past) place(commit string) *benchtree.Place {
	return &benchtree.Place{Dir: p.TempDir(), Git: filepath.Join(p.dir, ".git"), Commit: commit}
}

func (p past) history() history { return history{filepath.Join(p.dir, ".git")} }

// letters writes each letter as a line.
func letters(text string) string { return strings.Join(strings.Split(text, ""), "\n") + "\n" }

func TestCommitsAreListedWithoutMergesTheOldestFirst(t *testing.T) {
	p := newPast(t)
	base := p.commit("Base", nil)
	p.commit("First of all", nil)
	p.git("checkout", "-q", "-b", "side", base)
	p.commit("On the side", map[string]string{"a": "a"})
	p.git("checkout", "-q", "main")
	p.git("merge", "-q", "--no-ff", "-m", "Merge", "side")
	last := p.commit("Last", nil)
	commits, err := p.history().commits(base, "HEAD")
	if err != nil || len(commits) != 3 {
		t.Fatalf("got %v, %v", commits, err)
	}
	if commits[2] != (commit{last, "Last"}) {
		t.Errorf("got %v", commits[2])
	}
	if _, err := p.history().commits("absent", "HEAD"); err == nil {
		t.Error("a commit that is missing is no error")
	}
}

func TestChangesOfACommit(t *testing.T) {
	p := newPast(t)
	long := letters("abcdefghijklmnop")
	p.commit("Base", map[string]string{"changed": "a", "é": "b", "old": long})
	id := p.commit("All", map[string]string{"changed": "x", "é": "", "old": "", "new": long})
	got, err := p.history().changes(id)
	want := "[{77 changed} {65 new} {68 old} {68 é}]"
	if err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, %v, want %s", got, err, want)
	}
	if _, err := p.history().changes("absent"); err == nil {
		t.Error("a commit that is missing is no error")
	}
}

// TestHunksMapLinesBack checks that lines before, between and after hunks have an
// origin, and lines of a hunk do not.
func TestHunksMapLinesBack(t *testing.T) {
	p := newPast(t)
	was := p.commit("Base", map[string]string{"[a]": letters("abcdefgh"), "a": "a"})
	is := p.commit("Next", map[string]string{"[a]": letters("xyabdeFGh"), "a": "b"})
	hunks, err := p.history().hunks(was, is, "[a]")
	if want := "[{{1 0} {1 2} [x y]} {{3 3} {5 4} [c]} {{6 7} {7 8} [f g F G]}]"; err != nil || fmt.Sprint(hunks) != want {
		t.Fatalf("got %v, %v, want %s", hunks, err, want)
	}
	for i, want := range []int{0, 0, 1, 2, 4, 5, 0, 0, 8} {
		if got, ok := originOf(hunks, i+1); got != want || ok != (want > 0) {
			t.Errorf("line %d: got %d, %v, want %d", i+1, got, ok, want)
		}
	}
	for _, tt := range []struct {
		lines, want span
		ok          bool
	}{{span{3, 6}, span{1, 5}, true}, {span{9, 9}, span{8, 8}, true}, {span{6, 7}, span{}, false}} {
		if got, ok := origin(hunks, tt.lines); got != tt.want || ok != tt.ok {
			t.Errorf("lines %v: got %v, %v, want %v", tt.lines, got, ok, tt.want)
		}
	}
	var touched []span
	for _, h := range hunks {
		touched = append(touched, h.touched())
	}
	if got, want := fmt.Sprint(touched), "[{1 1} {3 3} {6 7}]"; got != want {
		t.Errorf("touched: got %s, want %s", got, want)
	}
	if _, err := p.history().hunks("absent", is, "a"); err == nil {
		t.Error("a commit that is missing is no error")
	}
}

// TestHunksAreReadFromTheirHeadersOn checks that text above the first header is
// ignored, and that lines may look like such text.
func TestHunksAreReadFromTheirHeadersOn(t *testing.T) {
	got, err := readHunks("--- a/x.sql\n+++ b/x.sql\n@@ -4,2 +3,0 @@ create table t (\n--- old\n--- older\r\n" +
		"@@ -9,0 +8 @@\n+++i\n\\ No newline at end of file\n")
	if want := `[{{4 5} {4 3} [-- old -- older]} {{10 9} {8 8} [++i]}]`; err != nil || fmt.Sprint(got) != want {
		t.Errorf("got %v, %v, want %s", got, err, want)
	}
	for _, broken := range []string{"@@ -1\n", "@@ -a +1 @@\n", "@@ -1 +a @@\n", "@@ -1,a +1 @@\n"} {
		if _, err := readHunks(broken); err == nil {
			t.Errorf("%q is no error", broken)
		}
	}
}
