package artifacts_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
)

var update = flag.Bool("update", false, "write the frozen artifacts of this format anew")

// TestFrozenArtifactsAreRead opens the artifacts of every format that was ever
// released, and asks them.
func TestFrozenArtifactsAreRead(t *testing.T) {
	if *update {
		for name, compress := range map[string]bool{"plain": false, "compressed": true} {
			dir := filepath.Join("testdata", "v1.9", name)
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
			if err := artifacts.Write(context.Background(), dir, artifactstest.Sample(),
				artifacts.Options{Compress: compress}); err != nil {
				t.Fatal(err)
			}
		}
	}
	dirs, err := filepath.Glob("testdata/v*/*")
	if err != nil || len(dirs) < 2 {
		t.Fatalf("%d frozen artifacts, %v", len(dirs), err)
	}
	for _, dir := range dirs {
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

// TestFrozenArtifactsAreWhatIsWritten fails when the bytes of the format change:
// then raise Format or Features, freeze a folder of the new ones, and say in
// FORMAT.md what changed.
func TestFrozenArtifactsAreWhatIsWritten(t *testing.T) {
	for name, compress := range map[string]bool{"plain": false, "compressed": true} {
		want := contents(t, filepath.Join("testdata", "v1.9", name))
		got := contents(t, write(t, artifactstest.Sample(), artifacts.Options{Compress: compress}))
		for path := range want {
			if got[path] != want[path] {
				t.Errorf("%s of the %s form differs", path, name)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d files, want %d", name, len(got), len(want))
		}
	}
}
