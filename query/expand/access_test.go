package expand_test

import (
	"fmt"
	"strings"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/expand"
)

// TestAccess runs the conformance vectors for access: with on, paths may only pass
// through visible nodes; with off, they also pass through hidden ones.
func TestAccess(t *testing.T) {
	groups := func(names ...string) graph.Access { return graph.Access{Allow: names} }
	labels := func(names ...string) graph.Access { return graph.Access{Labels: names} }
	corpus := map[expand.Node]graph.Access{}
	var chain []string
	for i := expand.Node(1); i <= 100; i++ {
		corpus[i] = groups([]string{"finance", "security", "hr", "ops", "legal",
			"integration"}[i%6])
		chain = append(chain, fmt.Sprintf("%d>%d cs_dep", i, i+1))
	}
	fin := graph.Visitor{Checked: true, Groups: []string{"fin"}}
	for _, c := range []struct {
		name, graph string
		seed        expand.Node
		depth, cap  int
		access      map[expand.Node]graph.Access
		visitor     graph.Visitor
		on, off     string
	}{
		{"E6", "1>2, 2>3", 1, 9, 9, map[expand.Node]graph.Access{2: groups("hr")}, fin, "1 | ",
			"1 3 | "},
		{"E7", "1>2", 1, 9, 9, map[expand.Node]graph.Access{1: groups("hr")}, fin, " | ", "2 | "},
		{"E8", "1>2, 1>3", 1, 9, 9, map[expand.Node]graph.Access{2: {Level: 20}},
			graph.Visitor{Checked: true, Level: 10}, "1 3 | 1-3", "1 3 | 1-3"},
		{"E9", "1>2, 1>3", 1, 9, 9, map[expand.Node]graph.Access{1: labels("public"),
			2: labels("public", "secret")},
			graph.Visitor{Checked: true, Labels: []string{"public"}}, "1 3 | 1-3", "1 3 | 1-3"},
		{"E12", strings.Join(chain, ", "), 1, 6, 120, corpus,
			graph.Visitor{Checked: true, Groups: []string{"finance", "security"}}, "1 | ",
			"1 6 7 | 6-7"},
		{"hidden nodes take no place under the cap, or do", "1>2, 1>3, 1>4", 1, 2, 3,
			map[expand.Node]graph.Access{2: groups("hr")}, fin, "1 3 4 | 1-3 1-4", "1 3 | 1-3"},
		{"another way leads there", "1>2, 2>4, 1>3, 3>4", 1, 9, 9,
			map[expand.Node]graph.Access{2: groups("hr")}, fin, "1 3 4 | 1-3 3-4",
			"1 3 4 | 1-3 3-4"},
	} {
		visible := func(n expand.Node) bool { return c.access[n].Admits(c.visitor) }
		g := parseGraph(t, c.graph)
		opts := expand.Options{MaxDepth: c.depth, MaxNodes: c.cap}

		on := opts
		on.Admit = visible
		var seeds []expand.Node
		if visible(c.seed) {
			seeds = append(seeds, c.seed)
		}
		if got := run(t, g, seeds, on); got != c.on {
			t.Errorf("%s, on: %q, want %q", c.name, got, c.on)
		}
		off := opts
		off.Hidden = func(n expand.Node) bool { return !visible(n) }
		if got := run(t, g, []expand.Node{c.seed}, off); got != c.off {
			t.Errorf("%s, off: %q, want %q", c.name, got, c.off)
		}
	}
}

func run(t *testing.T, g memory, seeds []expand.Node, opts expand.Options) string {
	t.Helper()
	r, err := expand.Expand(g, seeds, opts)
	if err != nil {
		t.Fatal(err)
	}
	return show(r)
}

// TestHiddenNodesLeaveNoTrace checks that a result neither names nor counts hidden nodes;
// they only show in the distance of the nodes after them.
func TestHiddenNodesLeaveNoTrace(t *testing.T) {
	g := parseGraph(t, "1>2, 2>3, 2>5 ReadsFrom, 3>4, 1>6 ReadsFrom")
	r, err := expand.Expand(g, []expand.Node{1}, expand.Options{MaxDepth: 2, MaxNodes: 9,
		Allow:  expand.Raw([]string{"calls"}),
		Hidden: func(n expand.Node) bool { return n == 2 }})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Steps) != 2 || r.Steps[1].Node != 3 || r.Steps[1].Parent != 3 ||
		r.Steps[1].Via != (expand.Edge{}) || r.Steps[1].Depth != 2 {
		t.Errorf("steps are %+v", r.Steps)
	}
	if len(r.Edges) != 0 || r.Filtered["ReadsFrom"] != 1 || r.AtDepth != 1 {
		t.Errorf("edges %v, filtered %v, at depth %d", r.Edges, r.Filtered, r.AtDepth)
	}
}
