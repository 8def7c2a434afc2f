//go:build unix

package git

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A ground is a repository in which every setting that can start a program names one
// that leaves a mark.
type ground struct {
	t    *testing.T
	root string // the work tree
	mark string // the program, and the folder of its marks
}

// commits makes a repository of a few commits on one file, in both hash formats.
func commits(t *testing.T, format string) *ground {
	t.Helper()
	needsGit(t)
	g := &ground{t: t, root: filepath.Join(t.TempDir(), "repo"), mark: t.TempDir()}
	must(t, os.Mkdir(g.root, 0o777))
	git(t, g.root, "", "init", "-q", "-b", "main", "--object-format="+format, ".")
	must(t, os.MkdirAll(filepath.Join(g.root, ".git/info"), 0o777))
	for i := range 4 {
		write(t, g.root, "src/a.go", fmt.Sprintf("package a\n\nvar x = %d\n", i))
		write(t, g.root, fmt.Sprintf("src/f%d.txt", i), "text\n")
		git(t, g.root, "", "add", ".")
		git(t, g.root, "", "commit", "-q", "-m", fmt.Sprintf("change %d", i))
	}
	return g
}

// copied returns a separate copy of the repository.
func (g *ground) copied(t *testing.T) *ground {
	to := &ground{t: t, root: filepath.Join(t.TempDir(), "repo"), mark: t.TempDir()}
	must(t, os.CopyFS(to.root, os.DirFS(g.root)))
	return to
}

// dirty changes the work tree, so that git would have to read it.
func (g *ground) dirty() {
	write(g.t, g.root, "src/a.go", "package a\n\n// new\nvar x = 3\n")
	write(g.t, g.root, "src/f1.txt", "text\nmore\n")
}

// plant sets the traps: a program that only writes a mark, in every setting that
// may name a program.
func (g *ground) plant() {
	t := g.t
	program := filepath.Join(g.mark, "trap")
	write(t, g.mark, "trap", "#!/bin/sh\necho \"$0 $*\" >> '"+g.mark+"/marks'\ncat\n")
	must(t, os.Chmod(program, 0o755))
	repo, ok := Find(g.root)
	if !ok {
		t.Fatal("no repository")
	}
	gitDir := repo.Common
	settings := fmt.Sprintf(`
[core]
	fsmonitor = %[1]s
	hooksPath = %[2]s
	pager = %[1]s
	sshCommand = %[1]s
	gitProxy = %[1]s
	askPass = %[1]s
	editor = %[1]s
	alternateRefsCommand = %[1]s
	attributesFile = %[2]s/attributes
[pager]
	log = %[1]s
	diff = %[1]s
[filter "trap"]
	clean = %[1]s
	smudge = %[1]s
	process = %[1]s
	required = true
[filter "lfs"]
	clean = %[1]s
	process = %[1]s
[diff]
	external = %[1]s
[diff "trap"]
	command = %[1]s
	textconv = %[1]s
	cachetextconv = true
[log]
	showSignature = true
[gpg]
	program = %[1]s
[gpg "ssh"]
	program = %[1]s
[credential]
	helper = %[1]s
[uploadpack]
	packObjectsHook = %[1]s
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[remote "origin"]
	url = ext::%[1]s
	uploadpack = %[1]s
	promisor = true
	partialclonefilter = blob:none
[extensions]
	partialClone = origin
[alias]
	log = !%[1]s
	diff-tree = !%[1]s
[include]
	path = %[2]s/more
[interactive]
	diffFilter = %[1]s
[submodule]
	recurse = true
[maintenance]
	auto = true
[trailer "x"]
	command = %[1]s
`, program, g.mark)
	config, err := os.ReadFile(filepath.Join(gitDir, "config"))
	must(t, err)
	write(t, g.mark, "more", "[core]\n\tfsmonitor = "+program+"\n")
	write(t, g.mark, "attributes", "* filter=trap diff=trap\n")
	must(t, os.WriteFile(filepath.Join(gitDir, "config"), append(config, settings...), 0o666))
	must(t, os.MkdirAll(filepath.Join(gitDir, "info"), 0o777))
	write(t, gitDir, "info/attributes", "*.txt diff=trap\n")
	for _, hook := range []string{"post-index-change", "pre-commit", "post-checkout",
		"fsmonitor-watchman", "reference-transaction", "query-watchman"} {
		for _, dir := range []string{g.mark, filepath.Join(gitDir, "hooks")} {
			write(t, dir, hook, "#!/bin/sh\necho hook >> '"+g.mark+"/marks'\n")
			must(t, os.Chmod(filepath.Join(dir, hook), 0o755))
		}
	}
	for name, value := range map[string]string{"GIT_EXTERNAL_DIFF": program, "GIT_PAGER": program,
		"GIT_SSH_COMMAND": program, "GIT_ASKPASS": program, "GIT_EDITOR": program,
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": program,
		"GIT_DIR": gitDir, "GIT_TRACE": g.mark + "/marks", "GIT_PROXY_COMMAND": program} {
		t.Setenv(name, value)
	}
}

// submodule creates a repository that has this one as a submodule in the folder sub,
// with changes and with its own traps.
func (g *ground) submodule() (top string) {
	t := g.t
	top = filepath.Join(t.TempDir(), "top")
	format := "sha1"
	if r, _ := Find(g.root); r.sha256() {
		format = "sha256"
	}
	git(t, filepath.Dir(top), "", "init", "-q", "-b", "main", "--object-format="+format, top)
	write(t, top, "src/a.go", "package a\n")
	git(t, top, "", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", g.root, "sub")
	git(t, top, "", "add", ".")
	git(t, top, "", "commit", "-q", "-m", "top")
	sub := *g
	sub.root = top + "/sub"
	sub.dirty()
	sub.plant()
	return top
}

// read reads everything that the package can, as text that does not depend on the
// location of the repository.
func (g *ground) read() string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := Open(g.root)
	if err != nil {
		return "open: " + err.Error()
	}
	defer r.Close()
	var out strings.Builder
	commits, err := r.Log(ctx, 100, 10)
	fmt.Fprintln(&out, err)
	var hashes []string
	for _, c := range commits {
		fmt.Fprintln(&out, c.Subject, c.Time, c.Files, c.Total)
		hashes = append(hashes, c.Hash)
	}
	all := func(in io.Reader) error { _, err := io.Copy(&out, in); return err }
	if err := r.Diffs(ctx, hashes, all, nil, nil); err != nil {
		fmt.Fprintln(&out, "diffs:", err)
	}
	tree, left, err := r.WorkTree(ctx, nil)
	fmt.Fprintln(&out, left, err)
	if err == nil {
		from, _, err := r.Revision(ctx, "HEAD")
		fmt.Fprintln(&out, err)
		if err := r.Diff(ctx, from, tree, all, []string{"-M"}, nil); err != nil {
			fmt.Fprintln(&out, "diff:", err)
		}
	}
	_, err = Dirty(g.root, []string{"src/a.go"}, func(string) bool { return true })
	fmt.Fprintln(&out, err)
	for _, gap := range r.Gaps() {
		fmt.Fprintln(&out, "gap:", gap.Reason)
	}
	return out.String()
}

// kinds are the kinds of repositories that may contain a trap. Each modifies the one of
// commits, and returns the work tree to read.
var kinds = []struct {
	name   string
	change func(g *ground)
	differ string // the expected report, if it does not read like a plain clone
}{
	{"plain", func(*ground) {}, ""},
	{"work tree that is linked", func(g *ground) {
		git(g.t, g.root, "", "worktree", "add", "-q", "--detach", "../linked", "HEAD")
		g.root = filepath.Join(filepath.Dir(g.root), "linked")
	}, ""},
	{"detached", func(g *ground) { git(g.t, g.root, "", "checkout", "-q", "--detach") }, ""},
	{"packed", func(g *ground) { git(g.t, g.root, "", "gc", "-q", "--aggressive") }, ""},
	{"packed, with a commit graph and an index of several packs", func(g *ground) {
		git(g.t, g.root, "", "repack", "-q", "-a", "-d", "-b")
		git(g.t, g.root, "", "commit-graph", "write", "--reachable", "--changed-paths")
		git(g.t, g.root, "", "multi-pack-index", "write")
	}, ""},
	{"a commit graph that is damaged", func(g *ground) {
		write(g.t, g.root, ".git/objects/info/commit-graph", "CGPH damaged")
	}, ""},
	{"many refs", func(g *ground) {
		id := strings.TrimSpace(git(g.t, g.root, "", "rev-parse", "HEAD"))
		lines := strings.Builder{} // of the format of pack-refs, which would take a file for each
		lines.WriteString("# pack-refs with: peeled fully-peeled sorted \n")
		for i := range 3000 {
			fmt.Fprintf(&lines, "%s refs/tags/t%04d\n", id, i)
		}
		write(g.t, g.root, ".git/packed-refs", lines.String())
	}, ""},
	{"replaced objects", func(g *ground) {
		git(g.t, g.root, "", "replace", "HEAD", "HEAD~2")
	}, ""},
	{"grafts", func(g *ground) {
		write(g.t, g.root, ".git/info/grafts", git(g.t, g.root, "", "rev-parse", "HEAD"))
	}, "gap: grafts"},
	{"shallow", func(g *ground) {
		git(g.t, filepath.Dir(g.root), "", "clone", "-q", "--depth=2", "file://"+g.root, "shallow")
		g.root = filepath.Join(filepath.Dir(g.root), "shallow")
	}, "gap: shallow"},
	{"partial", func(g *ground) {
		git(g.t, g.root, "", "config", "uploadpack.allowFilter", "true")
		git(g.t, filepath.Dir(g.root), "", "clone", "-q", "--filter=blob:none", "file://"+g.root,
			"partial")
		g.root = filepath.Join(filepath.Dir(g.root), "partial")
	}, "gap: partial"},
	{"partial, without trees", func(g *ground) {
		git(g.t, g.root, "", "config", "uploadpack.allowFilter", "true")
		git(g.t, filepath.Dir(g.root), "", "clone", "-q", "--filter=tree:0", "file://"+g.root,
			"partial")
		g.root = filepath.Join(filepath.Dir(g.root), "partial")
	}, "gap: damaged"},
	{"alternates", func(g *ground) {
		git(g.t, filepath.Dir(g.root), "", "clone", "-q", "-s", g.root, "borrows")
		g.root = filepath.Join(filepath.Dir(g.root), "borrows")
	}, "gap: alternates"},
	{"alternates that are gone", func(g *ground) {
		write(g.t, g.root, ".git/objects/info/alternates", "/nowhere/objects\n../../../none\n")
	}, "gap: alternates"},
	{"damaged", func(g *ground) {
		id := strings.TrimSpace(git(g.t, g.root, "", "rev-parse", "HEAD~2^{tree}"))
		path := filepath.Join(g.root, ".git/objects", id[:2], id[2:])
		must(g.t, os.Remove(path))
	}, "gap: damaged"},
	{"without an index", func(g *ground) { must(g.t, os.Remove(filepath.Join(g.root, ".git/index"))) },
		""},
	{"a damaged index", func(g *ground) { write(g.t, g.root, ".git/index", "DIRC") }, ""},
	{"a split index", func(g *ground) {
		git(g.t, g.root, "", "update-index", "--split-index")
	}, ""},
	{"an index of version 4", func(g *ground) {
		git(g.t, g.root, "", "update-index", "--index-version=4")
	}, ""},
	{"an untracked cache", func(g *ground) {
		git(g.t, g.root, "", "update-index", "--force-untracked-cache")
	}, ""},
	{"unborn", func(g *ground) { git(g.t, g.root, "", "symbolic-ref", "HEAD", "refs/heads/new") },
		"gap: damaged"},
	{"a branch that leads nowhere", func(g *ground) {
		write(g.t, g.root, ".git/refs/heads/main", strings.Repeat("0", 39)+"1\n")
	}, "gap: damaged"},
	{"a HEAD that is no ref", func(g *ground) { write(g.t, g.root, ".git/HEAD", "ref: ../../x\n") },
		"gap: damaged"},
	{"a folder of .git elsewhere", func(g *ground) {
		must(g.t, os.Rename(filepath.Join(g.root, ".git"), g.root+".git"))
		write(g.t, g.root, ".git", "gitdir: "+g.root+".git\n")
	}, "gap: elsewhere"},
	{"a folder of .git elsewhere that names the tree", func(g *ground) {
		git(g.t, g.root, "", "config", "core.worktree", g.root)
		must(g.t, os.Rename(filepath.Join(g.root, ".git"), g.root+".git"))
		write(g.t, g.root, ".git", "gitdir: "+g.root+".git\n")
	}, ""},
	{"a .git with the parts of a repository elsewhere", func(g *ground) {
		other := filepath.Join(filepath.Dir(g.root), "other")
		must(g.t, os.CopyFS(other, os.DirFS(filepath.Join(g.root, ".git"))))
		for _, name := range []string{"objects", "refs", "packed-refs"} {
			must(g.t, os.RemoveAll(filepath.Join(g.root, ".git", name)))
		}
		write(g.t, g.root, ".git/commondir", "../../other\n")
	}, "gap: elsewhere"},
	{"objects elsewhere", func(g *ground) {
		from, to := filepath.Join(g.root, ".git/objects"), filepath.Join(filepath.Dir(g.root), "objects")
		must(g.t, os.Rename(from, to))
		must(g.t, os.Symlink(to, from))
	}, "gap: alternates"},
	{"a link to a folder of .git elsewhere", func(g *ground) {
		must(g.t, os.Rename(filepath.Join(g.root, ".git"), g.root+".git"))
		must(g.t, os.Symlink(g.root+".git", filepath.Join(g.root, ".git")))
	}, "gap: elsewhere"},
	{"a named pipe among the objects", func(g *ground) {
		must(g.t, syscall.Mkfifo(filepath.Join(g.root, ".git/objects/pack/x.idx"), 0o666))
	}, "open: the objects of the repository include a named pipe: pack/x.idx"},
	{"named pipes for files of the repository", func(g *ground) {
		for _, name := range []string{"config", "packed-refs", "shallow", "index", "info/grafts",
			"info/attributes", "logs/HEAD", "config.worktree"} {
			path := filepath.Join(g.root, ".git", name)
			_ = os.Remove(path)
			must(g.t, syscall.Mkfifo(path, 0o666))
		}
	}, ""},
	{"a named pipe for alternates", func(g *ground) {
		must(g.t, syscall.Mkfifo(filepath.Join(g.root, ".git/objects/info/alternates"), 0o666))
	}, "open: the objects of the repository include a named pipe: info/alternates"},
	{"marked bare", func(g *ground) { git(g.t, g.root, "", "config", "core.bare", "true") }, ""},
	{"bare", func(g *ground) {
		git(g.t, filepath.Dir(g.root), "", "clone", "-q", "--bare", g.root, "bare")
		g.root = filepath.Join(filepath.Dir(g.root), "bare")
	}, "open: not in a work tree of git"},
	{"another work tree in its settings", func(g *ground) {
		git(g.t, g.root, "", "config", "core.worktree", g.mark)
	}, ""},
	{"submodule", func(g *ground) { g.root = g.submodule() + "/sub" }, ""},
	{"with a submodule", func(g *ground) { g.root = g.submodule() }, "sub"},
	{"a named pipe for a tracked file", func(g *ground) {
		path := filepath.Join(g.root, "src/f3.txt")
		must(g.t, os.Remove(path))
		must(g.t, syscall.Mkfifo(path, 0o666))
	}, "[{src/f3.txt a named pipe}]"},
	{"a named pipe for attributes", func(g *ground) {
		must(g.t, syscall.Mkfifo(filepath.Join(g.root, "src/.gitattributes"), 0o666))
	}, "its .gitattributes cannot be read"},
	{"filters", func(g *ground) {
		write(g.t, g.root, ".gitattributes", "*.go filter=trap diff=trap\n")
	}, "[{src/a.go filter trap}]"},
}

// TestNothingIsRun plants every trap in repositories of every kind, reads everything,
// and looks for marks. The result must be the same as for a plain clone without traps,
// or there must be a reason why not.
func TestNothingIsRun(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		clean, plain := commits(t, format), commits(t, format)
		plain.dirty()
		want := plain.read()
		if !strings.Contains(want, "+// new") || !strings.Contains(want, "change 0") {
			t.Fatalf("a plain repository reads\n%s", want)
		}
		for _, kind := range kinds {
			t.Run(format+"/"+kind.name, func(t *testing.T) {
				g := clean.copied(t)
				kind.change(g)
				g.dirty()
				if config, err := os.Stat(filepath.Join(g.root, ".git/config")); kind.name != "bare" &&
					(err != nil || config.Mode().IsRegular()) {
					g.plant()
				}
				got := g.read()
				if marks, err := os.ReadFile(filepath.Join(g.mark, "marks")); err == nil {
					t.Errorf("something was run:\n%s", marks)
				}
				// the traps include a setting that marks the clone as partial
				plain := strings.Replace(got, "gap: partial\n", "", 1)
				if diff := cmp.Diff(want, plain); kind.differ == "" && diff != "" {
					t.Error(diff)
				}
				if !strings.Contains(got, kind.differ) {
					t.Errorf("%q is not said:\n%s", kind.differ, got)
				}
			})
		}
	}
}

// TestTheTrapsWork checks that git itself runs the planted programs.
func TestTheTrapsWork(t *testing.T) {
	g := commits(t, "sha1")
	write(t, g.root, ".gitattributes", "*.go filter=trap diff=trap\n")
	g.dirty()
	g.plant()
	for _, args := range [][]string{{"diff"}, {"status"}, {"-p", "log", "--show-signature"}} {
		_ = os.Remove(filepath.Join(g.mark, "marks"))
		cmd := exec.Command("git", args...)
		cmd.Dir = g.root
		_ = cmd.Run() // fails, because the traps print nothing
		if _, err := os.ReadFile(filepath.Join(g.mark, "marks")); err != nil {
			t.Errorf("git %s runs nothing: %v", args, err)
		}
	}
}
