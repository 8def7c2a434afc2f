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
	named := artifacts.SourceFile{Path: "z/x", SHA256: strings.Repeat("0e", 32), Project: "p"}
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

// TestSourceFilesAreNotForRestrictedReaders: the list has no rules of access.
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
	for _, want := range []string{"tools/load.py is not behind tools/load.py",
		`"z" has no size or hash`} {
		if !strings.Contains(text, want) {
			t.Errorf("findings %q, %v lack %q", text, err, want)
		}
	}
}

// TestDirtySource: LocalAI-RAG names a state by HeadSha if there is one.
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

// TestProjects: chunks name the projects of their files, and nodes do when asked.
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
