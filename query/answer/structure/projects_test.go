package structure_test

import (
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/structure"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

// withFiles opens an index of sources with additional files in the tree.
func withFiles(t *testing.T, paths ...string) *answer.Index {
	t.Helper()
	in, err := sourceindex.Archive(sources)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range paths {
		in.Files = append(in.Files, artifacts.SourceFile{Path: p, Bytes: 1,
			SHA256: strings.Repeat("0", 64)})
	}
	return answertest.Open(t, in)
}

// TestProjects checks that the contents of a folder belong to the nearest project at or
// above it.
func TestProjects(t *testing.T) {
	for _, c := range []struct {
		files string
		depth int
		want  string
	}{
		{"src/orders/Orders.csproj src/store/package.json src/app/go.mod", 0,
			`src/orders 1/6 csharp 
src/store 1/6 csharp 
no project 1/5 csharp 
src/app 1/5 csharp Shop.App.Program.Main
src/orders -> src/store 4
no project -> src/orders 3
src/app -> src/orders 3
src/store -> src/orders 2
cycle src/orders src/store, lightest src/store -> src/orders
`},
		{"pom.xml src/app/deep/build.gradle.kts src/app/tsconfig.json", 0,
			`. 3/17 csharp 
src/app/deep 1/5 csharp Shop.App.Program.Main
src/app/deep -> . 3
`},
		{"src/orders/setup.py src/store/pyproject.toml tests/deno.json", 1,
			`src 2/12 csharp 
no project 1/5 csharp Shop.App.Program.Main
tests 1/5 csharp 
no project -> src 3
tests -> src 3
`},
		{"src/orders/notes.md", 0, "no project 4/22 csharp Shop.App.Program.Main\n"},
	} {
		x := withFiles(t, strings.Fields(c.files)...)
		o := structure.Options{By: structure.Projects, Depth: c.depth}
		if got := short(find(t, x, o)); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.files, got, c.want)
		}
	}
}

// TestProjectsAreUnknown checks the error for artifacts without a list of files.
func TestProjectsAreUnknown(t *testing.T) {
	o := structure.Options{By: structure.Projects}
	in, err := sourceindex.Archive(sources)
	if err != nil {
		t.Fatal(err)
	}
	in.Files = nil
	if _, err := structure.Find(answertest.Open(t, in), o); err == nil ||
		!strings.Contains(err.Error(), "project files") {
		t.Errorf("artifacts without files: %v", err)
	}
}

// TestProjectsOfAReader checks that data hidden from a reader is not counted, and that a
// project in which it sees nothing is not a group.
func TestProjectsOfAReader(t *testing.T) {
	in, err := sourceindex.Archive(sources)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Graph.Nodes {
		if n := &in.Graph.Nodes[i]; strings.HasPrefix(n.Path, "src/store/") {
			n.Access = graph.Access{Allow: []string{"hr"}}
		}
	}
	for _, p := range []string{"src/orders/a.csproj", "src/store/b.csproj", "src/app/go.mod"} {
		in.Files = append(in.Files, artifacts.SourceFile{Path: p, SHA256: strings.Repeat("0", 64)})
	}
	r, err := answertest.Open(t, in).Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	want := `src/orders 1/6 csharp 
no project 1/5 csharp 
src/app 1/5 csharp Shop.App.Program.Main
no project -> src/orders 3
src/app -> src/orders 3
`
	if got := short(find(t, answer.New(r), structure.Options{By: structure.Projects})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	folders, err := r.FoldersWith([]string{"*.csproj"})
	if err != nil || len(folders) != 1 || !folders["src/orders"] {
		t.Errorf("the folders of projects are %v, %v", folders, err)
	}
}

// TestHiddenProjectFile checks that a reader who may not see a project file gets the
// groups of a tree without it.
func TestHiddenProjectFile(t *testing.T) {
	in, err := sourceindex.Archive(sources)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"src/orders/a.csproj", "src/store/b.csproj"} {
		in.Files = append(in.Files, artifacts.SourceFile{Path: p, SHA256: strings.Repeat("0", 64)})
	}
	names := func(x *answer.Index) string {
		return short(find(t, x, structure.Options{By: structure.Projects}))
	}
	without := in
	without.Files = in.Files[:len(in.Files)-1]
	want := names(answertest.Open(t, without))
	in.Files[len(in.Files)-1].Allow = []string{"hr"}
	all := answertest.Open(t, in)
	for groups, same := range map[string]bool{"": true, "hr": false} {
		r, err := all.Restrict(graph.Visitor{Checked: true, Groups: []string{groups}})
		if err != nil {
			t.Fatal(err)
		}
		if got := names(answer.New(r)); (got == want) != same {
			t.Errorf("readers of the group %q get\n%s", groups, got)
		}
	}
}
