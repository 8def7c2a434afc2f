package main

import (
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// TestNames checks that the same seed draws the same names, without duplicates, and
// another seed different ones.
func TestNames(t *testing.T) {
	a := names(1, 200)
	if !slices.Equal(a, names(1, 200)) || slices.Equal(a, names(2, 200)) {
		t.Error("names do not go by the seed")
	}
	if !slices.IsSorted(a) || len(slices.Compact(slices.Clone(a))) != 200 {
		t.Error("names are not different ones in order")
	}
}

// TestHarnesses checks that every harness and every tree contains all names, and
// that their Go files are valid.
func TestHarnesses(t *testing.T) {
	drawn := []string{"Human", "OAuth2Token"}
	for i := range libraries {
		l := &libraries[i]
		texts := map[string]string{"main.cjs": l.harness(drawn)}
		if l.runtime == goRuntime {
			texts = map[string]string{"main.go": l.harness(drawn)}
		}
		for path, text := range l.source(drawn) {
			texts["tree/"+path] = text
		}
		all := ""
		for path, text := range texts {
			all += text
			if strings.HasSuffix(path, ".go") {
				if _, err := parser.ParseFile(token.NewFileSet(), path, text, 0); err != nil {
					t.Errorf("%s: %v", l.name, err)
				}
			}
		}
		for _, name := range drawn {
			if strings.Count(all, name) < 2 {
				t.Errorf("%s: %s is not in both the harness and the tree", l.name, name)
			}
		}
	}
}
