package answer_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/expand"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

func TestRoundKeepsSixDigits(t *testing.T) {
	for x, want := range map[float64]float64{0: 0, 1: 1, 0.123456789: 0.123457,
		123456789:  123457000,
		-2.0000001: -2} {
		if got := answer.Round(x); got != want {
			t.Errorf("Round(%v) = %v, want %v", x, got, want)
		}
	}
}

// TestIndexCachesNodes checks that each node is read once.
func TestIndexCachesNodes(t *testing.T) {
	x := answertest.Shop(t)
	a, err := x.Node(3)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := x.Node(3); err != nil || a != b {
		t.Errorf("the second read gives another node (%v)", err)
	}
	if _, err := x.Node(x.NumNodes()); err == nil {
		t.Error("a number beyond the last node gives no error")
	}
}

// TestIndexIsSearched checks that an Index can be searched.
func TestIndexIsSearched(t *testing.T) {
	x := answertest.Shop(t)
	res, err := search.Search(x, "OrderRepository.Save", search.Options{Limit: 1})
	if err != nil || len(res.Hits) != 1 ||
		res.Hits[0].Info.Name != "Shop.Data.OrderRepository.Save" {
		t.Errorf("%+v (%v)", res, err)
	}
	named, err := x.Named("save")
	if err != nil || !slices.Contains(named,
		answertest.Node(t, x, "Shop.Data.OrderRepository.Save")) {
		t.Errorf("named save: %v (%v)", named, err)
	}
	inFile, err := x.FileNodes("sql/schema.sql")
	if err != nil || len(inFile) != 3 {
		t.Errorf("nodes of the script: %v (%v)", inFile, err)
	}
}

// TestGraphKeepsEdges checks that expansion sees every stored edge, with weight and
// confidence.
func TestGraphKeepsEdges(t *testing.T) {
	x := answertest.Shop(t)
	g := answer.Graph(x)
	for n := range x.NumNodes() {
		stored, err := x.Out(n)
		if err != nil {
			t.Fatal(err)
		}
		seen, err := g.Out(n)
		if err != nil || len(seen) != len(stored) {
			t.Fatalf("node %d: %d edges of %d (%v)", n, len(seen), len(stored), err)
		}
		for i, e := range seen {
			s := stored[i]
			if e.From != s.From || e.To != s.To || e.Kind != s.Kind.String() || e.Line != s.Line ||
				e.Weight != s.Kind.Weight() || e.Confidence != s.Confidence() {
				t.Errorf("%+v of %+v", e, s)
			}
			if in, err := g.In(e.To); err != nil || !slices.Contains(in, e) {
				t.Errorf("%+v is not among the edges into its end (%v)", e, err)
			}
		}
	}
}

// failing is an index whose methods all fail.
type failing struct{}

var errRead = errors.New("cannot read")

func (failing) Node(uint32) (*graph.Node, error) { return nil, errRead }
func (failing) Out(uint32) ([]graph.Edge, error) { return nil, errRead }
func (failing) In(uint32) ([]graph.Edge, error)  { return nil, errRead }

// TestReadErrorsArePassedOn checks that descriptions return the errors of the index.
func TestReadErrorsArePassedOn(t *testing.T) {
	g := answer.Graph(failing{})
	_, out := g.Out(0)
	_, in := g.In(0)
	_, ref := answer.RefTo(failing{}, answer.Target{})
	_, _, item := answer.NewItem(failing{}, answer.Target{}, 1)
	_, edge := answer.NewEdge(failing{}, expand.Edge{})
	_, link := answer.NewLink(failing{}, 0, expand.Edge{})
	for i, err := range []error{out, in, ref, item, edge, link} {
		if !errors.Is(err, errRead) {
			t.Errorf("%d: %v", i, err)
		}
	}
}

func TestLinksAndItems(t *testing.T) {
	x := answertest.Shop(t)
	save, table := answertest.Node(t, x, "Shop.Data.OrderRepository.Save"), answertest.Node(t, x,
		"dbo.Order")
	edges, err := answer.Graph(x).Out(save)
	if err != nil || len(edges) != 1 {
		t.Fatal(edges, err)
	}
	link, err := answer.NewLink(x, save, edges[0])
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%s %s %s %s %s %v %d", *link.ParentID, link.Via.From, link.Via.Type,
		link.Via.To, link.Via.Tier, link.Via.Confidence, link.Via.Line)
	const id = "csharp:Shop.Data#OrderRepository.Save(Order)@ufyobnnog7"
	if want := id + " " + id + " WritesTo dbo.Order|TABLE exact 0.999 4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	it, n, err := answer.NewItem(x, answer.Target{Node: table}, 1.0/3)
	if err != nil || it.ID != "dbo.Order|TABLE" || it.Score != 0.333333 || n.Name != "dbo.Order" {
		t.Errorf("%+v (%v)", it, err)
	}
}

func TestTargetText(t *testing.T) {
	x := answertest.Shop(t)
	n := answertest.Node(t, x, "Shop.Data.OrderRepository.GetById")
	whole, err := x.TargetText(answer.Target{Node: n})
	if err != nil {
		t.Fatal(err)
	}
	first, err1 := x.TargetText(answer.Target{Node: n, Part: 1})
	second, err2 := x.TargetText(answer.Target{Node: n, Part: 2})
	if err1 != nil || err2 != nil || first+second != whole || second == "" {
		t.Errorf("%q and %q are not the parts of %q (%v, %v)", first, second, whole, err1, err2)
	}
}

// TestFilter checks that each field of a filter admits the named nodes, and that unknown
// names are errors that list or suggest valid ones.
func TestFilter(t *testing.T) {
	method := &graph.Node{Kind: graph.KindMethod, Language: "csharp", Path: "src/a.cs"}
	table := &graph.Node{Kind: graph.KindTable, Language: "sql", Path: "db/a.sql"}
	for _, c := range []struct {
		f             answer.Filter
		method, table bool
	}{
		{answer.Filter{Tests: "keep"}, true, true},
		{answer.Filter{Tests: "keep", Kinds: []string{"METHOD"}}, true, false},
		{answer.Filter{Tests: "keep", Languages: []string{"sql"}}, false, true},
		{answer.Filter{Tests: "keep", Languages: []string{"c#", "sql"}}, true, true},
		{answer.Filter{Tests: "keep", Paths: []string{"db/**"}}, false, true},
		{answer.Filter{Tests: "keep", Domains: []string{"regular_code"}}, true, false},
	} {
		opts, err := c.f.Parse()
		if err != nil || opts.Admits(method) != c.method || opts.Admits(table) != c.table {
			t.Errorf("%+v: admits method %v, table %v (%v)", c.f, opts.Admits(method),
				opts.Admits(table),
				err)
		}
	}
	for _, f := range []answer.Filter{
		{Tests: "sometimes"}, {Tests: "keep", Kinds: []string{"methd"}}, {Tests: "keep",
			Languages: []string{"cobol"}}, {Tests: "keep", Domains: []string{"code"}},
	} {
		if _, err := f.Parse(); err == nil {
			t.Errorf("%+v: no error", f)
		}
	}
}

func TestDependencies(t *testing.T) {
	all := answer.Dependencies()
	if !all.Has("Calls") || !all.Has("ForeignKey") || all.Has("Contains") || all.Has("Imports") {
		t.Error("the default follows structure, or not dependencies")
	}
	none, err := answer.ParseEdgeKinds(nil)
	if got := none.Or(all); err != nil || !none.IsEmpty() || !got.Has("Calls") || got.Has("Contains") {
		t.Errorf("an empty list is not the default: %v", err)
	}
	some, err := answer.ParseEdgeKinds([]string{"contains", "FK"})
	if got := some.Or(all); err != nil || some.IsEmpty() || !got.Has("Contains") ||
		!got.Has("ForeignKey") || got.Has("Calls") {
		t.Errorf("Contains and ForeignKey: %v", err)
	}
	if _, err := answer.ParseEdgeKinds([]string{"Cals"}); err == nil ||
		!strings.Contains(err.Error(), `edge kind "Cals" is unknown: did you mean Calls`) {
		t.Errorf("an unknown kind: %v", err)
	}
	for s, want := range map[string]expand.Direction{"out": expand.Out, "IN": expand.In,
		"Both": expand.Both} {
		if d, err := answer.ParseDirection(s); err != nil || d != want {
			t.Errorf("%s: %v (%v)", s, d, err)
		}
	}
	if _, err := answer.ParseDirection("above"); err == nil {
		t.Error("above is a direction of paths only")
	}
}

func TestKeysOfRefs(t *testing.T) {
	known := answer.Ref{Target: answer.Target{Node: 7, Part: 1}, ID: "x", Known: true}
	whole := answer.Ref{Target: answer.Target{Node: 7}, ID: "x", Known: true}
	second := answer.Ref{Target: answer.Target{Node: 7, Part: 2}, ID: "x/2", Known: true}
	if known.Key() != whole || whole.Key() != whole || second.Key() != second ||
		known.String() != "x" {
		t.Errorf("keys %v %v %v", known.Key(), whole.Key(), second.Key())
	}
}

var _ search.Index = (*answer.Index)(nil)
var _ answer.Edges = artifacts.HiddenEdges{}
