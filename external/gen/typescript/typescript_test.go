package typescript

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestReferences loads files in the order in which the compiler does.
func TestReferences(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.d.ts":   "/// <reference lib=\"a\" />\n/// <reference path=\"sub/b.x.d.ts\" />\ndeclare var i: 1;",
		"sub/b.x.d.ts": "/// <reference path=\"../index.d.ts\" />\ndeclare var b: 1;",
		"lib.a.d.ts":   "declare var a: 1;",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	l := &loader{lib: dir, root: dir, prefix: "p", seen: map[string]bool{}}
	if err := l.load(filepath.Join(dir, "index.d.ts")); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range l.files {
		got = append(got, f.Name)
	}
	if want := []string{"p/lib-a", "p/sub/b-x", "p/index"}; !slices.Equal(got, want) {
		t.Errorf("loaded %v, want %v", got, want)
	}
	if err := l.load(filepath.Join(dir, "missing.d.ts")); err == nil {
		t.Error("no error for a file that is not there")
	}
}
