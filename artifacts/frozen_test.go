package artifacts_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
)

var update = flag.Bool("update", false, "write the frozen artifacts of this format anew")

// newest has the manifests of the artifacts that this program writes. They contain the
// hash of every other file.
const newest = "testdata/v2"

// frozen lists these artifacts.
var frozen = map[string]struct {
	index    func() artifacts.Index
	compress bool
}{
	"plain":      {artifactstest.Sample, false},
	"compressed": {artifactstest.Sample, true},
	"outside":    {artifactstest.WithExternalSymbols, false},
	"settings":   {artifactstest.WithSettings, false},
}

// TestFrozenArtifactsAreRead opens and queries the artifacts of older versions.
func TestFrozenArtifactsAreRead(t *testing.T) {
	dirs, err := filepath.Glob("testdata/v*/*/manifest.json")
	if err != nil || len(dirs) < 1 {
		t.Fatalf("%d frozen artifacts, %v", len(dirs), err)
	}
	for _, manifest := range dirs {
		dir := filepath.Dir(manifest)
		mustVerify(t, dir)
		r := open(t, dir)
		m, err := r.Resolve("OrderService.Check")
		if err != nil || len(m.Nodes) != 1 {
			t.Fatalf("%s: OrderService.Check means %v, %v", dir, m, err)
		}
		if text, err := r.Text(m.Nodes[0]); err != nil ||
			text != "void Check(int id)\n{\n\tLegacy.Audit(id);\n}\n" {
			t.Errorf("%s: its text is %q, %v", dir, text, err)
		}
		if edges, err := r.Out(m.Nodes[0]); err != nil || len(edges) != 2 {
			t.Errorf("%s: its edges are %v, %v", dir, edges, err)
		}
		if p, err := r.Postings("order"); err != nil || p.Len() == 0 {
			t.Errorf("%s: no node has the term order, %v", dir, err)
		}
	}
}

// freeze writes artifacts for later versions to read.
func freeze(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFrozenArtifactsAreWhatIsWritten fails if the bytes of the format change: then
// increment Format or Features, unless that has been done since the last release, write
// the manifests with -update, and describe the change in FORMAT.md.
func TestFrozenArtifactsAreWhatIsWritten(t *testing.T) {
	for name, f := range frozen {
		got := contents(t, write(t, f.index(), artifacts.Options{Compress: f.compress}))
		path := filepath.Join(newest, name+".json")
		if *update {
			if err := os.WriteFile(path, []byte(got["manifest.json"]), 0o644); err != nil {
				t.Fatal(err)
			}
			if name == "plain" || name == "compressed" {
				freeze(t, filepath.Join(newest, name), got)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got["manifest.json"]); diff != "" {
			t.Errorf("the %s form differs (-want +got):\n%s", name, diff)
		}
	}
}
