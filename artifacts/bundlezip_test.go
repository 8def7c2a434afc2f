package artifacts_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// bundle packs the artifacts in dir and returns the zip's bytes and its files.
func bundle(t *testing.T, dir string) (raw string, files map[string]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "b.zip")
	if err := artifacts.WriteBundle(context.Background(), dir, path); err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	files = map[string]string{}
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		files[f.Name] = string(content)
		if f.Modified.UTC().Year() != 1980 || f.Mode() != 0o644 {
			t.Errorf("%s has the time %v and the mode %v", f.Name, f.Modified, f.Mode())
		}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b), files
}

func TestBundleHoldsThePlainFiles(t *testing.T) {
	for name, in := range map[string]artifacts.Index{"sample": artifactstest.WithSettings(),
		"synthetic": artifactstest.Synthetic(500, 3000, 4)} {
		dir := write(t, in, artifacts.Options{})
		raw, files := bundle(t, dir)
		fromCompressed, _ := bundle(t, write(t, in, artifacts.Options{Compress: true, Workers: 3}))
		if raw != fromCompressed {
			t.Errorf("%s: compressed artifacts give another bundle", name)
		}
		want := contents(t, dir)
		for path, content := range files {
			if path != "manifest.json" && content != want[path] {
				t.Errorf("%s: %s is not that of the artifacts", name, path)
			}
		}
		for path := range want {
			if _, ok := files[path]; !ok && path != "diagnostics.jsonl" &&
				path != "source_files.jsonl" &&
				!strings.HasPrefix(path, "graph/") {
				t.Errorf("%s: %s is missing", name, path)
			}
		}
		checkBundleManifest(t, files)
	}
}

// checkBundleManifest compares a bundle's manifest with its files.
func checkBundleManifest(t *testing.T, files map[string]string) {
	t.Helper()
	var m artifacts.Manifest
	if err := json.Unmarshal([]byte(files["manifest.json"]), &m); err != nil {
		t.Fatal(err)
	}
	if m.Format != "seedgraph-bundle" || m.Compressed || len(m.Files) != len(files)-1 ||
		m.Source.SnapshotID == "" {
		t.Errorf("the manifest is %+v", m)
	}
	if v, err := jsonschema.UnmarshalJSON(strings.NewReader(files["manifest.json"])); err != nil ||
		compileSchemas(t)["manifest"].Validate(v) != nil {
		t.Errorf("the manifest does not keep its schema (%v)", err)
	}
	for _, f := range m.Files {
		sum := sha256.Sum256([]byte(files[f.Path]))
		if f.Size != int64(len(files[f.Path])) || f.SHA256 != hex.EncodeToString(sum[:]) {
			t.Errorf("the manifest describes another %s", f.Path)
		}
	}
}

func TestFailedBundleLeavesTheOldOne(t *testing.T) {
	dir := write(t, artifactstest.Sample(), artifacts.Options{})
	out := t.TempDir()
	path := filepath.Join(out, "b.zip")
	if err := os.WriteFile(path, []byte("PK old"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+artifacts.TempMark+"0123456789ab", []byte("PK half"),
		0o666); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if err := artifacts.WriteBundle(ended, dir, path); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled bundle gives %v", err)
	}
	damaged := filepath.Join(dir, "regular_code_bundle", "chunks.json")
	if err := os.WriteFile(damaged, []byte("[]"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := artifacts.WriteBundle(context.Background(), dir, path); !errors.Is(err,
		artifacts.ErrCorrupt) {
		t.Errorf("damaged artifacts give %v", err)
	}
	if err := artifacts.WriteBundle(context.Background(), t.TempDir(), path); !errors.Is(err,
		artifacts.ErrNotFound) {
		t.Errorf("an empty folder gives %v", err)
	}
	if diff := cmp.Diff(map[string]string{"b.zip": "PK old"}, contents(t, out)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
}

// TestOnlyBundlesAreReplacedByBundles checks that a zip of another program is not
// replaced.
func TestOnlyBundlesAreReplacedByBundles(t *testing.T) {
	dir := t.TempDir()
	zipOf := func(name, text string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err := errors.Join(err, z.Close()); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for name, content := range map[string]string{"empty.zip": "", "text.zip": "class A {}",
		"broken.zip": "PK\x03\x04", "other.zip": zipOf("manifest.json", `{"format":"other"}`),
		"photos.zip": zipOf("a.jpg", "x"),
		"older.zip":  zipOf("manifest.json", `{"format":"seedgraph-bundle","format_version":1}`)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := artifacts.WriteBundle(context.Background(),
		write(t, artifactstest.Sample(), artifacts.Options{}), filepath.Join(dir, "ours.zip")); err != nil {
		t.Fatal(err)
	}
	for name, ok := range map[string]bool{"empty.zip": true, "new.zip": true, "ours.zip": true,
		"older.zip": true, "text.zip": false, "broken.zip": false, "other.zip": false,
		"photos.zip": false, ".": false} {
		if err := artifacts.CheckBundle(filepath.Join(dir, name)); (err == nil) != ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUnpackedBundleIsNotTakenForArtifacts(t *testing.T) {
	_, files := bundle(t, write(t, artifactstest.Sample(), artifacts.Options{}))
	dir := t.TempDir()
	for path, content := range files {
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(content), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := artifacts.Open(dir); !errors.Is(err, artifacts.ErrVersion) ||
		!strings.Contains(err.Error(), "bundle for other programs") {
		t.Errorf("opening it gives %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || !artifacts.Holds(dir, entries) {
		t.Errorf("a later build would index it (%v)", err)
	}
	importBundle(t, dir)
}

// TestSnapshotIDs compares ids with the results of uuid5 in Python's standard library.
func TestSnapshotIDs(t *testing.T) {
	for _, test := range []struct {
		source artifacts.Source
		want   string
	}{
		{artifacts.Source{Repository: "Shop", Commit: "0123456789abcdef0123456789abcdef01234567"},
			"d9a2fca5-8559-5244-91ec-2ad076b2411b"},
		{artifacts.Source{Repository: "Shop", Commit: "0123456789abcdef0123456789abcdef01234567",
			Fingerprint: "f", Branch: "b", Tag: "t"}, "d9a2fca5-8559-5244-91ec-2ad076b2411b"},
		{artifacts.Source{Repository: "Shop", Fingerprint: "f00d"},
			"e860e88c-c06f-51e8-a386-fad0a36d28d2"},
		{artifacts.Source{Repository: "Shop", Commit: "c0ffee", Dirty: true, Fingerprint: "f00d"},
			"e860e88c-c06f-51e8-a386-fad0a36d28d2"},
		{artifacts.Source{Repository: "a::b", Commit: "c0ffee"},
			"4fbe4853-4dad-5649-9b1c-990a61f77fa7"},
		{artifacts.Source{Commit: "c0ffee"}, "dea7eb9b-39fa-52fb-86be-495279d8abe2"},
	} {
		in := artifactstest.Sample()
		in.Source = test.source
		r := open(t, write(t, in, artifacts.Options{}))
		if got := r.Manifest().Source.SnapshotID; got != test.want {
			t.Errorf("%+v has the snapshot id %s, want %s", test.source, got, test.want)
		}
	}
}

// TestStandInsKeepNamesakesApart covers definitions that share all properties contained
// in a node key.
func TestStandInsKeepNamesakesApart(t *testing.T) {
	var b artifactstest.Builder
	table := b.Node(graph.Node{ID: graph.SQLKey("dbo", "T", graph.KindTable, ""),
		Kind: graph.KindTable, Language: "sql", Name: "dbo.T", Short: "T", Schema: "dbo"})
	add := func(kind graph.NodeKind, lang, module, symbol, salt, name, path, text string,
		allow ...string) graph.NodeID {
		id := b.Node(graph.Node{ID: graph.ChunkID(lang, module, symbol, salt), Kind: kind,
			Language: lang, Name: name, Module: module,
			Short: name[strings.LastIndexByte(name, '.')+1:], Path: path,
			Access: graph.Access{Allow: allow},
			Span:   graph.Span{End: 9, StartLine: 1, EndLine: 1},
			Parts:  []graph.Part{artifactstest.Part(text, 1, 1)}})
		b.Edge(id, table, graph.Edge{Kind: graph.ReadsFrom, Tier: graph.Heuristic,
			Via: graph.ViaInline})
		return id
	}
	method, function, file := graph.KindMethod, graph.KindFunction, graph.KindFile
	add(method, "csharp", "N", "C.M(int)", "", "N.C.M", "a.cs", "over int")
	add(method, "csharp", "N", "C.M(string)", "", "N.C.M", "a.cs", "over string")
	add(method, "csharp", "N", "C.M<>(T)", "", "N.C.M", "a.cs", "over generic")
	hidden := add(method, "csharp", "N", "C.M(long)", "", "N.C.M", "a.cs", "over long", "hr")
	twin := add(method, "csharp", "N", "C.M(int)", graph.RedeclarationSalt("b.cs", 0), "N.C.M", "b.cs", "twin")
	generic := add(method, "csharp", "N", "C<>.M(int)", "", "N.C.M", "c.cs", "in a generic type")
	add(function, "typescript", "a/index", "load", "", "index.load", "a/index.ts", "a's load")
	add(function, "typescript", "b/index", "load", "", "index.load", "b/index.ts", "b's load")
	add(file, "typescript", "C# web/index", "<module>", "", "C# web/index.ts", "C# web/index.ts",
		"top")
	dir := write(t, artifacts.Index{Graph: b.Graph(), Tokens: "words",
		Source: artifacts.Source{Repository: "R", Commit: "c"}}, artifacts.Options{})
	mustVerify(t, dir)
	got := map[string]string{}
	for key, row := range importBundle(t, dir).nodes {
		if key, ok := strings.CutPrefix(key, "sql::"); ok && row["kind"] != "TABLE" {
			lines := strings.Split(row["body"].(string), "\n\n")
			slices.Sort(lines)
			got[key] = strings.Join(lines, "; ")
		}
	}
	want := map[string]string{
		"csharp:N.C.M|METHOD":                          "over generic; over int; over string",
		"csharp:N.C.M@" + hidden.Handle() + "|METHOD":  "over long",
		"csharp:N.C.M@" + twin.Handle() + "|METHOD":    "twin",
		"csharp:N.C.M@" + generic.Handle() + "|METHOD": "in a generic type",
		"typescript:a/index.load|METHOD":               "a's load",
		"typescript:b/index.load|METHOD":               "b's load",
		"typescript:C%23%20web/index.ts|FILE":          "top",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stand-ins (-want +got):\n%s", diff)
	}
	r := open(t, dir)
	for key := range want {
		if m, err := r.Resolve(key); err != nil || len(m.Nodes) == 0 ||
			len(m.Nodes) > 1 && strings.Contains(key, "@") {
			t.Errorf("%s means %v, %v", key, m.Nodes, err)
		}
	}
}

// TestStandInsOfEntities covers classes and a property that are mapped to a table, and a
// class that changes it: they have the corresponding kinds, and namesakes have a handle.
func TestStandInsOfEntities(t *testing.T) {
	var b artifactstest.Builder
	table := b.Node(graph.Node{ID: graph.SQLKey("dbo", "T", graph.KindTable, ""),
		Kind: graph.KindTable, Language: "sql", Name: "dbo.T", Short: "T", Schema: "dbo"})
	add := func(kind graph.NodeKind, edge graph.EdgeKind, module, symbol string) graph.NodeID {
		id := b.Node(graph.Node{ID: graph.ChunkID("csharp", module, symbol, ""), Kind: kind,
			Language: "csharp", Name: module + "." + symbol, Module: module, Path: "a.cs",
			Short: symbol[strings.LastIndexByte(symbol, '.')+1:],
			Span:  graph.Span{End: 9, StartLine: 1, EndLine: 1},
			Parts: []graph.Part{artifactstest.Part(module+" "+symbol, 1, 1)}})
		b.Edge(id, table, graph.Edge{Kind: edge, Tier: graph.Exact, Via: graph.ViaORM})
		return id
	}
	add(graph.KindClass, graph.MapsTo, "Shop.Model", "Order")
	second := add(graph.KindClass, graph.MapsTo, "Shop.Old", "Order")
	add(graph.KindProperty, graph.MapsTo, "Shop.Model", "Ctx.Orders")
	add(graph.KindClass, graph.SchemaChange, "Shop.Model", "First")
	add(graph.KindClass, graph.DataChange, "Shop.Model", "Second")
	add(graph.KindProperty, graph.ReadsFrom, "Shop.Model", "Ctx.Count")
	dir := write(t, artifacts.Index{Graph: b.Graph(), Tokens: "words",
		Source: artifacts.Source{Repository: "R", Commit: "c"}}, artifacts.Options{})
	mustVerify(t, dir)
	got := map[string]string{}
	for key, row := range importBundle(t, dir).nodes {
		if key, ok := strings.CutPrefix(key, "sql::"); ok && row["kind"] != "TABLE" {
			got[key] = row["body"].(string)
		}
	}
	want := map[string]string{
		"csharp:Order|ENTITY":                         "Shop.Model Order",
		"csharp:Order@" + second.Handle() + "|ENTITY": "Shop.Old Order",
		"csharp:Ctx.Orders|DBSET":                     "Shop.Model Ctx.Orders",
		"csharp:Shop.Model.First|MIGRATION":           "Shop.Model First",
		"csharp:Shop.Model.Second|MIGRATION":          "Shop.Model Second",
		"csharp:Shop.Model.Ctx.Count|METHOD":          "Shop.Model Ctx.Count",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stand-ins (-want +got):\n%s", diff)
	}
	r := open(t, dir)
	for key := range want {
		if m, err := r.Resolve(key); err != nil || len(m.Nodes) == 0 {
			t.Errorf("%s means %v, %v", key, m.Nodes, err)
		}
	}
	if m, err := r.Resolve("csharp:Ctx.Orders|ENTITY"); err == nil && len(m.Nodes) > 0 {
		t.Errorf("a property is no entity: %v", m.Nodes)
	}
}
