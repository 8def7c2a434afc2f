package eval_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"seedgraph/eval"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/resolve"
	resolvers "seedgraph/resolve/all"
)

// TestWithoutDefault: the name of the default export is removed from a full name.
func TestWithoutDefault(t *testing.T) {
	for full, want := range map[string]string{
		"axios.get": "axios.get", "axios.default.get": "axios.get", "axios.=.get": "axios.get",
		"events.=": "events", "got.default": "got", "joi.defaults.get": "joi.defaults.get",
		"@x/y.js.=.z": "@x/y.js.z", "": "",
	} {
		if got := eval.WithoutDefault(full); got != want {
			t.Errorf("%q is %q, want %q", full, got, want)
		}
	}
}

func TestImported(t *testing.T) {
	tree := newTree(t, map[string]string{
		"A.java": "import org.quartz.Job;\nimport java.util.*;\nclass A { }\n",
		"b.py":   "from django import dispatch\nimport celery as c\n",
		"c.ts":   "import { Cron as C } from '@nestjs/schedule';\n",
	})
	for _, c := range []struct {
		file    int
		written string
		want    []string
	}{
		{0, "Job", []string{"org.quartz.Job", "java.util.Job"}},
		{0, "Job.Key", []string{"org.quartz.Job.Key", "java.util.Job.Key"}},
		{0, "List", []string{"java.util.List"}},
		{1, "dispatch.receiver", []string{"django.dispatch.receiver"}},
		{1, "receiver", nil},
		{1, "c.Task", []string{"celery.Task"}},
		{2, "Cron", nil},
	} {
		got := eval.Imported(tree.Table.Files[c.file], c.written)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of file %d: got %v, want %v", c.written, c.file, got, c.want)
		}
	}
}

// TestWrittenType: an expression that names a type yields that type with its arguments;
// a value yields no type.
func TestWrittenType(t *testing.T) {
	tree := newTree(t, map[string]string{"a.cs": `namespace Shop;
class Order { }
class Repo<T> { }
class Use {
    void Run(Box box) {
        box.One(typeof(Order));
        box.Two(typeof(Repo<Order>));
        box.Three("Order");
    }
}
`})
	name := func(t resolve.Type) string {
		if t.Def <= resolve.None {
			return ""
		}
		return tree.Table.Def(t.Def).Name
	}
	one := tree.WrittenType(argument(t, tree, "One"))
	two := tree.WrittenType(argument(t, tree, "Two"))
	if name(one) != "Order" || len(one.Args) != 0 {
		t.Errorf("typeof(Order) is %q", name(one))
	}
	if name(two) != "Repo" || len(two.Args) != 1 || name(two.Args[0]) != "Order" {
		t.Errorf("typeof(Repo<Order>) is %q of %d arguments", name(two), len(two.Args))
	}
	if three := tree.WrittenType(argument(t, tree, "Three")); three.Known() {
		t.Errorf("a string is of type %q", name(three))
	}
}

// TestGiven: a parameter is bound to the argument at its position or with its name, or
// else to its string default; a call with too many arguments binds nothing.
func TestGiven(t *testing.T) {
	tree := newTree(t, map[string]string{"a.py": `def send(path, verb="GET"): ...
send("/a")
send(verb="PUT", path="/b")
send("/c", "POST", "more")
`})
	want := [][2]string{{"/a", "GET"}, {"/b", "PUT"}, {"", ""}}
	for i, x := range calls(tree, "send") {
		d := tree.Table.Def(x.Callee())
		for j, param := range []string{"path", "verb"} {
			arg, ok := eval.Given(d, x, param)
			if ok != (want[i][j] != "") || ok && arg.Expr.Text != want[i][j] {
				t.Errorf("%s of call %d: %v, want %q", param, i, arg.Expr, want[i][j])
			}
		}
		if _, ok := eval.Given(d, x, "body"); ok {
			t.Errorf("call %d gives what is no parameter", i)
		}
	}
	if n := len(calls(tree, "send")); n != len(want) {
		t.Errorf("%d calls, want %d", n, len(want))
	}
}

// TestLoops: a loop variable is an element of the list, in nested functions too; other
// names are not.
func TestLoops(t *testing.T) {
	tree := newTree(t, map[string]string{"a.py": `def run(orders, other):
    for order in orders:
        def inner():
            inside(order)
        direct(order)
        elsewhere(other)
`})
	for name, want := range map[string]int{"inside": 1, "direct": 1, "elsewhere": 0} {
		lists := tree.Loops(argument(t, tree, name))
		if len(lists) != want || want == 1 && lists[0].Expr.Text != "orders" {
			t.Errorf("%s: %d lists, want %d", name, len(lists), want)
		}
	}
}

// TestReduceWithin: evaluation draws on the budget; without budget, an expression
// evaluates to itself.
func TestReduceWithin(t *testing.T) {
	tree := newTree(t, map[string]string{"a.py": "a = '/x'\nb = a\nsend(b)\n"})
	left := 10
	got := tree.EvaluateWithin(argument(t, tree, "send"), &left)
	if len(got) != 1 || got[0].Kind != parse.ExprString || got[0].Expr.Text != "/x" || left != 7 {
		t.Errorf("%d values, %d steps left", len(got), left)
	}
	left = 0
	got = tree.EvaluateWithin(argument(t, tree, "send"), &left)
	if len(got) != 1 || got[0].Expr.Text != "b" {
		t.Errorf("without steps: %d values", len(got))
	}
}

// TestFunctionLocal: a local of a Python function has its value whatever statement the function
// begins with. A name that something without a known value binds as well has none.
func TestFunctionLocal(t *testing.T) {
	for _, c := range []struct {
		body, want string
	}{
		{"p = '/x'", "/x/y"},
		{"\"\"\"Sends.\"\"\"; p = '/x'", "/x/y"},
		{"log(); p = '/x'", "/x/y"},
		{"\"\"\"Sends.\"\"\"; p = '/x'; p = '/z'", ""},
		{"\"\"\"Sends.\"\"\"; q = '/x'", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'; a, p = log()", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'; p = log()", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'; p += '/z'", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'; p += log()", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'; del p", "/x/y"},
		{"\"\"\"Sends.\"\"\"; p = '/x'\n  for p in log(): pass", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'\n  for p in ['/a']: pass", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'\n  with log() as p: pass", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'\n  import p", ""},
		{"\"\"\"Sends.\"\"\"; p = '/x'\n  log(p := log())", ""},
	} {
		for _, params := range []string{"", "p"} {
			tree := newTree(t, map[string]string{"a.py": "def f(" + params + "):\n  " + c.body +
				"\n  send(f'{p}/y')\n"})
			text, ok := tree.Text(argument(t, tree, "send"))
			want := c.want
			if params != "" {
				want = ""
			}
			if ok != (want != "") || ok && text != want {
				t.Errorf("f(%s) with %s: %q, %t", params, c.body, text, ok)
			}
		}
	}
}

// TestCallersOf: all users of the callers of a family share one instance.
func TestCallersOf(t *testing.T) {
	tree := newTree(t, map[string]string{"a.py": "def send(path): ...\nsend('/a')\nsend('/b')\n"})
	callers := tree.CallersOf("python")
	if callers == nil || tree.CallersOf("python") != callers || tree.CallersOf("java") == callers {
		t.Fatal("the callers of a family are not those of all who ask")
	}
	if n := len(callers.Frames(calls(tree, "send")[0].Callee())); n != 2 {
		t.Errorf("%d frames, want 2", n)
	}
}

// calls lists the calls of a name, by (path, position).
func calls(tree *eval.Tree, name string) []eval.Expr {
	var out []eval.Expr
	for _, x := range tree.Calls() {
		if x.Kind == parse.ExprCall && x.Expr.Text == name {
			out = append(out, x)
		}
	}
	return out
}

// argument returns the first argument of the only call of a name.
func argument(t *testing.T, tree *eval.Tree, name string) eval.Expr {
	t.Helper()
	found := calls(tree, name)
	if len(found) != 1 || len(found[0].Args) == 0 {
		t.Fatalf("%d calls of %s", len(found), name)
	}
	return found[0].Sub(&found[0].Args[0].Value)
}

// newTree resolves files, with all sites.
func newTree(t *testing.T, files map[string]string) *eval.Tree {
	t.Helper()
	p, set := parse.NewParser(), all.Set()
	defer p.Close()
	var list []*parse.Facts
	for _, name := range slices.Sorted(maps.Keys(files)) {
		facts, err := set.Of(name).Facts(p, parse.Source{Path: name, Text: files[name],
			Sites: parse.AllSites})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, facts)
	}
	r, err := resolve.Resolve(context.Background(), list,
		resolve.Options{Languages: resolvers.Languages()})
	if err != nil {
		t.Fatal(err)
	}
	return eval.NewTree(r)
}
