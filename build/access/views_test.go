package access

import (
	"fmt"
	"slices"
	"testing"

	"seedgraph/graph"
)

// TestKindsOfReaders checks that up to 31 access views are built in addition to the
// whole graph, smaller sets of rights first.
func TestKindsOfReaders(t *testing.T) {
	for _, c := range []struct {
		groups, sets int
		partial      bool
	}{{1, 1, false}, {3, 7, false}, {4, 15, false}, {5, 31, false}, {6, 31, true}} {
		var w viewSet
		for i := range c.groups {
			w.access = append(w.access, graph.Access{Allow: []string{fmt.Sprintf("g%d", i)}})
		}
		sets := w.sets()
		if len(sets) != c.sets || w.partial != c.partial {
			t.Errorf("%d groups: %d sets, partial %v", c.groups, len(sets), w.partial)
		}
		if !slices.IsSortedFunc(sets, func(x, y []int) int { return len(x) - len(y) }) {
			t.Errorf("%d groups: sets %v", c.groups, sets)
		}
		if bit := graph.ViewBit(len(sets) - 1); bit == 0 {
			t.Errorf("%d groups: no bit is left", c.groups)
		}
	}
}
