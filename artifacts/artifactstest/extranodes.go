package artifactstest

import (
	"slices"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// WithExtraNodes is like WithAccessViews, with two extra nodes in the access view of the public
// files: dbo.Salary, which a hidden script declares, is a name that load reads, and so is
// dbo.Bonus, to which another name refers if the hidden files are visible.
func WithExtraNodes() artifacts.Index {
	in := WithAccessViews()
	g := in.Graph
	at := func(name string) uint32 {
		return uint32(slices.IndexFunc(g.Nodes, func(n graph.Node) bool { return n.Name == name }))
	}
	name := func(short string) graph.Node {
		return graph.Node{ID: graph.SQLKey("dbo", short, graph.KindTable, ""), Kind: graph.KindTable,
			Language: "sql", Name: "dbo." + short, Short: short, Module: "dbo", Schema: "dbo",
			Flags: graph.External}
	}
	public := graph.ViewBit(0)
	for i, short := range []string{"Salary", "Bonus"} {
		g.Views.Extra = append(g.Views.Extra, graph.ViewNode{Node: name(short), In: public})
		g.Views.Variants = append(g.Views.Variants, graph.Variant{In: public,
			Edge: graph.Edge{From: at("tools/load.load"), To: uint32(len(g.Nodes) + i),
				Kind: graph.ReadsFrom, Tier: graph.Heuristic, Line: 3, Via: graph.ViaInline}})
	}
	slices.SortFunc(g.Views.Variants, func(a, b graph.Variant) int {
		return graph.CompareEdges(a.Edge, b.Edge)
	})
	return in
}
