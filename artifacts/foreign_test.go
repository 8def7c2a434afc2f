//go:build linux

package artifacts

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
)

// smallIndex returns an index with a text of the given number of bytes.
func smallIndex(bytes int) Index {
	id := graph.ChunkID("go", "a", "F", "")
	return Index{Tokens: "chars4", Graph: &graph.Graph{Nodes: []graph.Node{{ID: id,
		Kind: graph.KindFunction, Language: "go", Name: "a.F", Path: "a.go",
		Span: graph.Span{StartLine: 1, EndLine: 1}, NameLine: 1, Rank: 1,
		Parts: []graph.Part{{Text: strings.Repeat("x", bytes), StartLine: 1, EndLine: 1}}}}}}
}

func mustWrite(t *testing.T, dir string) {
	t.Helper()
	if err := Write(context.Background(), dir, smallIndex(10), graphstore.Create,
		Options{}); err != nil {
		t.Fatal(err)
	}
}

// TestForeignNamesStay checks that a build does not remove files that only resemble its
// own.
func TestForeignNamesStay(t *testing.T) {
	top := t.TempDir()
	out := filepath.Join(top, "out")
	mustWrite(t, out)
	mustWrite(t, out+".old") // a user's copy
	keep := []string{"out.old/manifest.json", "out.tmp-mine/a", "out.tmp-0123456789ab/a",
		"out.tmp-0123456789AB/.lock", "out.zip.tmp-mine", "out.zip.tmp-0123456789ab"}
	lose := []string{"out.tmp-00000000000f/.lock", "out.tmp-00000000000f/a"}
	for _, name := range append(keep[1:], lose...) {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	mustWrite(t, out)
	if err := WriteBundle(context.Background(), out, out+".zip"); err != nil {
		t.Fatal(err)
	}
	for _, name := range keep {
		if _, err := os.Stat(filepath.Join(top, name)); err != nil {
			t.Errorf("%s is gone", name)
		}
	}
	for _, name := range lose {
		if _, err := os.Stat(filepath.Join(top, name)); err == nil {
			t.Errorf("%s, of a build that was killed, is still there", name)
		}
	}
}

// TestSwapByRename checks that the old artifacts are restored if the program is killed
// between the two steps, and removed otherwise.
func TestSwapByRename(t *testing.T) {
	top := t.TempDir()
	out := filepath.Join(top, "out")
	temp := out + TempMark + "00112233aabb"
	mustWrite(t, out)
	mustWrite(t, temp)
	if err := swapByRename(temp, out); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(top); len(entries) != 1 {
		t.Errorf("%d folders are left, want one", len(entries))
	}
	if err := os.Rename(out, temp+asideMark); err != nil {
		t.Fatal(err)
	}
	if err := restoreAside(out); err != nil || !holdsManifest(out) {
		t.Errorf("the artifacts are not restored: %v", err)
	}
	mustWrite(t, temp+asideMark)
	if err := restoreAside(out); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(temp + asideMark); err == nil {
		t.Error("old artifacts are left beside new ones")
	}
}

// TestPipesInTheWay checks that files other than regular ones are refused, not read.
func TestPipesInTheWay(t *testing.T) {
	for _, name := range []string{manifestFile, chunksFile, diagnosticsFile,
		storeDir + "/MANIFEST"} {
		out := filepath.Join(t.TempDir(), "out")
		mustWrite(t, out)
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(path, 0o666); err != nil {
			t.Skipf("mkfifo: %v", err)
		}
		if _, err := Open(out); !errors.Is(err, ErrCorrupt) {
			t.Errorf("with a pipe as %s: %v, want an error of class %v", name, err, ErrCorrupt)
		}
		if name == manifestFile {
			if err := CheckTarget(out); !errors.Is(err, ErrTarget) {
				t.Errorf("a folder with a pipe as %s may be written to: %v", name, err)
			}
		}
	}
	zip := filepath.Join(t.TempDir(), "a.zip")
	if err := syscall.Mkfifo(zip, 0o666); err != nil {
		t.Skipf("mkfifo: %v", err)
	}
	if err := CheckBundle(zip); err == nil {
		t.Error("a pipe may be replaced by a bundle")
	}
}

// TestNoFileHandles checks that too many open files are not reported as damage.
func TestNoFileHandles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	mustWrite(t, out)
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Skipf("limit of open files: %v", err)
	}
	defer func() { _ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old) }()
	met := 0
	for limit := range uint64(40) {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE,
			&syscall.Rlimit{Cur: limit + 3, Max: old.Max}); err != nil {
			t.Skipf("limit of open files: %v", err)
		}
		r, err := Open(out)
		switch {
		case err == nil:
			r.Close()
		case errors.Is(err, ErrCorrupt) || errors.Is(err, ErrNotFound):
			t.Errorf("with %d handles: %v", limit, err)
		default:
			met++
		}
	}
	if met == 0 {
		t.Error("no limit was met: the test says nothing")
	}
}

// TestPermissions checks that missing permissions are not reported as damage, and that
// the umask applies to all files.
func TestPermissions(t *testing.T) {
	if err := corruptf("open x: %w", fs.ErrPermission); errors.Is(err, ErrCorrupt) {
		t.Errorf("no permission is taken for damage: %v", err)
	}
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	out := filepath.Join(t.TempDir(), "out")
	mustWrite(t, out)
	err := filepath.WalkDir(out, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		want := fs.FileMode(0o640)
		if d.IsDir() {
			want = 0o750
		}
		if err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", path, info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
