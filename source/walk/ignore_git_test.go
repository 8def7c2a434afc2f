package walk

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/testkit/longtest"
)

// TestIgnoreAgainstGit compares the walk with `git check-ignore` on random
// trees full of random patterns: with no tracked files, with some, and from a
// folder below the top of the repository.
func TestIgnoreAgainstGit(t *testing.T) {
	longtest.NotRaced(t)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	trees := longtest.Cases(8, 10, 25)
	for _, c := range []struct {
		name    string
		tracked bool
		below   bool
	}{{name: "untracked"}, {name: "tracked", tracked: true}, {name: "below the top", tracked: true,
		below: true}} {
		t.Run(c.name, func(t *testing.T) {
			files, hidden := 0, 0
			for seed := range uint64(trees) {
				g := newGitTree(t, seed)
				if c.tracked {
					g.track(t)
				}
				if c.below {
					g.below = g.openFolder(t)
				}
				all, out := g.compare(t)
				files, hidden = files+all, hidden+out
			}
			t.Logf("%d files, git ignores %d", files, hidden)
			if files < 12*trees || hidden < files/20 || hidden > files*19/20 {
				t.Errorf("git ignores %d of %d files: the patterns test nothing", hidden, files)
			}
		})
	}
}

// A gitTree is a random tree in a repository.
type gitTree struct {
	seed  uint64
	rand  *rand.Rand
	root  string
	files []string
	below string // the folder to walk, relative to root
}

func newGitTree(t *testing.T, seed uint64) *gitTree {
	g := &gitTree{seed: seed, rand: rand.New(rand.NewPCG(seed, 7)), root: t.TempDir()}
	g.files = randomTree(t, g.rand, g.root)
	runGit(t, g.root, "", "init", "-q")
	must(t, os.MkdirAll(filepath.Join(g.root, ".git", "info"), 0o777))
	randomRules(t, g.rand, filepath.Join(g.root, ".git", "info", "exclude"), 2, g.files)
	return g
}

// track adds a part of the files to the index, in one of the index versions.
func (g *gitTree) track(t *testing.T) {
	t.Helper()
	var some []string
	for _, f := range g.files {
		if g.rand.IntN(8) == 0 {
			some = append(some, f)
		}
	}
	if len(some) == 0 {
		return
	}
	version := pick(g.rand, "2", "3", "4")
	runGit(t, g.root, strings.Join(some, "\x00"), "-c", "index.version="+version,
		"--literal-pathspecs", "add", "-f", "--pathspec-from-file=-", "--pathspec-file-nul")
}

// openFolder picks a folder that git does not ignore, or the top.
func (g *gitTree) openFolder(t *testing.T) string {
	t.Helper()
	var folders []string
	for _, f := range g.files {
		if dir := filepath.Dir(f); dir != "." {
			folders = append(folders, dir)
		}
	}
	hidden := g.checkIgnore(t, folders)
	for _, i := range g.rand.Perm(len(folders)) {
		if !hidden[folders[i]] {
			return folders[i]
		}
	}
	return ""
}

// compare returns the number of files, and of those that git ignores.
func (g *gitTree) compare(t *testing.T) (files, hidden int) {
	t.Helper()
	prefix := ""
	if g.below != "" {
		prefix = g.below + "/"
	}
	var all, want []string
	for _, f := range g.files {
		if strings.HasPrefix(f, prefix) {
			all = append(all, f)
		}
	}
	byGit := g.checkIgnore(t, all)
	for _, p := range all {
		if !byGit[p] {
			want = append(want, strings.TrimPrefix(p, prefix))
		}
	}
	slices.Sort(want)
	tree, err := Walk(context.Background(), filepath.Join(g.root, g.below),
		Options{Vendored: true, BuildOutput: true, Minified: true})
	if err != nil {
		t.Fatal(err)
	}
	got := paths(tree)
	for _, p := range union(got, want) {
		if a, b := slices.Contains(got, p), slices.Contains(want, p); a != b {
			t.Errorf("seed %d, in %q: %q listed: %v, but git ignores it: %v\n%s", g.seed, g.below,
				p, a, !b, rulesAbove(g.root, prefix+p))
		}
	}
	return len(all), len(byGit)
}

var treeNames = []string{"a", "b", "ab", "abc", "a.c", "b.c", "x.log", "bin", "a b", "b ", "[x]",
	"é", "!n", "#h", `a\b`, "A", "a-b", "foo", "foobar", ".h", "*"}

// randomTree fills dir with files, folders and ignore files, and returns the
// paths of the files.
func randomTree(t *testing.T, r *rand.Rand, root string) []string {
	t.Helper()
	var files []string
	var fill func(dir string, depth int)
	fill = func(dir string, depth int) {
		if depth == 0 || r.IntN(3) == 0 {
			files = append(files, filepath.Join(dir, ".gitignore"))
		}
		for _, i := range r.Perm(len(treeNames))[:3+r.IntN(6)] {
			path := filepath.Join(dir, treeNames[i])
			if depth < 4 && r.IntN(5) < 2 {
				must(t, os.Mkdir(filepath.Join(root, path), 0o777))
				fill(path, depth+1)
				continue
			}
			must(t, os.WriteFile(filepath.Join(root, path), []byte("x\n"), 0o666))
			files = append(files, path)
		}
	}
	fill("", 0)
	for _, f := range files {
		if filepath.Base(f) == ".gitignore" {
			randomRules(t, r, filepath.Join(root, f), 1+r.IntN(6), below(files, filepath.Dir(f)))
		}
	}
	return files
}

// below returns the files below dir, relative to it.
func below(files []string, dir string) []string {
	if dir == "." {
		return files
	}
	var out []string
	for _, f := range files {
		if rel, ok := strings.CutPrefix(f, dir+"/"); ok {
			out = append(out, rel)
		}
	}
	return out
}

// randomRules writes n patterns: names or paths of the tree, damaged and
// combined with all parts of the syntax.
func randomRules(t *testing.T, r *rand.Rand, path string, n int, files []string) {
	t.Helper()
	var b strings.Builder
	if r.IntN(20) == 0 {
		b.WriteString("\ufeff")
	}
	for range n {
		p := randomPattern(r)
		if r.IntN(2) == 0 {
			p = damagedPath(r, files[r.IntN(len(files))])
		}
		b.WriteString(p + pick(r, "\n", "\n", "\n", "\n", "\r\n"))
	}
	must(t, os.WriteFile(path, []byte(b.String()), 0o666))
}

func randomPattern(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteByte('!')
	}
	if r.IntN(5) == 0 {
		b.WriteByte('/')
	}
	for i := range 1 + r.IntN(3) {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(randomSegment(r))
	}
	return b.String() + pick(r, "", "", "", "", "/", "/", "/**", "/*", " ", "  ", `\ `, `\`, "//")
}

// damagedPath returns a pattern that is likely to match path or one of its
// folders, or to miss it narrowly.
func damagedPath(r *rand.Rand, path string) string {
	parts := strings.Split(path, "/")
	p := strings.Join(parts[:1+r.IntN(len(parts))], "/")
	for range 1 + r.IntN(2) {
		from := r.IntN(len(p) + 1)
		to := min(from+r.IntN(4), len(p))
		p = p[:from] + pick(r, "*", "*", "**", "***", "?", "?**", "**/", "/**/", "/**", "*/",
			"**/**/", "*?", "[!x]", "[^x]", "[+-9]", "[/]", `\/`, `**\/`, "") + p[to:]
	}
	return pick(r, "", "", "", "!", "/") + p + pick(r, "", "", "", "/", "/**")
}

func randomSegment(r *rand.Rand) string {
	name := treeNames[r.IntN(len(treeNames))]
	at := r.IntN(len(name) + 1)
	switch r.IntN(12) {
	case 0:
		return "*"
	case 1:
		return "**"
	case 2:
		return name[:at] + "*"
	case 3:
		return "*" + name[at:]
	case 4:
		return name[:at] + pick(r, "?", "**", "***", "*?", "**/") + name[at:]
	case 5:
		return name[:at] + pick(r, "[a-c]", "[!a]", "[^b]", "[]a]", "[[:alpha:]]", "[[:upper:]x]",
			"[a", "[a-]", `[\]a]`, "[[:bad:]]", "[a-c-z]", "[!]a]", "[[:]", "[--/]", "[/]",
			`[\a-\c]`, "[c-a]", "[[:space:][:punct:]]", "[]-a]", "[é]", "[é][é]")
	case 6:
		return name[:at] + pick(r, "[a-c]", "?", "*", "[[:alnum:]]*") + name[min(at+1, len(name)):]
	case 7:
		return strings.ReplaceAll(name, name[:1], `\`+name[:1])
	case 8:
		return "*" + name[at:] + "*"
	}
	return name
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

// checkIgnore runs git to find the untracked paths that its rules match. It
// needs two calls, since without --no-index git treats a file named "*" as a
// pattern.
func (g *gitTree) checkIgnore(t *testing.T, paths []string) map[string]bool {
	t.Helper()
	set := make(map[string]bool)
	out := runGit(t, g.root, strings.Join(paths, "\x00"), "-c", "core.excludesFile=", "check-ignore",
		"--no-index", "--stdin", "-z")
	for p := range strings.SplitSeq(out, "\x00") {
		if p != "" {
			set[p] = true
		}
	}
	for p := range strings.SplitSeq(runGit(t, g.root, "", "ls-files", "-z"), "\x00") {
		for ; p != "" && p != "."; p = filepath.Dir(p) {
			delete(set, p)
		}
	}
	return set
}

// runGit runs git and returns its output. It is not an error if check-ignore
// finds nothing.
func runGit(t *testing.T, dir, stdin string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@b")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 ||
		!slices.Contains(args, "check-ignore")) {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// rulesAbove prints the ignore files that apply to a path.
func rulesAbove(root, path string) string {
	var b strings.Builder
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if data, err := os.ReadFile(filepath.Join(root, dir, ".gitignore")); err == nil {
			fmt.Fprintf(&b, "%s: %q\n", dir, data)
		}
		if dir == "." {
			break
		}
	}
	data, _ := os.ReadFile(filepath.Join(root, ".git", "info", "exclude"))
	fmt.Fprintf(&b, "exclude: %q\n", data)
	return b.String()
}

func paths(t *Tree) []string {
	var out []string
	for _, f := range t.Files {
		out = append(out, f.Path)
	}
	return out
}

func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
