package main

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"seedgraph/build"
	"seedgraph/external/libs"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/internal/goroot"
	"seedgraph/internal/progress"
	"seedgraph/parse"
	"seedgraph/parse/all"
	"seedgraph/source/walk"
)

// A tree is a source tree in memory: texts by slashed path.
type tree map[string]string

// realSources returns packages of Go's source tree, and the polyglot fixture.
func realSources(t *testing.T) tree {
	t.Helper()
	packages := []string{"encoding/json", "go/ast", "go/types", "text/template"}
	if testing.Short() {
		packages = packages[:2]
	}
	root, err := goroot.Dir()
	if err != nil {
		t.Fatal(err)
	}
	out := tree{}
	for _, p := range packages {
		out.add(t, "gosrc/"+p, filepath.Join(root, "src", filepath.FromSlash(p)))
	}
	if len(out) < 20 {
		t.Fatalf("only %d files of Go's source tree are there", len(out))
	}
	out["gosrc/go.mod"] = "module std\n\ngo 1.26\n"
	out.add(t, "", filepath.Join("..", "..", "testdata", "polyglot"))
	return out
}

// add adds the files below dir that some front end accepts under prefix, except
// those in testdata folders.
func (tr tree) add(t *testing.T, prefix, dir string) {
	t.Helper()
	languages := all.Set()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || languages.Of(d.Name()) == nil:
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		if prefix != "" {
			name = prefix + "/" + name
		}
		tr[name] = string(data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// each returns a copy in which f is applied to every source.
func (tr tree) each(f func(path, text string) string) tree {
	out := maps.Clone(tr)
	languages := all.Set()
	for path, text := range tr {
		if languages.Of(path) != nil {
			out[path] = f(path, text)
		}
	}
	return out
}

// graphOf builds the graph of a tree, without ranks.
func graphOf(t *testing.T, tr tree) *graph.Graph {
	t.Helper()
	dir := t.TempDir()
	if err := writeFolder(dir, tr); err != nil {
		t.Fatal(err)
	}
	g, report, err := build.Graph(t.Context(), build.Options{Src: dir, Out: filepath.Join(t.TempDir(), "out"),
		Jobs: 2, Tokens: "chars4", Libs: libs.Off, Walk: walk.Options{Vendored: true}},
		&build.Host{Progress: progress.New(&program, nil, true)})
	if err != nil {
		t.Fatal(err)
	}
	if failed := report.Failed; len(failed) > 0 {
		t.Fatalf("%d files were skipped, the first is %s: %s %s", len(failed), failed[0].Path,
			failed[0].Reason, failed[0].Detail)
	}
	return g
}

var realGraph struct {
	once sync.Once
	g    *graph.Graph
}

// graphOfReal returns the graph of realSources, built once for all tests.
func graphOfReal(t *testing.T) *graph.Graph {
	t.Helper()
	realGraph.once.Do(func() { realGraph.g = graphOf(t, realSources(t)) })
	if realGraph.g == nil {
		t.Fatal("the graph of the real sources could not be built")
	}
	return realGraph.g
}

// idSet returns the ids of all nodes with their paths.
func idSet(g *graph.Graph) map[graph.NodeID]string {
	out := map[graph.NodeID]string{}
	for i := range g.Nodes {
		out[g.Nodes[i].ID] = g.Nodes[i].Path
	}
	return out
}

// compareIDs reports the ids that are in only one of two sets, except those
// accepted by ok.
func compareIDs(t *testing.T, before, after map[graph.NodeID]string,
	ok func(id graph.NodeID) bool) {
	t.Helper()
	const most = 10 // to print
	n := 0
	report := func(what string, a, b map[graph.NodeID]string) {
		for _, id := range slices.Sorted(maps.Keys(a)) {
			if _, there := b[id]; there || ok != nil && ok(id) {
				continue
			}
			if n++; n <= most {
				t.Errorf("%s: %s", what, id)
			}
		}
	}
	report("gone", before, after)
	report("new", after, before)
	if n > most {
		t.Errorf("and %d more", n-most)
	}
}

// factsOf parses one file.
func factsOf(t *testing.T, p *parse.Parser, path, text string) *parse.Facts {
	t.Helper()
	f, err := all.Set().Of(path).Facts(p, parse.Source{Path: path, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// runHere runs a command line in this process; skipped files are a failure
// here.
func runHere(t *testing.T, g globals, args ...string) {
	t.Helper()
	var messages strings.Builder
	g.streams = cli.Streams{Out: &messages, Err: &messages}
	if err := execute(context.Background(), args, &g); err != nil {
		t.Fatalf("indexer %s: %v\n%s", strings.Join(args, " "), err, messages.String())
	}
}
