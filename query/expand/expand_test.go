package expand_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"seedgraph/query/expand"
)

// parseGraph reads edges written "1>2 dep, 2>3 sql_ReadsFrom"; the kind
// defaults to Calls. Edges are listed in the order written.
func parseGraph(t *testing.T, s string) memory {
	t.Helper()
	m := memory{out: map[expand.Node][]expand.Edge{}, in: map[expand.Node][]expand.Edge{}}
	for _, e := range strings.Split(s, ",") {
		if strings.TrimSpace(e) == "" {
			continue
		}
		edge := expand.Edge{Kind: "Calls"}
		if n, _ := fmt.Sscanf(e, "%d>%d %s", &edge.From, &edge.To, &edge.Kind); n < 2 {
			t.Fatalf("bad edge %q", e)
		}
		m.out[edge.From] = append(m.out[edge.From], edge)
		m.in[edge.To] = append(m.in[edge.To], edge)
	}
	return m
}

type memory struct{ out, in map[expand.Node][]expand.Edge }

func (m memory) Out(n expand.Node) ([]expand.Edge, error) { return m.out[n], nil }
func (m memory) In(n expand.Node) ([]expand.Edge, error)  { return m.in[n], nil }

// show writes a result as "nodes | edges".
func show(r *expand.Result) string {
	var nodes, edges []string
	for _, s := range r.Steps {
		nodes = append(nodes, fmt.Sprint(s.Node))
	}
	for _, e := range r.Edges {
		edges = append(edges, fmt.Sprintf("%d-%d", e.From, e.To))
	}
	return strings.Join(nodes, " ") + " | " + strings.Join(edges, " ")
}

func TestExpandFollowsTheContract(t *testing.T) {
	for _, c := range []struct {
		name, graph string
		seeds       []expand.Node
		depth, cap  int
		allow       []string
		dir         expand.Direction
		want        string
		truncated   bool
	}{
		{"E1 the allow-list drops cs_ from the edge's kind", "1>2 cs_dep, 2>3 cs_dep",
			[]expand.Node{1},
			2, 9, []string{"dep"}, "", "1 2 3 | 1-2 2-3", false},
		{"E2 the edge that reaches the cap is the last", "1>2, 1>3, 1>4", []expand.Node{1}, 2, 3,
			nil,
			"", "1 2 3 | 1-2 1-3", true},
		{"E3 seeds are never cut, and fill the cap", "1>3", []expand.Node{1, 2}, 2, 2, nil, "",
			"1 2 | ", true},
		{"E4 nodes at the depth limit contribute no edges", "1>2, 2>1, 2>3", []expand.Node{1}, 1, 9,
			nil, "", "1 2 | 1-2", false},
		{"E5 loops and repeated edges are reported", "1>1, 1>2, 1>2", []expand.Node{1}, 2, 9, nil,
			"",
			"1 2 | 1-1 1-2 1-2", false},
		{"duplicate seeds count once", "1>2", []expand.Node{1, 1}, 1, 9, nil, "", "1 2 | 1-2",
			false},
		{"against the edges", "1>2, 3>2", []expand.Node{2}, 1, 9, nil, expand.In, "2 1 3 | 1-2 3-2",
			false},
		{"both ways, along first", "1>2, 2>3", []expand.Node{2}, 1, 9, nil, expand.Both,
			"2 3 1 | 2-3 1-2", false},
		{"a star allows all", "1>2 x, 1>3 y", []expand.Node{1}, 1, 9, []string{"x", "*"}, "",
			"1 2 3 | 1-2 1-3", false},
		{"blank entries alone allow all", "1>2 x, 1>3 y", []expand.Node{1}, 1, 9,
			[]string{"", "  "},
			"", "1 2 3 | 1-2 1-3", false},
		{"blank entries beside others count for nothing", "1>2 x, 1>3 y", []expand.Node{1}, 1, 9,
			[]string{"", "x"}, "", "1 2 | 1-2", false},
		{"nothing is cut where the cap is what there is", "1>2, 1>3", []expand.Node{1}, 2, 3, nil,
			"",
			"1 2 3 | 1-2 1-3", false},
		{"an edge that no entry allows is not cut", "1>2, 1>3 x", []expand.Node{1}, 2, 2,
			[]string{"calls"}, "", "1 2 | 1-2", false},
		{"an edge back is cut", "1>2, 2>1", []expand.Node{1}, 2, 2, nil, "", "1 2 | 1-2", true},
		{"a full name must match whole", "1>2 sql_ReadsFrom, 1>3 ReadsFrom", []expand.Node{1}, 1, 9,
			[]string{"sql_readsfrom"}, "", "1 2 | 1-2", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := expand.Expand(parseGraph(t, c.graph), c.seeds,
				expand.Options{MaxDepth: c.depth, MaxNodes: c.cap, Allow: expand.Raw(c.allow),
					Direction: c.dir})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(r); got != c.want || r.Truncated != c.truncated {
				t.Errorf("got %s (truncated %v), want %s (truncated %v)", got, r.Truncated, c.want,
					c.truncated)
			}
		})
	}
}

func TestStepsSayHowTheyWereReached(t *testing.T) {
	r, err := expand.Expand(parseGraph(t, "1>2, 2>3 Creates"), []expand.Node{1},
		expand.Options{MaxDepth: 2, MaxNodes: 9})
	if err != nil {
		t.Fatal(err)
	}
	last := r.Steps[2]
	if last.Node != 3 || last.Depth != 2 || last.Parent != 2 || last.Via.Kind != "Creates" {
		t.Errorf("last step %+v", last)
	}
}

func TestAdmitKeepsNodesOut(t *testing.T) {
	r, err := expand.Expand(parseGraph(t, "1>2, 2>3, 1>4"), []expand.Node{1},
		expand.Options{MaxDepth: 3, MaxNodes: 2, Admit: func(n expand.Node) bool { return n != 2 }})
	if err != nil {
		t.Fatal(err)
	}
	if got := show(r); got != "1 4 | 1-4" {
		t.Errorf("got %s: a denied node must take no place and conduct nothing", got)
	}
}

// TestWhatTheCapCutIsCounted checks that the nodes with an unwalked edge are counted,
// except hidden ones.
func TestWhatTheCapCutIsCounted(t *testing.T) {
	g := parseGraph(t, "1>2, 1>3, 1>4, 2>5, 3>5 x, 9>1")
	for _, c := range []struct {
		name         string
		opts         expand.Options
		cap, atDepth int
	}{
		{"one node to the end, one not begun", expand.Options{MaxDepth: 3, MaxNodes: 4}, 2, 0},
		{"by the allow-list", expand.Options{MaxDepth: 3, MaxNodes: 4,
			Allow: expand.Raw([]string{"calls"})}, 1, 0},
		{"by the depth", expand.Options{MaxDepth: 1, MaxNodes: 4}, 0, 3},
		{"not what is kept out", expand.Options{MaxDepth: 3, MaxNodes: 4,
			Admit: func(n expand.Node) bool { return n != 5 }}, 0, 0},
		{"not what is hidden", expand.Options{MaxDepth: 3, MaxNodes: 4,
			Hidden: func(n expand.Node) bool { return n == 2 }}, 1, 0},
	} {
		r, err := expand.Expand(g, []expand.Node{1}, c.opts)
		if err != nil {
			t.Fatal(err)
		}
		if r.AtCap != c.cap || r.AtDepth != c.atDepth || r.Truncated != (c.cap > 0) {
			t.Errorf("%s: cut %d, at depth %d, truncated %v, want %d and %d", c.name, r.AtCap,
				r.AtDepth,
				r.Truncated, c.cap, c.atDepth)
		}
	}
}

func TestEdgesSayAtWhatDepthTheyWereWalked(t *testing.T) {
	r, err := expand.Expand(parseGraph(t, "1>2, 2>3, 2>1"), []expand.Node{1},
		expand.Options{MaxDepth: 2, MaxNodes: 9, Direction: expand.Both})
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for _, e := range r.Edges {
		got = append(got, e.Depth)
	}
	if want := []int{0, 0, 1, 1, 1}; !slices.Equal(got, want) {
		t.Errorf("depths %v of %s, want %v", got, show(r), want)
	}
}

func TestLimitsBelowOneAreErrors(t *testing.T) {
	for _, o := range []expand.Options{{MaxDepth: 0, MaxNodes: 1}, {MaxDepth: 1, MaxNodes: 0}} {
		if _, err := expand.Expand(memory{}, []expand.Node{1}, o); !errors.Is(err,
			expand.ErrLimits) {
			t.Errorf("%+v: err = %v", o, err)
		}
	}
}

func TestKindsAcceptsAliasesAndSuggestsNames(t *testing.T) {
	a, err := expand.Kinds([]string{" fk ", "cs_dep"})
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]bool{"ForeignKey": true, "Calls": true, "cs_dep": true,
		"ReadsFrom": false} {
		if a.Has(kind) != want {
			t.Errorf("Has(%s) = %v", kind, !want)
		}
	}
	if _, err := expand.Kinds([]string{"ReedsFrom"}); err == nil || !strings.Contains(err.Error(),
		"ReadsFrom") {
		t.Errorf("err = %v, want a suggestion of ReadsFrom", err)
	}
	for _, entries := range [][]string{nil, {""}, {" ", ""}, {"calls", "*"}} {
		if all, err := expand.Kinds(entries); err != nil || !all.All() {
			t.Errorf("%q must allow all", entries)
		}
	}
	if none, err := expand.Kinds([]string{"referencedby(c#)"}); err != nil || none.All() ||
		none.Has("References") {
		t.Errorf("a kind that no graph has must let nothing through: %v", err)
	}
}

// TestDepthIsMonotone checks that without a cap, the nodes found at depth d are a prefix
// of those found at d+1.
func TestDepthIsMonotone(t *testing.T) {
	g := parseGraph(t, "1>2, 2>3, 3>4, 1>5, 5>4, 4>1, 4>6")
	var before []expand.Step
	for d := 1; d < 6; d++ {
		r, err := expand.Expand(g, []expand.Node{1}, expand.Options{MaxDepth: d, MaxNodes: 1000})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Steps) < len(before) || !slices.Equal(r.Steps[:len(before)], before) {
			t.Fatalf("depth %d: %v does not begin with %v", d, r.Steps, before)
		}
		before = r.Steps
	}
}
