package artifacts_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
	"seedgraph/tokens"
)

// answers calls all methods of a reader.
func answers(t *testing.T, r *artifacts.Reader, g *graph.Graph, terms []string) map[string]any {
	t.Helper()
	out := map[string]any{}
	keep := func(key string, v any, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
		out[key] = v
	}
	edges, err := r.NumEdges()
	keep("sizes", []int{int(r.NumNodes()), edges}, err)
	ranks, err := r.Ranks()
	keep("ranks", ranks, err)
	lengths, err := r.FieldLengths()
	keep("lengths", lengths, err)
	for f := range tokens.NumFields {
		total, err := r.TotalLength(f)
		keep(fmt.Sprint("total ", f), total, err)
	}
	outside, err := r.ExternalSymbols()
	keep("outside", outside, err)
	var nodes []graph.Node
	keep("nodes", nil, r.Nodes(func(_ uint32,
		n *graph.Node) error {
		nodes = append(nodes, *n)
		return nil
	}))
	out["nodes"] = nodes
	var all []graph.Edge
	keep("edges", nil, r.Edges(func(e graph.Edge) error { all = append(all, e); return nil }))
	out["edges"] = all
	for n := range r.NumNodes() {
		node, err := r.Node(n)
		keep(fmt.Sprint("node ", n), *node, err)
		rank, err := r.Rank(n)
		keep(fmt.Sprint("rank ", n), rank, err)
		in, err := r.In(n)
		keep(fmt.Sprint("in ", n), in, err)
		outer, err := r.ExternalEdges(n)
		keep(fmt.Sprint("outer ", n), outer, err)
		for _, e := range outer {
			lines, err := r.Lines(e)
			keep(fmt.Sprint("lines ", n, e.Kind, e.To), lines, err)
		}
		text, err := r.Text(n)
		keep(fmt.Sprint("text ", n), text, err)
		parent, ok, err := r.Parent(n)
		keep(fmt.Sprint("parent ", n), ok && parent < r.NumNodes(), err)
	}
	var names, paths, words []string
	keep("symbols", nil, r.Symbols("", func(name string,
		nodes []uint32) bool {
		names = append(names, fmt.Sprint(name, nodes))
		return true
	}))
	keep("paths", nil, r.Paths("", func(p string) bool { paths = append(paths, p); return true }))
	keep("terms", nil, r.Terms("", func(term string,
		nodes int) bool {
		words = append(words, fmt.Sprint(term, nodes))
		return true
	}))
	out["symbols"], out["paths"], out["terms"] = names, paths, words
	for _, term := range terms {
		p, err := r.Postings(term)
		list := []string{fmt.Sprint(p.Len())}
		for p.Next() {
			list = append(list, fmt.Sprint(p.Node, p.Freq))
		}
		keep("postings "+term, list, err)
	}
	for i := range g.Nodes { // including hidden nodes
		n := &g.Nodes[i]
		for _, name := range []string{string(n.ID), n.ID.Handle(), n.Name, n.Short, n.ID.Part(1),
			fmt.Sprintf("%s:%d", n.Path, n.Span.StartLine+1)} {
			m, err := r.Resolve(name)
			keep("resolve "+name, fmt.Sprint(m), err)
		}
	}
	return out
}

// TestRestrictedReader compares restricted readers with readers of artifacts built
// without the hidden nodes.
func TestRestrictedReader(t *testing.T) {
	longtest.NotRaced(t)
	accesses := []graph.Access{{Allow: []string{"hr"}}, {Allow: []string{"fin", "hr"}},
		{Labels: []string{"secret"}}, {Level: 10, Owner: "ann"}, {SourceSystemID: "erp"}}
	visitors := []graph.Visitor{
		{Checked: true}, {Checked: true, Groups: []string{"fin"}, Level: 10},
		{Checked: true, Groups: []string{"hr"}, Labels: []string{"secret"}},
		{Owner: "ann"}, {SourceSystem: "code"},
		{Checked: true, Groups: []string{"x"}, SourceSystem: "erp"},
	}
	hiding := 0
	for seed := range uint64(6) {
		in := artifactstest.Guarded(rand.New(rand.NewPCG(seed, 3)), accesses)
		full := open(t, write(t, in, artifacts.Options{}))
		var terms []string
		if err := full.Terms("", func(term string,
			_ int) bool {
			terms = append(terms, term)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for _, v := range visitors {
			part := in
			var hidden []graph.Node
			part.Graph, hidden = artifactstest.Without(in.Graph, v)
			if len(hidden) > 0 {
				hiding++
			} else if r, err := full.Restrict(v); err != nil || r.NumNodes() != full.NumNodes() {
				t.Errorf("graph %d, %+v: nothing is hidden, but the reader lacks nodes, %v",
					seed, v, err)
				continue
			}
			ranks, err := artifacts.Rank(part.Graph, 1)
			if err != nil {
				t.Fatal(err)
			}
			for i := range part.Graph.Nodes {
				part.Graph.Nodes[i].Rank = ranks[i]
			}
			if len(hidden) == 0 {
				continue
			}
			r, err := full.Restrict(v)
			if err != nil {
				t.Fatal(err)
			}
			want := answers(t, open(t, write(t, part, artifacts.Options{})), in.Graph, terms)
			got := answers(t, r, in.Graph, terms)
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("graph %d, %+v: what is hidden leaves a trace (-without +restricted):\n%s",
					seed, v, diff)
			}
			checkHiddenEdges(t, r, in.Graph, hidden)
		}
	}
	if hiding < 20 {
		t.Errorf("only %d readers had something hidden", hiding)
	}
}

// checkHiddenEdges compares the edges including hidden nodes with those of the graph.
func checkHiddenEdges(t *testing.T, r *artifacts.Reader, g *graph.Graph, hidden []graph.Node) {
	t.Helper()
	c := r.HiddenEdges()
	count := 0
	for n := range r.NumNodes() + uint32(len(g.Nodes)) {
		if c.Hidden(n) {
			id := g.Nodes[n-r.NumNodes()].ID
			isHidden := false
			for _, h := range hidden {
				isHidden = isHidden || h.ID == id
			}
			if !isHidden {
				continue
			}
		}
		out, err := c.Out(n)
		if err != nil {
			t.Fatal(err)
		}
		count += len(out)
		for _, e := range out {
			in, err := c.In(e.To)
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, back := range in {
				found = found || back == e
			}
			if e.From != n || !found {
				t.Errorf("node %d: the edge %+v has no other side", n, e)
			}
		}
	}
	if count != len(g.Edges) {
		t.Errorf("%d edges through what is hidden, want %d", count, len(g.Edges))
	}
}
