package data

import (
	"testing"

	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// TestFullName checks the full names of imported symbols, with the members after a dot.
func TestFullName(t *testing.T) {
	f := &resolve.File{Facts: &parse.Facts{Imports: []parse.Import{
		{Path: "django.db", Name: "models"},
		{Path: "sqlalchemy", Alias: "sa"},
		{Path: "a.b"},
		{Path: "far", Name: "Thing", Alias: "Other"},
	}}}
	for name, want := range map[string]string{
		"models.Model": "django.db.models.Model", "models": "django.db.models",
		"sa.Column": "sqlalchemy.Column", "a.b.C": "a.b.C", "Other": "far.Thing",
		"Thing": "", "modelsX": "", "a.c": "",
	} {
		if got := FullName(f, name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestEntities checks that each table of a class is listed once, with the surest tier.
func TestEntities(t *testing.T) {
	e, orders := Entities{}, Table{Schema: "shop", Name: "orders"}
	e.Add(1, orders, graph.Typed)
	e.Add(1, Table{Name: "lines"}, graph.Exact)
	e.Add(1, orders, graph.Exact)
	e.Add(1, orders, graph.Heuristic)
	if got := e[1]; len(got) != 2 || got[0] != (TableMapping{orders, graph.Exact}) ||
		got[1].String() != "lines" || got[0].String() != "shop.orders" {
		t.Errorf("got %v", got)
	}
}

// TestElements checks that the rows among values yield objects, and other values
// nothing.
func TestElements(t *testing.T) {
	of := ClassOf(3)
	got := Elements([]Value{{Kind: ClassValue, Of: of}, {Kind: RowsValue, Of: of, Via: 7},
		{Kind: RowsValue, Of: of, Via: resolve.None}, {Kind: ObjectValue, Of: ClassOf(4)}})
	want := Value{Kind: ObjectValue, Of: of, Via: resolve.None, Tier: graph.Exact}
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
