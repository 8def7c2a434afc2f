// Package archives runs the archives of resolvers, frameworks and the graph builder in one test
// binary: each binary that parses links every grammar.
//
//	go test ./testkit/archives -run TestArchives/frameworks/django
//
// An archive is a .txtar file in or below the testdata folder of its package; [resolvetest.Run] and,
// for folders called truth, [resolvetest.RunTruth] document its sections.
package archives

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"seedgraph/testkit/resolvetest"
)

// roots are the folders of the packages whose archives hold edges.
var roots = []string{"frameworks", "graphbuild", "resolve"}

func TestArchives(t *testing.T) {
	for _, folder := range folders(t) {
		name := strings.Replace(strings.TrimPrefix(folder, "../../"), "/testdata", "", 1)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run := resolvetest.Run
			if path.Base(folder) == "truth" {
				run = resolvetest.RunTruth
			}
			run(t, folder+"/*.txtar")
		})
	}
}

// folders returns the folders with archives, sorted.
func folders(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, root := range roots {
		err := filepath.WalkDir(filepath.Join("..", "..", root), func(file string, d fs.DirEntry, err error) error {
			folder := filepath.ToSlash(filepath.Dir(file))
			if err == nil && filepath.Ext(file) == ".txtar" && !slices.Contains(out, folder) {
				out = append(out, folder)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(out) < 80 {
		t.Fatalf("%d folders with archives", len(out))
	}
	return out
}
