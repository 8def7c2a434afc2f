package graph

import (
	"cmp"
	"slices"
)

// Views holds the access views of a graph that was built with access rules. A view is
// the graph built from only the files that certain readers may see. The nodes and edges of the graph are those that can be filtered by the access of nodes; where a
// view differs from that, there is a variant.
type Views struct {
	Access   []Access // of files with restricted access: only the rights, by Key
	Sets     [][]int  // by view: indexes in Access of the accesses whose files it includes, ascending
	Variants []Variant
	Nodes    []NodeVariant  // by Node
	Entries  []EntryVariant // by Node, Role, By
	Extra    []ViewNode     // in the order of the first view that has them
}

// A ViewNode is an extra node: one that exists in some access views but not in the whole
// graph: a key that another file sets first, a route that is mounted at another path, a
// table that code names and no script declares. It has neither text nor layout. Its id
// is often that of a node of the graph, or of another extra node; no two with one id are
// in the same view. In Variants its number is its index in the concatenation of the
// nodes of the graph and Views.Extra.
type ViewNode struct {
	Node
	In ViewMask
}

// A ViewMask is a set of access views: bit 0 is the whole graph, as seen by readers of
// all files; bit i+1 is view i.
type ViewMask uint32

// Whole is the mask of only the whole graph.
const Whole ViewMask = 1

// ViewBit returns the mask of only the given view.
func ViewBit(view int) ViewMask { return 2 << view }

// MaxViews is the maximum number of views in a mask.
const MaxViews = 31

// A Variant is the state of an edge in some views, where it does not follow from the
// whole graph and the visibility of its ends; or in the whole graph, where it differs
// from the edge of Graph. Variants are sorted by (From, Kind, To, In), and those of one
// edge have disjoint masks. Edges of extra nodes exist only in views.
type Variant struct {
	Edge           // of tier 0 if the views lack the edge
	Lines []uint32 // after the first, ascending
	In    ViewMask
}

// A NodeVariant overrides the access of a node where that does not determine its
// readers, its modifiers, and the views in which another definition takes its place.
type NodeVariant struct {
	Node      uint32
	Access    Access        // as configured by the rules
	Missing   ViewMask      // the views that do not have the node
	Replaced  ViewMask      // the views in which the flag is set, including the whole graph
	Modifiers []ModifiersIn // by In; nil if all readers see the same modifiers
}

// ModifiersIn are the modifiers of a node in some views.
type ModifiersIn struct {
	In   ViewMask
	List []string
}

// An EntryVariant is an entry point of some views that is not in Graph.Entries.
type EntryVariant struct {
	Entry
	In ViewMask
}

// Whole returns the graph as seen by a reader of all files: g itself if it has no
// views. Only edges and their receivers may differ from g.
func (g *Graph) Whole() *Graph {
	if g.Views == nil {
		return g
	}
	out := *g
	out.Views = nil
	out.Edges, out.ExternalEdges = wholeOf(g, g.Edges, false), wholeOf(g, g.ExternalEdges, true)
	out.Entries = slices.Clone(g.Entries)
	for _, e := range g.Views.Entries {
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

// wholeOf replaces edges by their variants in the whole graph.
func wholeOf(g *Graph, edges []Edge, outside bool) []Edge {
	out := make([]Edge, 0, len(edges))
	for _, v := range g.Views.Variants {
		if v.In&Whole == 0 || g.Nodes[v.To].Kind.IsExternal() != outside {
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

// CompareEdges compares edges by (From, Kind, To), the order of a graph.
func CompareEdges(a, b Edge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
}

// Visible removes, in place, the edges of one node to hidden nodes, and adjusts the
// Share of the remaining candidates. It needs all edges that leave the node.
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
				e.Share = 0 // the only one
			}
		}
		if !hidden(e.To) {
			out = append(out, e)
		}
	}
	return out
}

// candidates are edges of one node that come from one reference.
type candidates struct {
	kind  EdgeKind
	tier  Tier
	share uint16
	line  uint32
}

func candidatesOf(e Edge) candidates { return candidates{e.Kind, e.Tier, e.Share, e.Line} }

// Diff returns the differences between the edges of two graphs with the same nodes,
// both with their sites and in the order of a graph, as variants of the second in the
// given views.
func Diff(from, to []Edge, fromSites, toSites []Site, in ViewMask) []Variant {
	var out []Variant
	a, b := lined{from, fromSites}, lined{to, toSites}
	for len(a.edges)+len(b.edges) > 0 {
		side := 0 // which edge comes first
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
			x.Share, x.Recv = max(x.Share, 1), y.Recv // each graph has its own numbers of receivers
			y.Share = max(y.Share, 1)
			if x != y || !slices.Equal(was, lines) {
				out = append(out, Variant{Edge: y, Lines: lines, In: in})
			}
		}
	}
	return out
}

// lined is a list of edges with their further lines.
type lined struct {
	edges []Edge
	sites []Site
}

// next returns the first edge and removes it.
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

// JoinVariants sorts variants and merges equal ones of an edge in several views.
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
