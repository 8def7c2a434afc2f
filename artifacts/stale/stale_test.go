package stale_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"seedgraph/artifacts"
	"seedgraph/artifacts/graphstore"
	"seedgraph/artifacts/stale"
	"seedgraph/source/walk"
	"seedgraph/testkit/sourceindex"
)

var files = map[string]string{
	"a.go": "package p\n\nfunc A() {}\n",
	"b.go": "package p\n\nfunc B() { A() }\n",
	"c.go": "package p\n\nfunc C() { B() }\n",
}

// indexed writes files below a folder, and artifacts of them that are an hour
// younger.
func indexed(t *testing.T, change func(*artifacts.Index)) (root string, r *artifacts.Reader) {
	t.Helper()
	root = t.TempDir()
	for name, text := range files {
		put(t, root, name, text)
	}
	in, err := sourceindex.Of(files)
	if err != nil {
		t.Fatal(err)
	}
	change(&in)
	dir := filepath.Join(root, ".seedgraph")
	if err := artifacts.Write(context.Background(), dir, in,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(dir, "manifest.json"), later, later); err != nil {
		t.Fatal(err)
	}
	if r, err = artifacts.Open(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return root, r
}

func put(t *testing.T, root, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// hashes returns the hashes that a build would read now.
func hashes(t *testing.T, root string) []walk.FileHash {
	t.Helper()
	tree, err := walk.Walk(context.Background(), root, walk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var out []walk.FileHash
	for _, f := range tree.Files {
		src, err := tree.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, walk.FileHash{Path: f.Path, Hash: src.Hash})
	}
	return out
}

func TestReports(t *testing.T) {
	soon := time.Now().Add(2 * time.Hour)
	for _, test := range []struct {
		name            string
		change          func(t *testing.T, root string)
		glance, compare string // the expected reports; empty: nothing changed
	}{
		{"nothing", func(*testing.T, string) {}, "", ""},
		{"another size", func(t *testing.T, root string) {
			put(t, root, "a.go", "package p\n")
		}, "1 file changed (a.go)", "1 file changed (a.go)"},
		{"touched, the same text", func(t *testing.T, root string) {
			_ = os.Chtimes(filepath.Join(root, "a.go"), soon, soon)
		}, "", ""},
		{"touched, the same size", func(t *testing.T, root string) {
			put(t, root, "a.go", "package p\n\nfunc Z() {}\n")
			_ = os.Chtimes(filepath.Join(root, "a.go"), soon, soon)
		}, "1 file changed (a.go)", "1 file changed (a.go)"},
		{"the same size at an old time", func(t *testing.T, root string) {
			put(t, root, "a.go", "package p\n\nfunc Z() {}\n")
		}, "", "1 file changed (a.go)"},
		{"a new one", func(t *testing.T, root string) {
			put(t, root, "d.go", "package p\n")
		}, "", "1 file new (d.go)"},
		{"all gone", func(t *testing.T, root string) {
			for name := range files {
				_ = os.Remove(filepath.Join(root, name))
			}
		}, "3 files removed (a.go, b.go, c.go)", "3 files removed (a.go, b.go, c.go)"},
		{"a folder in its place", func(t *testing.T, root string) {
			_ = os.Remove(filepath.Join(root, "a.go"))
			_ = os.Mkdir(filepath.Join(root, "a.go"), 0o777)
		}, "1 file removed (a.go)", "1 file removed (a.go)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, r := indexed(t, func(*artifacts.Index) {})
			test.change(t, root)
			glance, err := stale.Glance(r, root)
			if err != nil || glance.String() != test.glance ||
				glance.Current() != (test.glance == "") {
				t.Errorf("at a glance %q, %v, want %q", glance, err, test.glance)
			}
			if got, want := glance.Since(), since(test.glance); got != want {
				t.Errorf("for an answer %q, want %q", got, want)
			}
			compared, err := stale.Compare(r, root, hashes(t, root))
			if err != nil || compared.String() != test.compare ||
				compared.Current() != (test.compare == "") {
				t.Errorf("compared %q, %v, want %q", compared, err, test.compare)
			}
		})
	}
}

// since converts "1 file changed (a.go)" to "1 file changed since this index:
// a.go".
func since(report string) string {
	if report == "" {
		return ""
	}
	what, paths, _ := strings.Cut(strings.TrimSuffix(report, ")"), " (")
	return what + " since this index: " + paths
}

func TestCommits(t *testing.T) {
	const old = "0123456789abcdef0123456789abcdef01234567"
	root, r := indexed(t, func(in *artifacts.Index) { in.Source.Commit = old })
	report, err := stale.Glance(r, root)
	if err != nil || report.String() != "no commit instead of 0123456789" || report.Current() {
		t.Errorf("without git %q, %v", report, err)
	}
	for _, dir := range []string{".git", ".git/refs", ".git/objects"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	put(t, root, ".git/HEAD", old+"\n")
	if report, err = stale.Glance(r, root); err != nil || !report.Current() {
		t.Errorf("at the same commit %q, %v", report, err)
	}
	put(t, root, ".git/HEAD", "fedcba98"+old[8:]+"\n")
	report, err = stale.Glance(r, root)
	if got := report.Since(); got != "another commit is checked out since this index" {
		t.Errorf("for an answer %q", got)
	}
	if want := "commit fedcba9889 instead of 0123456789"; err != nil || report.String() != want {
		t.Errorf("at another commit %q, %v, want %q", report, err, want)
	}
}

func TestUnlisted(t *testing.T) {
	root, r := indexed(t, func(in *artifacts.Index) {
		in.Source.Fingerprint = artifacts.Fingerprint(in.Files)
		in.Files = nil
	})
	if report, err := stale.Compare(r, root, hashes(t, root)); err != nil || !report.Current() {
		t.Errorf("the same files: %q, %v", report, err)
	}
	put(t, root, "a.go", "package p\n")
	report, err := stale.Compare(r, root, hashes(t, root))
	if err != nil || report.Current() || report.String() != "its files differ" {
		t.Errorf("other files: %q, %v", report, err)
	}
	want := &stale.Report{Commits: -1, Changed: []string{}, Added: []string{}, Removed: []string{},
		Unlisted: true}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Errorf("the report (-want +got):\n%s", diff)
	}
}
