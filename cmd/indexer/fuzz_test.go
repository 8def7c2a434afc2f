package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"seedgraph/graph"
	"seedgraph/graphbuild"
	"seedgraph/internal/fuzzseed"
	"seedgraph/internal/longtest"
	"seedgraph/internal/shapes"
	"seedgraph/parse"
	"seedgraph/parse/all"
	resolvers "seedgraph/resolve/all"
	"seedgraph/tokens"
)

// FuzzBuild builds the graph of up to three small files, each in any language. Nothing
// panics, nothing takes long, the graph is sound, and it is the same at each attempt.
func FuzzBuild(f *testing.F) {
	longtest.NotRaced(f)
	for _, s := range shapes.All() {
		addBuild(f, s.Make(3))
	}
	for _, tr := range []tree{circles["go"], circles["csharp"], circles["java"]} {
		addBuild(f, tr)
	}
	addPrograms(f, "../../resolve/*/testdata/*.txtar")
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

// addBuild gives f a seed of the first three files, by path.
func addBuild(f *testing.F, files map[string]string) {
	var texts [3]string
	var choice, digit uint16 = 0, 1
	for i, path := range slices.Sorted(maps.Keys(files)) {
		if i == len(texts) {
			break
		}
		texts[i] = files[path]
		choice += digit * languageOf(path)
		digit *= uint16(len(all.Set().Languages()))
	}
	f.Add(texts[0], texts[1], texts[2], choice)
}

// addPrograms gives f damaged variants of the files of the archives that match the glob
// pattern, two files of a language at a time.
func addPrograms(f *testing.F, pattern string) {
	archives, err := filepath.Glob(pattern)
	if err != nil || len(archives) == 0 {
		f.Fatalf("no archives match %s (%v)", pattern, err)
	}
	texts := map[string][]string{} // by extension
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if all.Set().Of(file.Name) != nil {
				ext := filepath.Ext(file.Name)
				texts[ext] = append(texts[ext], string(file.Data))
			}
		}
	}
	for _, ext := range slices.Sorted(maps.Keys(texts)) {
		variants := fuzzseed.Vary(texts[ext], 80)
		for i := 0; i+1 < len(variants); i += 2 {
			addBuild(f, map[string]string{"a" + ext: variants[i], "b" + ext: variants[i+1]})
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
		in, err := read(lang, p, parse.Source{Path: path, Text: text}, counter, new(parse.Keeper))
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
