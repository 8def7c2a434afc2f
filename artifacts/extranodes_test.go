package artifacts_test

import (
	"slices"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// TestExtraNodes reads a table that a hidden script declares and a public file names, and a
// name that is visible only to readers who do not see the script.
func TestExtraNodes(t *testing.T) {
	dir := write(t, artifactstest.WithExtraNodes(), artifacts.Options{})
	mustVerify(t, dir)
	full := open(t, dir)
	if n := artifacts.CheckQuotes(t, full, "extra"); n < 1 {
		t.Error("no value is quoted")
	}
	hr := graph.Visitor{Checked: true, Groups: []string{"hr"}, Labels: []string{"secret"}, Level: 20}
	for name, c := range map[string]struct {
		visitor graph.Visitor
		salary  string // the path of the table
		nodes   uint32
		bonus   bool
	}{
		"who sees everything": {graph.Visitor{}, "db/schema.sql", 12, false},
		"who has all rights":  {hr, "db/schema.sql", 12, false},
		"who has none":        {graph.Visitor{Checked: true}, "", 13, true},
		"who asks for a source": {graph.Visitor{Checked: true, SourceSystem: graph.DefaultSource}, "", 13,
			true},
	} {
		r := restricted(t, full, c.visitor)
		if n := r.NumNodes(); n != c.nodes {
			t.Errorf("%s: %d nodes, not %d", name, n, c.nodes)
		}
		ids := map[graph.NodeID]bool{}
		if err := r.Nodes(func(_ uint32, n *graph.Node) error {
			if ids[n.ID] {
				t.Errorf("%s sees two nodes %s", name, n.ID)
			}
			ids[n.ID] = true
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if id := graph.SQLKey("dbo", "Bonus", graph.KindTable, ""); ids[id] != c.bonus {
			t.Errorf("%s sees %s: %v", name, id, ids[id])
		}
		checkSalary(t, name, r, c.salary)
	}
}

// checkSalary looks up dbo.Salary through every method.
func checkSalary(t *testing.T, who string, r *artifacts.Reader, path string) {
	t.Helper()
	id := graph.SQLKey("dbo", "Salary", graph.KindTable, "")
	for _, by := range []string{string(id), id.Handle(), "dbo.Salary", "salary"} {
		m, err := r.Resolve(by)
		if err != nil || len(m.Nodes) != 1 {
			t.Errorf("%s: %q means %v, %v", who, by, m, err)
			return
		}
		n, err := r.Node(m.Nodes[0])
		if err != nil || n.ID != id || n.Path != path || n.Flags.Has(graph.External) != (path == "") {
			t.Errorf("%s: %q means %s at %q, not at %q, %v", who, by, n.ID, n.Path, path, err)
		}
		if n.Access.IsPublic() != (path == "") {
			t.Errorf("%s: it is open to %v", who, n.Access.Allow)
		}
		text, err := r.Text(m.Nodes[0])
		if err != nil || (text != "") != (path != "") {
			t.Errorf("%s: its text is %q, %v", who, text, err)
		}
		in, err := r.In(m.Nodes[0])
		reads := slices.ContainsFunc(in, func(e graph.Edge) bool { return e.Kind == graph.ReadsFrom })
		if err != nil || reads != (path == "") {
			t.Errorf("%s: edges lead to it from %v, %v", who, in, err)
		}
	}
	words := 0
	for _, word := range []string{"salari", "schema"} { // the stems of its name and its path
		list, err := r.Postings(word)
		if err != nil {
			t.Fatal(err)
		}
		for list.Next() {
			if got, _ := r.ID(list.Node); got == id {
				words++
			}
		}
	}
	if want := 1 + len(path)/len("db/schema.sql"); words != want {
		t.Errorf("%s finds it by %d words, not %d", who, words, want)
	}
}

// TestExtraNodesChangeNothingElse checks that unrestricted readers, and other programs, see
// the same artifacts with and without extra nodes.
func TestExtraNodesChangeNothingElse(t *testing.T) {
	in := artifactstest.WithExtraNodes()
	plain := artifactstest.WithExtraNodes()
	plain.Graph.Views.Extra = nil
	plain.Graph.Views.Variants = slices.DeleteFunc(plain.Graph.Views.Variants,
		func(v graph.Variant) bool { return int(v.To) >= len(plain.Graph.Nodes) })
	dir, plainDir := write(t, in, artifacts.Options{}), write(t, plain, artifacts.Options{})
	got, want := contents(t, dir), contents(t, plainDir)
	for name, text := range want {
		if got[name] != text && name != "manifest.json" && !strings.HasPrefix(name, "graph/") {
			t.Errorf("%s differs", name)
		}
	}
	for _, of := range []func(*artifacts.Reader) *artifacts.Reader{
		func(r *artifacts.Reader) *artifacts.Reader { return r }, (*artifacts.Reader).Exportable,
	} {
		x, y := of(open(t, plainDir)), of(open(t, dir))
		compareSummaries(t, x, y)
		if a, b := linesOf(t, x), linesOf(t, y); !slices.Equal(a, b) {
			t.Errorf("edges\n%v\nnot\n%v", b, a)
		}
		a, err := x.Ranks()
		b, gotErr := y.Ranks()
		if !slices.Equal(a, b) || err != nil || gotErr != nil {
			t.Errorf("ranks %v, not %v, %v, %v", b, a, err, gotErr)
		}
	}
}

// TestExtraNodesOfSmallerViews checks that readers whose rights match no access view get the
// variants of the largest view that they may see.
func TestExtraNodesOfSmallerViews(t *testing.T) {
	in := artifactstest.WithExtraNodes()
	w := in.Graph.Views
	w.Access = append([]graph.Access{{Allow: []string{"fin"}}}, w.Access...)
	full := open(t, write(t, in, artifacts.Options{}))
	checkSalary(t, "who has other rights",
		restricted(t, full, graph.Visitor{Checked: true, Groups: []string{"fin"}}), "")
	for n := range w.Extra {
		w.Extra[n].In = graph.ViewBit(1)
	}
	w.Sets = append(w.Sets, []int{1})
	full = open(t, write(t, in, artifacts.Options{}))
	if m, err := restricted(t, full, graph.Visitor{Checked: true}).Resolve("dbo.Salary"); err != nil ||
		len(m.Nodes) > 0 {
		t.Errorf("a visitor without rights sees modifiers from a view of others: %v, %v", m, err)
	}
}

// TestVerifyExtraNodes finds two nodes of one id in one access view.
func TestVerifyExtraNodes(t *testing.T) {
	in := artifactstest.WithExtraNodes()
	w := in.Graph.Views
	w.Extra = append(w.Extra, w.Extra[0])
	findings, err := artifacts.Verify(write(t, in, artifacts.Options{}))
	if err != nil || !slices.ContainsFunc(findings,
		func(f artifacts.Finding) bool { return f.Where == "extra nodes" }) {
		t.Errorf("findings %v, %v", findings, err)
	}
}
