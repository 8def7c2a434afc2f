package artifacts_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
	"seedgraph/tokens"
)

// retold returns a graph with the same nodes, but with some edges removed and some at
// another line or of another tier.
func retold(r *rand.Rand, g *graph.Graph) *graph.Graph {
	out := *g
	gone := map[graph.Site]bool{}
	change := func(edges []graph.Edge) (left []graph.Edge) {
		for _, e := range edges {
			key := graph.Site{From: e.From, To: e.To, Kind: e.Kind}
			placed := g.Nodes[e.From].Path != "" && g.Nodes[e.To].Path != ""
			switch what := r.IntN(6); {
			case !placed || e.Kind == graph.Contains:
			case what == 0:
				gone[key] = true
				continue
			case what == 1:
				gone[key] = true
				e.Line, e.Tier, e.Share = e.Line+1000, graph.Typed, 0
			}
			left = append(left, e)
		}
		return left
	}
	out.Edges = change(g.Edges)
	out.Sites = slices.DeleteFunc(slices.Clone(g.Sites), func(s graph.Site) bool {
		return gone[graph.Site{From: s.From, To: s.To, Kind: s.Kind}]
	})
	return &out
}

// within renumbers the edges of a subgraph to the numbers of the whole graph.
func within(whole, part *graph.Graph) *graph.Graph {
	number := map[graph.NodeID]uint32{}
	for i, n := range whole.Nodes {
		number[n.ID] = uint32(i)
	}
	at := func(n uint32) uint32 { return number[part.Nodes[n].ID] }
	out := &graph.Graph{Nodes: whole.Nodes}
	for _, e := range part.Edges {
		e.From, e.To = at(e.From), at(e.To)
		out.Edges = append(out.Edges, e)
	}
	for _, s := range part.Sites {
		s.From, s.To = at(s.From), at(s.To)
		out.Sites = append(out.Sites, s)
	}
	return out
}

func rank(t *testing.T, g *graph.Graph) {
	t.Helper()
	ranks, err := artifacts.Rank(g, 1)
	if err != nil {
		t.Fatal(err)
	}
	g.Nodes = slices.Clone(g.Nodes)
	for i := range g.Nodes {
		g.Nodes[i].Rank = ranks[i]
	}
}

// linesOf lists all edges with all their lines, by ids.
func linesOf(t *testing.T, r *artifacts.Reader) []string {
	t.Helper()
	var out []string
	err := r.Edges(func(e graph.Edge) error {
		from, _ := r.ID(e.From)
		to, _ := r.ID(e.To)
		lines, err := r.Lines(e)
		out = append(out, fmt.Sprint(from, e.Kind, to, e.Tier, lines))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// viewGraphs holds random graphs with access views, and the graphs that readers see.
type viewGraphs struct {
	in       artifacts.Index // the whole graph
	accesses []graph.Access
	views    graph.Views
	parts    []*graph.Graph
}

// newViewGraphs returns nil for a graph in which one of the visitors sees everything.
func newViewGraphs(r *rand.Rand, visitors []graph.Visitor) *viewGraphs {
	w := &viewGraphs{accesses: []graph.Access{{Allow: []string{"fin"}}, {Allow: []string{"hr"}},
		{Level: 10}}}
	w.in = artifactstest.Guarded(r, w.accesses)
	w.views.Access = w.accesses
	whole := w.in.Graph
	for number, v := range visitors {
		var set []int
		for i, a := range w.accesses {
			if a.Admits(v) {
				set = append(set, i)
			}
		}
		part, hidden := artifactstest.Without(whole, v)
		if len(hidden) == 0 {
			return nil // unreferenced names are visible only to unrestricted readers
		}
		plain := within(whole, part)
		told := retold(r, part)
		w.parts = append(w.parts, told)
		all := within(whole, told)
		w.views.Sets = append(w.views.Sets, set)
		w.views.Variants = append(w.views.Variants, graph.Diff(plain.Edges, all.Edges,
			plain.Sites, all.Sites, graph.ViewBit(number))...)
	}
	return w
}

// TestViews compares readers of artifacts with access views with readers of artifacts
// built from each view. Readers of all files see the whole graph, and other programs the
// stored edges.
func TestViews(t *testing.T) {
	longtest.NotRaced(t)
	visitors := []graph.Visitor{{Checked: true}, {Checked: true, Groups: []string{"hr"}},
		{Checked: true, Groups: []string{"fin"}, Level: 10}}
	everything := graph.Visitor{Checked: true, Groups: []string{"fin", "hr"}, Level: 20}
	compared := 0
	for seed := uint64(0); seed < 8 && compared < 3; seed++ {
		r := rand.New(rand.NewPCG(seed, 5))
		w := newViewGraphs(r, visitors)
		if w == nil {
			continue
		}
		compared++
		rank(t, w.in.Graph)
		stored := retold(r, w.in.Graph)
		w.views.Variants = graph.JoinVariants(append(w.views.Variants, graph.Diff(stored.Edges,
			w.in.Graph.Edges, stored.Sites, w.in.Graph.Sites, graph.Whole)...))
		index := w.in
		stored.Views = &w.views
		index.Graph = stored
		rank(t, stored)
		full := open(t, write(t, index, artifacts.Options{}))
		alone := func(g *graph.Graph) *artifacts.Reader {
			part := w.in
			part.Graph = g
			rank(t, g)
			return open(t, write(t, part, artifacts.Options{}))
		}
		plain := *stored
		plain.Views = nil
		cases := map[*artifacts.Reader]*artifacts.Reader{full: alone(w.in.Graph),
			restricted(t, full, everything): alone(w.in.Graph)}
		for i, v := range visitors {
			cases[restricted(t, full, v)] = alone(w.parts[i])
		}
		var terms []string
		if err := full.Terms("", func(term string, _ int) bool {
			terms = append(terms, term)
			return len(terms) < 50
		}); err != nil {
			t.Fatal(err)
		}
		for got, want := range cases {
			if diff := cmp.Diff(answers(t, want, w.in.Graph, terms),
				answers(t, got, w.in.Graph, terms), cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("graph %d (-alone +restricted):\n%s", seed, diff)
			}
			if diff := cmp.Diff(linesOf(t, want), linesOf(t, got)); diff != "" {
				t.Errorf("graph %d, lines (-alone +restricted):\n%s", seed, diff)
			}
			compareSummaries(t, want, got)
		}
		compareSummaries(t, alone(&plain), full.Exportable())
		if diff := cmp.Diff(linesOf(t, alone(&plain)), linesOf(t, full.Exportable())); diff != "" {
			t.Errorf("graph %d, other programs (-stored +shared):\n%s", seed, diff)
		}
		// A reader whose files match no view sees the edges of smaller views, and stored
		// edges whose ends none of these includes.
		known := map[string]bool{}
		for _, r := range []*artifacts.Reader{alone(w.parts[0]), alone(w.parts[1]), full.Exportable()} {
			for _, e := range linesOf(t, r) {
				known[e] = true
			}
		}
		odd := restricted(t, full, graph.Visitor{Checked: true, Groups: []string{"hr"}, Level: 10})
		for _, e := range linesOf(t, odd) {
			if !known[e] {
				t.Errorf("graph %d: no view has %s", seed, e)
			}
		}
		checkHiddenEdgesSides(t, odd)
	}
	if compared < 3 {
		t.Errorf("only %d graphs have something hidden from each reader", compared)
	}
}

func restricted(t *testing.T, r *artifacts.Reader, v graph.Visitor) *artifacts.Reader {
	t.Helper()
	out, err := r.Restrict(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// compareSummaries compares the data derived from all edges.
func compareSummaries(t *testing.T, want, got *artifacts.Reader) {
	t.Helper()
	for _, kind := range []graph.EdgeKind{graph.Routes, graph.Handles, graph.MapsTo} {
		x, err := want.Ends(kind)
		y, gotErr := got.Ends(kind)
		if err != nil || gotErr != nil || !slices.Equal(x.From, y.From) || !slices.Equal(x.To, y.To) {
			t.Errorf("%s joins %v, not %v, %v, %v", kind, y, x, err, gotErr)
		}
	}
	x, err := want.Uses()
	y, gotErr := got.Uses()
	if diff := cmp.Diff(x, y, cmpopts.EquateEmpty()); diff != "" || err != nil || gotErr != nil {
		t.Errorf("uses (-want +got): %s%v, %v", diff, err, gotErr)
	}
	far, err := want.Reachability()
	near, gotErr := got.Reachability()
	if err != nil || gotErr != nil {
		t.Fatal(err, gotErr)
	}
	for n := range got.NumNodes() {
		if far.At(n) != near.At(n) {
			t.Errorf("node %d is reached as %v, not %v", n, near.At(n), far.At(n))
		}
	}
	left, gotLeft := map[graph.EdgeKind]bool{}, map[graph.EdgeKind]bool{}
	for _, row := range graph.EdgeKinds() {
		left[row.Kind], gotLeft[row.Kind] = true, true
	}
	if err, gotErr := want.WithoutEdge(left), got.WithoutEdge(gotLeft); err != nil || gotErr != nil ||
		!cmp.Equal(left, gotLeft) {
		t.Errorf("kinds without edges: %v, not %v, %v, %v", gotLeft, left, err, gotErr)
	}
}

// checkHiddenEdgesSides checks that edges of hidden nodes are listed at both ends.
func checkHiddenEdgesSides(t *testing.T, r *artifacts.Reader) {
	t.Helper()
	c, hidden := r.HiddenEdges(), 0
	for n := range r.NumNodes() {
		out, err := c.Out(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range out {
			if c.Hidden(e.To) {
				hidden++
			}
			if in, err := c.In(e.To); err != nil || !slices.Contains(in, e) {
				t.Errorf("the edge %+v has no other side, %v", e, err)
			}
		}
	}
	if hidden == 0 {
		t.Error("no edge leads to what is hidden")
	}
}

// TestViewsOfNodes covers nodes that are not visible to all readers of their files,
// their modifiers, and entry points.
func TestViewsOfNodes(t *testing.T) {
	var b artifactstest.Builder
	hr := graph.Access{Allow: []string{"hr"}}
	add := func(path, name string, kind graph.NodeKind, a graph.Access) graph.NodeID {
		return b.Node(graph.Node{ID: graph.ChunkID("csharp", "Shop", name, ""), Kind: kind,
			Language: "csharp", Name: name, Short: name, Path: path, Access: a,
			Span: graph.Span{StartLine: 1, EndLine: 2}})
	}
	route := add("open/a.cs", "GET /x", graph.KindRoute, graph.Access{Allow: []string{"nobody"}})
	handler := add("open/a.cs", "Get", graph.KindMethod, graph.Access{})
	add("hr/b.cs", "Pay", graph.KindMethod, hr)
	b.Edge(route, handler, graph.Edge{Kind: graph.Routes, Tier: graph.Exact, Line: 1})
	g := b.Graph()
	at := func(id graph.NodeID) uint32 {
		return uint32(slices.IndexFunc(g.Nodes, func(n graph.Node) bool { return n.ID == id }))
	}
	g.Views = &graph.Views{Access: []graph.Access{hr, {Level: 5}}, Sets: [][]int{nil, {0}},
		Nodes: []graph.NodeVariant{{Node: at(route), Missing: graph.ViewBit(0),
			Modifiers: []graph.ModifiersIn{{In: graph.Whole, List: []string{"anonymous"}},
				{In: graph.ViewBit(1), List: []string{"name=x"}}}}},
		Entries: []graph.EntryVariant{{Entry: graph.Entry{Node: at(handler), Role: graph.RoleJob,
			By: at(handler)}, In: graph.ViewBit(1)}}}
	dir := write(t, artifacts.Index{Graph: g, Tokens: tokens.Words, Tool: "test"}, artifacts.Options{})
	mustVerify(t, dir)
	full := open(t, dir)
	for _, c := range []struct {
		visitor   graph.Visitor
		modifiers []string // nil if it does not see the route
		role      graph.Role
	}{
		{graph.Visitor{}, []string{"anonymous"}, graph.RoleRoute},
		{graph.Visitor{Checked: true}, nil, graph.NoRole},
		{graph.Visitor{Checked: true, Groups: []string{"hr"}}, []string{"name=x"}, graph.RoleJob},
		{graph.Visitor{Checked: true, Level: 5}, nil, graph.NoRole},
		{graph.Visitor{Checked: true, Groups: []string{"hr"}, Level: 5}, []string{"anonymous"},
			graph.RoleRoute},
	} {
		r := restricted(t, full, c.visitor)
		n, ok, err := r.Lookup(route)
		if err != nil || ok != (c.modifiers != nil) {
			t.Errorf("%+v sees the route: %v, %v", c.visitor, ok, err)
		} else if ok {
			node, err := r.Node(n)
			if err != nil || !slices.Equal(node.Modifiers, c.modifiers) || !node.Access.IsPublic() {
				t.Errorf("%+v sees %v of it, open to %v, %v", c.visitor, node.Modifiers,
					node.Access.Allow, err)
			}
		}
		n, _, err = r.Lookup(handler)
		if err != nil {
			t.Fatal(err)
		}
		reaching, err := r.Reachability()
		if err != nil || reaching.At(n).Role != c.role {
			t.Errorf("%+v: the handler is a %v, want %v, %v", c.visitor, reaching.At(n).Role, c.role,
				err)
		}
	}
}

// TestFormatQuotesViews compares the examples in FORMAT.md with newly written artifacts,
// and reads them with both kinds of readers.
func TestFormatQuotesViews(t *testing.T) {
	r := open(t, write(t, artifactstest.WithAccessViews(), artifacts.Options{}))
	if n := artifacts.CheckQuotes(t, r, "views"); n < 3 {
		t.Errorf("only %d values are quoted", n)
	}
	public, err := r.Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		r        *artifacts.Reader
		replaced bool
		edges    int
	}{{r, true, 2}, {public, false, 1}} {
		m, err := c.r.Resolve("dbo.CloseOrder")
		if err != nil || len(m.Nodes) != 1 {
			t.Fatalf("dbo.CloseOrder means %v, %v", m, err)
		}
		of := map[string]*graph.Node{}
		if of["record"], err = c.r.Node(m.Nodes[0]); err != nil {
			t.Fatal(err)
		}
		err = c.r.NodesOfKinds(map[graph.NodeKind]bool{graph.KindProc: true}, nil,
			func(_ uint32, n *graph.Node) error {
				of["scan"] = n
				return nil
			})
		if err != nil {
			t.Fatal(err)
		}
		for from, n := range of {
			if got := n.Flags.Has(graph.Replaced); got != c.replaced {
				t.Errorf("%s: it is replaced: %v, not %v", from, got, c.replaced)
			}
		}
		place, err := c.r.Resolve("csharp:Shop#OrderService.Place(int)@gfcxkkvgsp")
		if err != nil || len(place.Nodes) != 1 {
			t.Fatalf("Place means %v, %v", place, err)
		}
		if out, err := c.r.Out(place.Nodes[0]); err != nil || len(out) != c.edges {
			t.Errorf("edges of Place: %v, %v", out, err)
		}
	}
}
