package graphbuild_test

import (
	"context"
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
)

// buildOne builds the graph of one file.
func buildOne(t *testing.T, path, text string) *graph.Graph {
	t.Helper()
	p := parse.NewParser()
	defer p.Close()
	facts, err := all.Set().Of(path).Facts(p, parse.Source{Path: path, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	res, err := graphbuild.Build(context.Background(), []graphbuild.Input{{Facts: facts}},
		graphbuild.Options{Languages: resolvers.Languages()})
	if err != nil {
		t.Fatal(err)
	}
	return res.Graph
}

// TestSites: each line of calls, creations and other references is kept, once.
func TestSites(t *testing.T) {
	g := buildOne(t, "a.java", `class A {
	int n;
	void a() {
		b(); b();
		new A(); b();
		n = n;
		n = n;
		b(); new A();
	}
	void b() { }
}
`)
	lines := map[string][]uint32{}
	for _, e := range g.Edges {
		if g.Nodes[e.From].Short == "a" && e.Kind != graph.Contains {
			key := e.Kind.String() + " " + g.Nodes[e.To].Short
			lines[key] = append(lines[key], e.Line)
		}
	}
	for _, s := range g.Sites {
		key := s.Kind.String() + " " + g.Nodes[s.To].Short
		lines[key] = append(lines[key], s.Line)
	}
	for key, want := range map[string][]uint32{
		"Calls b": {4, 5, 8}, "Creates A": {5, 8}, "References n": {6, 7},
	} {
		if !slices.Equal(lines[key], want) {
			t.Errorf("%s: lines %v, want %v", key, lines[key], want)
		}
	}
}
