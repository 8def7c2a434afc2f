package artifacts_test

import (
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// withHistory returns an index whose files have words of commits.
func withHistory(in artifacts.Index) (artifacts.Index, []graph.FileWeight) {
	var files []graph.FileWeight
	for i := range in.Graph.Nodes {
		if in.Graph.Nodes[i].Kind == graph.KindFile {
			files = append(files, graph.FileWeight{Node: uint32(i), Gain: uint8(i + 1)})
		}
	}
	in.Graph.History = []graph.TermFiles{
		{Term: "all", Files: files}, {Term: "first", Files: files[:1]},
	}
	return in, files
}

func TestHistoryComesBack(t *testing.T) {
	in, files := withHistory(artifactstest.Sample())
	dir := write(t, in, artifacts.Options{})
	mustVerify(t, dir)
	r := open(t, dir)
	if n, err := r.HistoryFiles(); err != nil || n != len(files) || n == 0 {
		t.Fatalf("%d files, %v", n, err)
	}
	for term, want := range map[string][]graph.FileWeight{"all": files, "first": files[:1],
		"absent": nil} {
		if got, err := r.History(term); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v, want %v", term, got, err, want)
		}
	}
	plain := open(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	if n, err := plain.HistoryFiles(); err != nil || n != 0 {
		t.Errorf("without commits: %d files, %v", n, err)
	}
	if got, err := plain.History("all"); err != nil || got != nil {
		t.Errorf("without commits: %v, %v", got, err)
	}
}

// TestHistoryIsHiddenWithAnything checks that readers with restricted access get no words
// of commits, which would disclose hidden files.
func TestHistoryIsHiddenWithAnything(t *testing.T) {
	in := artifactstest.GuardedShop()
	in.Graph.History = []graph.TermFiles{{Term: "all", Files: []graph.FileWeight{{Gain: 9}}}}
	r := open(t, write(t, in, artifacts.Options{}))
	if n, err := r.HistoryFiles(); err != nil || n == 0 {
		t.Fatalf("%d files, %v", n, err)
	}
	restricted, err := r.Restrict(graph.Visitor{Checked: true})
	if err != nil || restricted == r {
		t.Fatalf("nothing is hidden, %v", err)
	}
	n, err := restricted.HistoryFiles()
	list, err2 := restricted.History("all")
	if n != 0 || list != nil || err != nil || err2 != nil {
		t.Errorf("a reader with limited rights sees %d files, %v (%v, %v)", n, list, err, err2)
	}
}

// TestVerifyReadsHistory checks that Verify finds lists that refer to nodes other than
// files.
func TestVerifyReadsHistory(t *testing.T) {
	in, files := withHistory(artifactstest.Sample())
	i := slices.IndexFunc(in.Graph.Nodes, func(n graph.Node) bool { return n.Kind.IsCallable() })
	in.Graph.History[1].Files = []graph.FileWeight{{Node: uint32(i), Gain: 1}}
	found, err := artifacts.Verify(write(t, in, artifacts.Options{}))
	if err != nil || len(found) != 1 || len(files) == 0 {
		t.Errorf("findings %v, %v", found, err)
	}
}

// TestCoChangesAreNoDependencies checks that CoChanges edges count neither for ranks nor
// for uses.
func TestCoChangesAreNoDependencies(t *testing.T) {
	in := artifactstest.Sample()
	with := artifactstest.Sample()
	last := uint32(len(with.Graph.Nodes) - 1)
	with.Graph.Edges = append(with.Graph.Edges, graph.Edge{From: last, To: 0, Kind: graph.CoChanges,
		Tier: graph.Heuristic})
	want, err := artifacts.Rank(in.Graph, 1)
	got, err2 := artifacts.Rank(with.Graph, 1)
	if err != nil || err2 != nil || !slices.Equal(got, want) {
		t.Errorf("ranks %v, %v, want %v (%v)", got, err2, want, err)
	}
	a, err := open(t, write(t, in, artifacts.Options{})).Uses()
	b, err2 := open(t, write(t, with, artifacts.Options{})).Uses()
	if err != nil || err2 != nil || !slices.Equal(a, b) {
		t.Errorf("uses %v, %v, want %v (%v)", b, err2, a, err)
	}
}
