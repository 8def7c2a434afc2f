package artifacts_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

func TestSourceFiles(t *testing.T) {
	in := artifactstest.Sample()
	in.Files = append(in.Files,
		artifacts.SourceFile{Path: `z/a "b" \ c`, Bytes: 1, SHA256: strings.Repeat("0c", 32)})
	own := artifacts.SourceFile{Path: "z/own", SHA256: strings.Repeat("0d", 32), Owner: "ann"}
	named := artifacts.SourceFile{Path: "z/x", SHA256: strings.Repeat("0e", 32), Project: "p",
		ProjectFile: "z/p", OtherProjects: []artifacts.ProjectName{{Name: "q", File: "q"}}}
	named.Restrict(graph.Access{Allow: []string{"a"}, Labels: []string{"b"}, Level: 3, Owner: "c",
		SourceSystemID: "d"})
	in.Files = append(in.Files, own, named)
	r := open(t, write(t, in, artifacts.Options{}))
	got, err := r.SourceFiles()
	want := []artifacts.SourceFile{in.Files[1], in.Files[0], in.Files[2], own, named}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("the files (-want +got), %v:\n%s", err, diff)
	}
	if at, err := r.Written(); err != nil || at.IsZero() {
		t.Errorf("written at %v, %v", at, err)
	}
	in.Files = nil
	if got, err := open(t, write(t, in, artifacts.Options{})).SourceFiles(); got != nil || err != nil {
		t.Errorf("artifacts that do not say have the files %v, %v", got, err)
	}
}

// TestSourceFilesAreNotForRestrictedReaders checks that restricted readers do not get the
// list, which is not filtered by access rules.
func TestSourceFilesAreNotForRestrictedReaders(t *testing.T) {
	in := artifactstest.Sample()
	in.Graph.Nodes[0].Access = graph.Access{Level: 9}
	r, err := open(t, write(t, in, artifacts.Options{})).Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.SourceFiles(); err == nil {
		t.Errorf("a restricted reader lists %v", got)
	}
}

func TestVerifyLooksAtSourceFiles(t *testing.T) {
	in := artifactstest.Sample()
	in.Files = append(in.Files, in.Files[0], artifacts.SourceFile{Path: "z", SHA256: "no hash"})
	findings, err := artifacts.Verify(write(t, in, artifacts.Options{}))
	text := ""
	for _, f := range findings {
		text += f.String() + "\n"
	}
	for _, want := range []string{"tools/load.py is not after tools/load.py",
		`"z" has no size or hash`} {
		if !strings.Contains(text, want) {
			t.Errorf("findings %q, %v lack %q", text, err, want)
		}
	}
}

// TestDirtySource checks that HeadSha is not set for a changed tree: LocalAI-RAG names a
// state by HeadSha if it is set.
func TestDirtySource(t *testing.T) {
	in := artifactstest.Sample()
	in.Source.Dirty = true
	dir := write(t, in, artifacts.Options{})
	mustVerify(t, dir)
	meta := contents(t, dir)["repo_meta.json"]
	for _, want := range []string{`"HeadSha": ""`,
		`"BaseSha": "0123456789abcdef0123456789abcdef01234567"`, `"SnapshotLabel": "v1.2-dirty"`} {
		if !strings.Contains(meta, want) {
			t.Errorf("repo_meta.json lacks %s:\n%s", want, meta)
		}
	}
	if s := open(t, dir).Manifest().Source; s.Fingerprint == "" || !s.Dirty {
		t.Errorf("the manifest has the source %+v", s)
	}
}

// TestProjects checks that chunks contain the projects of their files, and that nodes
// have them on request.
func TestProjects(t *testing.T) {
	dir := write(t, artifactstest.Sample(), artifacts.Options{})
	chunks := contents(t, dir)["regular_code_bundle/chunks.json"]
	for line := range strings.Lines(chunks) {
		want := strings.Contains(line, `"RepoRelativePath":"src/OrderService.cs"`)
		if got := strings.Contains(line, `"ProjectName":"Shop.Core"`); got != want {
			t.Errorf("the project in %s", line)
		}
		// a member has the bases of its type
		if strings.Contains(line, `"Member":"Check"`) &&
			!strings.Contains(line, `"ImplementedInterfaces":["Shop.IOrders"]`) {
			t.Errorf("the interfaces in %s", line)
		}
	}
	r := open(t, dir)
	m, err := r.Resolve("OrderService.Check")
	if err != nil || len(m.Nodes) != 1 {
		t.Fatalf("OrderService.Check means %v, %v", m, err)
	}
	project := func() string {
		n, err := r.Node(m.Nodes[0])
		if err != nil {
			t.Fatal(err)
		}
		return n.Project
	}
	if got := project(); got != "" {
		t.Errorf("nobody asked for the project %q", got)
	}
	if err := r.LoadProjects(); err != nil || project() != "Shop.Core" {
		t.Errorf("the project is %q, %v", project(), err)
	}
}

// TestHiddenProjects checks that a reader who does not see the file that defines a
// project gets the next project, and that a chunk only names a project whose file is
// visible to all its readers.
func TestHiddenProjects(t *testing.T) {
	in := artifactstest.Sample()
	hr := graph.Access{Allow: []string{"hr"}}
	for _, p := range []struct {
		path   string
		access graph.Access
	}{{"src/Shop.Core.csproj", hr}, {"All.csproj", graph.Access{}}} {
		file := artifacts.SourceFile{Path: p.path, SHA256: strings.Repeat("0f", 32)}
		file.Restrict(p.access)
		in.Files = append(in.Files, file)
	}
	in.Files[1].OtherProjects = []artifacts.ProjectName{{Name: "All", File: "All.csproj"}}
	for i := range in.Graph.Nodes {
		if n := &in.Graph.Nodes[i]; n.Short == "Check" {
			n.Access = hr // all its readers see the project file
		}
	}
	dir := write(t, in, artifacts.Options{})
	chunks := contents(t, dir)["regular_code_bundle/chunks.json"]
	for line := range strings.Lines(chunks) {
		want := "All"
		if strings.Contains(line, `"Member":"Check"`) {
			want = "Shop.Core"
		}
		if strings.Contains(line, "OrderService.cs") &&
			!strings.Contains(line, `"ProjectName":"`+want+`"`) {
			t.Errorf("the project is not %s in %s", want, line)
		}
	}
	for _, c := range []struct {
		visitor graph.Visitor
		want    string
	}{
		{graph.Visitor{}, "Shop.Core"},
		{graph.Visitor{Checked: true, Groups: []string{"hr"}}, "Shop.Core"},
		{graph.Visitor{Checked: true}, "All"},
	} {
		r, err := open(t, dir).Restrict(c.visitor)
		if err != nil {
			t.Fatal(err)
		}
		if got := projectOf(t, r, "OrderService.Place"); got != c.want {
			t.Errorf("%+v is told the project %q, want %q", c.visitor, got, c.want)
		}
	}
	in.Files[1].ProjectSolution = "Shop.sln"
	in.Files[1].ProjectFile = "All.csproj"
	in.Files[1].OtherProjects = []artifacts.ProjectName{
		{Name: "Other", File: "All.csproj", Solution: "Shop.sln"},
		{Name: "Wrong", File: "All.csproj", Without: []string{"All.csproj"}},
		{Name: "Unlisted", File: "All.csproj", Without: []string{"Shop.sln"}},
	}
	solution := artifacts.SourceFile{Path: "Shop.sln", SHA256: strings.Repeat("0f", 32)}
	solution.Restrict(hr)
	in.Files = append(in.Files, solution)
	for _, c := range []struct {
		visitor graph.Visitor
		want    string
	}{
		{graph.Visitor{Checked: true, Groups: []string{"hr"}}, "Shop.Core"},
		{graph.Visitor{Checked: true}, "Unlisted"},
	} {
		r, err := open(t, write(t, in, artifacts.Options{})).Restrict(c.visitor)
		if err != nil {
			t.Fatal(err)
		}
		if got := projectOf(t, r, "OrderService.Place"); got != c.want {
			t.Errorf("%+v is told the project %q, want %q", c.visitor, got, c.want)
		}
	}
	in.Files[1].ProjectSolution = ""
	in.Files[1].ProjectFile, in.Files[1].OtherProjects = "", nil // as with features below 15
	old, err := open(t, write(t, in, artifacts.Options{})).Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := projectOf(t, old, "OrderService.Place"); got != "" {
		t.Errorf("of an unknown file is the project %q", got)
	}
}

// projectOf returns the project of the first node with a name, after projects are loaded.
func projectOf(t *testing.T, r *artifacts.Reader, name string) string {
	t.Helper()
	m, err := r.Resolve(name)
	if err != nil || len(m.Nodes) == 0 || r.LoadProjects() != nil {
		t.Fatalf("%s means %v, %v", name, m, err)
	}
	n, err := r.Node(m.Nodes[0])
	if err != nil {
		t.Fatal(err)
	}
	return n.Project
}

func TestFingerprint(t *testing.T) {
	file := func(path, digit string) artifacts.SourceFile {
		return artifacts.SourceFile{Path: path, SHA256: strings.Repeat(digit, 64)}
	}
	a, b := file("a", "1"), file("b", "2")
	one := artifacts.Fingerprint([]artifacts.SourceFile{a, b})
	if len(one) != 64 || one != artifacts.Fingerprint([]artifacts.SourceFile{b, a}) {
		t.Errorf("the order counts, or %q is no hash", one)
	}
	for _, other := range [][]artifacts.SourceFile{nil, {a}, {a, file("b", "3")},
		{a, file("c", "2")}, {a, a, b}} {
		if artifacts.Fingerprint(other) == one {
			t.Errorf("%v has the same fingerprint", other)
		}
	}
}

// TestRevisionTellsNothingOfHiddenFiles checks that without a commit, the revision for a
// reader is the fingerprint of a tree of the visible files, independent of the others.
func TestRevisionTellsNothingOfHiddenFiles(t *testing.T) {
	revision := func(hidden string, v graph.Visitor) string {
		t.Helper()
		in := artifactstest.Sample()
		in.Source.Commit = ""
		in.Graph.Nodes[0].Access = graph.Access{Level: 9}
		for i := range in.Files {
			in.Files[i].SHA256 = strings.Repeat("0a", 32)
		}
		in.Files[0].SHA256 = hidden
		in.Files[0].Restrict(graph.Access{Level: 9})
		in.Source.Fingerprint = artifacts.Fingerprint(in.Files)
		r, err := open(t, write(t, in, artifacts.Options{})).Restrict(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.Revision()
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	before, after := strings.Repeat("0b", 32), strings.Repeat("0c", 32)
	reader := graph.Visitor{Checked: true}
	if revision(before, reader) != revision(after, reader) {
		t.Error("the revision changes with a hidden file")
	}
	if revision(before, graph.Visitor{}) == revision(after, graph.Visitor{}) {
		t.Error("the revision of who sees all does not change with the file")
	}
	in := artifactstest.Sample()
	visible := in.Files[1:]
	for i := range visible {
		visible[i].SHA256 = strings.Repeat("0a", 32)
	}
	if got := revision(before, reader); got != artifacts.Fingerprint(visible) {
		t.Errorf("the revision %s is not that of a tree without the hidden file", got)
	}
}
