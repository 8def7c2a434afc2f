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
)

// TestIgnoreAgainstGit compares the walk with `git check-ignore` on random
// trees full of random patterns.
func TestIgnoreAgainstGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	const trees = 40
	paths, hidden := 0, 0
	for seed := range uint64(trees) {
		all, out := compareWithGit(t, seed)
		paths, hidden = paths+all, hidden+out
	}
	t.Logf("%d files, git ignores %d", paths, hidden)
	if hidden < paths/20 || hidden > paths*19/20 {
		t.Errorf("git ignores %d of %d files: the patterns test nothing", hidden, paths)
	}
}

// compareWithGit makes a tree, and reports how many files it has and how many
// of them git ignores.
func compareWithGit(t *testing.T, seed uint64) (files, hidden int) {
	t.Helper()
	root := t.TempDir()
	r := rand.New(rand.NewPCG(seed, 7))
	all := randomTree(t, r, root)
	gitInit(t, root)
	randomRules(t, r, filepath.Join(root, ".git", "info", "exclude"), 2)
	ignoredByGit := checkIgnore(t, root, all)
	var want []string
	for _, p := range all {
		if !ignoredByGit[p] {
			want = append(want, p)
		}
	}
	slices.Sort(want)
	tree, err := Walk(context.Background(), root, Options{Vendored: true, Generated: true, Minified: true})
	if err != nil {
		t.Fatal(err)
	}
	got := paths(tree)
	for _, p := range union(got, want) {
		if g, w := slices.Contains(got, p), slices.Contains(want, p); g != w {
			t.Errorf("seed %d: %q listed: %v, but git ignores it: %v\n%s", seed, p, g, !w, rulesAbove(root, p))
		}
	}
	return len(all), len(ignoredByGit)
}

var treeNames = []string{"a", "b", "ab", "abc", "a.c", "b.c", "x.log", "bin", "a b", "b ", "[x]", "é", "!n", "#h", `a\b`, "A", "a-b", "foo", "foobar", ".h", "*"}

// randomTree fills dir with files, folders and ignore files, and returns the
// paths of the files.
func randomTree(t *testing.T, r *rand.Rand, root string) []string {
	t.Helper()
	var files []string
	var fill func(dir string, depth int)
	fill = func(dir string, depth int) {
		if depth == 0 || r.IntN(3) == 0 {
			randomRules(t, r, filepath.Join(root, dir, ".gitignore"), 1+r.IntN(6))
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
	return files
}

// randomRules writes n patterns: names of the tree, damaged and combined with
// everything that the syntax has.
func randomRules(t *testing.T, r *rand.Rand, path string, n int) {
	t.Helper()
	var b strings.Builder
	if r.IntN(20) == 0 {
		b.WriteString("\ufeff")
	}
	for range n {
		b.WriteString(randomPattern(r) + pick(r, "\n", "\n", "\n", "\n", "\r\n"))
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
		return name[:at] + pick(r, "[a-c]", "[!a]", "[^b]", "[]a]", "[[:alpha:]]", "[[:upper:]x]", "[a", "[a-]", `[\]a]`, "[[:bad:]]", "[a-c-z]", "[!]a]", "[[:]", "[--/]", "[/]", `[\a-\c]`, "[c-a]", "[[:space:][:punct:]]", "[]-a]", "[é]", "[é][é]")
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

// checkIgnore asks git which of the paths it ignores.
func checkIgnore(t *testing.T, root string, paths []string) map[string]bool {
	t.Helper()
	cmd := exec.Command("git", "-C", root, "-c", "core.excludesFile=", "check-ignore", "--no-index", "--stdin", "-z")
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: ignores none
		t.Fatalf("git check-ignore: %v\n%s", err, stderr.String())
	}
	set := make(map[string]bool)
	for p := range strings.SplitSeq(string(out), "\x00") {
		if p != "" {
			set[p] = true
		}
	}
	return set
}

func gitInit(t *testing.T, root string) {
	t.Helper()
	if out, err := exec.Command("git", "init", "-q", root).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	must(t, os.MkdirAll(filepath.Join(root, ".git", "info"), 0o777))
}

// rulesAbove prints the ignore files that speak of a path.
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
