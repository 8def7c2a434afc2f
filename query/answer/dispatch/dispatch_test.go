package dispatch_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

// steps formats the steps to or from a node: user --Kind named--> used.
func steps(t *testing.T, x *answer.Index, name string, out bool) []string {
	t.Helper()
	w := dispatch.NewWalker(x)
	find := w.Users
	if out {
		find = w.Used
	}
	found, err := find(answertest.Node(t, x, name), dispatch.Runs)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range found {
		u, err := dispatch.NewUse(x, s)
		if err != nil {
			t.Fatal(err)
		}
		user, _ := x.Node(s.User)
		used, _ := x.Node(s.Used)
		lines = append(lines, user.Name+" | "+u.Phrase(u.Dispatched)+" | "+used.Name)
	}
	slices.Sort(lines)
	return lines
}

func TestSteps(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for _, c := range []struct {
		name string
		out  bool
		want string
	}{
		{"Shop.SqlStore.Save", false,
			"Shop.Orders.Place | Calls Shop.IStore.Save, lines 8, 11 | Shop.SqlStore.Save"},
		{"Shop.Store.Save", false,
			`Shop.Orders.Place | Calls Shop.IStore.Save, lines 8, 11 | Shop.Store.Save
Shop.SqlStore.Save | Calls, line 17 | Shop.Store.Save`},
		{"Shop.IStore.Save", false, "Shop.Orders.Place | Calls, lines 8, 11 | Shop.IStore.Save"},
		// the call of the base class is not dispatched
		{"Shop.FileStore.Save", false,
			"Shop.Orders.Place | Calls Shop.IStore.Save, lines 8, 11 | Shop.FileStore.Save"},
		{"Shop.SqlStore.Save", true, "Shop.SqlStore.Save | Calls, line 17 | Shop.Store.Save"},
		{"Shop.Log.Unused", false, ""},
	} {
		if got := strings.Join(steps(t, x, c.name, c.out), "\n"); got != c.want {
			t.Errorf("%s, out %v:\n%s\nwant\n%s", c.name, c.out, got, c.want)
		}
	}
}

// TestAbove checks that an abstract member counts as an implementation, too.
func TestAbove(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	w := dispatch.NewWalker(x)
	for name, want := range map[string]int{
		"Shop.Store.Count": 2, "Shop.SqlStore.Count": 3, "Shop.IStore.Count": 1,
	} {
		above, err := w.Above(answertest.Node(t, x, name))
		if err != nil || len(above) != want || !slices.IsSorted(above) {
			t.Errorf("above %s: %v, %v, want %d", name, above, err, want)
		}
	}
}

// named lists the names of nodes.
func named(t *testing.T, x *answer.Index, nodes []uint32) string {
	t.Helper()
	var out []string
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimPrefix(node.Name, "Shop."))
	}
	return strings.Join(out, " ")
}

// TestBelow checks that a call of the interface may run each implementation, with
// inherited ones listed once.
func TestBelow(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	w := dispatch.NewWalker(x)
	for name, want := range map[string]string{
		"Shop.IStore.Save": "FileStore.Save SqlStore.Save Store.Save",
		"Shop.Store.Save":  "FileStore.Save SqlStore.Save", "Shop.SqlStore.Save": "", "Shop.Log.Write": "",
	} {
		for range 2 { // the second time the result is cached
			below, err := w.Below(answertest.Node(t, x, name))
			if got := named(t, x, below); err != nil || got != want {
				t.Errorf("below %s: %s, %v, want %s", name, got, err, want)
			}
		}
	}
}

// TestUsedOrder checks that the direct targets of a member precede the members that may
// run in their place.
func TestUsedOrder(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	found, err := dispatch.NewWalker(x).Used(answertest.Node(t, x, "Shop.Orders.Place"), dispatch.Runs)
	if err != nil {
		t.Fatal(err)
	}
	var own, behind []uint32
	for _, s := range found {
		switch {
		case s.Dispatched():
			behind = append(behind, s.Used)
		case len(behind) > 0:
			t.Errorf("%d is named, and behind what is not: %v", s.Used, found)
		default:
			own = append(own, s.Used)
		}
	}
	if got, want := named(t, x, own), "IStore.Count IStore.Save"; got != want {
		t.Errorf("named: %s, want %s", got, want)
	}
	if got := named(t, x, behind); !slices.IsSorted(behind) ||
		!strings.Contains(got, "FileStore.Save") || !strings.Contains(got, "SqlStore.Count") {
		t.Errorf("may run: %s", got)
	}
}

// TestRunning checks the users that run a member, directly or through a base; a call of
// the base class does not run an override.
func TestRunning(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	w := dispatch.NewWalker(x)
	for name, want := range map[string]string{
		"Shop.FileStore.Save": "Orders.Place", "Shop.Store.Save": "Orders.Place SqlStore.Save",
		"Shop.IStore.Save": "Orders.Place", "Shop.Log.Unused": "",
		"Shop.Log.Write": "Orders.Cancel Store.Save",
	} {
		found, err := w.Running(answertest.Node(t, x, name), dispatch.Runs)
		if err != nil {
			t.Fatal(err)
		}
		var users []uint32
		for _, s := range found {
			users = append(users, s.User)
		}
		if got := named(t, x, users); got != want {
			t.Errorf("%s is run by %q, want %q", name, got, want)
		}
	}
}

// TestUsersAreInOrder checks that users are sorted by number, whichever member they refer
// to.
func TestUsersAreInOrder(t *testing.T) {
	x := answertest.Sources(t, `-- a.cs --
namespace Shop;
public class Zone { public virtual void Run() { } }
public class Area : Zone { public override void Run() { } }
public class Ant { void Go(Zone z) { z.Run(); } }
public class Zebra { void Go(Area a) { a.Run(); } }
`)
	for want, find := range map[string]func(*dispatch.Walker, uint32) ([]dispatch.Step, error){
		"users": func(w *dispatch.Walker, n uint32) ([]dispatch.Step, error) {
			return w.Users(n, dispatch.Runs)
		},
		"running": func(w *dispatch.Walker, n uint32) ([]dispatch.Step, error) {
			return w.Running(n, dispatch.Runs)
		},
	} {
		found, err := find(dispatch.NewWalker(x), answertest.Node(t, x, "Shop.Area.Run"))
		if err != nil || len(found) != 2 {
			t.Fatal(found, err)
		}
		if got := named(t, x, []uint32{found[0].User, found[1].User}); got != "Ant.Go Zebra.Go" {
			t.Errorf("%s: %s", want, got)
		}
	}
}

// TestWide checks that a wide index includes the edges to external symbols.
func TestWide(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	count := answertest.Node(t, x, "Shop.SqlStore.Count")
	outside := answertest.Node(t, x, "Db.Query")
	leads := func(x dispatch.Index) bool {
		edges, err := x.Out(count)
		if err != nil || !slices.IsSortedFunc(edges, func(a, b graph.Edge) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
		}) {
			t.Errorf("edges %v, %v", edges, err)
		}
		return slices.ContainsFunc(edges, func(e graph.Edge) bool { return e.To == outside })
	}
	wide := dispatch.Wide(x)
	if leads(x) || !leads(wide) || dispatch.Wide(wide) != wide {
		t.Errorf("narrow %v, wide %v", leads(x), leads(wide))
	}
	for node, want := range map[uint32]bool{count: false, outside: true} {
		around, err := dispatch.Around(x, []uint32{count, node})
		if err != nil || around == nil || leads(around) != want {
			t.Errorf("around %d: %v", node, err)
		}
	}
}

// TestWithin checks that a use of a member of a library type counts as a use of the type.
func TestWithin(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for name, want := range map[string]string{
		"Db": "Db Db.Execute Db.Query", "Db.Query": "Db.Query", "Shop.Store": "Store",
	} {
		in, err := dispatch.Within(x, answertest.Node(t, x, name))
		if got := named(t, x, in); err != nil || got != want {
			t.Errorf("within %s: %s, %v, want %s", name, got, err, want)
		}
	}
}
