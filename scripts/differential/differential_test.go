package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"reflect"
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
	for _, l := range slices.Concat(libraries, mappers) {
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

// TestRoutings checks that the same seed draws the same cases, that the request of a case
// has its prefix, and that Go harnesses and trees are valid.
func TestRoutings(t *testing.T) {
	for i := range routers {
		r := &routers[i]
		cases := r.routings(1, 50)
		if !reflect.DeepEqual(cases, r.routings(1, 50)) || reflect.DeepEqual(cases, r.routings(2, 50)) {
			t.Errorf("%s: cases do not go by the seed", r.name)
		}
		for _, c := range cases {
			if prefix := fmt.Sprintf("/c%d", c.number); !strings.HasPrefix(c.path, prefix) || len(c.patterns) < 2 {
				t.Errorf("%s: %+v", r.name, c)
			}
		}
		texts := r.source(cases)
		if r.runtime == goRuntime {
			texts["main.go"] = r.harness(cases)
		}
		for path, text := range texts {
			if !strings.HasSuffix(path, ".go") {
				continue
			}
			if _, err := parser.ParseFile(token.NewFileSet(), path, text, 0); err != nil {
				t.Errorf("%s: %v", r.name, err)
			}
		}
	}
}

// TestTally checks what counts as right and as surely wrong.
func TestTally(t *testing.T) {
	var got tally
	c := routing{number: 3}
	got.count(c, 1, answer{[]string{"h3_1"}, "exact"})
	got.count(c, none, answer{})
	got.count(c, 1, answer{[]string{"h3_0"}, "exact"})
	got.count(c, 1, answer{[]string{"h3_0", "h3_1"}, "typed"})
	if got.cases != 4 || got.right != 2 || got.surely != 1 {
		t.Errorf("%+v", got)
	}
}

// TestSupport checks that the documentation names what is compared with libraries.
func TestSupport(t *testing.T) {
	text, err := os.ReadFile("../../docs/support.md")
	if err != nil {
		t.Fatal(err)
	}
	_, held, _ := strings.Cut(string(text), "Held against the library itself")
	held, _, _ = strings.Cut(held, "\n\n")
	var names []string
	for _, l := range libraries {
		name, _, _ := strings.Cut(l.name, ",")
		names = append(names, name)
	}
	for _, r := range routers {
		names = append(names, r.name)
	}
	for _, name := range names {
		if !strings.Contains(held, name) {
			t.Errorf("docs/support.md does not name %s", name)
		}
	}
}
