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
	form := func(form parse.TypeForm, args ...parse.TypeRef) parse.TypeRef {
		return parse.TypeRef{Form: form, Args: args}
	}
	named := func(t parse.TypeRef, name string) parse.TypeRef {
		return form(parse.FormElement, t, parse.TypeRef{Name: name})
	}
	for want, ref := range map[string]parse.TypeRef{
		"Order":                   order,
		"List<Order>":             of("List", order),
		"Order[]":                 form(parse.FormList, order),
		"Order?":                  form(parse.FormOptional, order),
		"Order | string":          form(parse.FormUnion, order, str),
		"(Order, string)":         form(parse.FormTuple, order, str),
		"Map<(Order o, string)>":  of("Map", form(parse.FormTuple, named(order, "o"), str)),
		"IEquatable<(string s)?>": of("IEquatable", form(parse.FormOptional, form(parse.FormTuple, named(str, "s")))),
	} {
		if got := typeString(ref); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
