package graphbuild

import (
	"testing"

	"seedgraph/parse"
)

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
