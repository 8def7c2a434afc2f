package graphbuild

import (
	"fmt"
	"slices"
	"testing"

	"seedgraph/parse"
	"seedgraph/resolve"
)

// TestTroubles: the limits that files exceed are sorted by path and by the bounded
// quantity, failures by the order of files.
func TestTroubles(t *testing.T) {
	nested, steps := parse.Limit{Quantity: "levels", Max: 5}, parse.Limit{Quantity: "steps", Max: 9}
	limits, failures := troubles([]*resolve.File{
		{Facts: &parse.Facts{Path: "b.go", Limits: []parse.Limit{steps, nested}}},
		{Facts: &parse.Facts{Path: "a.go", Limits: []parse.Limit{steps}, Failures: []string{"no"}}},
		{Facts: &parse.Facts{Path: "c.go"}},
	})
	var got []string
	for _, l := range limits {
		got = append(got, fmt.Sprintf("%s: %d %s", l.Path, l.Max, l.Quantity))
	}
	if want := []string{"a.go: 9 steps", "b.go: 5 levels", "b.go: 9 steps"}; !slices.Equal(got,
		want) {
		t.Errorf("limits %q, want %q", got, want)
	}
	if !slices.Equal(failures, []Failure{{"a.go", "no"}}) {
		t.Errorf("failures %v", failures)
	}
}

func TestTypesAreWrittenAsInTheirLanguage(t *testing.T) {
	str, order := parse.TypeRef{Name: "string"}, parse.TypeRef{Name: "Order"}
	of := func(name string, args ...parse.TypeRef) parse.TypeRef {
		return parse.TypeRef{Name: name, Args: args}
	}
	named := func(t parse.TypeRef, name string) parse.TypeRef {
		return of("@", t, parse.TypeRef{Name: name})
	}
	for want, ref := range map[string]parse.TypeRef{
		"Order":                   order,
		"List<Order>":             of("List", order),
		"Order[]":                 of("[]", order),
		"Order?":                  of("?", order),
		"Order | string":          of("|", order, str),
		"(Order, string)":         of("()", order, str),
		"Map<(Order o, string)>":  of("Map", of("()", named(order, "o"), str)),
		"IEquatable<(string s)?>": of("IEquatable", of("?", of("()", named(str, "s")))),
	} {
		if got := typeString(ref); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
