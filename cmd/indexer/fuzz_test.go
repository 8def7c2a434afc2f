package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/shapes"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
	"seedgraph/tokens"
)

// FuzzBuild builds the graph of up to three small files, each in any language. Nothing
// panics, nothing takes long, the graph is sound, and it is the same at each attempt.
func FuzzBuild(f *testing.F) {
	for _, s := range shapes.All() {
		files := s.Make(3)
		if paths := slices.Sorted(mapsKeys(files)); len(paths) == 1 {
			f.Add(files[paths[0]], "", "", languageOf(paths[0]))
		} else {
			f.Add(files[paths[0]], files[paths[1]], "", 9*languageOf(paths[0]))
		}
	}
	for i, tr := range []tree{circles["go"], circles["csharp"], circles["java"]} {
		for _, path := range slices.Sorted(mapsKeys(tr)) {
			f.Add(tr[path], "", "", uint16(i))
		}
	}
	counter, err := tokens.ByName("chars4")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, a, b, c string, choice uint16) {
		first := fuzzBuild(t, counter, choice, a, b, c)
		if again := fuzzBuild(t, counter, choice, a, b, c); again != first {
			t.Errorf("another build gives another graph:\n%s\n%s", first, again)
		}
	})
}

// mapsKeys yields the paths of files.
func mapsKeys(files map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for path := range files {
			if !yield(path) {
				return
			}
		}
	}
}

// languageOf is the number of the language of a path.
func languageOf(path string) uint16 {
	set := all.Set()
	return uint16(max(0, slices.Index(set.Languages(), set.Of(path))))
}

// fuzzBuild builds the graph of the texts that are not empty; choice has their
// languages as digits. It returns the edges.
func fuzzBuild(t *testing.T, counter *tokens.Counter, choice uint16, texts ...string) string {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	languages := all.Set().Languages()
	p := parse.NewParser()
	defer p.Close()
	var inputs []graphbuild.Input
	for i, text := range texts {
		lang := languages[int(choice)%len(languages)]
		choice /= uint16(len(languages))
		if text == "" || len(text) > 4096 {
			continue
		}
		path := fmt.Sprintf("f%d%s", i, lang.Extensions()[0])
		in, err := read(lang, p, parse.Source{Path: path, Text: text}, counter)
		if err != nil {
			if !errors.Is(err, parse.ErrTooBroken) {
				t.Error(err)
			}
			continue
		}
		inputs = append(inputs, *in)
	}
	built, err := graphbuild.Build(ctx, inputs, graphbuild.Options{
		Languages: resolvers.Languages(), Jobs: 1, SQL: all.Set().Embedded("sql")})
	if err != nil {
		t.Fatal(err)
	}
	for _, failure := range built.Failures {
		t.Errorf("%s: %s", failure.Path, failure.Detail)
	}
	return edgesOf(t, built.Graph)
}

// edgesOf writes the edges of a graph, and checks that they are between nodes that
// there are, by their order.
func edgesOf(t *testing.T, g *graph.Graph) string {
	var b strings.Builder
	for i, e := range g.Edges {
		if int(e.From) >= len(g.Nodes) || int(e.To) >= len(g.Nodes) {
			t.Fatalf("edge %d joins nodes that are not there", i)
		}
		fmt.Fprintf(&b, "%s %s %s %s\n", g.Nodes[e.From].ID, e.Kind, g.Nodes[e.To].ID, e.Tier)
	}
	return b.String()
}
