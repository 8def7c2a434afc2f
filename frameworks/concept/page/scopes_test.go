package page

import (
	"testing"

	"seedgraph/parse"
)

// TestScopes: a name refers to the variable with the innermost scope, including after a
// nested scope has ended, and to nothing outside all scopes.
func TestScopes(t *testing.T) {
	at := func(name string, start, end uint32) parse.Var {
		return parse.Var{Name: name, Scope: parse.Range{Start: start, End: end}}
	}
	s := scopesOf([]parse.Var{at("x", 0, 90), at("y", 5, 10), at("x", 10, 40), at("x", 20, 30),
		at("x", 50, 60), at("x", 50, 55), at("x", 95, 99)})
	for _, c := range []struct {
		name  string
		at    uint32
		start uint32
		end   uint32
	}{
		{"x", 0, 0, 90}, {"x", 9, 0, 90}, {"x", 10, 10, 40}, {"x", 25, 20, 30}, {"x", 30, 10, 40},
		{"x", 45, 0, 90}, {"x", 52, 50, 55}, {"x", 57, 50, 60}, {"x", 70, 0, 90}, {"x", 95, 95, 99},
		{"y", 7, 5, 10},
	} {
		want := parse.Range{Start: c.start, End: c.end}
		if got := s.at(c.name, c.at); got == nil || got.Scope != want {
			t.Errorf("%s at %d is %v, want that of %v", c.name, c.at, got, want)
		}
	}
	for name, at := range map[string]uint32{"x": 90, "y": 10, "z": 5} {
		if got := s.at(name, at); got != nil {
			t.Errorf("%s at %d is %v, want none", name, at, got)
		}
	}
}

// TestScopesOfSiblings: a lookup after many scopes of one name does not visit each of
// them.
func TestScopesOfSiblings(t *testing.T) {
	var vars []parse.Var
	for i := range uint32(1000) {
		vars = append(vars, parse.Var{Name: "x", Scope: parse.Range{Start: 10 * i, End: 10*i + 5}})
	}
	s := scopesOf(vars)
	for i, x := range s["x"] {
		if x.outer != -1 {
			t.Fatalf("sibling %d is in %d", i, x.outer)
		}
	}
	if got := s.at("x", 9998); got != nil {
		t.Errorf("behind all: %v", got)
	}
}
