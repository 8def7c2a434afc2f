package benchtree

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/testkit/treetest"
)

const shop = `
-- src/a.go --
package a
-- src/link.go --
-> a.go
-- odd "name".txt --
text
`

// git runs git in a folder and returns its output.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %s", args, out)
	}
	return strings.TrimSpace(string(out))
}

// newPlace creates a repository of one commit, and a place for it.
func newPlace(t *testing.T) *Place {
	t.Helper()
	dir := treetest.Write(t, shop)
	git(t, dir, "init", "-q")
	git(t, dir, "add", "-A")
	git(t, dir, "commit", "-q", "-m", "a")
	return &Place{Dir: t.TempDir(), Git: filepath.Join(dir, ".git"), Commit: git(t, dir, "rev-parse", "HEAD")}
}

func TestClonesAreFoundByEachOfTheirNames(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"one+shop/repo", "two/shop/.git", "mall", "empty"} {
		if err := os.MkdirAll(filepath.Join(dir, folder, "objects"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(filepath.Join(dir, "empty", "objects")); err != nil {
		t.Fatal(err)
	}
	for repository, want := range map[string]string{"one/shop": "one+shop/repo",
		"two/shop": "two/shop/.git", "any/mall": "mall"} {
		got, err := Clone(dir, repository)
		if err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: got %s, %v, want %s", repository, got, err, want)
		}
	}
	if got, err := Clone(dir, "any/empty"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder without objects: got %s, %v", got, err)
	}
}

func TestFilesWithATextAreListed(t *testing.T) {
	files, err := newPlace(t).Files()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		got = append(got, fmt.Sprintf("%s %v", f.Path, f.HasText()))
	}
	if want := `odd "name".txt true, src/a.go true, src/link.go false`; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

func TestMissingFilesAreNamed(t *testing.T) {
	p := newPlace(t)
	files, err := p.Files()
	if err != nil {
		t.Fatal(err)
	}
	if missing, err := p.Missing(files); err != nil || len(missing) > 0 {
		t.Errorf("of a whole clone: got %q, %v", missing, err)
	}
	id := git(t, filepath.Dir(p.Git), "rev-parse", "HEAD:src/a.go")
	if err := os.Remove(filepath.Join(p.Git, "objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	if missing, err := p.Missing(files); err != nil || strings.Join(missing, " ") != "src/a.go" {
		t.Errorf("got %q, %v", missing, err)
	}
	if err := p.CheckOut([]string{"src/a.go"}); err == nil {
		t.Error("a file without content was checked out")
	}
}

func TestFilesAreCheckedOutOnce(t *testing.T) {
	p := newPlace(t)
	paths := []string{"src/a.go", `odd "name".txt`}
	mark := filepath.Join(p.Tree(), "mark")
	for range 2 {
		if err := p.CheckOut(paths); err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if _, err := os.Stat(filepath.Join(p.Tree(), path)); err != nil {
				t.Error(err)
			}
		}
		if _, err := os.Lstat(filepath.Join(p.Tree(), "src/link.go")); err == nil {
			t.Error("a file was checked out that was not asked for")
		}
		// A second checkout would remove it.
		if err := os.WriteFile(mark, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(mark); err != nil {
		t.Error("a tree that was there was checked out again")
	}
	if err := p.CheckOut(paths[:1]); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the tree of other files was kept")
	}
}

func TestALinkedTreeIsAWorkTreeOfTheCommit(t *testing.T) {
	p := newPlace(t)
	if err := p.CheckOut([]string{"src/a.go"}); err != nil {
		t.Fatal(err)
	}
	if err := p.Link(); err != nil {
		t.Fatal(err)
	}
	if got := git(t, p.Tree(), "rev-parse", "HEAD"); got != p.Commit {
		t.Errorf("HEAD is %s, want %s", got, p.Commit)
	}
	if got := git(t, p.Tree(), "show", "HEAD:src/a.go"); got != "package a" {
		t.Errorf("got %q", got)
	}
}

// TestAnIndexIsBuiltOnce checks that an index is rebuilt only if the arguments, the
// program or the files differ.
func TestAnIndexIsBuiltOnce(t *testing.T) {
	p := newPlace(t)
	if err := p.CheckOut([]string{"src/a.go"}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	indexer := filepath.Join(dir, "indexer")
	script := "#!/bin/sh\necho \"$@\" >>\"$(dirname \"$0\")/log\"\nexit 3\n" // 3: some files were skipped
	if err := os.WriteFile(indexer, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, nil, {"--history", "5"}, {"--history", "5"}} {
		if err := p.Index(indexer, args...); err != nil {
			t.Fatal(err)
		}
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	build := "build " + p.Tree() + " --out " + p.Artifacts() + " --quiet --no-cache"
	if want := build + "\n" + build + " --history 5\n"; err != nil || string(log) != want {
		t.Errorf("got %s, %v, want %s", log, err, want)
	}
	if err := p.Index(filepath.Join(dir, "absent")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a program: got %v", err)
	}
}
