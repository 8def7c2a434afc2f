package source

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// archive writes a .tgz with the files.
func archive(t *testing.T, files map[string]string) string {
	t.Helper()
	var buf bytes.Buffer
	zipped := gzip.NewWriter(&buf)
	w := tar.NewWriter(zipped)
	for name, text := range files {
		h := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)), Typeflag: tar.TypeReg}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.WriteHeader(&tar.Header{Name: "link", Linkname: "/etc",
		Typeflag: tar.TypeSymlink}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []interface{ Close() error }{w, zipped} {
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "x.tgz")
	if err := os.WriteFile(file, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestUnpack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	file := archive(t, map[string]string{"package/a/b.txt": "text", "package/c.txt": ""})
	if err := unpack(file, dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"package/a/b.txt": "text", "package/c.txt": ""} {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, "link")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a link was unpacked: %v", err)
	}
}

// TestUnpackStaysInside checks that a name that leaves the folder is refused.
func TestUnpackStaysInside(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	err := unpack(archive(t, map[string]string{"../evil.txt": "text"}), dir)
	if err == nil || !strings.Contains(err.Error(), "../evil.txt") {
		t.Errorf("got error %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "..", "evil.txt")); err == nil {
		t.Error("a file was written outside the folder")
	}
}

// TestNPM takes a package from the cache, and checks the error without npm.
func TestNPM(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("SEEDGRAPH_SOURCES", cache)
	if err := os.MkdirAll(filepath.Join(cache, "scope-name-1.2.3", "package"), 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := NPM("@scope/name", "1.2.3")
	if want := filepath.Join(cache, "scope-name-1.2.3", "package"); err != nil || dir != want {
		t.Errorf("got %s, %v, want %s", dir, err, want)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := NPM("@scope/name", "1.2.4"); !errors.Is(err, ErrUnavailable) {
		t.Errorf("without npm: error %v", err)
	}
}
