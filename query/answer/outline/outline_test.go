package outline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/outline"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
	"seedgraph/tokens"
)

// names lists the names of definitions in order.
func names(t *testing.T, x *answer.Index, all []outline.Definition) []string {
	t.Helper()
	var out []string
	for _, d := range all {
		n, err := x.Node(d.Node)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, n.Name)
	}
	return out
}

// star returns an index of a class with a field and a method in one file, each used by
// methods in others, and a function that only calls itself.
func star(t *testing.T) *answer.Index {
	t.Helper()
	var b artifactstest.Builder
	line := uint32(0)
	add := func(kind graph.NodeKind, path, name, class string) graph.NodeID {
		line++
		return b.Node(graph.Node{
			ID: graph.ChunkID("csharp", path, name, ""), Kind: kind, Language: "csharp", Path: path,
			Name: name, Class: class,
			Short: name[strings.LastIndexByte(name, '.')+1:], Span: graph.Span{StartLine: line,
				EndLine: line, Start: 10 * line, End: 10*line + 9},
			NameLine: line, Signature: name + " signature",
			Parts: []graph.Part{artifactstest.Part("text\n", line, line)},
		})
	}
	class := add(graph.KindClass, "a.cs", "A", "")
	field := add(graph.KindField, "a.cs", "A.f", "A")
	method := add(graph.KindMethod, "a.cs", "A.m", "A")
	alone := add(graph.KindMethod, "a.cs", "Alone", "")
	call := func(from, to graph.NodeID, kind graph.EdgeKind) {
		b.Edge(from, to, graph.Edge{Kind: kind, Tier: graph.Exact, Line: 1})
	}
	call(class, field, graph.Contains)
	call(class, method, graph.Contains)
	call(alone, alone, graph.Calls)
	for i := range 3 {
		user := add(graph.KindMethod, fmt.Sprintf("u%d.cs", i), fmt.Sprintf("U%d.use", i), "U")
		call(user, field, graph.ReadsFrom)
		if i == 0 {
			call(user, method, graph.Calls)
		}
	}
	return answertest.Open(t, artifacts.Index{Graph: b.Graph(), Tokens: tokens.O200k, Tool: "test"})
}

// TestCentrality checks that rank from other files counts, that a field's rank counts for
// its type, and that a function that only calls itself is not central.
func TestCentrality(t *testing.T) {
	x := star(t)
	all, err := outline.Definitions(x, search.Selection{Tests: "keep"})
	if err != nil {
		t.Fatal(err)
	}
	got := names(t, x, all)
	if len(got) < 3 || got[0] != "A" || got[1] != "A.m" || slices.Contains(got, "A.f") {
		t.Errorf("order %q: want the type with its field, then its method", got)
	}
	if i := slices.Index(got, "Alone"); i < 2 {
		t.Errorf("order %q: a function that calls itself is central", got)
	}
	all, err = outline.Definitions(x, search.Selection{Filter: search.Filter{Kinds: []graph.NodeKind{graph.KindField}}, Tests: "keep"})
	if got := names(t, x, all); err != nil || !slices.Equal(got, []string{"A.f"}) {
		t.Errorf("fields: %q (%v)", got, err)
	}
}

// TestPackKeepsItsBudget checks for all budgets that the token count is correct and never
// exceeds the budget, and that a member comes with its type.
func TestPackKeepsItsBudget(t *testing.T) {
	x := answertest.Shop(t)
	counter, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	all, err := outline.Definitions(x, search.Selection{Tests: "drop"})
	if err != nil {
		t.Fatal(err)
	}
	filled := 0
	for budget := range 260 {
		a, err := outline.Pack(x, all, outline.Budget{Counter: counter, Tokens: budget})
		if err != nil {
			t.Fatal(err)
		}
		if n := counter.Count(a.Map); n != a.Tokens || n > budget || a.Total != len(all) ||
			a.Budget != budget {
			t.Fatalf("budget %d: %d tokens, said %d of %d", budget, n, a.Tokens, a.Budget)
		}
		shown := map[string]bool{}
		for _, it := range a.Items {
			shown[it.Name] = true
		}
		for name := range shown {
			if strings.HasPrefix(name, "Shop.Data.OrderRepository.") &&
				name != "Shop.Data.OrderRepository.Export" && !shown["Shop.Data.OrderRepository"] {
				t.Fatalf("budget %d: %s without its type", budget, name)
			}
		}
		filled = max(filled, len(a.Items))
	}
	if filled < 6 {
		t.Errorf("at most %d items: the budgets say nothing", filled)
	}
}

func TestLimitOfItems(t *testing.T) {
	x := answertest.Shop(t)
	counter, _ := tokens.ByName(tokens.O200k)
	all, err := outline.Definitions(x, search.Selection{Tests: "drop"})
	if err != nil {
		t.Fatal(err)
	}
	a, err := outline.Pack(x, all, outline.Budget{Counter: counter, Tokens: 5000, Items: 2})
	if err != nil || len(a.Items) < 2 || len(a.Items) > 3 {
		t.Errorf("%d items (%v), want 2, or 3 with the type of the second", len(a.Items), err)
	}
	none, err := outline.Pack(x, nil, outline.Budget{Counter: counter, Tokens: 50})
	if err != nil || none.Map != "" || none.Items == nil {
		t.Errorf("of nothing: %+v (%v)", none, err)
	}
}

// TestPages checks that a map omits the definitions that the reader already has, except
// as containers of others.
func TestPages(t *testing.T) {
	x := star(t)
	all, err := outline.Definitions(x, search.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	count, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	first, err := outline.Pack(x, all, outline.Budget{Counter: count, Tokens: 1000, Items: 2})
	if err != nil || len(first.Nodes()) != 2 || first.Short() {
		t.Fatalf("%+v, %v", first, err)
	}
	given := map[uint32]bool{}
	for _, n := range first.Nodes() {
		given[n] = true
	}
	rest, err := outline.Pack(x, all, outline.Budget{Counter: count, Tokens: 1000, Given: given})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range rest.Nodes() {
		if node, _ := x.Node(n); given[n] && !node.Kind.IsType() {
			t.Errorf("%s is there again:\n%s", node.Name, rest.Map)
		}
		given[n] = true
	}
	if len(given) != len(all) {
		t.Errorf("%d of %d definitions are on the two pages", len(given), len(all))
	}
	small, err := outline.Pack(x, all, outline.Budget{Counter: count, Tokens: 20})
	if err != nil || !small.Short() {
		t.Errorf("%+v, %v", small, err)
	}
}
