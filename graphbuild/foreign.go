package graphbuild

import (
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A foreignKey identifies an external node. A symbol that one file uses as a type and
// another as a function is one node.
type foreignKey struct{ family, pkg, symbol string }

// externals numbers the external symbols, with their enclosing types and packages, and
// makes the edges to them, file by file. The nodes are made later; see
// collector.foreign.
type externals struct {
	first   uint32 // number of the first node
	numbers map[foreignKey]uint32
	names   []foreign // by number
	edges   []graph.Edge

	ofFile []uint32 // numbers of the symbols of one file
	sited  []sited  // edges of files with sites, by index
}

// A sited is an edge, by its index, with the place and definition that it comes from.
type sited struct {
	edge, at uint32
	from     resolve.DefID
}

// A foreign is an external symbol at its first use.
type foreign struct {
	family string
	resolve.ForeignName
	owner uint32 // number of the containing node, or 0
}

// newForeigners numbers nodes from first, with capacity for the symbols recorded during
// binding.
func newForeigners(first uint32, binders []*resolve.Binder) *externals {
	uses := 0
	for _, b := range binders {
		uses += len(b.ForeignUses)
	}
	return &externals{first: first, numbers: map[foreignKey]uint32{},
		edges: make([]graph.Edge, 0, uses+uses/4)}
}

// end returns the number after the last one.
func (x *externals) end() uint32 { return x.first + uint32(len(x.names)) }

// take numbers the symbols of one file, makes the edges, and releases the records.
func (x *externals) take(b *resolve.Binder) {
	x.ofFile = x.ofFile[:0]
	for _, name := range b.ForeignNames {
		x.ofFile = append(x.ofFile, x.number(b.File.Family, name))
	}
	for _, u := range b.ForeignUses {
		if len(b.File.Sites) > 0 {
			x.sited = append(x.sited, sited{uint32(len(x.edges)), u.At, u.From})
		}
		x.edges = append(x.edges, graph.Edge{From: nodeOf(u.From), To: x.ofFile[u.Name],
			Kind: u.Kind, Tier: u.Tier, Line: b.File.Line(u.At)})
	}
	b.ForeignNames, b.ForeignUses = nil, nil
}

// leave moves edges in function literals with nodes to these nodes. It releases the
// recorded places.
func (x *externals) leave(c *collector) {
	for _, s := range x.sited {
		x.edges[s.edge].From = c.from(s.from, s.at)
	}
	x.sited = nil
}

// number returns the number of a symbol, assigned on first use, after that of its
// container.
func (x *externals) number(family string, name resolve.ForeignName) uint32 {
	key := foreignKey{family, name.Package, name.Symbol()}
	if n, ok := x.numbers[key]; ok {
		return n
	}
	var owner uint32
	contained := name.Owner() != resolve.ForeignName{} && key.symbol != ""
	if contained {
		owner = x.number(family, name.Owner())
	}
	n := x.end()
	x.numbers[key] = n
	x.names = append(x.names, foreign{family, name, owner})
	if contained {
		x.edges = append(x.edges, graph.Edge{From: owner, To: n, Kind: graph.Contains,
			Tier: graph.Exact})
	}
	return n
}

// foreign makes the nodes of all external symbols.
func (c *collector) foreign(x *externals) {
	for i := range x.names {
		f := &x.names[i]
		n, symbol := f.node()
		if f.owner != 0 {
			n.Parent = c.nodes[f.owner].ID
		}
		make := func(salt string) graph.NodeID {
			return graph.ExternalID(f.family, f.Package, symbol, salt)
		}
		n.ID = make("")
		c.put(c.append(), n, "", make)
	}
}

// node returns the node of a symbol, and the symbol in its id.
func (f *foreign) node() (n graph.Node, symbol string) {
	symbol = f.Symbol()
	n = graph.Node{Kind: graph.KindExternal, Language: f.family, Module: f.Package,
		Flags: graph.External}
	if f.Member != "" {
		n.Class = resolve.LastName(f.Type)
	}
	switch {
	case symbol == "":
		n.Kind, n.Name = graph.KindPackage, f.Package
		n.Short = f.Package[strings.LastIndexAny(f.Package, "./")+1:]
		symbol = "<package>"
	case f.Package == "":
		n.Name, n.Short = symbol, resolve.LastName(symbol)
	default:
		n.Name, n.Short = f.Package+"."+symbol, resolve.LastName(symbol)
	}
	return n, symbol
}
