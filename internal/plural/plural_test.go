package plural_test

import (
	"testing"

	"seedgraph/internal/plural"
)

func TestOf(t *testing.T) {
	for in, want := range map[string]string{"user": "users", "order_item": "order_items",
		"SalesPerson": "SalesPeople", "Person": "People", "category": "categories", "Box": "Boxes",
		"OrderStatus": "OrderStatuses", "sheep": "sheep", "people": "people", "users": "users",
		"APIKey": "APIKeys", "": "", "x_": "x_", "Child": "Children"} {
		if got := plural.Of(in); got != want {
			t.Errorf("Of(%q) = %q, want %q", in, got, want)
		}
	}
}
