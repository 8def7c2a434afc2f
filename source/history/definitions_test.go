package history_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/source/git"
	"seedgraph/source/history"
)

// A repo is a repository for the commits of a test.
type repo struct {
	t    *testing.T
	root string
}

func newRepo(t *testing.T) *repo {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	r := &repo{t, t.TempDir()}
	r.git("init", "-q")
	return r
}

func (r *repo) git(args ...string) {
	cmd := exec.Command("git", append([]string{"-C", r.root, "-c", "user.name=a",
		"-c", "user.email=a@b"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=1700000000 +0000",
		"GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %s", args, out)
	}
}

// write writes files: "a.go", "one two three" gives it three lines.
func (r *repo) write(files ...string) {
	for i := 0; i < len(files); i += 2 {
		path := filepath.Join(r.root, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			r.t.Fatal(err)
		}
		text := strings.ReplaceAll(files[i+1], " ", "\n") + "\n"
		if err := os.WriteFile(path, []byte(strings.TrimSuffix(text, "|\n")), 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
}

func (r *repo) commit(files ...string) {
	r.write(files...)
	r.git("add", ".")
	r.git("commit", "-q", "--allow-empty", "-m", "change")
}

// define makes a graph of definitions: "a.go#A 1-3" has the lines 1 to 3.
func define(t *testing.T, specs ...string) *graph.Graph {
	g := &graph.Graph{}
	for _, spec := range specs {
		n := graph.Node{Kind: graph.KindFunction}
		at := strings.LastIndex(spec, " ")
		n.Path, n.Name, _ = strings.Cut(spec[:at], "#")
		if _, err := fmt.Sscanf(spec[at:], "%d-%d", &n.Span.StartLine, &n.Span.EndLine); err != nil {
			t.Fatal(spec, err)
		}
		g.Nodes = append(g.Nodes, n)
	}
	return g
}

// open opens the repository of a folder for a test.
func open(t *testing.T, root string) *git.Reader {
	t.Helper()
	r, err := git.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// companions returns the companions of the definitions: "A: B 255 C 80".
func companions(t *testing.T, root string, g *graph.Graph) string {
	t.Helper()
	r := open(t, root)
	commits, err := history.Read(context.Background(), r, 100)
	if err != nil {
		t.Fatal(err)
	}
	if err := history.ApplyDefinitions(context.Background(), r, commits, g); err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, c := range g.Companions {
		line := g.Nodes[c.Node].Name + ":"
		for _, tie := range c.With {
			line += fmt.Sprint(" ", g.Nodes[tie.Node].Name, " ", tie.Strength)
		}
		out = append(out, line)
	}
	return strings.Join(out, "; ")
}

// TestDefinitionsThatChangeTogether checks ties, wherever the lines of the
// definitions were at the time.
func TestDefinitionsThatChangeTogether(t *testing.T) {
	both := "A: B 180; B: A 180" // a commit of two counts 1/√2
	for _, c := range []struct {
		name  string
		makes func(r *repo)
		nodes []string
		want  string
	}{
		{"one commit of two, in two files", func(r *repo) {
			r.commit("a.go", "a b c d e f", "b.go", "a b c")
			r.commit("a.go", "a B c d e f", "b.go", "a B c")
		}, []string{"a.go#A 1-3", "a.go#C 4-6", "b.go#B 1-3"}, both},
		{"what is alone counts against", func(r *repo) {
			r.commit("a.go", "a b c", "b.go", "a b c")
			r.commit("a.go", "a B c", "b.go", "a B c")
			r.commit("a.go", "a B2 c")
			r.commit("a.go", "a B3 c")
			r.commit("a.go", "a B4 c")
		}, []string{"a.go#A 1-3", "b.go#B 1-3"}, "A: B 90; B: A 90"},
		{"lines came before them since", func(r *repo) {
			r.commit("a.go", "a b c d e f")
			r.commit("a.go", "a B c d E f")
			r.commit("a.go", "0 1 2 a B c 3 d E f")
		}, []string{"a.go#A 4-6", "a.go#B 8-10", "a.go#C 1-3"}, both},
		{"what they got was written again since", func(r *repo) {
			r.commit("a.go", "a b c d e f")
			r.commit("a.go", "a B c d E f")
			r.commit("a.go", "a x c d E f")
			r.commit("a.go", "a x c d y f")
		}, []string{"a.go#A 1-3", "a.go#B 4-6"}, "A: B 90; B: A 90"},
		{"lines are only taken away", func(r *repo) {
			r.commit("a.go", "a b c d e f")
			r.commit("a.go", "a c d f")
		}, []string{"a.go#A 1-2", "a.go#B 3-4"}, both},
		{"lines between definitions are nobody's", func(r *repo) {
			r.commit("a.go", "a b - c d e f")
			r.commit("a.go", "a b + c D e f")
			r.commit("a.go", "a b c D e f")
		}, []string{"a.go#A 1-2", "a.go#B 3-6"}, ""},
		{"the innermost is meant", func(r *repo) {
			r.commit("a.go", "a b c d e", "b.go", "a b c")
			r.commit("a.go", "a b C d e", "b.go", "a B c")
		}, []string{"a.go#Outer 1-5", "a.go#A 2-4", "b.go#B 1-3"}, both},
		{"the first commit of a repository tells nothing", func(r *repo) {
			r.commit("a.go", "a b", "b.go", "a b")
		}, []string{"a.go#A 1-2", "b.go#B 1-2"}, ""},
		{"files that are made together do", func(r *repo) {
			r.commit("c.go", "a")
			r.commit("a.go", "a b", "b.go", "a b")
		}, []string{"a.go#A 1-2", "b.go#B 1-2"}, both},
		{"names that git quotes, and none at the end of a line", func(r *repo) {
			r.commit("ä [1]*/x\ty.go", "a b|", `ä [1]*/"b" c`, "a b|")
			r.commit("ä [1]*/x\ty.go", "a c|", `ä [1]*/"b" c`, "a c")
		}, []string{"ä [1]*/x\ty.go#A 1-2", `ä [1]*/"b" c#B 1-2`}, both},
		{"a long line, and lines that look like those of git", func(r *repo) {
			long := strings.Repeat("x", 1<<18)
			r.commit("a.go", "a b c @@-1+1@@ e", "b.go", "a b")
			r.commit("a.go", "a "+long+" diff--gita/b.gob/b.go \\ E", "b.go", "a b2")
		}, []string{"a.go#A 1-5", "b.go#B 1-2"}, both},
		{"uncommitted lines came before them", func(r *repo) {
			r.commit("a.go", "a b c d e f")
			r.commit("a.go", "a B c d E f")
			r.write("a.go", "0 1 2 a B c d E f")
		}, []string{"a.go#A 4-6", "a.go#B 7-9", "a.go#C 1-3"}, both},
		{"a clone without the files of its commits", func(r *repo) {
			r.commit("a.go", "a b c d e f")
			r.commit("a.go", "a B c d E f")
			r.git("config", "remote.origin.promisor", "true")
		}, []string{"a.go#A 1-3", "a.go#B 4-6"}, ""},
		{"how somebody likes diffs", func(r *repo) {
			for _, setting := range []string{"diff.noprefix true", "diff.mnemonicPrefix true",
				"color.ui always", "diff.context 9", "diff.interHunkContext 9", "diff.renames copies",
				"diff.external false", "core.quotePath false", "diff.relative true"} {
				name, value, _ := strings.Cut(setting, " ")
				r.git("config", name, value)
			}
			r.commit("ä/a.go", "a b c d e f g")
			r.commit("ä/a.go", "a B c d E f g")
			r.write("ä/a.go", "0 a B c d E f g")
		}, []string{"ä/a.go#A 2-4", "ä/a.go#B 5-7", "ä/a.go#C 8-8"}, both},
		{"files and settings are no definitions", func(r *repo) {
			r.commit("a.go", "a b", "b.go", "a b", "c.yml", "a b")
			r.commit("a.go", "a c", "b.go", "a c", "c.yml", "a c")
		}, []string{"a.go#file 1-2", "b.go#B 1-2", "c.yml#key 1-2"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRepo(t)
			c.makes(r)
			g := define(t, c.nodes...)
			for i := range g.Nodes {
				switch g.Nodes[i].Name {
				case "file":
					g.Nodes[i].Kind = graph.KindFile
				case "key":
					g.Nodes[i].Kind = graph.KindConfigKey
				}
			}
			if got := companions(t, r.root, g); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestDefinitionsOfAFolder checks a tree that is a folder of the repository.
func TestDefinitionsOfAFolder(t *testing.T) {
	r := newRepo(t)
	r.commit("src/a/a.go", "a b", "src/b.go", "a b", "b.go", "a b")
	r.commit("src/a/a.go", "a c", "src/b.go", "a c", "b.go", "a c")
	g := define(t, "a/a.go#A 1-2", "b.go#B 1-2")
	if got, want := companions(t, filepath.Join(r.root, "src"), g), "A: B 180; B: A 180"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOnlyFilesWithDefinitionsAreRead checks that files with other folders and
// extensions are not read: they may be large or missing.
func TestOnlyFilesWithDefinitionsAreRead(t *testing.T) {
	r := newRepo(t)
	r.commit("src/a.go", "a b", "src/a.bin", "1", "other/a.go", "5", "b", "1 2")
	r.commit("src/a.go", "a c", "src/a.bin", "2", "other/a.go", "3", "b", "1 4")
	for _, path := range []string{"src/a.bin", "other/a.go"} {
		out, err := exec.Command("git", "-C", r.root, "rev-parse", "HEAD~:"+path).Output()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(filepath.Join(r.root, ".git/objects", string(out[:2]),
			strings.TrimSpace(string(out[2:])))); err != nil {
			t.Fatal(err)
		}
	}
	g := define(t, "src/a.go#A 1-2", "b#B 1-2")
	if got, want := companions(t, r.root, g), "A: B 180; B: A 180"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// lines returns the text of a file: count lines, each with a mark.
func lines(count int, mark string) string {
	var out []string
	for i := range count {
		out = append(out, fmt.Sprint(i, mark))
	}
	return strings.Join(out, " ")
}

// TestCommitsOfManyDefinitionsSayNothing checks that commits of 16 definitions, or
// of 31 files, are ignored.
func TestCommitsOfManyDefinitionsSayNothing(t *testing.T) {
	var nodes []string
	for i := 1; i <= 16; i++ {
		nodes = append(nodes, fmt.Sprintf("a.go#F%d %d-%d", i, i, i))
	}
	r := newRepo(t)
	r.commit("a.go", lines(16, ""))
	r.commit("a.go", lines(16, "x"))
	if got := companions(t, r.root, define(t, nodes...)); got != "" {
		t.Errorf("all of 16: %q", got)
	}
	r.commit("a.go", lines(15, "y")+" 15x")
	if got := companions(t, r.root, define(t, nodes...)); strings.Count(got, ":") != 15 {
		t.Errorf("15 of 16: %q", got)
	}
	var files []string
	for i := range 30 {
		files = append(files, fmt.Sprint(i, ".txt"), "a")
	}
	r.commit(append([]string{"a.go", "z z"}, files...)...)
	if got := companions(t, r.root, define(t, "a.go#A 1-1", "a.go#B 2-2")); got != "" {
		t.Errorf("31 files: %q", got)
	}
}
