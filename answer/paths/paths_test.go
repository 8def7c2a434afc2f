package paths_test

import (
	"strings"
	"testing"

	"seedgraph/answer"
	"seedgraph/answer/answertest"
	"seedgraph/answer/names"
	"seedgraph/answer/paths"
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

// TestTitles: what a path means, in each direction.
func TestTitles(t *testing.T) {
	x := answertest.Shop(t)
	for _, c := range []struct {
		a, b, direction string
		want            string
	}{
		{"OrderRepository.Save", "dbo.Order", "",
			"Shop.Data.OrderRepository.Save leads to dbo.Order: 1 edge, strength "},
		{"dbo.Order", "OrderRepository.Save", "",
			"Shop.Data.OrderRepository.Save leads to dbo.Order: 1 edge, strength "},
		{"OrderService", "dbo.Order", "", "Shop.OrderService leads to dbo.Order: 2 edges"},
		{"OrderService", "OrderService.Validate", "",
			"Shop.OrderService contains Shop.OrderService.Validate"},
		{"OrderService.Validate", "OrderService", "",
			"Shop.OrderService contains Shop.OrderService.Validate"},
		{"OrderService.Validate", "OrderRepository.Save", "",
			"Shop.OrderService.Place leads to both Shop.OrderService.Validate and Shop.Data.OrderRepository.Save: 2 edges"},
		{"dbo.BillOrder", "dbo.OrderLine", "",
			"both dbo.BillOrder and dbo.OrderLine lead to dbo.Order: 2 edges"},
		{"dbo.BillOrder", "dbo.OrderLine", "BOTH", "dbo.BillOrder and dbo.OrderLine meet: 2 edges"},
	} {
		a, err := find(t, x, c.a, c.b, paths.Options{Direction: c.direction})
		if err != nil || len(a.Paths) != 1 {
			t.Errorf("%s %s: %v, %v", c.a, c.b, a, err)
			continue
		}
		if got := a.Lines()[0]; !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s: %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// TestPathIsDescribed: nodes, edges and links of a path agree.
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
	text := strings.Join(a.Lines(), "\n")
	for _, want := range []string{"    -> Contains\n", "    -> Calls (exact, line 10)\n",
		"TABLE dbo.Order  sql/schema.sql:1"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestTestsAndExternalNames: paths go through them on request only, but may end
// there.
func TestTestsAndExternalNames(t *testing.T) {
	x := answertest.Shop(t)
	for _, c := range []struct {
		a, b    string
		through []string
		found   bool
	}{
		{"PlaceSavesTheOrder", "dbo.Order", nil, true},
		{"OrderService.Place(Order)", "Console.WriteLine", nil, true},
		{"OrderService.Place(Order,int)", "OrderService.Place(Order)", nil, false},
	} {
		a, err := find(t, x, c.a, c.b, paths.Options{Through: c.through})
		if err != nil || (len(a.Paths) > 0) != c.found {
			t.Errorf("%s to %s through %q: %+v (%v)", c.a, c.b, c.through, a, err)
		}
	}
}

func TestKindsAndDepth(t *testing.T) {
	x := answertest.Shop(t)
	if a, err := find(t, x, "OrderService.Place(Order)", "dbo.Order",
		paths.Options{Kinds: []string{"Calls"}}); err != nil || len(a.Paths) > 0 {
		t.Errorf("by calls only: %+v (%v)", a, err)
	}
	if a, err := find(t, x, "OrderService.Place(Order)", "dbo.Order",
		paths.Options{MaxDepth: 1}); err != nil || len(a.Paths) > 0 || len(a.Lines()) > 0 {
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
		{"gone", "dbo.Order", paths.Options{}, "nothing is called \"gone\""},
		{"dbo.Order", "dbo.BillOrder", paths.Options{Direction: "up"},
			"direction \"up\": use auto, out, in, above, below, both"},
		{"dbo.Order", "dbo.BillOrder", paths.Options{MaxDepth: -1},
			"the maximum depth is -1: it must be at least 1"},
		{"dbo.Order", "dbo.BillOrder", paths.Options{Through: []string{"walls"}},
			"through \"walls\": use external or tests"},
		{"dbo.Order", "dbo.BillOrder", paths.Options{Kinds: []string{"Cals"}},
			"edges: edge kind \"Cals\": no such kind: did you mean Calls"},
	} {
		if _, err := find(t, x, c.a, c.b, c.o); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s %+v: %v, want %s", c.a, c.b, c.o, err, c.want)
		}
	}
}

// TestOverloadsAreOneEnd: a name of several overloads is one end.
func TestOverloadsAreOneEnd(t *testing.T) {
	x := answertest.Shop(t)
	a, err := find(t, x, "OrderService.Place", "dbo.Order", paths.Options{})
	if err != nil || a.From != "OrderService.Place" || len(a.Paths) != 1 {
		t.Errorf("%+v (%v)", a, err)
	}
}

func TestDescribe(t *testing.T) {
	for direction, want := range map[string]string{
		"out": " along the edges", "in": " against the edges", "above": " through a common caller",
		"below": " through a common dependency", "both": ", in either direction",
		"auto": ", in either direction",
	} {
		if got := paths.Describe(direction); got != want {
			t.Errorf("%s: %q, want %q", direction, got, want)
		}
	}
}
