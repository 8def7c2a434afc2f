package inventory_test

import (
	"slices"
	"testing"

	"seedgraph/graph"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/search"
	"seedgraph/testkit/answertest"
)

// TestUnusedOfGraphQL checks that operations, enum values and root operation types do not
// count as unused, but unreferenced fragments and types do. They are listed if the filter
// names their kind.
func TestUnusedOfGraphQL(t *testing.T) {
	x := answertest.Sources(t, `
-- shop.graphql --
type Query { order: Order }
type Order { id: ID }
type Left { id: ID }
enum Kind { NEW }
query One { order { id } }
fragment lost on Order { id }
`)
	for _, c := range []struct {
		kinds []graph.NodeKind
		want  []string
	}{
		{nil, []string{"shop.Kind", "shop.Left", "shop.lost"}},
		{[]graph.NodeKind{graph.KindConstant}, []string{"shop.Kind.NEW"}},
		{[]graph.NodeKind{graph.KindFunction}, []string{"shop.One", "shop.lost"}},
	} {
		a, err := inventory.Unused(x, inventory.Options{Limit: 20,
			Filter: search.Selection{Filter: search.Filter{Kinds: c.kinds}}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, it := range a.Items {
			got = append(got, it.Name)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("of %v unused are %v, want %v", c.kinds, got, c.want)
		}
	}
}
