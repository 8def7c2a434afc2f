package compare

import (
	"strings"
	"testing"

	"seedgraph/graph"
)

// shop returns the difference between two states of a small shop.
func shop(t *testing.T) *Difference {
	t.Helper()
	old := index("a.go file a.go - package a\na.F function a.go a.go func F();one;two\n" +
		"a.G function a.go a.go func G();" + long + "\na.T struct a.go a.go type T struct\n" +
		"a.T.M method a.go a.T func M();x\nb.Gone function b.go - func Gone(q int);zzz\n" +
		"dbo.Log TABLE - - CREATE TABLE;Log")
	new := index("a.go file a.go - package a\na.F function a.go a.go func F(n int);one;two\n" +
		"a.H function a.go a.go func H();" + long + "\na.T struct a.go a.go type T struct\n" +
		"a.T.M method a.go a.T func M();y\na.U struct a.go a.go type U struct;new\n" +
		"a.U.N method a.go a.U func N();new")
	for _, m := range []*memory{old, new} {
		for i := range m.nodes {
			m.nodes[i].Span.StartLine = uint32(i + 1)
			if m.nodes[i].Path == "-" {
				m.nodes[i].Path, m.nodes[i].Span.StartLine = "", 0
			}
		}
	}
	edge := func(m *memory, from, to graph.NodeID, kind graph.EdgeKind, tier graph.Tier) {
		m.edges = append(m.edges, graph.Edge{From: m.number(from), To: m.number(to), Kind: kind,
			Tier: tier, Line: 7})
	}
	edge(old, "a.F", "a.T.M", graph.Calls, graph.Exact)
	edge(old, "a.T.M", "a.F", graph.Calls, graph.Unique)
	edge(old, "b.Gone", "a.F", graph.Calls, graph.Exact)
	edge(new, "a.T.M", "a.F", graph.Calls, graph.Exact)
	edge(new, "a.F", "a.T", graph.Creates, graph.Exact)
	edge(new, "a.F", "a.U", graph.Creates, graph.Exact)
	d, err := Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReportAsText(t *testing.T) {
	r := NewReport(shop(t), Filter{})
	const want = `nodes  2 removed, 2 added, 1 renamed, 2 changed
edges  2 removed, 2 added, 1 changed
  struct      1 added
  function    1 removed, 1 renamed, 1 changed
  method      1 added, 1 changed
  TABLE       1 removed
  Calls       2 removed, 1 changed
  Creates     2 added

without a file
  - TABLE dbo.Log

a.go
  ~ function a.F  line 1  signature
  > function a.H  line 2  renamed from a.G
  ~ method a.T.M  line 4  body
  + struct a.U  line 5  with 1 definition in it

b.go
  - function b.Gone  was line 6

edges between nodes of both builds
  - a.F -> Calls a.T.M  a.go:7
  + a.F -> Creates a.T  a.go:7
  ~ a.T.M -> Calls a.F  a.go:7  exact, was unique`
	if got := strings.Join(r.Lines(0), "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	short := strings.Join(r.Lines(1), "\n")
	for _, part := range []string{"… and 5 more; --limit prints more",
		"… and 2 more; --limit prints more"} {
		if !strings.Contains(short, part) {
			t.Errorf("%s lacks %s", short, part)
		}
	}
}

func TestReportAsMarkdown(t *testing.T) {
	d := shop(t)
	r := NewReport(d, Filter{})
	r.Check(d, Filter{}, []Rule{{Change: Removed, Kind: "TABLE"}, {Change: Removed, Kind: "route"},
		{Change: Removed, Kind: "Calls"}, {Change: Added, Kind: anyKind}})
	got := strings.Join(r.Markdown(1), "\n")
	for _, want := range []string{
		"- ❌ `removed:TABLE`: 1, the first is `dbo.Log`",
		"- ❌ `removed:Calls`: 2, the first is `a.F -> a.T.M`",
		"- ❌ `added:*`: 2, the first is `a.U`",
		"| nodes | removed | added | renamed | moved | changed |",
		"| function | 1 |  | 1 |  | 1 |", "| Creates |  | 2 |  |  |  |",
		"<details><summary>removed (2)</summary>\n\n- TABLE `dbo.Log`\n- … and 1 more\n",
		"<details><summary>edges between nodes of both builds (3)</summary>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "removed:route") {
		t.Errorf("a rule that holds is said to be broken:\n%s", got)
	}
}

// TestReportOfAPart checks that kinds and paths select nodes and edges.
func TestReportOfAPart(t *testing.T) {
	d := shop(t)
	for _, c := range []struct {
		f    Filter
		want string
	}{
		{Filter{Kinds: []string{"Creates"}}, "edges  2 added"},
		{Filter{Kinds: []string{"TABLE"}}, "nodes  1 removed"},
		{Filter{Path: func(p string) bool { return p == "b.go" }}, "nodes  1 removed"},
		{Filter{Kinds: []string{"route"}}, "no differences"},
	} {
		r := NewReport(d, c.f)
		lines := strings.Join(r.Lines(0), "\n")
		if !strings.Contains(lines, c.want) || r.Empty() != (c.want == "no differences") {
			t.Errorf("%v:\n%s\nwant %s", c.f.Kinds, lines, c.want)
		}
	}
}
