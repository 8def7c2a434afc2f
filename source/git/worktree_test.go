package git

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/testkit/longtest"
)

// diffOf returns the diff of the work tree according to the package.
func diffOf(t *testing.T, root, rev string) (diff string, left []Incomparable) {
	t.Helper()
	r, err := Open(root)
	must(t, err)
	defer r.Close()
	from, to, err := r.Revision(context.Background(), rev)
	must(t, err)
	if to == "" {
		to, left, err = r.WorkTree(context.Background(), nil)
		must(t, err)
	}
	var out strings.Builder
	must(t, r.Diff(context.Background(), from, to, func(in io.Reader) error {
		_, err := io.Copy(&out, in)
		return err
	}, []string{"-M"}, nil))
	return withoutIDs(out.String()), left
}

// withoutIDs drops the lines with object ids, whose abbreviation is up to git.
func withoutIDs(diff string) string {
	var out []string
	for _, line := range strings.Split(diff, "\n") {
		if !strings.HasPrefix(line, "index ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// gitDiff returns the diff according to git.
func gitDiff(t *testing.T, root string, args ...string) string {
	t.Helper()
	return withoutIDs(git(t, root, "", append([]string{"diff", "-U0", "-M", "--relative"}, args...)...))
}

// TestLineEndsAgainstGit commits texts of every kind, changes them in every way, and
// compares the differences with those of git under every rule for line ends. A comparison
// makes git read all files, so only exhaustive tests combine each rule with each value of
// core.autocrlf; the others combine it with two of four in turn.
func TestLineEndsAgainstGit(t *testing.T) {
	needsGit(t)
	t.Setenv("HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	root := t.TempDir()
	git(t, root, "", "init", "-q", ".")
	texts := []string{"a\nb\n", "a\r\nb\r\n", "a\r\nb\n", "a\rb\r\n", "a\x00\r\nb\r\n", "",
		"a\n$Id$\n", "a\r\n$Id: 123 $\r\n", "\x01\x02\r\n\x03\n", "a\r\nb\r\n\x1a"}
	for i, old := range texts {
		for j, now := range texts {
			if old != now { // otherwise rules changed since the commit would make a difference for git, but not for us
				write(t, root, fmt.Sprintf("f%d-%d.txt", i, j), old)
			}
		}
	}
	git(t, root, "", "-c", "core.autocrlf=false", "add", ".")
	git(t, root, "", "commit", "-q", "-m", "first")
	for i := range texts {
		for j, now := range texts {
			if i != j {
				write(t, root, fmt.Sprintf("f%d-%d.txt", i, j), now)
			}
		}
	}
	git(t, root, "", "gc", "-q")
	for i, rules := range []string{"", "* text", "* text=auto", "* -text", "* eol=crlf", "* eol=lf",
		"* text=auto eol=crlf", "* -text eol=lf", "* crlf", "* -crlf", "* crlf=input", "* ident",
		"* binary", "*-1.txt text\n*-2.txt -text", "[attr]mine text=auto\n* mine"} {
		write(t, root, ".gitattributes", rules+"\n")
		for j, auto := range []string{"", "true", "input", "false"} {
			if (i+j)%2 == 1 && !longtest.Exhaustive() {
				continue
			}
			git(t, root, "", "config", "core.autocrlf", auto)
			if auto == "" {
				git(t, root, "", "config", "--unset", "core.autocrlf")
			}
			want := gitDiff(t, root, "HEAD")
			got, left := diffOf(t, root, "HEAD")
			if strings.Contains(rules, "binary") { // only git reports this
				want, got = files(want), files(got)
			}
			if diff := cmp.Diff(want, got); diff != "" || left != nil {
				t.Errorf("%q, autocrlf %q: %v\n%s", rules, auto, left, diff)
			}
		}
	}
}

// files returns the files of a diff.
func files(diff string) string {
	var out []string
	for _, line := range strings.Split(diff, "\n") {
		if strings.HasPrefix(line, "diff ") {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// TestTheUserSaysHowLinesEnd checks that settings of the user apply, since they are
// not part of the tree.
func TestTheUserSaysHowLinesEnd(t *testing.T) {
	needsGit(t)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	root := t.TempDir()
	write(t, root, "a.go", "a\nb\n")
	commitAll(t, root)
	write(t, root, "a.go", "a\r\nb\r\n")
	if got, _ := diffOf(t, root, "HEAD"); !strings.Contains(got, "+b\r") {
		t.Errorf("without settings: %q", got)
	}
	write(t, home, ".gitconfig", "[core]\n\tautocrlf = true\n")
	if got, _ := diffOf(t, root, "HEAD"); got != "" {
		t.Errorf("with autocrlf: %q", got)
	}
	git(t, root, "", "config", "core.autocrlf", "false")
	if got, _ := diffOf(t, root, "HEAD"); !strings.Contains(got, "+b\r") {
		t.Errorf("the repository says no: %q", got)
	}
}

// TestIncomparableFiles checks that a file that a program rewrites is listed,
// unless it is unchanged.
func TestIncomparableFiles(t *testing.T) {
	needsGit(t)
	root := t.TempDir()
	const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 9\n"
	for name, text := range map[string]string{
		"a.lfs": pointer, "b.lfs": pointer, "secret.crypt": "x\n", "old.bin": pointer,
		"wide.cs": "w\n", "plain.go": "p\n"} {
		write(t, root, name, text)
	}
	commitAll(t, root)
	write(t, root, ".gitattributes",
		"*.lfs filter=lfs diff=lfs -text\n*.crypt filter=crypt\nwide.cs working-tree-encoding=UTF-16\n")
	for _, name := range []string{"a.lfs", "secret.crypt", "old.bin", "wide.cs", "plain.go"} {
		write(t, root, name, "other\n")
	}
	write(t, root, "b.lfs", pointer) // touched
	got, left := diffOf(t, root, "HEAD")
	if files(got) != "diff --git a/plain.go b/plain.go" {
		t.Errorf("differences:\n%s", got)
	}
	want := []Incomparable{{"a.lfs", "filter lfs"}, {"old.bin", "a pointer of Git LFS"},
		{"secret.crypt", "filter crypt"}, {"wide.cs", "encoding UTF-16"}}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Error(diff)
	}
}

// TestWorkTreeAgainstGit compares the result of every possible change to a file
// with git.
func TestWorkTreeAgainstGit(t *testing.T) {
	needsGit(t)
	root := t.TempDir()
	for _, name := range []string{"same.go", "gone.go", "changed.go", "moved.go", "mode.go",
		"folder.go", "link.go", "dir/below.go", "dir with space/ä\t.go", "deep/a/b/c.go"} {
		write(t, root, name, "package "+strings.TrimSuffix(filepath.Base(name), ".go")+
			"\n\nvar a, b, c int\n")
	}
	must(t, os.Symlink("same.go", filepath.Join(root, "to-same")))
	commitAll(t, root)
	git(t, root, "", "branch", "old")
	write(t, root, "later.go", "package later\n")
	git(t, root, "", "add", ".")
	commit(t, root, "second")
	git(t, root, "", "tag", "-a", "-m", "note", "v1")

	must(t, os.Remove(filepath.Join(root, "gone.go")))
	write(t, root, "changed.go", "package changed\n\nvar a, b int\n")
	git(t, root, "", "mv", "moved.go", "elsewhere.go")
	must(t, os.Remove(filepath.Join(root, "folder.go")))
	write(t, root, "folder.go/x.go", "package x\n")
	must(t, os.Remove(filepath.Join(root, "link.go")))
	must(t, os.Symlink("same.go", filepath.Join(root, "link.go")))
	must(t, os.Remove(filepath.Join(root, "to-same")))
	must(t, os.Symlink("later.go", filepath.Join(root, "to-same")))
	write(t, root, "untracked.go", "package u\n")
	write(t, root, "staged.go", "package s\n")
	git(t, root, "", "add", "staged.go")
	write(t, root, "staged.go", "package s2\n")
	write(t, root, "dir with space/ä\t.go", "package ae\n")
	git(t, root, "", "update-index", "--assume-unchanged", "same.go")
	write(t, root, "same.go", "assumed\n")

	for _, rev := range []string{"HEAD", "HEAD~1", "old", "v1", "old..v1", "old...HEAD", "@", "@~1",
		"HEAD^{tree}", "refs/heads/old", "v1^{commit}~1", "old..", "..old"} {
		got, left := diffOf(t, root, rev)
		if diff := cmp.Diff(gitDiff(t, root, rev), got); diff != "" || left != nil {
			t.Errorf("%s: %v\n%s", rev, left, diff)
		}
	}
	sub := filepath.Join(root, "deep", "a")
	write(t, sub, "b/c.go", "package c\n\n\nvar d int\n")
	if got, _ := diffOf(t, sub, "HEAD"); got != gitDiff(t, sub, "HEAD") || !strings.Contains(got, "a/b/c.go b/b/c.go") {
		t.Errorf("below a folder:\n%s", got)
	}
}

// TestNothingOutsideIsRead checks that a folder replaced by a link to the outside
// has no files of the tree.
func TestNothingOutsideIsRead(t *testing.T) {
	needsGit(t)
	root, outside := t.TempDir(), t.TempDir()
	write(t, root, "dir/a.go", "package a\n")
	commitAll(t, root)
	write(t, outside, "a.go", "secret\n")
	must(t, os.RemoveAll(filepath.Join(root, "dir")))
	must(t, os.Symlink(outside, filepath.Join(root, "dir")))
	got, _ := diffOf(t, root, "HEAD")
	if strings.Contains(got, "secret") || !strings.Contains(got, "deleted file mode") {
		t.Errorf("got\n%s", got)
	}
}

// TestUnmerged checks that the work tree is used for a file with conflicts.
func TestUnmerged(t *testing.T) {
	needsGit(t)
	root := t.TempDir()
	write(t, root, "a.go", "one\n")
	commitAll(t, root)
	git(t, root, "", "checkout", "-q", "-b", "side")
	write(t, root, "a.go", "side\n")
	git(t, root, "", "commit", "-q", "-a", "-m", "side")
	git(t, root, "", "checkout", "-q", "main")
	write(t, root, "a.go", "main\n")
	git(t, root, "", "commit", "-q", "-a", "-m", "main")
	cmd := gitCommand(root, "merge", "-q", "side")
	if cmd.Run() == nil {
		t.Fatal("the merge has no conflict")
	}
	if got, _ := diffOf(t, root, "HEAD"); !strings.Contains(got, "+=======") {
		t.Errorf("got\n%s", got)
	}
}

// TestRevisions resolves other forms of revisions.
func TestRevisions(t *testing.T) {
	needsGit(t)
	root := t.TempDir()
	for i := range 3 {
		write(t, root, "a.go", fmt.Sprintf("package a%d\n", i))
		if i == 0 {
			commitAll(t, root)
			git(t, root, "", "branch", "base")
			continue
		}
		git(t, root, "", "commit", "-q", "-a", "-m", fmt.Sprint("change ", i))
	}
	git(t, root, "", "branch", "-q", "--set-upstream-to=base")
	git(t, root, "", "update-ref", "refs/remotes/origin/main", "HEAD~1")
	git(t, root, "", "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
	git(t, root, "", "update-ref", "ORIG_HEAD", "HEAD~2")
	short := strings.TrimSpace(git(t, root, "", "rev-parse", "--short", "HEAD~1"))
	for _, rev := range []string{"@{u}", "main@{upstream}", "main@{1}", "HEAD@{2}", "origin",
		"origin/main", "ORIG_HEAD", short, "HEAD^{/change 1}", "@{upstream}..origin"} {
		got, _ := diffOf(t, root, rev)
		if want := gitDiff(t, root, rev); got != want || got == "" {
			t.Errorf("%s: got\n%s\nwant\n%s", rev, got, want)
		}
	}
	r, err := Open(root)
	must(t, err)
	defer r.Close()
	for _, rev := range []string{"nowhere", "--output=x", "HEAD\nx", "main@{9999}", "a..b", "HEAD~99",
		"../../etc/passwd", "HEAD:none", ":", "^", "{", "refs/"} {
		if from, to, err := r.Revision(context.Background(), rev); err == nil {
			t.Errorf("%q is %s, %s", rev, from, to)
		}
	}
}
