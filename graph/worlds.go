package graph

import (
	"cmp"
	"slices"
)

// Worlds say what readers see of a graph that was built with rules of access. A world is what the
// files tell that readers of some accesses may see, built without all others. Nodes and edges of
// the graph are those that may be filtered by the access of nodes alone; where a reader sees
// others there is a variant.
type Worlds struct {
	Access   []Access // of files that are not for everybody: rights alone, by Key
	Sets     [][]int  // by world: the accesses whose files it has, by their places, ascending
	Variants []Variant
	Nodes    []NodeVariant  // by Node
	Entries  []EntryVariant // by Node, Role, By
	Guises   []Guise        // in the order in which the worlds first have them
}

// A Guise is a node as some worlds have it and the whole graph has not: a key that another file
// sets first, a route that is mounted elsewhere, a table that code names and no script declares.
// It has neither text nor layout. Its id is often that of a node of the graph, or of another
// guise; no two of one id are in the same world. In Variants its number is that of its place in
// Worlds.Guises and of the nodes of the graph together.
type Guise struct {
	Node
	In WorldMask
}

// A WorldMask is a set of worlds: bit 0 is the whole graph, as who may see all files sees it, bit
// i+1 the world i.
type WorldMask uint32

// Whole is the mask of the whole graph alone.
const Whole WorldMask = 1

// WorldBit is the mask of a world alone.
func WorldBit(world int) WorldMask { return 2 << world }

// MaxWorlds is the most that a mask can tell apart.
const MaxWorlds = 31

// A Variant says how an edge stands in some worlds where that does not follow from the whole
// graph and from who sees its ends, or, in the whole graph, where it is not the edge of Graph.
// Variants are sorted by (From, Kind, To, In), and those of one edge have no world in common. Those
// of an edge of a guise are in worlds alone.
type Variant struct {
	Edge           // of tier 0 if there is none
	Lines []uint32 // behind the first, ascending
	In    WorldMask
}

// A NodeVariant says who sees a node, where its access alone does not, the modifiers that it has
// for them, and for whom it is one that another definition replaces.
type NodeVariant struct {
	Node      uint32
	Access    Access        // by the rules
	Lacks     WorldMask     // the worlds that do not have the node
	Replaced  WorldMask     // the worlds in which it has that flag, the whole graph among them
	Modifiers []ModifiersIn // by In; nil where all readers are told the same
}

// ModifiersIn are the modifiers that a node has in some worlds.
type ModifiersIn struct {
	In   WorldMask
	List []string
}

// An EntryVariant is an entry point of some worlds that is not one of Graph.Entries.
type EntryVariant struct {
	Entry
	In WorldMask
}

// Whole returns the graph that a reader of all files sees: g itself where there are no worlds.
// Of its edges and their ends nothing else differs.
func (g *Graph) Whole() *Graph {
	if g.Worlds == nil {
		return g
	}
	out := *g
	out.Worlds = nil
	out.Edges, out.Outside = wholeOf(g, g.Edges, false), wholeOf(g, g.Outside, true)
	out.Entries = slices.Clone(g.Entries)
	for _, e := range g.Worlds.Entries {
		if e.In&Whole != 0 {
			out.Entries = append(out.Entries, e.Entry)
		}
	}
	slices.SortFunc(out.Entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Role, b.Role),
			cmp.Compare(a.By, b.By))
	})
	return &out
}

// wholeOf puts the variants of the whole graph in place of edges.
func wholeOf(g *Graph, edges []Edge, outside bool) []Edge {
	out := make([]Edge, 0, len(edges))
	for _, v := range g.Worlds.Variants {
		if v.In&Whole == 0 || g.Nodes[v.To].Kind.IsOutside() != outside {
			continue
		}
		for len(edges) > 0 && CompareEdges(edges[0], v.Edge) < 0 {
			out, edges = append(out, edges[0]), edges[1:]
		}
		if len(edges) > 0 && CompareEdges(edges[0], v.Edge) == 0 {
			edges = edges[1:]
		}
		if v.Tier != 0 {
			out = append(out, v.Edge)
		}
	}
	return append(out, edges...)
}

// CompareEdges orders edges as those of a graph are: by (From, Kind, To).
func CompareEdges(a, b Edge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
}

// Visible leaves out the edges of one node to nodes that are hidden, in place: the others stand
// among the candidates that are left. It needs all edges that leave the node.
func Visible(edges []Edge, hidden func(n uint32) bool) []Edge {
	gone := map[candidates]uint16{}
	for _, e := range edges {
		if e.Share > 1 && hidden(e.To) {
			gone[candidatesOf(e)]++
		}
	}
	out := edges[:0]
	for _, e := range edges {
		if e.Share > 1 {
			if n := gone[candidatesOf(e)]; n+1 < e.Share {
				e.Share -= n
			} else {
				e.Share = 0 // alone
			}
		}
		if !hidden(e.To) {
			out = append(out, e)
		}
	}
	return out
}

// candidates are edges of one node that one reference made.
type candidates struct {
	kind  EdgeKind
	tier  Tier
	share uint16
	line  uint32
}

func candidatesOf(e Edge) candidates { return candidates{e.Kind, e.Tier, e.Share, e.Line} }

// Diff lists how the edges of one graph differ from those of another with the same nodes, both
// with their sites and in the order of a graph: as variants of the second in the given worlds.
func Diff(from, to []Edge, fromSites, toSites []Site, in WorldMask) []Variant {
	var out []Variant
	a, b := lined{from, fromSites}, lined{to, toSites}
	for len(a.edges)+len(b.edges) > 0 {
		side := 0 // which of them comes first
		switch {
		case len(b.edges) == 0:
			side = -1
		case len(a.edges) == 0:
			side = 1
		default:
			side = CompareEdges(a.edges[0], b.edges[0])
		}
		switch {
		case side < 0:
			e, _ := a.next()
			out = append(out, Variant{Edge: Edge{From: e.From, To: e.To, Kind: e.Kind}, In: in})
		case side > 0:
			e, lines := b.next()
			out = append(out, Variant{Edge: e, Lines: lines, In: in})
		default:
			x, was := a.next()
			y, lines := b.next()
			x.Share, x.Recv = max(x.Share, 1), y.Recv // graphs number receivers on their own
			y.Share = max(y.Share, 1)
			if x != y || !slices.Equal(was, lines) {
				out = append(out, Variant{Edge: y, Lines: lines, In: in})
			}
		}
	}
	return out
}

// lined are edges with their further lines.
type lined struct {
	edges []Edge
	sites []Site
}

// next takes the first edge.
func (l *lined) next() (e Edge, lines []uint32) {
	e, l.edges = l.edges[0], l.edges[1:]
	for len(l.sites) > 0 {
		s := l.sites[0]
		side := CompareEdges(Edge{From: s.From, To: s.To, Kind: s.Kind}, e)
		if side > 0 {
			break
		}
		if side == 0 {
			lines = append(lines, s.Line)
		}
		l.sites = l.sites[1:]
	}
	return e, lines
}

// JoinVariants sorts variants, and makes one of those that say the same of an edge in several
// worlds.
func JoinVariants(list []Variant) []Variant {
	slices.SortStableFunc(list, func(a, b Variant) int {
		return cmp.Or(CompareEdges(a.Edge, b.Edge), cmp.Compare(a.In, b.In))
	})
	out := list[:0]
	first := 0 // of the edge
	for _, v := range list {
		if len(out) > first && CompareEdges(out[first].Edge, v.Edge) != 0 {
			first = len(out)
		}
		same := slices.IndexFunc(out[first:], func(o Variant) bool {
			return o.Edge == v.Edge && slices.Equal(o.Lines, v.Lines)
		})
		if same >= 0 {
			out[first+same].In |= v.In
			continue
		}
		out = append(out, v)
	}
	return out
}
