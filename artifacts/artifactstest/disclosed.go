package artifactstest

import (
	"slices"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// WithAccessViews is like Sample, with a second access view for the public files: in it,
// Place(int) does not call Check, and Check only refers to IOrders. A hidden script
// replaces dbo.CloseOrder.
func WithAccessViews() artifacts.Index {
	in := Sample()
	g := in.Graph
	number := func(name, signature string) uint32 {
		return uint32(slices.IndexFunc(g.Nodes, func(n graph.Node) bool {
			return n.Name == name && (signature == "" || n.Signature == signature)
		}))
	}
	place := number("Shop.OrderService.Place", "void Place(int)")
	check := number("Shop.OrderService.Check", "")
	public := graph.ViewBit(0)
	salary := g.Nodes[number("dbo.Salary", "")].Access
	load, closing := number("tools/load.load", ""), number("dbo.CloseOrder", "")
	g.Views = &graph.Views{
		Access: []graph.Access{{Allow: salary.Allow, Labels: salary.Labels, Level: salary.Level}},
		Sets:   [][]int{{}},
		Variants: []graph.Variant{
			{Edge: graph.Edge{From: check, To: number("Shop.IOrders", ""), Kind: graph.References,
				Tier: graph.Hierarchy, Line: 31}, Lines: []uint32{33}, In: public},
			{Edge: graph.Edge{From: place, To: check, Kind: graph.Calls}, In: public},
		},
		Nodes: []graph.NodeVariant{{Node: closing, Replaced: graph.Whole}},
		Entries: []graph.EntryVariant{
			{Entry: graph.Entry{Node: load, Role: graph.RoleMain, By: load}, In: public}},
	}
	slices.SortFunc(g.Views.Variants, func(a, b graph.Variant) int {
		return graph.CompareEdges(a.Edge, b.Edge)
	})
	return in
}
