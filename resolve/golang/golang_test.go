package golang_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"seedgraph/testkit/gotruth"
)

// TestTruthIsCurrent checks that the truth sections agree with the current result of
// go/types.
func TestTruthIsCurrent(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks packages of the standard library")
	}
	files, err := filepath.Glob("testdata/truth/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no archives (%v)", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		archive := txtar.Parse(data)
		want, err := gotruth.ArchiveLines(archive)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		i := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "truth" })
		if i < 0 || strings.TrimSpace(string(archive.Files[i].Data)) != strings.Join(want, "\n") {
			t.Errorf("%s: the section truth is not what go/types says; run go run ./scripts/truth/golang -archives resolve/golang/%s", file, file)
		}
	}
}
