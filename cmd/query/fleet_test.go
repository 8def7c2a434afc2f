package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/build/fleet"
	"seedgraph/testkit/sourceindex"
)

// library and service are two repositories of Go, one of which calls the other.
const (
	library = `-- go.mod --
module example.com/lib
go 1.22
-- text/text.go --
package text

// Trim trims a text.
func Trim(s string) string { return cut(s) }

func cut(s string) string { return s }
`
	service = `-- go.mod --
module example.com/app
go 1.22
require example.com/lib v1.2.0
-- main.go --
package main

import "example.com/lib/text"

func main() { handle("a") }

func handle(s string) { text.Trim(s) }
`
)

// writeFleet writes the linked index of both into dir, and returns the folder of their own indexes.
func writeFleet(t testing.TB, dir string) string {
	t.Helper()
	folder := t.TempDir()
	var sources []fleet.Source
	for _, of := range []struct {
		name, archive string
		pkg           artifacts.Package
	}{
		{"lib", library, artifacts.Package{Name: "example.com/lib"}},
		{"app", service, artifacts.Package{Name: "example.com/lib", Version: "v1.2.0", Requires: true}},
	} {
		in, err := sourceindex.Archive(of.archive)
		if err != nil {
			t.Fatal(err)
		}
		of.pkg.Ecosystem, of.pkg.Path = "go", "go.mod"
		in.Source.Repository = of.name
		in.Packages = []artifacts.Package{of.pkg}
		own := filepath.Join(folder, of.name)
		writeIndex(t, own, in)
		sources = append(sources, fleet.Source{Name: of.name, Dir: own})
	}
	linked, err := fleet.Link(context.Background(), sources, fleet.Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer linked.Close()
	writeIndex(t, dir, linked.Index)
	return folder
}

// TestReusedTerms checks that a linked index whose search terms are those of its members has the same bytes as one
// whose texts were analyzed again: with documents, whose keys are others, folded parts, and terms that only the names of the repositories add.
func TestReusedTerms(t *testing.T) {
	folder := t.TempDir()
	var sources []fleet.Source
	for name, archive := range map[string]string{
		"text-lib/go": library + "-- README.md --\n# Text\n\nTrim of the lib, and more.\n## Use\nCall Trim.\n",
		"app":         service + "-- shop.sql --\nCREATE TABLE orders (id int, lib int);\nCREATE INDEX by_lib ON orders (lib);\n",
		"empty":       "-- x.go --\npackage x\n",
	} {
		in, err := sourceindex.Archive(archive)
		if err != nil {
			t.Fatal(err)
		}
		in.Packages = []artifacts.Package{{Ecosystem: "go", Path: "go.mod", Name: "example.com/lib", Requires: name == "app"}}
		own := filepath.Join(folder, filepath.Base(name))
		writeIndex(t, own, in)
		sources = append(sources, fleet.Source{Name: name, Dir: own})
	}
	linked, err := fleet.Link(context.Background(), sources, fleet.Options{Jobs: 1, Tool: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer linked.Close()
	if len(linked.Index.Reused) != len(sources) {
		t.Fatalf("the terms of %d indexes are used again", len(linked.Index.Reused))
	}
	reused, analyzed := filepath.Join(folder, "reused.sg"), filepath.Join(folder, "analyzed.sg")
	writeIndex(t, reused, linked.Index)
	if err := linked.Index.TakeTexts(); err != nil {
		t.Fatal(err)
	}
	writeIndex(t, analyzed, linked.Index)
	err = filepath.WalkDir(analyzed, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(analyzed, path)
		want, _ := os.ReadFile(path)
		if got, err := os.ReadFile(filepath.Join(reused, name)); err != nil || !bytes.Equal(want, got) {
			t.Errorf("%s is another one, %v", name, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
