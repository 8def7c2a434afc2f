package structure_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/structure"
	"seedgraph/query/render"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
	"seedgraph/tokens"
)

// sources has three folders, two of which depend on each other, and one is nested in
// another.
const sources = `
-- src/orders/Orders.cs --
namespace Shop.Orders;
public class Orders
{
    public void Place() { new Shop.Store.Store().Save(); Shop.Store.Store.Log(); }
    public static void Retry() { }
}
-- src/store/Store.cs --
namespace Shop.Store;
public class Store
{
    public void Save() { Shop.Orders.Orders.Retry(); }
    public static void Log() { }
}
-- src/app/deep/Program.cs --
namespace Shop.App;
public class Program
{
    public static void Main() { new Shop.Orders.Orders().Place(); }
}
-- tests/OrdersTests.cs --
using Xunit;
public class OrdersTests
{
    [Fact] public void Places() { new Shop.Orders.Orders().Place(); }
}
`

func find(t *testing.T, x *answer.Index, o structure.Options) *structure.Structure {
	t.Helper()
	s, err := structure.Find(x, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// short formats the groups, the ties and the cycles in short form.
func short(s *structure.Structure) string {
	var b strings.Builder
	for _, g := range s.Groups {
		fmt.Fprintf(&b, "%s %d/%d", g.Name, g.Files, g.Lines)
		for _, l := range g.Languages {
			fmt.Fprintf(&b, " %s", l.Name)
		}
		fmt.Fprintf(&b, " %s\n", strings.Join(g.Entries, " "))
	}
	for _, t := range s.Ties {
		fmt.Fprintf(&b, "%s -> %s %d\n", t.From, t.To, t.Edges)
	}
	for _, c := range s.Cycles {
		fmt.Fprintf(&b, "cycle %s, lightest %s -> %s\n", strings.Join(c.Groups, " "),
			c.Lightest.From, c.Lightest.To)
	}
	return b.String()
}

func TestFind(t *testing.T) {
	x := answertest.Sources(t, sources)
	drop := search.Selection{Tests: "drop"}
	for _, c := range []struct {
		name string
		o    structure.Options
		want string
	}{
		{"folders", structure.Options{By: structure.Folders, Filter: drop},
			`src/orders 1/6 csharp 
src/store 1/6 csharp 
src/app/deep 1/5 csharp Shop.App.Program.Main
src/orders -> src/store 4
src/app/deep -> src/orders 3
src/store -> src/orders 2
cycle src/orders src/store, lightest src/store -> src/orders
`},
		{"depth", structure.Options{By: structure.Folders, Filter: drop, Depth: 1},
			"src 3/17 csharp Shop.App.Program.Main\n"},
		{"packages", structure.Options{By: structure.Packages, Filter: drop, Depth: 2},
			`Shop.Orders 1/6 csharp 
Shop.Store 1/6 csharp 
Shop.App 1/5 csharp Shop.App.Program.Main
Shop.Orders -> Shop.Store 4
Shop.App -> Shop.Orders 3
Shop.Store -> Shop.Orders 2
cycle Shop.Orders Shop.Store, lightest Shop.Store -> Shop.Orders
`},
		{"a path", structure.Options{By: structure.Folders,
			Filter: search.Selection{Filter: search.Filter{Paths: []search.Glob{"src/store"}}, Tests: "drop"}},
			"src/store 1/6 csharp \n"},
	} {
		got := short(find(t, x, c.o))
		if got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
	}
	kept := short(find(t, x, structure.Options{By: structure.Folders}))
	if !strings.Contains(kept, "tests -> src/orders") {
		t.Errorf("with tests:\n%s", kept)
	}
}

func TestErrors(t *testing.T) {
	x := answertest.Sources(t, sources)
	for want, o := range map[string]structure.Options{
		"use folders, packages, projects": {By: "files"},
		"must not be negative":            {By: structure.Folders, Depth: -1},
	} {
		if _, err := structure.Find(x, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
}

// TestBudget checks that the whole text, diagrams included, never exceeds the budget, and
// that ends of ties are always among the groups.
func TestBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	counter, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	s := find(t, random(t, r), structure.Options{By: structure.Folders, Depth: 2})
	if len(s.Groups) < 20 || len(s.Ties) < 50 || len(s.Cycles) == 0 {
		t.Fatalf("%d groups, %d ties, %d cycles", len(s.Groups), len(s.Ties), len(s.Cycles))
	}
	for i := range 300 {
		b := structure.Budget{Counter: counter, Tokens: i,
			Format: []string{"", render.Mermaid, render.Dot}[i%3]}
		if i > 60 {
			b.Tokens = r.IntN(4000)
		}
		a := s.Fit(b)
		if n := counter.Count(a.Text); n > b.Tokens || n != a.Tokens {
			t.Fatalf("%d tokens, said to be %d, for %d", n, a.Tokens, b.Tokens)
		}
		in := map[string]bool{}
		for _, g := range a.Groups {
			in[g.Name] = true
		}
		for _, tie := range a.Ties {
			if !in[tie.From] || !in[tie.To] {
				t.Fatalf("budget %d: a tie from %s to %s without its ends", b.Tokens, tie.From,
					tie.To)
			}
		}
	}
	whole := s.Fit(structure.Budget{Counter: counter, Tokens: 1 << 20})
	if want := fmt.Sprintf("%d of %[1]d folders", len(s.Groups)); whole.Share() != want {
		t.Errorf("all of it is %q, want %q", whole.Share(), want)
	}
	one := s.Fit(structure.Budget{Counter: counter, Tokens: 1 << 20, Groups: 1})
	if want := fmt.Sprintf("1 of %d folders, cycles: 0 of %d", len(s.Groups),
		len(s.Cycles)); one.Share() != want {
		t.Errorf("one group is %q, want %q", one.Share(), want)
	}
	if len(whole.Groups) != len(s.Groups) || !strings.Contains(whole.Text, "cycle: ") ||
		!strings.Contains(whole.Text, " definitions, csharp\n") ||
		!strings.Contains(whole.Text, "  lightest: ") || !strings.Contains(whole.Text, "… and ") {
		t.Errorf("the whole text:\n%s", whole.Text)
	}
	if few := s.Fit(structure.Budget{Counter: counter, Tokens: 1 << 20,
		Groups: 3}); len(few.Groups) != 3 ||
		few.Total != len(s.Groups) {
		t.Errorf("%d groups of %d", len(few.Groups), few.Total)
	}
}

// random returns an index of many folders with random calls.
func random(t *testing.T, r *rand.Rand) *answer.Index {
	t.Helper()
	var b artifactstest.Builder
	var ids []graph.NodeID
	for i := range 200 {
		path := fmt.Sprintf("src/area%d/part%d/file%d.cs", r.IntN(30), r.IntN(3), i)
		b.Node(graph.Node{ID: graph.ChunkID("csharp", path, "<module>", ""), Kind: graph.KindFile,
			Language: "csharp", Name: path, Path: path, Span: graph.Span{StartLine: 1, EndLine: 9}})
		for m := range 3 {
			name := fmt.Sprintf("M%d", m)
			ids = append(ids, b.Node(graph.Node{ID: graph.ChunkID("csharp", path, name, ""),
				Kind: graph.KindMethod, Language: "csharp", Name: name, Short: name, Path: path,
				Span: graph.Span{StartLine: uint32(m + 1), EndLine: uint32(m + 2)}}))
		}
	}
	for range 400 {
		b.Edge(ids[r.IntN(len(ids))], ids[r.IntN(len(ids))],
			graph.Edge{Kind: graph.Calls, Tier: graph.Exact, Line: 1})
	}
	return answertest.Open(t, artifacts.Index{Graph: b.Graph(), Tokens: "words", Tool: "test",
		Source: artifacts.Source{Repository: "random", Commit: strings.Repeat("0", 40)}})
}

func TestDiagrams(t *testing.T) {
	counter, err := tokens.ByName("words")
	if err != nil {
		t.Fatal(err)
	}
	s := find(t, answertest.Sources(t, sources),
		structure.Options{By: structure.Folders, Filter: search.Selection{Tests: "drop"}})
	for format, want := range map[string]string{
		render.Mermaid: "graph LR\n  n0[\"src/orders<br/>1 file, 6 lines\"]\n",
		render.Dot:     "digraph structure {\n  rankdir=LR;\n  node [shape=box];\n  n0 [label=",
	} {
		a := s.Fit(structure.Budget{Counter: counter, Tokens: 999, Format: format})
		if !strings.HasPrefix(a.Text, want) || strings.Count(a.Text, "->") < 3 {
			t.Errorf("%s:\n%s", format, a.Text)
		}
	}
}

// TestAtRunTime checks that settings, messages and dispatch make separate ties, which are
// not part of cycles.
func TestAtRunTime(t *testing.T) {
	x := answertest.Sources(t, `-- a/store.cs --
namespace A;
public interface IStore { void Save(); }
public class Cart { public void Pay(IStore s) { s.Save(); } }
-- b/store.cs --
namespace B;
public class SqlStore : A.IStore { public void Save() { } }
`)
	s, err := structure.Find(x, structure.Options{By: structure.Folders, Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Ties) != 1 || s.Ties[0].From != "b" || len(s.Cycles) != 0 {
		t.Errorf("ties %+v, cycles %+v", s.Ties, s.Cycles)
	}
	if len(s.AtRunTime) != 1 || s.AtRunTime[0].From != "a" || s.AtRunTime[0].To != "b" {
		t.Errorf("at run time %+v", s.AtRunTime)
	}
}
