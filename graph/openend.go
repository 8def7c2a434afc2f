package graph

import (
	"cmp"
	"slices"
	"strings"
)

// An OpenEnd is a place where it is not known what runs: a call that nothing of the tree could be
// bound to, or one thing among several.
type OpenEnd struct {
	Node   uint32
	Line   uint32 // in the file of the node
	Name   string // what is called, as it is written
	Reason string // as diagnostics say it: not_found, ambiguous, unknown_receiver, open_name, …
}

// SortOpenEnds brings open ends into the order of a graph, each once.
func SortOpenEnds(list []OpenEnd) []OpenEnd {
	slices.SortFunc(list, func(a, b OpenEnd) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Line, b.Line),
			strings.Compare(a.Name, b.Name), strings.Compare(a.Reason, b.Reason))
	})
	return slices.Compact(list)
}
