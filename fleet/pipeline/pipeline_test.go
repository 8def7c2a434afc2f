package pipeline

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	stdcontext "context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/testing/ptest"
	"github.com/rogpeppe/go-internal/txtar"

	"seedgraph/artifacts"
)

func TestMain(m *testing.M) { ptest.Main(m) }

// repositories writes the twelve repositories of two scripts of indexer below a folder, and returns
// NAME=PATH of each: eight folders and two archives.
func repositories(t *testing.T, dir string) []string {
	t.Helper()
	names := map[string]bool{}
	for _, script := range []string{"link", "link_services"} {
		a, err := txtar.ParseFile("../../cmd/indexer/testdata/script/" + script + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range a.Files {
			name, _, ok := strings.Cut(f.Name, "/")
			if !ok || name == "damaged.sg" {
				continue
			}
			names[name] = true
			write(t, filepath.Join(dir, f.Name), f.Data)
		}
	}
	if len(names) != 12 {
		t.Fatalf("%d repositories: %v", len(names), names)
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		path := filepath.Join(dir, name)
		switch name {
		case "billing":
			path = pack(t, path, path+".tar.gz")
		case "cart":
			path = pack(t, path, path+".zip")
		}
		if name == "orders" {
			name = "orders-api"
		}
		out = append(out, name+"="+path)
	}
	return out
}

func write(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// pack writes an archive of a folder, below a folder as servers do, and a name that leads out of it.
func pack(t *testing.T, dir, file string) string {
	t.Helper()
	var b bytes.Buffer
	add, end := tarOf(&b)
	if strings.HasSuffix(file, ".zip") {
		add, end = zipOf(&b)
	}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		return add("repository-main/"+filepath.ToSlash(name), data)
	})
	if err == nil {
		err = end()
	}
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, b.Bytes())
	return file
}

type adder func(name string, data []byte) error

func tarOf(b *bytes.Buffer) (adder, func() error) {
	z := gzip.NewWriter(b)
	w := tar.NewWriter(z)
	add := func(name string, data []byte) error {
		if err := w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data))}); err != nil {
			return err
		}
		_, err := w.Write(data)
		return err
	}
	return add, func() error {
		if err := w.Close(); err != nil {
			return err
		}
		return z.Close()
	}
}

func zipOf(b *bytes.Buffer) (adder, func() error) {
	w := zip.NewWriter(b)
	return func(name string, data []byte) error {
		f, err := w.Create(name)
		if err != nil {
			return err
		}
		_, err = f.Write(data)
		return err
	}, w.Close
}

// indexer builds the program.
func indexer(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "indexer")
	c := exec.Command("go", "build", "-o", file, "./cmd/indexer")
	c.Dir = "../.."
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

func execute(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// hashes are those of the files below a folder, by path.
func hashes(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[name] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	if len(want) == 0 {
		t.Errorf("%s: nothing to compare", what)
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
}

// linked is the index that indexer makes of the repositories, and its version.
func linked(t *testing.T, dir string, sources []string) (files map[string]string, tool string) {
	t.Helper()
	program, out := indexer(t), filepath.Join(dir, "indexer.sg")
	args := []string{"link", "-q", "--out", out}
	for _, s := range sources {
		name, path, _ := strings.Cut(s, "=")
		for _, suffix := range suffixes {
			path = strings.TrimSuffix(path, suffix)
		}
		index := filepath.Join(dir, name+".sg")
		execute(t, program, "build", "-q", path, "--repository", name, "--out", index)
		args = append(args, name+"="+index)
	}
	execute(t, program, args...)
	r, err := artifacts.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return hashes(t, out), r.Manifest().Tool
}

func run(t *testing.T, o Options) {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	if err := Build(s, o); err != nil {
		t.Fatal(err)
	}
	if err := ptest.Run(p); err != nil {
		t.Fatal(err)
	}
}

// TestPipeline: on Prism the pipeline writes the bytes of indexer, from folders and archives; so does
// a second run over the output of the first, with an index lost, one damaged and one half written. Repositories that cannot be indexed are left out and reported.
func TestPipeline(t *testing.T) {
	dir := t.TempDir()
	sources := repositories(t, dir)
	want, tool := linked(t, dir, sources)
	o := Options{Sources: sources, Work: filepath.Join(dir, "work"), Out: filepath.Join(dir, "fleet.sg"), Tool: tool}
	run(t, o)
	same(t, "pipeline", hashes(t, o.Out), want)

	if err := os.RemoveAll(filepath.Join(o.Work, "indexes", "cart")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(o.Work, "indexes", "core", "regular_code_bundle", "chunks.json"), []byte("{"))
	write(t, filepath.Join(o.Work, "indexes", "lib.tmp-dead", "manifest.json"), []byte("{"))
	bad := filepath.Join(dir, "bad.zip")
	write(t, bad, []byte("no archive"))
	slices.Reverse(o.Sources)
	o.Sources = append(o.Sources, "bad="+bad, "missing="+filepath.Join(dir, "missing"))
	run(t, o)
	same(t, "again", hashes(t, o.Out), want)
	var report strings.Builder
	err := Report(&report, o)
	if err == nil || err.Error() != "2 of 14 repositories are left out" ||
		!strings.Contains(report.String(), "bad.zip: unpack: zip: not a valid zip file") ||
		!strings.Contains(report.String(), "missing: there is no such folder or archive") {
		t.Errorf("%v\n%s", err, report.String())
	}
}

// An attempt runs every transform by hand, in the order of an index or backwards.
type attempt struct {
	t       *testing.T
	o       Options
	reverse bool
}

func (a *attempt) order(list []string) []string {
	list = slices.Sorted(slices.Values(list))
	if a.reverse {
		slices.Reverse(list)
	}
	return list
}

func (a *attempt) must(err error) {
	a.t.Helper()
	if err != nil {
		a.t.Fatal(err)
	}
}

// each returns an iterator over texts.
func each(list []string) func(*string) bool {
	return func(s *string) bool {
		if len(list) == 0 {
			return false
		}
		*s, list = list[0], list[1:]
		return true
	}
}

// run returns what each transform emits, sorted, and the bytes that it writes.
func (a *attempt) run() map[string][]string {
	ctx, out := stdcontext.Background(), map[string][]string{}
	emit := func(name string) func(string) { return func(s string) { out[name] = append(out[name], s) } }
	sources, err := parseSources(a.o.Sources)
	a.must(err)
	for _, s := range a.order(sources) {
		a.must((&indexFn{a.o.Work, a.o.Tool}).ProcessElement(ctx, s, emit("index"), emit("fault")))
	}
	for _, s := range a.order(out["index"]) {
		text, err := (&summarizeFn{}).ProcessElement(ctx, s)
		a.must(err)
		emit("summarize")(text)
	}
	planned, err := (&planFn{}).ProcessElement("", each(a.order(out["summarize"])))
	a.must(err)
	emit("plan")(planned)
	byKey := map[string][]string{}
	for _, s := range a.order(out["index"]) {
		a.must((&cutFn{}).ProcessElement(ctx, s, planned, func(key, text string) {
			byKey[key] = append(byKey[key], text)
			emit("cut")(text)
		}))
	}
	for _, key := range a.order(slices.Collect(maps.Keys(byKey))) {
		a.must((&joinFn{}).ProcessElement(key, each(a.order(byKey[key])), planned, emit("join")))
	}
	_, err = (&assembleFn{a.o.Out, a.o.Name, a.o.Tool}).ProcessElement(ctx, nil, each(a.order(out["index"])),
		each(a.order(out["join"])), planned)
	a.must(err)
	a.must((&reportFn{a.o.Work}).ProcessElement(a.o.Out, each(a.order(out["fault"]))))
	for _, list := range out {
		slices.Sort(list)
	}
	return out
}

// TestIdempotent: every transform run twice, the second time in another order and with the output of
// the first one there, emits and writes the same.
func TestIdempotent(t *testing.T) {
	dir := t.TempDir()
	sources := append(repositories(t, dir), "missing="+filepath.Join(dir, "missing"))
	o := Options{Sources: sources, Work: filepath.Join(dir, "work"), Out: filepath.Join(dir, "fleet.sg"), Tool: "test"}
	first := (&attempt{t: t, o: o}).run()
	work, out := hashes(t, o.Work), hashes(t, o.Out)
	second := (&attempt{t: t, o: o, reverse: true}).run()
	for _, name := range []string{"index", "fault", "summarize", "plan", "cut", "join"} {
		if len(first[name]) == 0 || !slices.Equal(first[name], second[name]) {
			t.Errorf("%s emits %d and %d texts, which differ", name, len(first[name]), len(second[name]))
		}
	}
	same(t, "indexes", hashes(t, o.Work), work)
	same(t, "linked index", hashes(t, o.Out), out)
	if err := os.RemoveAll(o.Out); err != nil {
		t.Fatal(err)
	}
	(&attempt{t: t, o: o, reverse: true}).run()
	same(t, "linked index from nothing", hashes(t, o.Out), out)
}

// TestSources: names are those before the paths or of the folders and archives, each once.
func TestSources(t *testing.T) {
	got, err := parseSources([]string{"a=/x/b", "/x/c.tar.gz", "/x/d"})
	if want := []string{"a=/x/b", "c=/x/c.tar.gz", "d=/x/d"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, bad := range [][]string{{}, {"/x/b", "/y/b"}, {"/x/a b"}} {
		if got, err := parseSources(bad); err == nil {
			t.Errorf("%q: %v", bad, got)
		}
	}
	if got := Below("/l", "a=b"); got != "a=/l/b" {
		t.Errorf("%s", got)
	}
}

// TestUnpack: no name of an archive leads out of its folder, and links are not followed.
func TestUnpack(t *testing.T) {
	dir := t.TempDir()
	var b bytes.Buffer
	add, end := zipOf(&b)
	if err := add("../out.go", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.zip"), b.Bytes())
	if err := os.Mkdir(filepath.Join(dir, "in"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := unpack(filepath.Join(dir, "a.zip"), filepath.Join(dir, "in")); err == nil {
		t.Error("unpacked")
	}
	if _, err := os.Stat(filepath.Join(dir, "out.go")); err == nil {
		t.Error("a file outside")
	}
}

// TestUnpackLimits: an archive ends at the limit of bytes, to which the heads of files count, and at
// the limit of files.
func TestUnpackLimits(t *testing.T) {
	dir := t.TempDir()
	var b bytes.Buffer
	add, end := tarOf(&b)
	for _, name := range []string{"a.go", "b.go"} {
		if err := add(name, make([]byte, 4096)); err != nil {
			t.Fatal(err)
		}
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a.tar.gz")
	write(t, file, b.Bytes())
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, c := range []struct {
		u    unpacker
		want string
	}{
		{unpacker{rest: 1 << 20, files: 2}, ""},
		{unpacker{rest: 1 << 20, files: 1}, "files"},
		{unpacker{rest: 8192, files: 2}, "bytes"}, // the heads count
	} {
		c.u.root = root
		if err := c.u.tar(file); c.want == "" && err != nil ||
			c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.u, err, c.want)
		}
	}
}
