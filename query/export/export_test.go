package export

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
)

var update = flag.Bool("update", false, "write what the formats are expected to be")

// options are the options with which formats are tested.
var options = Options{TextKey: "page_content", Lexical: true}

// opened writes an index and opens it.
func opened(t *testing.T, in artifacts.Index) *artifacts.Reader {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "art")
	if err := artifacts.Write(context.Background(), dir, in, graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func selected(t *testing.T, in artifacts.Index, s Selection) *Graph {
	t.Helper()
	g, err := Select(context.Background(), opened(t, in), s)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// written returns the files of an export by name; a single file has the name "".
func written(t *testing.T, f *Format, g *Graph, o Options) map[string]string {
	t.Helper()
	out := map[string]string{}
	if !f.HasFiles() {
		var b bytes.Buffer
		if err := f.Write(context.Background(), g, &b, o); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		return map[string]string{"": b.String()}
	}
	dir := filepath.Join(t.TempDir(), "out")
	if err := f.WriteFolder(context.Background(), g, dir, o); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[filepath.ToSlash(name)] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFormats compares each format with testdata, for awkward names and texts and, if
// they matter, with its options; make exports-check reads the same exports with other
// programs.
func TestFormats(t *testing.T) {
	g := selected(t, artifactstest.Awkward(), Selection{})
	for _, f := range Formats {
		t.Run(f.Name, func(t *testing.T) {
			for name, text := range written(t, &f, g, options) {
				text = readable(t, f.Name+name, text)
				checkGolden(t, filepath.Join("testdata", f.Name, name), text)
			}
		})
	}
}

func checkGolden(t *testing.T, path, text string) {
	t.Helper()
	if filepath.Dir(path) == "testdata" {
		path += ".golden"
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs (-update writes it); got\n%s", path, text)
	}
}

// TestEmpty checks that artifacts without nodes export without an error, twice to the
// same bytes.
func TestEmpty(t *testing.T) {
	for _, in := range []artifacts.Index{{Graph: &graph.Graph{}, Tokens: artifactstest.Sample().Tokens},
		artifactstest.Shop()} {
		g := selected(t, in, Selection{Externals: true})
		for _, f := range Formats {
			first, second := written(t, &f, g, options), written(t, &f, g, options)
			if fmt.Sprint(first) != fmt.Sprint(second) {
				t.Errorf("%s: two exports of the same artifacts differ", f.Name)
			}
		}
	}
}

// TestReaders checks that no format contains anything that a reader may not see.
func TestReaders(t *testing.T) {
	r := opened(t, artifactstest.GuardedShop())
	guest, err := r.Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, seen := range []bool{true, false} {
		reader := guest
		if seen {
			reader = r
		}
		g, err := Select(context.Background(), reader, Selection{Externals: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Formats {
			all := fmt.Sprint(written(t, &f, g, options))
			if got := strings.Contains(all, "BillOrder"); got != seen && !compressed(&f) {
				t.Errorf("%s: a procedure is in the export: %v, want %v", f.Name, got, seen)
			}
			if !seen && strings.Contains(all, "OrderRepository.Save") {
				t.Errorf("%s: a class that is not seen is in the export", f.Name)
			}
		}
	}
}

// compressed reports whether the format is compressed, so that names are not visible in
// its bytes.
func compressed(f *Format) bool { return f.Name == "parquet" }

// TestInterrupted checks that an interrupted export leaves no files, and existing ones
// unchanged.
func TestInterrupted(t *testing.T) {
	g := selected(t, artifactstest.Shop(), Selection{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, f := range Formats {
		dir := t.TempDir()
		out := filepath.Join(dir, "out")
		if f.HasFiles() {
			if err := f.WriteFolder(context.Background(), g, out, options); err != nil {
				t.Fatal(err)
			}
			if err := f.WriteFolder(ctx, g, out, options); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: error %v", f.Name, err)
			}
		} else if err := f.Write(ctx, g, &bytes.Buffer{}, options); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", f.Name, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) > 1 || len(entries) == 1 && entries[0].Name() != "out" {
			t.Errorf("%s: left behind: %v, %v", f.Name, entries, err)
		}
	}
}

// TestSelect checks that seeds, kinds and paths select nodes and only the edges between
// them, and that an empty selection is an error that explains itself.
func TestSelect(t *testing.T) {
	r := opened(t, artifactstest.Sample())
	for _, c := range []struct {
		s    Selection
		want string // names of the nodes, number of edges, or the error
	}{
		{Selection{Seeds: []string{"IOrders"}}, "Shop.IOrders; 0"},
		{Selection{Seeds: []string{"dbo.Salary"}, Depth: 1}, "dbo.Order dbo.Salary; 1"},
		{Selection{Kinds: []string{"table"}}, "dbo.Order dbo.Salary log.Entry; 1"},
		{Selection{Paths: []string{"tools"}}, "tools/load.load; 0"},
		{Selection{Seeds: []string{"dbo.Order"}, Depth: 1, Edges: []string{"fk"}}, "dbo.Order dbo.Salary; 1"},
		{Selection{Seeds: []string{"Place"}}, "--seeds Place: 2 nodes have this name"},
		{Selection{Seeds: []string{"Nobody"}}, "--seeds Nobody: no such node"},
		{Selection{Kinds: []string{"tabel"}}, `--kind: node kind "tabel" is unknown: did you mean TABLE?`},
		{Selection{Kinds: []string{"record"}}, "--kind record: no nodes of this kind"},
		{Selection{Paths: []string{"tools", "nowhere/**"}}, "--path nowhere/**: no nodes in matching paths"},
		{Selection{Edges: []string{"Cals"}}, "--edges Cals: unknown edge kind"},
		{Selection{Edges: []string{"Renders"}}, "--edges Renders: no edges of this kind"},
		{Selection{Kinds: []string{"TABLE"}, Paths: []string{"tools"}}, "no node is selected: no node matches all flags"},
	} {
		if got := summary(r, c.s); got != c.want {
			t.Errorf("%+v: %s, want %s", c.s, got, c.want)
		}
	}
}

func summary(r *artifacts.Reader, s Selection) string {
	ctx := context.Background()
	g, err := Select(ctx, r, s)
	if err != nil {
		return err.Error()
	}
	var names []string
	edges := 0
	err = errors.Join(
		g.Nodes(ctx, func(_ uint32, n *graph.Node) error { names = append(names, n.Name); return nil }),
		g.Edges(ctx, func(graph.Edge) error { edges++; return nil }))
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%s; %d", strings.Join(names, " "), edges)
}
