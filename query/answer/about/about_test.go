package about_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/about"
	"seedgraph/testkit/answertest"
	"seedgraph/testkit/sourceindex"
)

// groups formats the groups of an item as name: short names.
func groups(it *about.Item) string {
	var out []string
	for _, g := range it.Groups {
		var names []string
		for _, r := range g.Items {
			names = append(names, r.Name[strings.LastIndexByte(r.Name, '.')+1:])
		}
		out = append(out, g.Name+": "+strings.Join(names, " "))
	}
	return strings.Join(out, "\n")
}

// TestRelations checks that each side of an edge is in the group of its relation.
func TestRelations(t *testing.T) {
	x := answertest.Shop(t)
	for name, want := range map[string][]string{
		"Shop.OrderService": {"members: ", "references: OrderRepository"},
		"Shop.Data.OrderRepository": {"members: ", "callers: OrderService",
			"referenced_by: OrderService"},
		"Shop.Data.OrderRepository.Save":    {"callers: Place", "writes: Order"},
		"Shop.Data.OrderRepository.GetById": {"callers: getById", "reads: Order"},
		"dbo.Order": {"read_by: GetById", "written_by: ",
			"referencing_tables: OrderLine"},
		"dbo.OrderLine": {"foreign_keys: Order"},
		"Shop.Tests.OrderServiceTests.PlaceSavesTheOrder": {"callees: Place", "tested: Place"},
		"System.Console.WriteLine":                        {"callers: Place"},
	} {
		it, err := about.Describe(x, answer.Target{Node: answertest.Node(t, x, name)},
			about.Options{Limit: 20})
		if err != nil {
			t.Fatal(err)
		}
		got := groups(it)
		for _, w := range want {
			if !strings.Contains(got+"\n", w) {
				t.Errorf("%s: no %q in\n%s", name, w, got)
			}
		}
		if n := strings.Count(got, ":"); n != len(want) {
			t.Errorf("%s: %d groups, want %d:\n%s", name, n, len(want), got)
		}
	}
}

// TestCodeComesBeforeTests checks that callers in tests are listed last, and counted.
func TestCodeComesBeforeTests(t *testing.T) {
	x := answertest.Shop(t)
	save := answertest.Node(t, x, "Shop.Data.OrderRepository.Save")
	table := answertest.Node(t, x, "dbo.Order")
	it, err := about.Describe(x, answer.Target{Node: table}, about.Options{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(it.Groups, func(g about.Group) bool { return g.Name == "written_by" })
	if g := it.Groups[i]; g.Total != 2 || len(g.Items) != 1 || !slices.Equal(g.Items[0].Ops,
		[]string{"insert"}) && !slices.Equal(g.Items[0].Ops, []string{"update"}) {
		t.Errorf("with a limit of 1: %+v", g)
	}
	if text := strings.Join(it.Lines(), "\n"); !strings.Contains(text,
		"  … and 1 more; --limit prints more") {
		t.Errorf("no count of the rest in\n%s", text)
	}
	if it, err = about.Describe(x, answer.Target{Node: save},
		about.Options{Limit: 20}); err != nil || it.Parts != 1 || it.Rank <= 0 || it.Score <= 0 {
		t.Errorf("%+v (%v)", it, err)
	}
}

func TestLines(t *testing.T) {
	x := answertest.Shop(t)
	load := answertest.Node(t, x, "Shop.Data.OrderRepository.GetById")
	it, err := about.Describe(x, answer.Target{Node: load}, about.Options{Limit: 20})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(it.Lines(), "\n")
	for _, want := range []string{
		"method Shop.Data.OrderRepository.GetById\n  id         csharp:Shop.Data#OrderRepository.GetById(int)@",
		"\n  place      src/data/OrderRepository.cs:",
		"\n  signature  public Order GetById(int id)\n", "\n  doc        Loads an order.\n",
		" tokens in 2 parts, complexity 1\n", "\nreads (1)\n", "ReadsFrom, exact, line 8",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	part, err := about.Describe(x, answer.Target{Node: load, Part: 2}, about.Options{Limit: 20})
	if err != nil || part.ID != it.ID+"/2" || part.StartLine <= it.StartLine ||
		part.Tokens >= it.Tokens {
		t.Errorf("the second part: %+v (%v)", part, err)
	}
	external, err := about.Describe(x,
		answer.Target{Node: answertest.Node(t, x, "System.Console.WriteLine")},
		about.Options{Limit: 20})
	if err != nil || !slices.Equal(external.Flags,
		[]string{"external"}) || !strings.Contains(strings.Join(external.Lines(), "\n"),
		"  flags      external\n") {
		t.Errorf("an external name: %+v (%v)", external, err)
	}
}

// TestThrough covers the callers of an implementation through its interface, and the
// members that may run if that is called.
func TestThrough(t *testing.T) {
	x := answertest.Sources(t, sourceindex.Shop)
	for name, want := range map[string]string{
		"Shop.SqlStore.Save": "called_through (1)\n  dqg7dnl6vr  1 through Shop.IStore.Save",
		"Shop.IStore.Save":   "may_run (3)\n",
	} {
		it, err := about.Describe(x, answer.Target{Node: answertest.Node(t, x, name)}, about.Options{Limit: 20})
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(it.Lines(), "\n"); !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", name, want, text)
		}
	}
}

// TestCallersTogether checks that callers through a base follow direct callers, unless
// only other groups are requested, and that overriding members are not listed twice.
func TestCallersTogether(t *testing.T) {
	x := answertest.Sources(t, `-- a.cs --
namespace A;
public interface IPen { void Draw(); }
public class Pen : IPen { public void Draw() { } static int ink; public int Ink() => ink; }
public class User
{
    public void ByName(Pen p) { p.Draw(); }
    public void ByInterface(IPen p) { p.Draw(); }
}
`)
	text := func(name string, groups ...string) string {
		it, err := about.Describe(x, answer.Target{Node: answertest.Node(t, x, name)},
			about.Options{Limit: 20, Groups: groups})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(it.Lines(), "\n")
	}
	got := text("A.Pen.Draw")
	callers, through := strings.Index(got, "callers (1)\n"), strings.Index(got, "called_through (1)\n")
	if callers < 0 || through < callers || !strings.Contains(got, "  1 more through A.IPen.Draw") {
		t.Errorf("got\n%s", got)
	}
	if got = text("A.Pen.Draw", "callees"); strings.Contains(got, "called_through") {
		t.Errorf("nobody asked for callers:\n%s", got)
	}
	if got = text("A.IPen.Draw"); strings.Contains(got, "may_run") ||
		!strings.Contains(got, "overridden_by (1)") {
		t.Errorf("got\n%s", got)
	}
	if got = text("A.IPen.Draw", "may_run"); !strings.Contains(got, "may_run (1)") {
		t.Errorf("the group is asked for:\n%s", got)
	}
}

// TestGroups checks that only the requested groups and nodes are listed and counted.
func TestGroups(t *testing.T) {
	x := answertest.Shop(t)
	table := answertest.Node(t, x, "dbo.Order")
	it, err := about.Describe(x, answer.Target{Node: table}, about.Options{Limit: 9,
		Groups: []string{"written_by", "callers"},
		Admit:  func(n *graph.Node) bool { return n.Kind == graph.KindProc }})
	if err != nil || len(it.Groups) != 1 || it.Groups[0].Name != "written_by" ||
		it.Groups[0].Total != 1 || it.Groups[0].Items[0].Name != "dbo.BillOrder" {
		t.Errorf("the groups are %+v, %v", it.Groups, err)
	}
	if name, err := about.ParseGroup("Written-By"); err != nil || name != "written_by" {
		t.Errorf("Written-By is %s, %v", name, err)
	}
	if _, err := about.ParseGroup("calers"); hint.Of(err) != "did you mean callers?" {
		t.Errorf("calers: %v, %s", err, hint.Of(err))
	}
}
