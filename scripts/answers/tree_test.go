package main

import (
	"strings"
	"testing"
)

func TestDefinitionsBeginAboveTheirNames(t *testing.T) {
	for _, f := range archive(t, "tree.txtar") {
		tree := treeOf(t, map[string]string{f.Name: string(f.Data)})
		at, want := 0, 0
		for i, line := range tree.lines(f.Name) {
			if strings.Contains(line, "name") {
				at = i + 1
			}
			if want == 0 && strings.Contains(line, "<") {
				want = i + 1
			}
		}
		if want == 0 {
			want = at
		}
		if got := tree.begins(place{f.Name, at}); got != want {
			t.Errorf("%s: the definition at line %d begins at %d, want %d", f.Name, at, got, want)
		}
	}
}

// TestATreeHasNoFilesOutside checks that a path out of the tree refers to nothing.
func TestATreeHasNoFilesOutside(t *testing.T) {
	tree := treeOf(t, map[string]string{"in/a.go": "package a\n"})
	tree.dir += "/in"
	if !tree.has("a.go") || tree.has("../in/a.go") || tree.has("b.go") {
		t.Error("got another file than a.go, or not that")
	}
}
