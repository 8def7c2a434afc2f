package callers_test

import (
	"strings"
	"testing"

	"seedgraph/query/answer/callers"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
	"seedgraph/tokens"
)

func TestFind(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for _, c := range []struct {
		name  string
		o     callers.Options
		total int
		want  string // part of the text
	}{
		{"Shop.SqlStore.Save", callers.Options{}, 1, "through IStore:\n ba7ksv67wl method .Place src/Orders.cs:8,11"},
		{"Shop.Orders.Place", callers.Options{}, 2, "PlaceSaves tests/OrdersTests.cs:6 typed, test"},
		{"Shop.Orders", callers.Options{}, 2, "Creates"},
		{"Shop.Orders.Place", callers.Options{Callees: true}, 7, "callees of Orders.Place (7)"},
		{"Shop.Orders.Place", callers.Options{Callees: true, Limit: 2}, 7, "… 5 more: --limit 0"},
		{"Shop.Log.Unused", callers.Options{}, 0, ""},
		{"Shop.Orders.Place", callers.Options{Filter: search.Selection{Filter: search.Filter{Paths: []search.Glob{"src"}}}}, 1,
			"Program.Main"},
		{"Db.Execute", callers.Options{}, 1, "callers of Db.Execute (1)"},
		{"Db", callers.Options{}, 2, "Calls Db.Query"},
		{"Db", callers.Options{Kinds: answertest.EdgeKinds(t, "References")}, 0, ""},
		{"Shop.IStore", callers.Options{Kinds: answertest.EdgeKinds(t, "References")}, 2, "References"},
		{"Shop.SqlStore.Save", callers.Options{Callees: true}, 2, "external Db.Execute"},
		{"dbo.Orders", callers.Options{Kinds: answertest.EdgeKinds(t, "reads")}, 1, "SqlStore.Count"},
	} {
		a, err := callers.Find(x, []uint32{answertest.Node(t, x, c.name)}, c.o)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(a.Sheet().Lines(nil, 0), "\n")
		if a.Total != c.total || !strings.Contains(text, c.want) || (c.total == 0) != (text == "") {
			t.Errorf("%s %+v: %d\n%s", c.name, c.o, a.Total, text)
		}
	}
}

// TestHeads checks that overloads are distinguished by location, and that a heading
// counts items hidden by a limit.
func TestHeads(t *testing.T) {
	x := answertest.Sources(t, `-- a.cs --
namespace A;
public class Pen { public void Draw() { } public void Draw(int n) { } }
public class User
{
    public void One(Pen p) { p.Draw(); }
    public void Two(Pen p) { p.Draw(1); p.Draw(2); }
    public void Three(Pen p) { p.Draw(1); }
}
`)
	m, err := x.Resolve("Pen.Draw")
	if err != nil || len(m.Nodes) != 2 {
		t.Fatal(m, err)
	}
	a, err := callers.Find(x, m.Nodes, callers.Options{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(a.Sheet().Lines(nil, 0), "\n")
	for _, want := range []string{"callers of A.Pen.Draw at a.cs:2 (1):\n",
		"callers of A.Pen.Draw at a.cs:2 (2):\n", "\n… 1 more: --limit 0"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestTasks checks that code that enqueues a function is listed as a caller, under the
// name of the task.
func TestTasks(t *testing.T) {
	x := answertest.Sources(t, `-- mail/tasks.py --
from celery import shared_task

@shared_task
def report(day):
    return day
-- mail/use.py --
from mail.tasks import report

def now(day):
    return report(day)

def later(day):
    report.delay(day)
`)
	of := func(o callers.Options) string {
		a, err := callers.Find(x, []uint32{answertest.Node(t, x, "tasks.report")}, o)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(a.Sheet().Lines(nil, 0), "\n")
	}
	text := of(callers.Options{})
	for _, want := range []string{"callers of tasks.report (2)\n srvq6pa5oo function now mail/use.py:4\n",
		"\nthrough TASK tasks.report:\n", "function later mail/use.py:7 Requests"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if text := of(callers.Options{Kinds: answertest.EdgeKinds(t, "Calls")}); strings.Contains(text, "later") {
		t.Errorf("a sender is listed among the calls:\n%s", text)
	}
}

// TestExternalCallees checks that external symbols are named on one line within a budget,
// and have rows otherwise or if the definition calls nothing else.
func TestExternalCallees(t *testing.T) {
	x := answertest.Sources(t, `-- shop.go --
package shop

import (
	"os"
	"strings"
)

func Place() { strings.ToUpper(os.Getenv("A")); strings.TrimSpace(""); save() }

func save() { os.Remove("a"); os.Remove("b"); os.Rename("a", "b"); os.Getwd() }
`)
	counter, err := tokens.ByName(tokens.O200k)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		budget int
		want   string
	}{
		{"Place", 500, "function save shop.go:10 line 8\n" +
			"and 3 external symbols: os.Getenv, strings.ToUpper, .TrimSpace: --all"},
		{"Place", 0, "external strings.ToUpper line 8"},
		{"save", 500, "callees of save (3), line 10\n ie6dthclv7 external os.Getwd\n"},
	} {
		a, err := callers.Find(x, []uint32{answertest.Node(t, x, c.name)}, callers.Options{Callees: true})
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(a.Sheet().Lines(counter, c.budget), "\n")
		if !strings.Contains(text, c.want) {
			t.Errorf("%s within %d: got\n%s\nwant\n%s", c.name, c.budget, text, c.want)
		}
	}
}

// TestOpenEnds checks that a method which code may find by its name has open ends instead of
// callers.
func TestOpenEnds(t *testing.T) {
	x := answertest.Sources(t, `-- m.py --
class Plugin:
    def save(self): pass
class Lamp:
    def light(self): pass
def run(plugin: Plugin, name): return getattr(plugin, name)()
`)
	for name, want := range map[string]string{
		"m.Plugin.save": "not known: 1 call may also use it: Plugin.{} at m.py:5 (dynamic name)",
		"m.Lamp.light":  "",
	} {
		nodes := []uint32{answertest.Node(t, x, name)}
		a, err := callers.Find(x, nodes, callers.Options{})
		if err == nil {
			err = a.AddOpenEnds(x, nodes)
		}
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(a.Sheet().Lines(nil, 0), "\n"); text != want || a.Total != 0 {
			t.Errorf("%s: %d callers, %s", name, a.Total, text)
		}
	}
}
