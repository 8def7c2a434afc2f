package check

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"seedgraph/internal/hint"
)

func TestNamesMatchPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"dbo.Order", "dbo.order", true},
		{"dbo.Order", "dbo.Orders", false},
		{"dbo.*", "dbo.Order", true},
		{"*.Order", "dbo.Order", true},
		{"*order*", "dbo.Orders", true},
		{"a*b*c", "a.b.b.c", true},
		{"a*b*c", "a.c", false},
		{"a*a", "a", false},
		{"*", "", true},
		{"GET /api/*", "GET /api/orders/{}", true},
	} {
		if got := matchesName([]string{c.pattern}, c.name); got != c.want {
			t.Errorf("%s matches %s: %v", c.pattern, c.name, got)
		}
	}
}

// TestMistakesHaveALine checks that a mistake in the rules is refused with its line and a
// remedy.
func TestMistakesHaveALine(t *testing.T) {
	for text, want := range map[string]string{
		"forbid:\n  - {from: a, to: b}\n  - {from: a, too: b}": `rules:3: forbid has no key "too"`,
		"layer: []":                         `rules:1: a rule has no key "layer"`,
		"layers:\n  - web: a":               "rules:1: there are fewer than two layers",
		"layers:\n  - {a: b, c: d}\n  - e":  "rules:2: a layer does not have one name",
		"layers: web":                       "rules:1: layers is not a list",
		"forbid: {from: a, to: {kinds: x}}": "rules:1: ",
		"forbid: {from: a, to: {}}":         "rules:1: to selects nothing",
		"forbid: {from: [], to: b}":         "rules:1: from is empty",
		"forbid:\n  - {name: x, from: a, to: b}\n  - {name: x, from: a, to: b}": `rules:3: two rules are named "x"`,
		"no_new_cycles: [folders, projects]":                                    "rules:1: no_new_cycles has 2 values",
		"routes_require: authentication":                                        `rules:1: routes cannot require "authentication"`,
		"routes_require: {except: [a]}":                                         "rules:1: routes_require has no attribute",
		"routes_require: {attribute: authorization, anonymous: maybe}":          `rules:1: anonymous is "maybe"`,
		"single_writer: {tables: [a]}":                                          "rules:1: single_writer has no by",
		"single_writer: folders\nsingle_writer: projects":                       "rules",
		"a: [":         "rules: ",
		"[]":           "rules:1: a rule is not a mapping",
		"{}":           "rules:1: there are no rules",
		"a: b\n---\nc": "rules has 2 YAML documents",
		"":             "rules has 0 YAML documents",
	} {
		_, err := Parse("rules", text)
		if err == nil || !strings.HasPrefix(err.Error(), want) || hint.Of(err) == "" {
			t.Errorf("%q: the error is %v, want %s", text, err, want)
		}
	}
}

// TestOrder: violations are ordered by rule, then by place, then by edge, whatever finds them first.
func TestOrder(t *testing.T) {
	want := []Violation{
		{Rule: "a", Path: "x.go", Line: 9, From: "f"},
		{Rule: "b"},
		{Rule: "b", Groups: []string{"p", "q"}},
		{Rule: "b", Groups: []string{"p", "r"}},
		{Rule: "b", Path: "a.go", Line: 10},
		{Rule: "b", Path: "b.go", Line: 2, From: "z"},
		{Rule: "b", Path: "b.go", Line: 10, From: "f", To: "g", Edge: "References"},
		{Rule: "b", Path: "b.go", Line: 10, From: "f", To: "h", Edge: "Calls"},
		{Rule: "b", Path: "b.go", Line: 10, From: "f", To: "h", Edge: "Creates"},
		{Rule: "b", Path: "b.go", Line: 10, From: "g", To: "a"},
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortStableFunc(got, compareViolations)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
