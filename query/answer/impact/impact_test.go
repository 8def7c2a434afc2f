package impact_test

import (
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/impact"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

func find(t *testing.T, x *answer.Index, o impact.Options, names ...string) *impact.Answer {
	t.Helper()
	if o.MaxDepth == 0 {
		o.MaxDepth = 4
	}
	if o.MaxNodes == 0 {
		o.MaxNodes = 100
	}
	var start []uint32
	for _, n := range names {
		start = append(start, answertest.Node(t, x, n))
	}
	a, err := impact.Find(x, start, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// depths formats the affected definitions with their depths, in the order of the answer.
func depths(a *impact.Answer) string {
	var out []string
	for _, it := range a.Items {
		name := it.Name[strings.LastIndexByte(it.Name[:strings.LastIndexByte(it.Name, '.')], '.')+1:]
		out = append(out, name+" "+string(rune('0'+it.Depth)))
	}
	return strings.Join(out, ", ")
}

func TestDepths(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for _, c := range []struct {
		name string
		o    impact.Options
		want string
	}{
		{"Shop.SqlStore.Save", impact.Options{},
			"SqlStore.Save 0, Orders.Place 1, Program.Main 2, OrdersTests.PlaceSaves 2"},
		{"Shop.SqlStore.Save", impact.Options{MaxDepth: 1}, "SqlStore.Save 0, Orders.Place 1"},
		{"Shop.SqlStore.Save", impact.Options{MaxNodes: 2},
			"SqlStore.Save 0, Orders.Place 1, OrdersTests.PlaceSaves 2"},
		{"Shop.FileStore", impact.Options{MaxDepth: 1, Exactly: true},
			"Shop.FileStore 0, OrdersTests.Make 1"},
		{"Shop.Log.Unused", impact.Options{}, "Log.Unused 0"},
		{"dbo.Lines", impact.Options{}, "dbo.Lines 0"},
	} {
		if got := depths(find(t, x, c.o, c.name)); got != c.want {
			t.Errorf("%s %+v:\n%s\nwant\n%s", c.name, c.o, got, c.want)
		}
	}
}

// TestEnds checks that unused definitions are tests or entry points, also at the last
// depth.
func TestEnds(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	a := find(t, x, impact.Options{MaxDepth: 2}, "Shop.SqlStore.Save")
	if len(a.Tests) != 1 || len(a.Entries) != 1 || a.Affected != 3 || a.Truncated {
		t.Errorf("%+v", a)
	}
	a = find(t, x, impact.Options{MaxDepth: 1}, "Shop.SqlStore.Save")
	if len(a.Tests)+len(a.Entries) != 0 {
		t.Errorf("Orders.Place is an end: %+v", a)
	}
	if a = find(t, x, impact.Options{}, "OrdersTests.PlaceSaves"); len(a.Tests) != 1 {
		t.Errorf("a changed test is not to be run: %+v", a)
	}
}

// TestForeignKeysEndAtOnce checks that a table depends on those that it references, but
// not transitively.
func TestForeignKeysEndAtOnce(t *testing.T) {
	x := answertest.Sources(t, `-- a.sql --
CREATE TABLE dbo.A (Id int PRIMARY KEY);
GO
CREATE TABLE dbo.B (Id int PRIMARY KEY, A int REFERENCES dbo.A (Id));
GO
CREATE TABLE dbo.C (B int REFERENCES dbo.B (Id));
`)
	if got := depths(find(t, x, impact.Options{}, "dbo.A")); got != "dbo.A 0, dbo.B 1" {
		t.Error(got)
	}
}

// TestRoutes checks that a change that reaches a handler ends at its route.
func TestRoutes(t *testing.T) {
	x := answertest.Sources(t, `-- src/Api.cs --
using Microsoft.AspNetCore.Mvc;
namespace Shop;
public class Store { public int Count() { return 1; } }
[ApiController]
[Route("orders")]
public class OrdersController : ControllerBase
{
    [HttpGet("count")]
    public int Count() { return new Store().Count(); }
}
`)
	a := find(t, x, impact.Options{}, "Shop.Store.Count")
	if len(a.Routes) != 1 || a.Affected != 2 || len(a.Entries) != 0 {
		t.Errorf("%+v", a)
	}
	if text := strings.Join(a.Sheet().Lines(nil, 0), "\n"); !strings.Contains(text, "routes (1):\n") {
		t.Error(text)
	}
	if got := len(find(t, x, impact.Options{Until: "routes"}, "Shop.Store.Count").Items); got != 2 {
		t.Errorf("%d items, want the change and a route", got)
	}
}

// TestWaysAreWhole checks that the parent of each item, except the changed ones, is one
// step nearer.
func TestWaysAreWhole(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	a := find(t, x, impact.Options{}, "Shop.Log.Write")
	depth := map[string]int{}
	for _, it := range a.Items {
		depth[it.ID] = it.Depth
	}
	for _, it := range a.Items {
		if (it.Depth == 0) != (it.ParentID == nil) || (it.Via == nil) != (it.ParentID == nil) {
			t.Errorf("%+v", it)
		}
		if it.ParentID != nil && depth[*it.ParentID] != it.Depth-1 {
			t.Errorf("%s at depth %d comes from %s at %d", it.Name, it.Depth, *it.ParentID,
				depth[*it.ParentID])
		}
		if it.Via != nil && it.Via.Dispatched != (it.Via.To != *it.ParentID) {
			t.Errorf("%s: %+v", it.Name, it.Via)
		}
	}
}

func TestErrors(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for _, c := range []struct {
		o    impact.Options
		want string
	}{
		{impact.Options{MaxDepth: -1, MaxNodes: 1}, "the maximum depth is -1: it must be at least 1"},
		{impact.Options{MaxDepth: 1}, "the maximum number of nodes is 0: it must be at least 1"},
	} {
		if _, err := impact.Find(x, nil, c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.o, err, c.want)
		}
	}
}

func TestParseUntil(t *testing.T) {
	for s, want := range map[string]impact.Until{
		"": "", "Routes": impact.UntilRoutes, "CLASS": impact.Until(graph.KindClass), "table": impact.Until(graph.KindTable),
	} {
		if got, err := impact.ParseUntil(s); got != want || err != nil {
			t.Errorf("%q: %q (%v)", s, got, err)
		}
	}
	for s, want := range map[string]string{
		"doom":   "--until \"doom\" is unknown: use tests, routes, entries, tables or a node kind",
		"route5": "--until \"route5\" is unknown: did you mean routes?",
	} {
		if _, err := impact.ParseUntil(s); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", s, err, want)
		}
	}
}

// TestText checks that the text lists the ends with the path to the change, then the
// affected definitions by depth and file.
func TestText(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	got := strings.Join(find(t, x, impact.Options{}, "Shop.SqlStore.Save").Sheet().Lines(nil, 0), "\n")
	for _, want := range []string{
		"Shop.SqlStore.Save: 3 definitions may be affected, 1 test\n",
		"\ntests to run (1):\n", "tests/OrdersTests.cs:6 through Orders.Place",
		"\ndepth 1:\n ba7ksv67wl method .Place src/Orders.cs:6 Calls", "Calls Shop.IStore.Save, lines 8, 11",
		"\ntests, depth 2:\n 5kr5cgolmb method .PlaceSaves tests/OrdersTests.cs:6 Calls",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestTables checks that the tables that affected code reads or writes are one step
// deeper.
func TestTables(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for name, want := range map[string]string{
		"Shop.Store.Count":   "Store.Count 0",
		"Shop.SqlStore.Save": "SqlStore.Save 0, dbo.Orders 1",
		"dbo.Clear":          "dbo.Clear 0, dbo.Orders 1",
	} {
		a := find(t, x, impact.Options{Until: impact.UntilTables}, name)
		var got []string
		for _, it := range a.Items {
			got = append(got, strings.TrimPrefix(it.Name, "Shop.")+" "+string(rune('0'+it.Depth)))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// TestTestsLast checks that tests are last at each depth, regardless of file names.
func TestTestsLast(t *testing.T) {
	x := answertest.Sources(t, `-- a.cs --
namespace A;
public class T { [Fact] public void Runs() { new C().Go(); } }
-- b.cs --
namespace A;
public class C { public void Go() { } }
-- c.cs --
namespace A;
public class D { public void Use(C c) { c.Go(); } }
`)
	if got, want := depths(find(t, x, impact.Options{}, "A.C.Go")),
		"C.Go 0, D.Use 1, T.Runs 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
