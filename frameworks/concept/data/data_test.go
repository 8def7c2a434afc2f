package data

import (
	"slices"
	"testing"

	"seedgraph/graph"
)

// TestOrderOfKeys checks that keys are sorted by their table, by schema and name, and
// then by the referenced table.
func TestOrderOfKeys(t *testing.T) {
	lines, orders := Table{Name: "lines"}, Table{Name: "orders"}
	crm, shop := Table{Schema: "crm", Name: "people"}, Table{Schema: "shop", Name: "carts"}
	want := []Key{{From: lines, To: orders, Tier: graph.Exact},
		{From: lines, To: crm, Tier: graph.Exact}, {From: orders, To: crm, Tier: graph.Exact},
		{From: crm, To: lines, Tier: graph.Exact}, {From: shop, To: lines, Tier: graph.Exact}}
	m := &Model{Keys: slices.Clone(want)}
	slices.Reverse(m.Keys)
	if m.sort(); !slices.Equal(m.Keys, want) {
		t.Errorf("got %v, want %v", m.Keys, want)
	}
}
