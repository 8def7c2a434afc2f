package walk

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestOtherWorkTreesAreLeftOut: a linked work tree has the files of its repository a
// second time. A submodule, a separate repository and a linked work tree of another
// repository do not.
func TestOtherWorkTreesAreLeftOut(t *testing.T) {
	const left = "skip .trees/feat/ worktree: another work tree of this repository\n"
	linked := map[string]string{
		".git/HEAD": "ref: refs/heads/main", ".git/worktrees/feat/HEAD": "ref: refs/heads/feat",
		".git/worktrees/feat/commondir": "../..", ".trees/feat/a.go": "", "a.go": "",
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		opts  Options
		want  string
	}{
		{"relative", map[string]string{".trees/feat/.git": "gitdir: ../../.git/worktrees/feat\n"},
			Options{}, "list a.go\n" + left},
		{"absolute", map[string]string{".trees/feat/.git": "gitdir: ROOT/.git/worktrees/feat\n"},
			Options{}, "list a.go\n" + left},
		{"of a repository that was moved", map[string]string{
			".trees/feat/.git": "gitdir: /elsewhere/.git/worktrees/feat\n"},
			Options{}, "list a.go\n" + left},
		{"without the rules of git", map[string]string{
			".trees/feat/.git": "gitdir: ../../.git/worktrees/feat\n"},
			Options{NoIgnore: true}, "list a.go\n" + left},
		{"wanted", map[string]string{".trees/feat/.git": "gitdir: ../../.git/worktrees/feat\n"},
			Options{Exclude: []string{"!.trees/feat/"}}, "list .trees/feat/a.go\nlist a.go\n"},
		{"a submodule", map[string]string{".trees/feat/.git": "gitdir: ../../.git/modules/feat\n",
			".git/modules/feat/HEAD": "ref: refs/heads/main"},
			Options{}, "list .trees/feat/a.go\nlist a.go\n"},
		{"a repository of its own", map[string]string{".trees/feat/.git/HEAD": "ref: refs/heads/main"},
			Options{}, "list .trees/feat/a.go\nlist a.go\n"},
		{"a work tree of another repository", map[string]string{
			".trees/feat/.git": "gitdir: /elsewhere/.git/worktrees/other\n"},
			Options{}, "list .trees/feat/a.go\nlist a.go\n"},
		{"of a bare repository", map[string]string{".git/config": "[core]\n\tbare = true\n",
			".trees/feat/.git": "gitdir: ../../.git/worktrees/feat\n"},
			Options{}, "list .trees/feat/a.go\nlist a.go\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := realRoot(t, t.TempDir())
			for _, files := range []map[string]string{linked, c.files} {
				for name, text := range files {
					write(t, root, name, replaceRoot(text, root))
				}
			}
			want := c.want + "ignored 0, unselected 0\n"
			if got := outcome(t, root, c.opts); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// TestTheMainWorkTreeIsAnotherOne: a linked work tree may contain the one that it
// was created from.
func TestTheMainWorkTreeIsAnotherOne(t *testing.T) {
	root := realRoot(t, t.TempDir())
	write(t, root, "main/.git/HEAD", "ref: refs/heads/main")
	write(t, root, "main/.git/worktrees/feat/HEAD", "ref: refs/heads/feat")
	write(t, root, "main/.git/worktrees/feat/commondir", "../..")
	write(t, root, "main/a.go", "")
	write(t, root, ".git", "gitdir: "+filepath.Join(root, "main/.git/worktrees/feat"))
	write(t, root, "a.go", "")
	want := "list a.go\nskip main/ worktree: another work tree of this repository\n" +
		"ignored 0, unselected 0\n"
	if got := outcome(t, root, Options{}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func realRoot(t *testing.T, dir string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(dir)
	must(t, err)
	return root
}

func replaceRoot(text, root string) string { return strings.ReplaceAll(text, "ROOT", root) }
