// Package treetest writes trees of files for tests.
package treetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/testkit/jartest"
)

// Write writes the files of an archive to a new folder and returns it. A file with the
// content "-> TARGET" is a symbolic link, and one whose name ends in .jar is a jar in
// the notation of [jartest.Jar].
func Write(t *testing.T, archive string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		File(t, dir, f)
	}
	return dir
}

// File writes one file of an archive to a folder.
func File(t *testing.T, dir string, f txtar.File) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(f.Name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		t.Fatal(err)
	}
	if to, ok := strings.CutPrefix(string(f.Data), "-> "); ok {
		if err := os.Symlink(strings.TrimSpace(to), at); err != nil {
			t.Skip(err)
		}
		return
	}
	data := f.Data
	if strings.HasSuffix(f.Name, ".jar") {
		var err error
		if data, err = jartest.Jar(string(f.Data)); err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
	}
	if err := os.WriteFile(at, data, 0o644); err != nil {
		t.Fatal(err)
	}
}
