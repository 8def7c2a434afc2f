package artifacts_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
)

// write writes artifacts into a new folder and returns it.
func write(tb testing.TB, in artifacts.Index, opts artifacts.Options) string {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "out")
	if err := artifacts.Write(context.Background(), dir, in, graphstore.Create, opts); err != nil {
		tb.Fatal(err)
	}
	return dir
}

func open(tb testing.TB, dir string) *artifacts.Reader {
	tb.Helper()
	r, err := artifacts.Open(dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := r.Close(); err != nil {
			tb.Error(err)
		}
	})
	return r
}

// mustVerify fails the test for every finding of Verify.
func mustVerify(tb testing.TB, dir string) {
	tb.Helper()
	findings, err := artifacts.Verify(dir)
	if err != nil {
		tb.Fatal(err)
	}
	for _, f := range findings {
		tb.Error(f)
	}
}

// contents reads every file below dir, by path.
func contents(tb testing.TB, dir string) map[string]string {
	tb.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(raw)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

// inputs returns the indexes on which the tests below run.
func inputs() map[string]artifacts.Index {
	return map[string]artifacts.Index{
		"sample":    artifactstest.Sample(),
		"settings":  artifactstest.WithSettings(),
		"boundary":  withBoundary(),
		"synthetic": artifactstest.Synthetic(3000, 20000, 7),
		"empty": {Graph: &graph.Graph{}, Tokens: "words",
			Source: artifacts.Source{Repository: "r"}},
	}
}

// TestReaderGivesBackTheGraph compares all data returned by a Reader, through every
// method, with the data written.
func TestReaderGivesBackTheGraph(t *testing.T) {
	longtest.NotRaced(t)
	for name, in := range inputs() {
		for _, compress := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				dir := write(t, in, artifacts.Options{Compress: compress})
				mustVerify(t, dir)
				compareGraph(t, open(t, dir), in.Graph)
			})
		}
	}
}

func compareGraph(t *testing.T, r *artifacts.Reader, g *graph.Graph) {
	t.Helper()
	if edges, err := r.NumEdges(); int(r.NumNodes()) != len(g.Nodes) || edges != len(g.Edges) ||
		err != nil {
		t.Fatalf("%d nodes and %d edges, %v, want %d and %d", r.NumNodes(), edges, err,
			len(g.Nodes), len(g.Edges))
	}
	out, in := make([][]graph.Edge, len(g.Nodes)), make([][]graph.Edge, len(g.Nodes))
	for _, e := range g.Edges {
		out[e.From] = append(out[e.From], e)
		in[e.To] = append(in[e.To], e)
	}
	var walked []graph.Node
	if err := r.Nodes(func(_ uint32, n *graph.Node) error {
		walked = append(walked,
			*n)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for i := range g.Nodes {
		n := uint32(i)
		want := withoutTexts(g.Nodes[i])
		got, err := r.Node(n)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, walked[i]); d != "" {
			t.Fatalf("node %d of Nodes (-want +got):\n%s", i, d)
		}
		rank, err := r.Rank(n)
		if err != nil || rank != want.Rank {
			t.Fatalf("rank of node %d: %v, %v, want %v", i, rank, err, want.Rank)
		}
		want.Rank = 0 // not set by Node
		if d := cmp.Diff(want, *got); d != "" {
			t.Fatalf("node %d (-want +got):\n%s", i, d)
		}
		compareTexts(t, r, n, &g.Nodes[i])
		slices.SortStableFunc(in[i], func(a, b graph.Edge) int { return int(a.Kind) - int(b.Kind) })
		gotOut, err1 := r.Out(n)
		gotIn, err2 := r.In(n)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(out[i], gotOut) + cmp.Diff(in[i], gotIn); d != "" {
			t.Fatalf("edges of node %d (-want +got):\n%s", i, d)
		}
	}
	var edges []graph.Edge
	if err := r.Edges(func(e graph.Edge) error {
		edges = append(edges,
			e)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(g.Edges, edges); d != "" {
		t.Errorf("edges (-want +got):\n%s", d)
	}
}

// withoutTexts returns the form of n that Node returns.
func withoutTexts(n graph.Node) graph.Node {
	n.Doc, n.Layout = "", nil
	n.Parts = slices.Clone(n.Parts)
	for p := range n.Parts {
		n.Parts[p].Text = ""
	}
	return n
}

func compareTexts(t *testing.T, r *artifacts.Reader, n uint32, want *graph.Node) {
	t.Helper()
	whole := ""
	for p, part := range want.Parts {
		whole += part.Text
		if got, err := r.PartText(n, p+1); err != nil || got != part.Text {
			t.Fatalf("%s part %d is %q, %v; want %q", want.ID, p+1, got, err, part.Text)
		}
	}
	if got, err := r.Text(n); err != nil || got != whole {
		t.Fatalf("%s is %q, %v; want %q", want.ID, got, err, whole)
	}
	if got, err := r.Doc(n); err != nil || len(want.Parts) > 0 && got != want.Doc {
		t.Fatalf("doc of %s is %q, %v; want %q", want.ID, got, err, want.Doc)
	}
	if got, ok, err := r.Lookup(want.ID); !ok || err != nil || got != n {
		t.Fatalf("%s is found as %d, %v, %v", want.ID, got, ok, err)
	}
	if got, ok, err := r.LookupHandle(want.ID.Handle()); !ok || err != nil || got != n {
		t.Fatalf("%s is found as %d, %v, %v", want.ID.Handle(), got, ok, err)
	}
}

// TestBytesDependOnTheIndexAlone writes with several numbers of workers and processors,
// into an empty folder and over older artifacts.
func TestBytesDependOnTheIndexAlone(t *testing.T) {
	for name, in := range inputs() {
		for _, compress := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				want := contents(t, write(t, in, artifacts.Options{Compress: compress, Workers: 1}))
				dir := filepath.Join(t.TempDir(), "other", "place")
				for _, procs := range []int{1, 2, 3} {
					old := runtime.GOMAXPROCS(procs)
					err := artifacts.Write(context.Background(), dir, in, graphstore.Create,
						artifacts.Options{Compress: compress, Workers: 2 * procs})
					runtime.GOMAXPROCS(old)
					if err != nil {
						t.Fatal(err)
					}
					got := contents(t, dir)
					for path := range got {
						if got[path] != want[path] {
							t.Errorf("%d processors: %s differs", procs, path)
						}
					}
					if len(got) != len(want) {
						t.Errorf("%d processors: %d files, want %d", procs, len(got), len(want))
					}
				}
				if rest, _ := filepath.Glob(dir + ".*"); len(rest) > 0 {
					t.Errorf("left over: %v", rest)
				}
			})
		}
	}
}

// TestStoreOfManyTablesIsDeterministic checks that badger's timing does not affect a
// store of several tables.
func TestStoreOfManyTablesIsDeterministic(t *testing.T) {
	longtest.NotRaced(t)
	in := artifactstest.Synthetic(30_000, 200_000, 3)
	first := contents(t, write(t, in, artifacts.Options{Workers: 1}))
	second := contents(t, write(t, in, artifacts.Options{Workers: 3}))
	tables := 0
	for path, want := range first {
		if second[path] != want {
			t.Errorf("%s differs", path)
		}
		if strings.HasSuffix(path, ".sst") {
			tables++
		}
	}
	if tables < 2 {
		t.Errorf("%d tables: the test is too small to say anything", tables)
	}
}

// TestNothingOfTheMachineIsInside searches artifacts for machine-specific data, which
// they must not contain.
func TestNothingOfTheMachineIsInside(t *testing.T) {
	dir := write(t, artifactstest.Sample(), artifacts.Options{})
	host, _ := os.Hostname()
	for path, content := range contents(t, dir) {
		for _, word := range []string{dir, filepath.Dir(dir), "/tmp", host} {
			if len(word) > 3 && strings.Contains(content, word) {
				t.Errorf("%s contains %q", path, word)
			}
		}
		if strings.HasPrefix(content, "\ufeff") {
			t.Errorf("%s begins with a byte order mark", path)
		}
		if strings.HasSuffix(path, "KEYREGISTRY") || strings.HasSuffix(path, ".vlog") ||
			strings.HasSuffix(path, "DISCARD") {
			t.Errorf("%s was left", path)
		}
	}
}

func TestArtifactsCanBeReadWithoutWriting(t *testing.T) {
	dir := write(t, artifactstest.Sample(), artifacts.Options{})
	before := contents(t, dir)
	for range 2 {
		r := open(t, dir)
		if _, err := r.Node(0); err != nil {
			t.Fatal(err)
		}
		if other := open(t, dir); other.NumNodes() != r.NumNodes() { // concurrently open
			t.Error("the second reader sees other artifacts")
		}
	}
	if d := cmp.Diff(before, contents(t, dir)); d != "" {
		t.Errorf("reading changed files:\n%s", d)
	}
}

func TestWriteRefusesWhatIsNotArtifacts(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(precious, []byte("x"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := artifacts.Write(context.Background(), dir, artifactstest.Sample(),
		graphstore.Create, artifacts.Options{})
	if !errors.Is(err, artifacts.ErrTarget) || !strings.Contains(err.Error(), dir) {
		t.Errorf("the error is %v", err)
	}
	if raw, err := os.ReadFile(precious); err != nil || !bytes.Equal(raw, []byte("x")) {
		t.Errorf("the file is %q, %v", raw, err)
	}
}

func TestWriteFollowsALinkAndFillsAnEmptyFolder(t *testing.T) {
	parent := t.TempDir()
	link, dir := filepath.Join(parent, "link"), filepath.Join(parent, "dir")
	if err := errors.Join(os.Mkdir(dir, 0o777), os.Symlink(dir, link)); err != nil {
		t.Fatal(err)
	}
	if err := artifacts.Write(context.Background(), link, artifactstest.Sample(), graphstore.Create,
		artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	mustVerify(t, dir)
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
}

func TestCancelledWriteLeavesTheOldArtifacts(t *testing.T) {
	dir := write(t, artifactstest.Sample(), artifacts.Options{})
	before := contents(t, dir)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	err := artifacts.Write(ctx, dir, artifactstest.Synthetic(1000, 1000, 1),
		graphstore.Create, artifacts.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if d := cmp.Diff(before, contents(t, dir)); d != "" {
		t.Errorf("the artifacts changed:\n%s", d)
	}
	if rest, _ := filepath.Glob(dir + ".*"); len(rest) > 0 {
		t.Errorf("left over: %v", rest)
	}
}

func TestWriteRefusesABrokenGraph(t *testing.T) {
	for name, spoil := range map[string]func(g *graph.Graph){
		"nodes out of order": func(g *graph.Graph) { slices.Reverse(g.Nodes) },
		"edges out of order": func(g *graph.Graph) { slices.Reverse(g.Edges) },
		"an end too high":    func(g *graph.Graph) { g.Edges[len(g.Edges)-1].To = uint32(len(g.Nodes)) },
		"an unknown kind":    func(g *graph.Graph) { g.Edges[len(g.Edges)-1].Kind = 200 },
		"no such parent":     func(g *graph.Graph) { g.Nodes[3].Parent = "nobody" },
	} {
		in := artifactstest.Sample()
		spoil(in.Graph)
		dir := filepath.Join(t.TempDir(), "out")
		if err := artifacts.Write(context.Background(), dir, in,
			graphstore.Create, artifacts.Options{}); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if rest, _ := filepath.Glob(dir + "*"); len(rest) > 0 {
			t.Errorf("%s: left over: %v", name, rest)
		}
	}
}

func TestTextsThatAreNotUTF8AreMended(t *testing.T) {
	in := artifactstest.Sample()
	for i := range in.Graph.Nodes {
		if n := &in.Graph.Nodes[i]; len(n.Parts) > 0 {
			n.Parts[0] = graph.Part{Text: "a \xff\xfe b\u2028c\x00", StartLine: 1, EndLine: 1}
			break
		}
	}
	dir := write(t, in, artifacts.Options{})
	mustVerify(t, dir)
	compareGraph(t, open(t, dir), in.Graph)
}
