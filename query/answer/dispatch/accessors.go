package dispatch

import (
	"slices"

	"seedgraph/graph"
)

// IsAccessor reports whether a node is a property or an event with code that runs where it is used,
// its own or that of a member that may run in its place. A property with only an initial value has
// none. It returns false for a node that cannot be read: the next read of that node returns the
// error.
//
//	int Total => Sum();          // a reader calls Sum
//	int Count { get; } = Sum();  // the constructor calls Sum
func (w *Walker) IsAccessor(n uint32) bool {
	if runs, ok := w.accessors[n]; ok {
		return runs
	}
	w.accessors[n] = false // for recursion
	node, err := w.x.Node(n)
	if err != nil || node.Kind != graph.KindProperty && node.Kind != graph.KindEvent {
		return false
	}
	below, err := w.Below(n)
	w.accessors[n] = node.Complexity > 0 || err == nil && slices.ContainsFunc(below, w.IsAccessor)
	return w.accessors[n]
}
