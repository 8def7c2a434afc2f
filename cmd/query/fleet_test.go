package main

import (
	"context"
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
	writeIndex(t, dir, linked.Index)
	return folder
}
