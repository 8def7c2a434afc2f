package order_test

import (
	"slices"
	"testing"

	"seedgraph/internal/order"
)

func TestBools(t *testing.T) {
	list := []bool{true, false, true, false}
	slices.SortStableFunc(list, order.Bools)
	if want := []bool{false, false, true, true}; !slices.Equal(list, want) {
		t.Errorf("sorted: %v", list)
	}
	if order.Bools(true, true) != 0 || order.Bools(true, false) != -order.Bools(false, true) {
		t.Error("the order depends on the side")
	}
}
