package artifacts

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// CheckQuotes compares the values that FORMAT.md quotes from an index with those in r,
// and counts them.
func CheckQuotes(t *testing.T, r *Reader, of string) (n int) {
	t.Helper()
	for _, q := range quotes(t) {
		if q.attrs["of"] == of {
			n++
			q.checkValue(t, r)
		}
	}
	return n
}

// CheckLines checks that a file of an index contains the lines that FORMAT.md quotes from
// it, and counts them.
func CheckLines(t *testing.T, file, of string) (n int) {
	t.Helper()
	for _, q := range quotes(t) {
		if q.attrs["of"] != of {
			continue
		}
		for _, line := range q.body {
			n++
			if !strings.Contains(file, line+"\n") {
				t.Errorf("FORMAT.md:%d: there is no line\n%s", q.line, line)
			}
		}
	}
	return n
}

// Remanifest rewrites the manifest of modified artifacts, so that the hashes match.
func Remanifest(t *testing.T, dir string) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	m, err := readManifest(root)
	if err != nil {
		t.Fatal(err)
	}
	files, err := listFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Files = slices.DeleteFunc(files, func(f File) bool { return f.Path == manifestFile })
	raw, err := m.encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, manifestFile), raw, 0o666); err != nil {
		t.Fatal(err)
	}
}
