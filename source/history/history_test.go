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
	"seedgraph/source/history"
)

// day is the number of seconds of a day; commits have times in seconds.
const day = 24 * 60 * 60

// files makes a graph of files.
func files(paths ...string) *graph.Graph {
	g := &graph.Graph{}
	for _, p := range paths {
		g.Nodes = append(g.Nodes, graph.Node{ID: graph.NodeID(p), Kind: graph.KindFile, Path: p})
	}
	return g
}

// commit returns a commit that changes only the given files.
func commit(subject string, age int64, paths ...string) history.Commit {
	return history.Commit{Time: (10_000 - age) * day, Subject: subject, Files: paths,
		Total: len(paths)}
}

// gains returns the files of a term: "a 120 b 80".
func gains(g *graph.Graph, term string) string {
	var out []string
	for _, row := range g.History {
		for _, f := range row.Files {
			if row.Term == term {
				out = append(out, fmt.Sprint(g.Nodes[f.Node].Path, " ", f.Gain))
			}
		}
	}
	return strings.Join(out, " ")
}

// gain returns the weight of a term for a file.
func gain(g *graph.Graph, term, path string) int {
	for _, row := range g.History {
		for _, f := range row.Files {
			if row.Term == term && g.Nodes[f.Node].Path == path {
				return int(f.Gain)
			}
		}
	}
	return 0
}

// edges returns the edges: "a-b/1" for a fraction of one, "a-b/3" for one third.
func edges(g *graph.Graph) string {
	var out []string
	for _, e := range g.Edges {
		out = append(out, fmt.Sprintf("%s-%s/%d", g.Nodes[e.From].Path, g.Nodes[e.To].Path, e.Share))
	}
	return strings.Join(out, " ")
}

func TestWordsOfCommits(t *testing.T) {
	g := files("a", "b", "c")
	history.Apply(g, []history.Commit{
		commit("parse the timezone", 0, "a"),
		commit("parse dates", 0, "a", "b"),
		commit("rename options", 0, "c", "gone"),
	})
	if got := gains(g, "the"); got != "" {
		t.Errorf("a stop word speaks for %s", got)
	}
	if got := gains(g, "timezone"); !strings.HasPrefix(got, "a ") || strings.Contains(got, "b") {
		t.Errorf("timezone speaks for %q", got)
	}
	if a, b := gain(g, "parse", "a"), gain(g, "parse", "b"); a <= b || b == 0 {
		t.Errorf("parse says %d of the file of two commits, %d of the other", a, b)
	}
	if len(g.Edges) > 0 {
		t.Errorf("one joint commit makes edges: %s", edges(g))
	}
}

func TestOldCommitsCountLess(t *testing.T) {
	g := files("new", "old")
	history.Apply(g, []history.Commit{
		commit("lock repository", 0, "new"), commit("lock repository", 3000, "old"),
	})
	if n, o := gain(g, "lock", "new"), gain(g, "lock", "old"); n <= o || o == 0 {
		t.Errorf("the new commit says %d, the old one %d", n, o)
	}
}

// TestHugeCommitsSayNothing counts all files that a commit changes, in the tree or
// not.
func TestHugeCommitsSayNothing(t *testing.T) {
	g := files("a", "b")
	huge := commit("format everything", 0, "a", "b")
	huge.Total = 31
	history.Apply(g, []history.Commit{huge, huge, huge})
	if len(g.History) > 0 || len(g.Edges) > 0 {
		t.Errorf("got words %v, edges %s", g.History, edges(g))
	}
	huge.Total = 30
	history.Apply(g, []history.Commit{huge, huge, huge})
	if got := edges(g); gains(g, "format") == "" || got != "a-b/1 b-a/1" {
		t.Errorf("30 files: edges %s", got)
	}
}

// TestFilesThatChangeTogether checks that an edge needs two joint commits, and a
// quarter of the commits of its origin.
func TestFilesThatChangeTogether(t *testing.T) {
	list := []history.Commit{commit("x", 0, "a", "b"), commit("x", 0, "a", "b")}
	for range 4 {
		list = append(list, commit("y", 0, "b"))
	}
	for range 7 {
		list = append(list, commit("z", 0, "c"))
	}
	list = append(list, commit("z", 0, "a", "c"), commit("z", 0, "a", "c"))
	g := files("a", "b", "c")
	g.Edges = []graph.Edge{{From: 1, To: 2, Kind: graph.Imports, Tier: graph.Exact}}
	history.Apply(g, list)
	if got := edges(g); got != "a-b/2 a-c/2 b-c/0 b-a/3" {
		t.Errorf("got %s", got)
	}
	for _, e := range g.Edges {
		if e.Kind == graph.CoChanges && e.Tier != graph.Heuristic {
			t.Errorf("an edge of tier %s", e.Tier)
		}
	}
}

// repository creates a repository with a commit for each list of files.
func repository(t *testing.T, commits ...[]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	root := t.TempDir()
	run := func(args ...string) {
		cmd := exec.Command("git", append([]string{"-C", root}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=1700000000 +0000",
			"GIT_CONFIG_GLOBAL="+os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %s", args, out)
		}
	}
	run("init", "-q")
	for i, names := range commits {
		for _, name := range names {
			path := filepath.Join(root, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(fmt.Sprint(i)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		run("add", ".")
		run("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", fmt.Sprintf("change %d\n\nbody", i))
	}
	return root
}

func TestReadsCommits(t *testing.T) {
	root := repository(t, []string{"src/a.go", "doc.md"}, []string{"src/ä b.go"}, []string{"doc.md"})
	got, err := history.Read(context.Background(), open(t, filepath.Join(root, "src")), 10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if c := &got[i]; len(c.Hash) != 40 {
			t.Errorf("the hash of %q is %q", c.Subject, c.Hash)
		}
		got[i].Hash = ""
	}
	want := "[{ 1700000000 change 2 [] 1} { 1700000000 change 1 [ä b.go] 1} " +
		"{ 1700000000 change 0 [a.go] 2}]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if got, err = history.Read(context.Background(), open(t, root), 2); err != nil || len(got) != 2 {
		t.Errorf("the newest two are %v, %v", got, err)
	}
}
