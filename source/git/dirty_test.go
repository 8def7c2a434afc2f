package git

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"seedgraph/testkit/longtest"
)

// commitAll makes a repository of the files in dir with one commit.
func commitAll(t *testing.T, dir string) {
	t.Helper()
	needsGit(t)
	git(t, dir, "", "init", "-q", "-b", "main", ".")
	git(t, dir, "", "add", "-A")
	commit(t, dir, "first")
}

func commit(t *testing.T, dir, message string) {
	t.Helper()
	git(t, dir, "", "-c", "user.name=n", "-c", "user.email=e@example.org", "commit", "-q",
		"--allow-empty", "-m", message)
}

// listed returns the paths of all files of a tree.
func listed(t *testing.T, root string) []string {
	t.Helper()
	var paths []string
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if d.Name() == ".git" {
				return fs.SkipDir
			}
			return err
		}
		rel, err := filepath.Rel(root, path)
		paths = append(paths, filepath.ToSlash(rel))
		return err
	}))
	return paths
}

// TestDirtyAgainstGit changes repositories at random and compares with `git status`.
func TestDirtyAgainstGit(t *testing.T) {
	longtest.NotRaced(t)
	dirty := 0
	const repositories = 40
	for seed := range uint64(repositories) {
		r := rand.New(rand.NewPCG(seed, 1))
		root := t.TempDir()
		for i := range 6 {
			write(t, root, fmt.Sprintf("d%d/f%d.go", i%2, i), fmt.Sprintf("package p%d\n", i))
		}
		commitAll(t, root)
		if seed%2 == 0 { // git trusts times that are older than its index
			past := time.Now().Add(-time.Hour)
			for _, p := range listed(t, root) {
				must(t, os.Chtimes(filepath.Join(root, p), past, past))
			}
			git(t, root, "", "update-index", "-q", "--refresh")
		}
		var did []string
		for range r.IntN(3) {
			did = append(did, change(t, r, root))
		}
		want := git(t, root, "", "status", "--porcelain", "--untracked-files=all") != ""
		got, err := Dirty(root, listed(t, root), func(string) bool { return true })
		if err != nil || got != want {
			t.Errorf("seed %d, after %q: dirty is %v, %v, git says %v", seed, did, got, err, want)
		}
		if want {
			dirty++
		}
	}
	if dirty < repositories/4 || dirty > repositories*3/4 {
		t.Errorf("%d of %d repositories are dirty: the changes test nothing", dirty, repositories)
	}
}

// change makes a random change to a work tree, and returns its description.
func change(t *testing.T, r *rand.Rand, root string) string {
	t.Helper()
	path := fmt.Sprintf("d%d/f%d.go", r.IntN(2), r.IntN(6))
	full := filepath.Join(root, path)
	raw, err := os.ReadFile(full)
	switch k := r.IntN(6); {
	case k == 0:
		write(t, root, path, string(raw)+"var x int\n")
		return "write " + path
	case k == 1 && err == nil:
		must(t, os.Remove(full))
		return "remove " + path
	case k == 2 && err == nil: // the same text with another time
		must(t, os.Chtimes(full, time.Now(), time.Now().Add(time.Minute)))
		return "touch " + path
	case k == 3:
		write(t, root, path, string(raw)+"var y int\n")
		git(t, root, "", "add", path)
		return "stage " + path
	case k == 4:
		write(t, root, path, string(raw)+"var z int\n")
		git(t, root, "", "add", path)
		commit(t, root, "more")
		return "commit " + path
	}
	return "nothing"
}

// TestDirtyBelow checks only a folder of a repository, and line ends.
func TestDirtyBelow(t *testing.T) {
	root := t.TempDir()
	write(t, root, "a/f.go", "package a\n\nvar x int\n")
	write(t, root, "b/g.go", "package b\n")
	commitAll(t, root)
	wants := func(dir string, want bool) {
		t.Helper()
		sub := filepath.Join(root, dir)
		got, err := Dirty(sub, listed(t, sub), func(p string) bool {
			return strings.HasSuffix(p, ".go")
		})
		if err != nil || got != want {
			t.Errorf("%s: dirty is %v, %v, want %v", dir, got, err, want)
		}
	}
	write(t, root, "a/f.go", "package a\r\n\r\nvar x int\r\n")
	wants("a", false)
	write(t, root, "a/f.go", "package a\n\nvar y int\n")
	wants("a", true)
	wants("b", false)
	write(t, root, "b/g.go", "package b\n\nvar x int\n")
	git(t, root, "", "add", "b/g.go")
	git(t, root, "", "checkout", "-q", "a/f.go")
	wants("a", false)
	wants("b", true)
	wants(".", true)
	commit(t, root, "second")
	wants("b", false)
	wants(".", false)
	must(t, os.Remove(filepath.Join(root, "a", "f.go")))
	wants("a", true)
	if got, err := Dirty(t.TempDir(), []string{"x.go"}, nil); got || err != nil {
		t.Errorf("a tree without a repository is dirty: %v, %v", got, err)
	}
}

// TestCommitsSince counts by first parents, in loose objects and in packs.
func TestCommitsSince(t *testing.T) {
	root := t.TempDir()
	write(t, root, "f.go", "package f\n")
	commitAll(t, root)
	base, err := Head(root)
	if err != nil || len(base) != 40 {
		t.Fatalf("the head is %q, %v", base, err)
	}
	for i := range 5 {
		commit(t, root, fmt.Sprint("commit ", i))
	}
	for _, packed := range []bool{false, true} {
		if packed {
			git(t, root, "", "-c", "pack.depth=0", "repack", "-q", "-a", "-d")
		}
		head, _ := Head(root)
		if n, ok := CommitsSince(root, base, head, 10); n != 5 || !ok {
			t.Errorf("packed %v: %d commits, %v", packed, n, ok)
		}
		if n, ok := CommitsSince(root, base, head, 4); ok {
			t.Errorf("packed %v: %d commits within a limit of 4", packed, n)
		}
		if n, ok := CommitsSince(root, head, base, 10); ok {
			t.Errorf("packed %v: the first commit comes %d after the last", packed, n)
		}
	}
	if head, err := Head(t.TempDir()); head != "" || err != nil {
		t.Errorf("a tree without a repository has the head %q, %v", head, err)
	}
}
