package graph

import (
	"cmp"
	"slices"
	"strings"
)

// An OpenEnd is a call site with an unknown target: a call that could not be bound to a
// definition of the tree, or one of several candidates.
type OpenEnd struct {
	Node   uint32
	Line   uint32 // in the file of the node
	Name   string // the call target as written
	Reason string // as in diagnostics: not_found, ambiguous, unknown_receiver, open_name, …
}

// SortOpenEnds sorts open ends into the order of a graph and removes duplicates.
func SortOpenEnds(list []OpenEnd) []OpenEnd {
	slices.SortFunc(list, func(a, b OpenEnd) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Line, b.Line),
			strings.Compare(a.Name, b.Name), strings.Compare(a.Reason, b.Reason))
	})
	return slices.Compact(list)
}
