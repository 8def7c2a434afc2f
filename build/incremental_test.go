package build

import (
	"bytes"
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"seedgraph/artifacts"
	"seedgraph/build/cache"
	"seedgraph/external/libs"
	"seedgraph/internal/compact"
	"seedgraph/parse"
	"seedgraph/testkit/editwalk"
	"seedgraph/testkit/longtest"
	"seedgraph/testkit/treetest"
)

// silent is a progress that nobody sees.
type silent struct{}

func (silent) Phase(string, int, int64) {}
func (silent) Add(int, int64)           {}
func (silent) Done()                    {}

// buildTree builds the artifacts of a tree with a cache, or without if it is empty.
func buildTree(t *testing.T, tree, out, cache string, change ...func(*Options)) *Report {
	t.Helper()
	o := Options{Src: tree, Out: out, Jobs: 2, Tokens: "chars4", Libs: libs.Off, Force: true, Cache: cache}
	for _, c := range change {
		c(&o)
	}
	report, err := Run(context.Background(), o, &Host{Progress: silent{}, Tool: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if report.Cache != nil {
		t.Fatal(report.Cache)
	}
	return report
}

// differing returns the first file in which two folders differ, or "".
func differing(t *testing.T, a, b string) string {
	t.Helper()
	names := map[string]bool{}
	for _, dir := range []string{a, b} {
		err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				names[name] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for name := range names {
		x, errX := os.ReadFile(filepath.Join(a, name))
		y, errY := os.ReadFile(filepath.Join(b, name))
		if errX != nil || errY != nil || !bytes.Equal(x, y) {
			return name
		}
	}
	return ""
}

// TestIncremental: after each of a series of random edits, a build with a cache writes the bytes of one
// without.
func TestIncremental(t *testing.T) {
	steps := longtest.Cases(10, 30, 500)
	const testdata = "../testdata"
	dir := t.TempDir()
	w := editwalk.Walk{Tree: filepath.Join(dir, "tree"), Pristine: testdata, Seed: 7}
	if err := os.CopyFS(w.Tree, os.DirFS(testdata)); err != nil {
		t.Fatal(err)
	}
	for step := range steps {
		what, err := w.Step(step)
		if err != nil {
			t.Fatal(err)
		}
		buildTree(t, w.Tree, filepath.Join(dir, "update"), filepath.Join(dir, "cache"))
		buildTree(t, w.Tree, filepath.Join(dir, "full"), "")
		if name := differing(t, filepath.Join(dir, "update"), filepath.Join(dir, "full")); name != "" {
			t.Fatalf("step %d: %s: %s differs", step, what, name)
		}
	}
}

// TestWatcherRemembers: a watcher reads files that have not changed from memory, and builds the bytes of a full
// build.
func TestWatcherRemembers(t *testing.T) {
	tree := treetest.Write(t, "-- a.go --\npackage a\n\nfunc F() { G() }\n-- b.go --\npackage a\n\nfunc G() {}\n")
	dir := t.TempDir()
	w := Watcher{Host: &Host{Progress: silent{}, Tool: "test"}, Built: func(_ *Report, _ time.Duration, err error) {
		if err != nil {
			t.Error(err)
		}
	}, Options: Options{Src: tree, Out: filepath.Join(dir, "update"), Jobs: 1, Tokens: "chars4", Libs: libs.Off}}
	for i, text := range []string{"", "package a\n\nfunc F() { G(); G() }\n", "package a\n"} {
		if text != "" {
			if err := os.WriteFile(filepath.Join(tree, "a.go"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.build(t.Context(), i == 0); err != nil {
			t.Fatal(err)
		}
		if got := w.memory.Len(); got != 2+i {
			t.Errorf("build %d: %d entries in memory, want %d: one more for each change", i, got, 2+i)
		}
		buildTree(t, tree, filepath.Join(dir, "full"), "")
		if name := differing(t, filepath.Join(dir, "update"), filepath.Join(dir, "full")); name != "" {
			t.Errorf("build %d: %s differs", i, name)
		}
	}
}

// TestDamagedCache: whatever is changed in a cache, the artifacts are those of a build without one.
func TestDamagedCache(t *testing.T) {
	rounds := longtest.Cases(5, 20, 1000)
	const tree = "../testdata/polyglot"
	dir := t.TempDir()
	full, update, folder := filepath.Join(dir, "full"), filepath.Join(dir, "update"), filepath.Join(dir, "cache")
	buildTree(t, tree, full, "")
	for round := range rounds {
		buildTree(t, tree, update, folder)
		if name := differing(t, update, full); name != "" {
			t.Fatalf("round %d: %s differs", round, name)
		}
		r := rand.New(rand.NewPCG(uint64(round), 5))
		paths, err := filepath.Glob(filepath.Join(folder, "*"))
		if err != nil || len(paths) == 0 {
			t.Fatal(paths, err)
		}
		path := paths[r.IntN(len(paths))]
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + r.IntN(20) {
			data[r.IntN(len(data))] ^= byte(1 + r.IntN(255))
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestForgedEntries: an entry that its checksum confirms, but that no build has written, never makes a
// build crash.
func TestForgedEntries(t *testing.T) {
	tree := treetest.Write(t, "-- a.go --\npackage a\n\nfunc F(x int) { G(x + len(\"a\\n\")) }\n\nfunc G(int) {}\n")
	program, err := cache.Program()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "cache")
	store := &recorder{Memory: cache.NewMemory(1 << 20)}
	b := start(Options{Src: tree, Out: filepath.Join(t.TempDir(), "out"), Jobs: 1, Tokens: "chars4", Libs: libs.Off,
		Cache: folder}, &Host{Progress: silent{}, Tool: "test"})
	defer b.gc.end()
	if _, err := b.load(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.closeCache()
	b.loader.cache = b.newFileCache(store, program)
	if _, err := b.loader.load(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(store.data) == 0 {
		t.Fatal("no entries")
	}
	for round := range longtest.Cases(300, 2000, 20_000) {
		r := rand.New(rand.NewPCG(uint64(round), 9))
		forged := cache.NewMemory(1 << 20)
		for key, data := range store.data {
			data = bytes.Clone(data)
			for range 1 + r.IntN(3) {
				data[r.IntN(len(data))] = byte(r.Uint32())
			}
			forged.Put(key, data)
		}
		b.loader.cache = b.newFileCache(forged, program)
		src, err := b.loader.load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range src.inputs {
			if !in.Facts.IsSound() {
				t.Fatalf("round %d: unsound facts", round)
			}
		}
	}
}

// A recorder is a store that gives away what it holds.
type recorder struct {
	*cache.Memory
	data map[cache.Key][]byte
}

func (r *recorder) Put(key cache.Key, data []byte) {
	if r.data == nil {
		r.data = map[cache.Key][]byte{}
	}
	r.data[key] = bytes.Clone(data)
}

// TestKeptFacts: the facts of all kinds of files come out of the cache as they went in, with fields that are
// not exported.
func TestKeptFacts(t *testing.T) {
	b := start(Options{Src: "../testdata", Out: filepath.Join(t.TempDir(), "out"), Jobs: 1, Tokens: "chars4",
		Libs: libs.Off, Columns: true}, &Host{Progress: silent{}, Tool: "test"})
	defer b.gc.end()
	src, err := b.load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var c coder
	for i := range src.inputs {
		in := kept{facts: src.inputs[i].Facts, texts: src.inputs[i].Texts}
		if !in.facts.IsSound() {
			t.Errorf("%s: unsound facts", in.facts.Path)
		}
		data, err := keptCodec.Append(nil, &c.encoder, &in, in.facts.Text)
		if err != nil {
			t.Fatalf("%s: %v", in.facts.Path, err)
		}
		var out kept
		if err := keptCodec.Decode(data, in.facts.Text, &out, &c.arena); err != nil {
			t.Fatalf("%s: %v", in.facts.Path, err)
		}
		if !reflect.DeepEqual(in, out) {
			t.Errorf("%s: other facts", in.facts.Path)
		}
	}
}

// TestCacheKey: the cache is not used where an input besides the text of a file has changed.
func TestCacheKey(t *testing.T) {
	dir := t.TempDir()
	tree := treetest.Write(t, "-- a.cs --\nclass A {\n#if DEBUG\nvoid F() {}\n#endif\nstring Password = \"hunter2hunter3\"; }\n"+
		"-- a.csproj --\n<Project><PropertyGroup><DefineConstants>TRACE</DefineConstants></PropertyGroup></Project>\n"+
		"-- b.sql --\nCREATE TABLE t (a int)\n")
	folder := filepath.Join(dir, "cache")
	check := func(what string, change ...func(*Options)) {
		t.Helper()
		buildTree(t, tree, filepath.Join(dir, "update"), folder, change...)
		buildTree(t, tree, filepath.Join(dir, "full"), "", change...)
		if name := differing(t, filepath.Join(dir, "update"), filepath.Join(dir, "full")); name != "" {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	check("first build")
	check("unchanged")
	check("--no-mask", func(o *Options) { o.NoMask = true })
	check("--columns", func(o *Options) { o.Columns = true })
	check("--tokens", func(o *Options) { o.Tokens = "words" })
	check("--entity-base-type", func(o *Options) { o.EntityBases = []string{"A"} })
	check("no endpoints", func(o *Options) { o.NoEndpoints = true })
	for _, edit := range []struct{ name, text string }{
		{"a.csproj", "<Project><PropertyGroup><DefineConstants>DEBUG</DefineConstants></PropertyGroup></Project>\n"},
		{"a.csproj", "<Project><ItemGroup><PackageReference Include=\"Dapper\" /></ItemGroup></Project>\n"},
		{".gitattributes", "*.cs linguist-language=Java\n"},
		{".editorconfig", "[*.cs]\ncharset = utf-16le\n"},
	} {
		if err := os.WriteFile(filepath.Join(tree, edit.name), []byte(edit.text), 0o666); err != nil {
			t.Fatal(err)
		}
		check(edit.name + ": " + edit.text)
	}
}

// TestCacheIsMasked: no credential of a file is in the cache.
func TestCacheIsMasked(t *testing.T) {
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	tree := treetest.Write(t, "-- a.go --\npackage a\n\n// F has token "+secret+".\nfunc F() { login(\""+secret+"\\n\") }\n")
	dir := t.TempDir()
	folder := filepath.Join(dir, "cache")
	for range 2 {
		report := buildTree(t, tree, filepath.Join(dir, "out"), folder)
		masked := 0
		for _, d := range report.Index.Diagnostics {
			if d.Type == artifacts.Masked {
				masked += d.Count
			}
		}
		if masked != 2 {
			t.Errorf("%d masked credentials, want 2", masked)
		}
		for _, place := range []string{folder, filepath.Join(dir, "out")} {
			err := filepath.WalkDir(place, func(name string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				data, err := os.ReadFile(name)
				if strings.Contains(string(data), secret[:12]) {
					t.Errorf("%s has the credential", name)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestCacheFolder: a cache in the tree or in the output folder is an error with a remedy, but not one that
// nobody has asked for.
func TestCacheFolder(t *testing.T) {
	tree := treetest.Write(t, "-- a.go --\npackage a\n")
	out := filepath.Join(t.TempDir(), "out")
	for _, folder := range []string{tree, filepath.Join(tree, "sub", "cache"), out, filepath.Join(out, "cache")} {
		o := Options{Src: tree, Out: out, Jobs: 1, Tokens: "chars4", Libs: libs.Off, Cache: folder}
		if _, err := Run(t.Context(), o, &Host{Progress: silent{}}); err == nil || !strings.Contains(err.Error(), "cache") {
			t.Errorf("%s: error %v", folder, err)
		}
		o.ownCache = true
		if _, err := Run(t.Context(), o, &Host{Progress: silent{}}); err != nil {
			t.Errorf("%s: the folder of the user: %v", folder, err)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	o := Options{Src: tree, Out: out, Jobs: 1, Tokens: "chars4", Libs: libs.Off, Force: true,
		Cache: filepath.Join(file, "cache")}
	report, err := Run(t.Context(), o, &Host{Progress: silent{}})
	if err != nil || report.Cache == nil {
		t.Errorf("a cache that cannot be written: %v, want a report of it", err)
	}
}

// BenchmarkDecode compares reading the facts of a tree from entries with parsing it; TREE is the tree.
func BenchmarkDecode(b *testing.B) {
	tree := os.Getenv("TREE")
	if tree == "" {
		tree = "../testdata"
	}
	bld := start(Options{Src: tree, Out: filepath.Join(b.TempDir(), "out"), Jobs: 1, Tokens: "o200k_base", Libs: libs.Off},
		&Host{Progress: silent{}, Tool: "test"})
	defer bld.gc.end()
	src, err := bld.load(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	var c coder
	var entries [][]byte
	for i := range src.inputs {
		in := kept{facts: src.inputs[i].Facts, texts: src.inputs[i].Texts}
		data, err := keptCodec.Append(nil, &c.encoder, &in, in.facts.Text)
		if err != nil {
			b.Fatal(err)
		}
		entries = append(entries, data)
	}
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			var arena compact.Arena
			for i := range entries {
				var out kept
				if err := keptCodec.Decode(entries[i], src.inputs[i].Facts.Text, &out, &arena); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			for i := range src.inputs {
				in := kept{facts: src.inputs[i].Facts, texts: src.inputs[i].Texts}
				c.buf, _ = keptCodec.Append(c.buf[:0], &c.encoder, &in, in.facts.Text)
			}
		}
	})
	b.Run("parse", func(b *testing.B) {
		w := worker{parser: parse.NewParser()}
		defer w.parser.Close()
		for b.Loop() {
			for i := range bld.loader.tree.Files {
				bld.loader.file(b.Context(), &w, i)
			}
		}
	})
}
