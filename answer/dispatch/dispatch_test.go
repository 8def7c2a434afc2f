package dispatch_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/answer"
	"seedgraph/answer/answertest"
	"seedgraph/answer/dispatch"
	"seedgraph/internal/sourceindex"
)

// steps writes the steps to or from a node: user --Kind named--> used.
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
		// the call of the base class is dispatched to nobody
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

// TestAbove: an abstract member stands for what it implements, too.
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
