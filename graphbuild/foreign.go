package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A foreignKey names a node outside the tree. What one file takes for a type another may
// take for a function: they are one.
type foreignKey struct{ family, pkg, symbol string }

// foreigners makes the nodes of names outside the tree, with the types and packages
// around them, and the edges that lead there. They are made file by file.
type foreigners struct {
	c     *collector
	ix    *resolve.Table
	nodes map[foreignKey]uint32
	edges []graph.Edge
}

func newForeigners(c *collector, ix *resolve.Table) *foreigners {
	return &foreigners{c: c, ix: ix, nodes: map[foreignKey]uint32{}}
}

// foreignUses is what one file uses of outside the tree.
type foreignUses struct {
	file  *resolve.File
	names []resolve.ForeignName
	uses  []resolve.ForeignUse
}

// foreignOf returns what binding has noted, without the rest of the binder.
func foreignOf(b *resolve.Binder) foreignUses {
	return foreignUses{b.File, b.ForeignNames, b.ForeignUses}
}

// take makes nodes and edges of what one file uses.
func (x *foreigners) take(f foreignUses) {
	numbers := make([]uint32, len(f.names))
	for i, name := range f.names {
		numbers[i] = x.node(f.file.Family, name)
	}
	for _, u := range f.uses {
		x.edges = append(x.edges, graph.Edge{From: nodeOf(u.From), To: numbers[u.Name],
			Kind: u.Kind, Tier: u.Tier, Line: f.file.Line(u.At)})
	}
}

// node returns the node of a name, which it makes at the first use.
func (x *foreigners) node(family string, name resolve.ForeignName) uint32 {
	symbol := name.Symbol()
	key := foreignKey{family, name.Package, symbol}
	if n, ok := x.nodes[key]; ok {
		return n
	}
	n := graph.Node{Kind: graph.KindExternal, Language: family, Module: name.Package,
		Class: resolve.LastName(name.Type), Flags: graph.External}
	owner, contained := uint32(0), name.Owner() != resolve.ForeignName{} && symbol != ""
	if contained {
		owner = x.node(family, name.Owner())
		n.Parent = x.c.nodes[owner].ID
	}
	switch {
	case symbol == "":
		n.Kind, n.Name = graph.KindPackage, name.Package
		n.Short = name.Package[strings.LastIndexAny(name.Package, "./")+1:]
		symbol = "<package>"
	case name.Package == "":
		n.Name, n.Short = symbol, resolve.LastName(symbol)
	default:
		n.Name, n.Short = name.Package+"."+symbol, resolve.LastName(symbol)
	}
	if name.Member == "" {
		n.Class = ""
	}
	number := x.c.append(n, "", func(salt string) graph.NodeID {
		return graph.ForeignID(family, name.Package, symbol, salt)
	})
	x.nodes[key] = number
	if contained {
		x.edges = append(x.edges, graph.Edge{From: owner, To: number, Kind: graph.Contains,
			Tier: graph.Exact})
	}
	return number
}
