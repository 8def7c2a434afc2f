package artifacts_test

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
	"seedgraph/testkit/longtest"
)

// withBoundary returns the sample with endpoints, packages and links.
func withBoundary() artifacts.Index {
	in := artifactstest.Sample()
	in.Graph.Endpoints = []graph.Endpoint{{Node: 2, Line: 7, Type: graph.EndpointRequest, Tier: graph.Exact,
		Verb: "GET", Host: "orders", Route: "/orders/{}"}}
	in.Packages = []artifacts.Package{{Ecosystem: "npm", Name: "b", Path: "package.json", Requires: true, Line: 3},
		{Ecosystem: "go", Name: "a", Path: "go.mod"}}
	e := in.Graph.Edges[0]
	in.Links = []artifacts.Link{{From: in.Graph.Nodes[e.From].ID, To: in.Graph.Nodes[e.To].ID, Kind: e.Kind.String(),
		Tier: e.Tier.String(), By: "package", Evidence: "go.mod:3 requires a", Pinned: "v1"}}
	return in
}

// TestGraphGivesBackWhatWasWritten: artifacts that are made of the graph of others are those again.
func TestGraphGivesBackWhatWasWritten(t *testing.T) {
	longtest.NotRaced(t)
	list := inputs()
	list["outside"] = artifactstest.WithExternalSymbols()
	for name, in := range list {
		first := write(t, in, artifacts.Options{})
		g, err := open(t, first).Graph()
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Nodes {
			g.Nodes[i].Rank = in.Graph.Nodes[i].Rank
		}
		g.Settings, g.Migrations, g.Endpoints = in.Graph.Settings, in.Graph.Migrations, in.Graph.Endpoints
		again := in
		again.Graph = g
		want, got := contents(t, first), contents(t, write(t, again, artifacts.Options{}))
		if !maps.Equal(want, got) {
			for _, path := range slices.Sorted(maps.Keys(want)) {
				if want[path] != got[path] {
					t.Errorf("%s: %s is another one", name, path)
				}
			}
		}
	}
}

// TestLeftTextsAreCopied: artifacts whose texts were left in others are those again, compressed or not; a text that is
// not the one indexed is damage.
func TestLeftTextsAreCopied(t *testing.T) {
	for name, in := range map[string]artifacts.Index{"sample": artifactstest.Sample(), "awkward": artifactstest.Awkward(),
		"outside": artifactstest.WithExternalSymbols(), "shop": artifactstest.Shop()} {
		for _, opts := range []artifacts.Options{{}, {Compress: true}} {
			first := write(t, in, opts)
			r := open(t, first)
			if !r.Reusable() {
				t.Fatalf("%s has rules of access", name)
			}
			g, texts, err := r.Skeleton()
			if err != nil {
				t.Fatal(err)
			}
			numbers := make([]uint32, len(g.Nodes))
			for i := range g.Nodes {
				numbers[i], g.Nodes[i].Rank = uint32(i), in.Graph.Nodes[i].Rank
				if n := &g.Nodes[i]; n.Doc != "" || len(n.Parts) > 0 && n.Parts[0].Text != "" {
					t.Errorf("%s: %s has its text", name, n.ID)
				}
			}
			g.Settings, g.Migrations, g.Endpoints = in.Graph.Settings, in.Graph.Migrations, in.Graph.Endpoints
			again := in
			again.Graph, again.Reused = g, []artifacts.Reused{{Reader: r, Numbers: numbers, Texts: texts}}
			want, got := contents(t, first), contents(t, write(t, again, opts))
			for _, path := range slices.Sorted(maps.Keys(want)) {
				if want[path] != got[path] {
					t.Errorf("%s: %s is another one", name, path)
				}
			}
		}
	}
	first := write(t, artifactstest.Sample(), artifacts.Options{})
	file := filepath.Join(first, "regular_code_bundle", "chunks.json")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(raw, []byte(`"Text":"`)) + len(`"Text":"`)
	raw[at] ^= 1
	if err := os.WriteFile(file, raw, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(t, first).Skeleton(); !errors.Is(err, artifacts.ErrCorrupt) {
		t.Errorf("a damaged text: %v", err)
	}
}

// TestBoundary checks that endpoints, packages and links are read back in order, but not by restricted readers.
func TestBoundary(t *testing.T) {
	in := withBoundary()
	dir := write(t, in, artifacts.Options{})
	mustVerify(t, dir)
	r := open(t, dir)
	endpoints, err := r.Endpoints()
	if err != nil || len(endpoints) != 1 || endpoints[0].NodeID != in.Graph.Nodes[2].ID || endpoints[0].Host != "orders" {
		t.Errorf("%+v, %v", endpoints, err)
	}
	packages, err := r.Packages()
	if err != nil || len(packages) != 2 || packages[0].Name != "a" {
		t.Errorf("%+v, %v", packages, err)
	}
	links, err := r.Links()
	if err != nil || len(links) != 1 || links[0] != in.Links[0] {
		t.Errorf("%+v, %v", links, err)
	}
	restricted, err := r.Restrict(graph.Visitor{Checked: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := restricted.Endpoints(); err == nil {
		t.Error("a restricted reader sees endpoints")
	}
}
