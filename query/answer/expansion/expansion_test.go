package expansion_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/expansion"
	"seedgraph/query/expand"
	"seedgraph/testkit/answertest"
)

// grow expands a node of the shop and describes the result.
func grow(t *testing.T, name string, opts expand.Options, limit int) *expansion.Answer {
	t.Helper()
	x := answertest.Shop(t)
	n := answertest.Node(t, x, name)
	res, err := expand.Expand(answer.Graph(x), []uint32{n}, opts)
	if err != nil {
		t.Fatal(err)
	}
	a, err := expansion.Describe(x, []expansion.Seed{{Node: n, Score: 0.5}}, res, opts, limit)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestScoresAreProducts checks that a node's score is its seed's times the weight and
// confidence of each edge on the path.
func TestScoresAreProducts(t *testing.T) {
	a := grow(t, "Shop.Data.OrderRepository.Save",
		expand.Options{MaxDepth: 2, MaxNodes: 50, Direction: expand.Both}, 50)
	scores := map[string]float64{}
	for _, it := range a.Items {
		scores[it.ID] = it.Score
		if it.ParentID == nil {
			if it.Score != 0.5 || !it.IsSeed {
				t.Errorf("seed %+v", it)
			}
			continue
		}
		parent := scores[*it.ParentID]
		if it.Score >= parent || it.Score <= 0 || it.Score < parent*it.Via.Confidence*0.05 {
			t.Errorf("%s: %v after %v by %+v", it.ID, it.Score, parent, it.Via)
		}
	}
	if len(scores) < 5 {
		t.Errorf("only %d nodes", len(scores))
	}
}

// TestListsAgree checks that the lists of ids, the items and the counts refer to the same
// nodes.
func TestListsAgree(t *testing.T) {
	a := grow(t, "Shop.OrderService", expand.Options{MaxDepth: 4, MaxNodes: 50}, 2)
	d := a.Diagnostics
	sum := func(m map[string]int) (n int) {
		for _, x := range m {
			n += x
		}
		return n
	}
	depths, byDepth := 0, 0
	for _, n := range d.NodesByDepth {
		depths += n
	}
	for _, m := range d.EdgesByDepth {
		byDepth += sum(m)
	}
	if n := len(a.Expanded); n != len(a.ChunkIDs)+len(a.NodeKeys) || n != depths ||
		n != sum(d.NodesByKind) || n != a.Debug.ExpandedCount {
		t.Errorf("%d nodes: %+v", n, a)
	}
	if n := len(a.Edges); n != sum(d.EdgesByKind) || n != byDepth || n != a.Debug.EdgesCount {
		t.Errorf("%d edges: %+v", n, d)
	}
	if len(a.Items) != 2 || len(a.Seeds) != 1 || a.Debug.Reason != "ok" || len(a.NodeKeys) != 1 {
		t.Errorf("%d items, seeds %q, keys %q, %+v", len(a.Items), a.Seeds, a.NodeKeys, a.Debug)
	}
}

func TestNoSeeds(t *testing.T) {
	x := answertest.Shop(t)
	a, err := expansion.Describe(x, nil, &expand.Result{}, expand.Options{}, 0)
	if err != nil || a.Debug.Reason != "no_seeds" || a.Items == nil || a.Edges == nil ||
		len(a.Sheet(answertest.Shop(t)).Lines(nil, 0)) != 0 {
		t.Errorf("%+v (%v)", a, err)
	}
}

func TestLines(t *testing.T) {
	a := grow(t, "dbo.Order", expand.Options{MaxDepth: 1, MaxNodes: 9, Direction: expand.In}, 9)
	text := strings.Join(a.Sheet(answertest.Shop(t)).Lines(nil, 0), "\n")
	for _, want := range []string{
		"seeds:\n ogrq TABLE dbo.Order sql/schema.sql:1\ndepth 1:\n",
		"\nsrc/data/OrderRepository.cs\n uzss method Shop.Data.OrderRepository.GetById :10 -> ReadsFrom",
		"\n ufyo method .Save :5 -> WritesTo ogrq (exact, line 4)\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	out := grow(t, "dbo.OrderLine", expand.Options{MaxDepth: 1, MaxNodes: 9}, 9)
	if text := strings.Join(out.Sheet(answertest.Shop(t)).Lines(nil, 0), "\n"); !strings.Contains(text, "<- ForeignKey ") {
		t.Errorf("an edge to the node points the other way:\n%s", text)
	}
}

func TestTally(t *testing.T) {
	tally := expansion.NewTally()
	tally.Node(2, "class")
	tally.Node(0, "class")
	tally.Edge(expand.Edge{Kind: "Calls", Depth: 1})
	if got, want := fmt.Sprint(tally.NodesByDepth, tally.NodesByKind, tally.EdgesByKind,
		tally.EdgesByDepth), "[1 0 1] map[class:2] map[Calls:1] [map[] map[Calls:1]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMissingKinds(t *testing.T) {
	x := answertest.Shop(t)
	missing, err := expansion.MissingKinds(x, []string{"calls", "SynonymFor", "inherits",
		"is unknown"}, &expand.Result{})
	if got := strings.Join(missing, " "); err != nil ||
		got != "Inherits SynonymFor" && got != "SynonymFor Inherits" {
		t.Errorf("missing %q (%v)", missing, err)
	}
	found := &expand.Result{Edges: []expand.Edge{{Kind: "Inherits"}}}
	if missing, err = expansion.MissingKinds(x, []string{"inherits"},
		found); err != nil || len(missing) != 0 {
		t.Errorf("a kind that the expansion found is missing: %q (%v)", missing, err)
	}
}

func TestAdmit(t *testing.T) {
	x := answertest.Shop(t)
	code, table, external := answertest.Node(t, x, "Shop.OrderService"), answertest.Node(t, x,
		"dbo.Order"), answertest.Node(t, x, "System.Console.WriteLine")
	for _, c := range []struct {
		domains  []string
		external bool
		want     string
	}{
		{nil, false, "true true false"},
		{[]string{"db_code"}, true, "false true false"},
		{[]string{"regular_code"}, true, "true false true"},
		{[]string{"regular_code"}, false, "true false false"},
		{[]string{"regular_code", "DB_CODE"}, false, "true true false"},
	} {
		admit, err := expansion.ReachFilter(x, c.domains, c.external)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(admit(code), admit(table), admit(external)); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
		if !admit(math.MaxUint32) {
			t.Errorf("%+v: a node that cannot be read is not admitted", c)
		}
	}
	if admit, err := expansion.ReachFilter(x, nil, true); admit != nil || err != nil {
		t.Errorf("everything: %v", err)
	}
	if _, err := expansion.ReachFilter(x, []string{"code"}, true); err == nil {
		t.Error("an unknown domain is no error")
	}
}
