package paths_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer"
	"seedgraph/query/answer/names"
	"seedgraph/query/answer/openends"
	"seedgraph/query/answer/paths"
	"seedgraph/query/expand"
	"seedgraph/query/render"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

// find finds paths in the shop.
func find(t *testing.T, x *answer.Index, a, b string, o paths.Options) (*paths.Answer, error) {
	t.Helper()
	if o.MaxDepth == 0 {
		o.MaxDepth = 12
	}
	if o.MaxPaths == 0 {
		o.MaxPaths = 1
	}
	return paths.Find(x, &names.Resolver{Index: x}, a, b, o)
}

// TestTitles checks the title of a path in each direction.
func TestTitles(t *testing.T) {
	x := answertest.Shop(t)
	for _, c := range []struct {
		a, b, direction string
		want            string
	}{
		{"OrderRepository.Save", "dbo.Order", "",
			"OrderRepository.Save reaches dbo.Order: 1 step, strength "},
		{"dbo.Order", "OrderRepository.Save", "in",
			"OrderRepository.Save reaches dbo.Order: 1 step, strength "},
		{"OrderService", "dbo.Order", "", "OrderService reaches dbo.Order: 2 steps"},
		{"OrderService", "OrderService.Validate", "",
			"Shop.OrderService contains Shop.OrderService.Validate"},
		{"OrderService.Validate", "OrderService", "",
			"Shop.OrderService contains Shop.OrderService.Validate"},
		{"OrderService.Validate", "OrderRepository.Save", "meet",
			"OrderService.Validate does not reach OrderRepository.Save\n\n" +
				"OrderService.Place reaches both OrderService.Validate and " +
				"OrderRepository.Save: 2 steps"},
		{"dbo.BillOrder", "OrderRepository.GetById", "meet",
			"dbo.BillOrder does not reach OrderRepository.GetById\n\n" +
				"both dbo.BillOrder and OrderRepository.GetById reach dbo.Order: 2 steps"},
		// if one leads to the other, it does not matter where they meet
		{"OrderService", "dbo.Order", "meet", "OrderService reaches dbo.Order: 2 steps"},
		{"dbo.Order", "OrderService", "meet",
			"dbo.Order does not reach Shop.OrderService\n\n" +
				"OrderService reaches dbo.Order: 2 steps"},
		{"dbo.BillOrder", "OrderRepository.GetById", "BOTH",
			"dbo.BillOrder and OrderRepository.GetById meet: 2 steps"},
	} {
		a, err := find(t, x, c.a, c.b, paths.Options{Direction: direction(t, c.direction)})
		if err != nil || len(a.Paths) != 1 {
			t.Errorf("%s %s: %v, %v", c.a, c.b, a, err)
			continue
		}
		if got := strings.Join(a.Lines(nil), "\n"); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// TestPathIsDescribed checks that nodes, edges and links of a path agree.
func TestPathIsDescribed(t *testing.T) {
	a, err := find(t, answertest.Shop(t), "OrderService", "dbo.Order", paths.Options{MaxPaths: 9})
	if err != nil {
		t.Fatal(err)
	}
	if a.Direction != "out" || a.To != "dbo.Order|TABLE" || !strings.HasPrefix(a.From,
		"csharp:Shop#OrderService@") || a.Total != len(a.Paths) {
		t.Errorf("answer %+v", a)
	}
	for _, p := range a.Paths {
		if len(p.Edges) != len(p.Nodes)-1 || p.Nodes[0] != a.From ||
			p.Nodes[len(p.Nodes)-1] != a.To {
			t.Errorf("path %+v", p)
		}
		for i, e := range p.Edges {
			from, to := p.Nodes[i], p.Nodes[i+1]
			if e.Against {
				from, to = to, from
			}
			if e.From != from || e.To != to {
				t.Errorf("edge %d of %+v", i, p)
			}
		}
	}
	for i, it := range a.Items {
		if (it.ParentID == nil) != (it.ID == a.From) || (it.Via == nil) != (it.ParentID == nil) {
			t.Errorf("item %d: %+v", i, it)
		}
	}
	text := strings.Join(a.Lines(nil), "\n")
	for _, want := range []string{" OrderService :1 -> Contains\n", " -> Calls :10\n",
		"TABLE dbo.Order sql/schema.sql:1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestTestsAndExternalNames checks that paths pass through tests and external names only
// on request, but may end there.
func TestTestsAndExternalNames(t *testing.T) {
	x := answertest.Shop(t)
	for _, c := range []struct {
		a, b    string
		through paths.Through
		found   bool
	}{
		{"PlaceSavesTheOrder", "dbo.Order", paths.Through{}, true},
		{"OrderService.Place(Order)", "Console.WriteLine", paths.Through{}, true},
		{"OrderService.Place(Order,int)", "OrderService.Place(Order)", paths.Through{}, false},
	} {
		a, err := find(t, x, c.a, c.b, paths.Options{Through: c.through})
		if err != nil || (len(a.Paths) > 0) != c.found {
			t.Errorf("%s to %s through %+v: %+v (%v)", c.a, c.b, c.through, a, err)
		}
	}
}

func TestKindsAndDepth(t *testing.T) {
	x := answertest.Shop(t)
	if a, err := find(t, x, "OrderService.Place(Order)", "dbo.Order",
		paths.Options{Kinds: answertest.EdgeKinds(t, "Calls")}); err != nil || len(a.Paths) > 0 {
		t.Errorf("by calls only: %+v (%v)", a, err)
	}
	if a, err := find(t, x, "OrderService.Place(Order)", "dbo.Order",
		paths.Options{MaxDepth: 1}); err != nil || a.Connected ||
		a.Answer != openends.Unknown || a.StoppedAt != paths.StoppedDepth ||
		a.Lines(nil)[0] != "OrderService.Place does not reach dbo.Order; "+
			"--max-depth prints a longer path" {
		t.Errorf("of one edge: %+v (%v)", a, err)
	}
}

func TestErrors(t *testing.T) {
	x := answertest.Shop(t)
	for _, c := range []struct {
		a, b string
		o    paths.Options
		want string
	}{
		{"dbo.Order", "dbo.Order", paths.Options{}, "dbo.Order and dbo.Order are the same"},
		{"OrderService.Place", "OrderService.Place(Order)", paths.Options{},
			"OrderService.Place and OrderService.Place(Order) overlap"},
		{"gone", "dbo.Order", paths.Options{}, "no definition is named \"gone\""},
		{"dbo.Order", "dbo.BillOrder", paths.Options{MaxDepth: -1},
			"the maximum depth is -1: it must be at least 1"},
		{"dbo.Order", "dbo.BillOrder",
			paths.Options{MaxDepth: 9, Op: paths.Read, Kinds: answertest.EdgeKinds(t, "Calls")},
			"edge kinds and an operation are mutually exclusive"},
	} {
		if _, err := find(t, x, c.a, c.b, c.o); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s %+v: %v, want %s", c.a, c.b, c.o, err, c.want)
		}
	}
}

// TestOverloadsAreOneEnd checks that all overloads of a name form one end.
func TestOverloadsAreOneEnd(t *testing.T) {
	x := answertest.Shop(t)
	a, err := find(t, x, "OrderService.Place", "dbo.Order", paths.Options{})
	if err != nil || a.From != "OrderService.Place" || len(a.Paths) != 1 {
		t.Errorf("%+v (%v)", a, err)
	}
}

// TestDispatchIsFolded checks that a call of an interface reaches the members that may
// run, and a call of the base class only that member.
func TestDispatchIsFolded(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for _, c := range []struct{ a, b, want string }{
		{"Orders.Place", "dbo.Orders", "Orders.Place reaches dbo.Orders: 2 steps"},
		{"Program.Main", "Log.Write", "Program.Main reaches Log.Write: 3 steps"},
		// a member without a body does nothing, nor does one run those that override it
		{"IStore.Save", "dbo.Orders", "IStore.Save does not reach dbo.Orders itself, " +
			"but SqlStore.Save, a possible call target, does"},
		{"Store.Save", "dbo.Orders", "Store.Save does not reach dbo.Orders itself, but " +
			"SqlStore.Save, a possible call target, does"},
		{"IStore", "dbo.Orders", "Shop.IStore does not reach dbo.Orders itself, but 2 " +
			"possible call targets do: SqlStore.Count, SqlStore.Save"},
		{"src/Store.cs", "Orders.Cancel", "src/Store.cs does not reach Orders.Cancel, but "},
		// base.Save() is not dispatched to FileStore, nor does a member lead to those
		// that override it
		{"SqlStore.Save", "FileStore.Save",
			"SqlStore.Save does not reach FileStore.Save"},
		{"Store.Save", "SqlStore.Save", "Store.Save does not reach SqlStore.Save"},
		{"Log.Write", "Orders.Cancel", "Log.Write does not reach Orders.Cancel, " +
			"but Orders.Cancel reaches Log.Write"},
		// what is only named or extended is not led to
		{"SqlStore", "IStore", "Shop.SqlStore does not reach Shop.IStore"},
		{"dbo.Lines", "dbo.Orders", "dbo.Lines does not reach dbo.Orders"},
	} {
		a, err := find(t, x, c.a, c.b, paths.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Lines(nil)[0]; !strings.HasPrefix(got, c.want) ||
			a.Connected == strings.Contains(got, "does not") {
			t.Errorf("%s to %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
	a, err := find(t, x, "Orders.Place", "SqlStore.Save", paths.Options{})
	if err != nil || len(a.Paths) != 1 || len(a.Paths[0].Nodes) != 3 ||
		a.Paths[0].Edges[1].Type != "Dispatches" || a.Paths[0].Length != 1 {
		t.Errorf("the member that is named is left out: %+v, %v", a, err)
	}
}

// TestSets checks that each definition of a folder or pattern has its own path, except
// definitions reachable from others of the set.
func TestSets(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for _, c := range []struct {
		a, b  string
		first string
		ends  string
	}{
		{"src/Orders.cs*", "dbo.Orders", "src/Orders.cs* reaches dbo.Orders: 1 path",
			"Program.Main"},
		{"src", "dbo.Orders", "src reaches dbo.Orders: 1 path", "Program.Main"},
		{"Program.Main", "db/*.sql", "Shop.Program.Main reaches db/*.sql: 1 path", "dbo.Orders"},
		{"Program.Main", "src/Store.cs*", "Shop.Program.Main reaches src/Store.cs*: 5 paths",
			"SqlStore FileStore.Count Store.Save IStore.Count"},
		{"db/*", "Log.Write", "db/* does not reach Shop.Log.Write", ""},
	} {
		a, err := find(t, x, c.a, c.b, paths.Options{MaxPaths: 9})
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(a.Lines(nil), "\n")
		if got := a.Lines(nil)[0]; got != c.first && c.ends != "" &&
			!strings.HasSuffix(c.first, "paths") {
			t.Errorf("%s to %s: %s, want %s\n%s", c.a, c.b, got, c.first, text)
		}
		for _, end := range strings.Fields(c.ends) {
			if !strings.Contains(text, end) {
				t.Errorf("%s to %s: no %s in\n%s", c.a, c.b, end, text)
			}
		}
	}
	if _, err := find(t, x, "nothing/**", "dbo.Orders", paths.Options{}); err == nil ||
		!strings.Contains(err.Error(), "no path matches") {
		t.Errorf("a pattern that nothing matches: %v", err)
	}
}

// TestMeetingPlacesAreNotRepeated checks that callers of the same interface member meet
// there, and not again at each implementation.
func TestMeetingPlacesAreNotRepeated(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop+`-- src/More.cs --
namespace Shop;
public class Returns
{
    private readonly IStore store;
    public void Back(int id) { store.Save(-id); }
}
`)
	a, err := find(t, x, "Orders.Place", "Returns.Back", paths.Options{Direction: "meet",
		MaxPaths: 9})
	if err != nil || len(a.Paths) != 1 || a.Total != 1 || !strings.Contains(a.Lines(nil)[2],
		"both Orders.Place and Returns.Back reach IStore.Save: 2 steps") {
		t.Errorf("%+v (%v)", a, err)
	}
}

// TestRoutesOfASet checks that the routes registered in files are among their
// definitions.
func TestRoutesOfASet(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop+`-- src/Api/OrdersController.cs --
using Microsoft.AspNetCore.Mvc;
namespace Shop.Api;
[ApiController]
[Route("orders")]
public class OrdersController : ControllerBase
{
    private readonly Shop.Orders orders;
    [HttpPost("{id}")]
    public IActionResult Place(int id) { orders.Place(id); return Ok(); }
    [HttpGet("ping")]
    public IActionResult Ping() { return Ok(); }
}
`)
	a, err := find(t, x, "src/Api/**", "dbo.Orders|TABLE", paths.Options{MaxPaths: 9})
	if err != nil || a.Total != 1 || !strings.HasPrefix(a.Lines(nil)[2],
		"POST /orders/{} reaches dbo.Orders: 4 steps") {
		t.Errorf("%+v (%v)", a, err)
	}
}

func TestDiagrams(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	a, err := find(t, x, "Orders.Place", "dbo.Orders", paths.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string]string{
		render.Mermaid: "graph LR\n" +
			"  n0[\"method Shop.Orders.Place<br/>src/Orders.cs:6\"]\n",
		render.Dot: "digraph paths {\n  rankdir=LR;\n  node [shape=box];\n" +
			"  n0 [label=\"method Shop.Orders.Place\\nsrc/Orders.cs:6\"];\n",
	} {
		got := strings.Join(a.Diagram().Text(language), "\n")
		if !strings.HasPrefix(got, want) || !strings.Contains(got, "Calls") {
			t.Errorf("%s:\n%s", language, got)
		}
	}
}

// direction parses a direction.
func direction(t *testing.T, s string) expand.Direction {
	t.Helper()
	d, err := paths.ParseDirection(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestParse(t *testing.T) {
	if d := direction(t, ""); d != expand.Out {
		t.Errorf("the default direction is %s", d)
	}
	_, err := paths.ParseDirection("up")
	checkError(t, err, `direction "up": use out, in, meet, above, below, both`)
	if op, err := paths.ParseOp("write"); op != paths.Write || err != nil {
		t.Errorf("write: %s (%v)", op, err)
	}
	_, err = paths.ParseOp("delete")
	checkError(t, err, `operation "delete": use read or write`)
	through, err := paths.ParseThrough([]string{paths.Tests, paths.External})
	if want := (paths.Through{External: true, Tests: true}); through != want || err != nil {
		t.Errorf("tests and external: %+v (%v)", through, err)
	}
	_, err = paths.ParseThrough([]string{"walls"})
	checkError(t, err, `through "walls": use external or tests`)
}

// checkError checks the text of an error.
func checkError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
