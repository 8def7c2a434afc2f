package artifacts

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// A scope determines which nodes and edges of the store a reader shows. Its methods read
// no file: they translate between the numbers of the store ("raw") and those of the
// reader, and choose among the variants of nodes and edges. A reader embeds one, so
// Restrict replaces the scope and shares everything else.
type scope struct {
	visitor graph.Visitor // on whose behalf the reader reads
	visible *visibleNodes // nil if every node of the store is visible
	views   *accessViews  // nil if the visibility of edges depends only on their ends
	extra   []extraNode   // by node
}

// visibleNodes lists the nodes that a reader shows if it hides others. They are
// renumbered, in the order of the store: so the reader returns the same results as for
// artifacts without the other nodes.
type visibleNodes struct {
	raw    []uint32 // number in the store by number, ascending
	number []uint32 // by number in the store: 1 + the number; 0: hidden
	whole  bool     // only extra nodes are hidden

	ranks   func() ([]float64, error)
	edges   func() (int, error)
	lengths func() ([tokens.NumFields]uint64, error)
}

// An extraNode is a node of the store that exists only in some access views.
type extraNode struct {
	node   uint32
	first  uint32         // the first node with the same id
	in     graph.ViewMask // the access views that contain it
	access graph.Access   // by the access rules
}

// showsAllNodes reports whether numbers of the reader are those of the store.
func (s *scope) showsAllNodes() bool { return s.visible == nil }

// showsStored reports whether the reader shows the store as it is.
func (s *scope) showsStored() bool { return s.visible == nil && s.views == nil }

// partial reports whether the reader may not see the whole graph.
func (s *scope) partial() bool { return s.visible != nil && !s.visible.whole }

// rawNumber returns the number of node n in the store.
func (s *scope) rawNumber(n uint32) uint32 {
	if s.showsAllNodes() {
		return n
	}
	return s.visible.raw[n]
}

// seen returns the number of a node of the store in the view; ok is false if it is
// hidden.
func (s *scope) seen(raw uint32) (n uint32, ok bool) {
	if s.showsAllNodes() {
		return raw, true
	}
	n = s.visible.number[raw]
	return n - 1, n > 0
}

// hides reports whether a node of the store is hidden.
func (s *scope) hides(raw uint32) bool {
	_, ok := s.seen(raw)
	return !ok
}

// seenOf translates ascending numbers of the store and drops hidden nodes.
func (s *scope) seenOf(raw []uint32) []uint32 {
	if s.showsAllNodes() {
		return raw
	}
	out := raw[:0]
	for _, n := range raw {
		if int(n) >= len(s.visible.number) {
			return out // damage, which Verify reports
		}
		if n, ok := s.seen(n); ok {
			out = append(out, n)
		}
	}
	return out
}

// restrictViews selects the access views of the visitor, and updates the visibility of
// the nodes that depend on them. It reports whether the reader may not see all files.
func (s *scope) restrictViews(classes []graph.Access, column []uint32, seen,
	names []bool) bool {
	if s.views == nil {
		return false
	}
	byClass := make([]int32, len(classes))
	for i, a := range classes {
		byClass[i] = s.views.classOf(a)
	}
	nodes := make([]int32, len(seen))
	for n, c := range column {
		if c&placeless == 0 {
			nodes[n] = byClass[c>>1]
		}
	}
	for i := range s.views.nodes {
		nodes[s.views.nodes[i].Node] = s.views.classOf(s.views.nodes[i].Access)
	}
	for i := range s.extra {
		if n := s.extra[i].node; column[n]&placeless == 0 {
			nodes[n] = s.views.classOf(s.extra[i].access)
		}
	}
	s.views = s.views.of(s.visitor, nodes)
	for i := range s.views.nodes {
		v := &s.views.nodes[i]
		if has, checked := s.views.has(v); checked {
			seen[v.Node] = has && v.Access.Admits(s.visitor)
		}
	}
	s.selectExtraNodes(column, seen, names)
	return !s.views.whole
}

// hidesAny reports whether a node is hidden, other than names and extra nodes.
func (s *scope) hidesAny(seen, names []bool) bool {
	for n := range seen {
		if !seen[n] && !names[n] && s.extraNodeAt(uint32(n)) == nil {
			return true
		}
	}
	return false
}

// settle returns the edges of one node as seen by the reader, with the numbers of the
// store: edges are all edges that leave it, variants those of the access views.
func (s *scope) settle(edges []graph.Edge, variants []graph.Variant) []graph.Edge {
	stored := edges
	if len(variants) > 0 {
		edges = wholeEdges(edges, variants)
	}
	if !s.showsAllNodes() {
		edges = graph.Visible(edges, s.hides)
	}
	if len(variants) == 0 || s.views.whole {
		return edges
	}
	out := slices.DeleteFunc(slices.Clone(edges), func(e graph.Edge) bool {
		_, ok := slices.BinarySearchFunc(variants, e, compareVariant)
		return ok
	})
	for len(variants) > 0 {
		var group []graph.Variant
		group, variants = sameEdge(variants)
		if s.hides(group[0].To) {
			continue
		}
		stored, whole := findEdge(stored, group[0].Edge), findEdge(edges, group[0].Edge)
		if e, _, ok := s.views.decide(group, stored, whole); ok {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, graph.CompareEdges)
	return out
}

// addEntries adds the entry points that exist only in access views of the reader.
func (s *scope) addEntries(list []graph.Entry) []graph.Entry {
	if s.views == nil {
		return list
	}
	for _, e := range s.views.entries {
		if n, ok := s.seen(e.Node); ok && e.In&s.views.mask() != 0 {
			list = append(list, graph.Entry{Node: n, Role: e.Role, By: n})
		}
	}
	return list
}

// applyView sets the access of a record by the access rules, and the attributes that
// depend on the reader's view.
func (s *scope) applyView(raw uint32, n *graph.Node) {
	if g := s.extraNodeAt(raw); g != nil {
		n.Access = g.access
		return
	}
	s.views.completeNode(raw, n)
}

// extraNodeAt returns the extra node with a number of the store, or nil.
func (s *scope) extraNodeAt(raw uint32) *extraNode {
	i, ok := slices.BinarySearchFunc(s.extra, raw,
		func(g extraNode, n uint32) int { return cmp.Compare(g.node, n) })
	if !ok {
		return nil
	}
	return &s.extra[i]
}

// visibleNumber returns the number of a node of the store or, if it is hidden, of the node
// with the same id that is visible.
func (s *scope) visibleNumber(raw uint32) (n uint32, ok bool) {
	if n, ok = s.seen(raw); ok || len(s.extra) == 0 {
		return n, ok
	}
	if g := s.extraNodeAt(raw); g != nil {
		raw = g.first
	}
	if n, ok = s.seen(raw); ok {
		return n, true
	}
	i, _ := slices.BinarySearchFunc(s.extra, raw,
		func(g extraNode, n uint32) int { return cmp.Compare(g.node, n) })
	for ; i < len(s.extra) && s.extra[i].first == raw; i++ {
		if n, ok = s.seen(s.extra[i].node); ok {
			return n, true
		}
	}
	return 0, false
}

// selectExtraNodes selects the visible node for each id with extra nodes: that of the
// reader's first access view that contains the id.
func (s *scope) selectExtraNodes(column []uint32, seen, names []bool) {
	for list := s.extra; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].first == list[0].first {
			n++
		}
		for _, g := range list[:n] {
			seen[g.node], names[g.node] = false, false
		}
		if g := s.visibleExtraNode(list[:n], column); g != nil {
			seen[g.first], names[g.first] = false, false
			names[g.node] = column[g.node]&placeless != 0
			seen[g.node] = !names[g.node] && g.access.Admits(s.visitor)
		}
		list = list[n:]
	}
}

// visibleExtraNode returns the extra node of one id that the reader sees, or nil.
func (s *scope) visibleExtraNode(list []extraNode, column []uint32) *extraNode {
	if s.views.whole {
		return nil
	}
	first := list[0].first // the node of the whole graph, unless it is a variant itself
	stored, isNode := s.views.node(first), first != list[0].node && column[first]&placeless == 0
	for _, view := range s.views.apply {
		bit := graph.ViewBit(view)
		for i := range list {
			if list[i].in&bit != 0 {
				return &list[i]
			}
		}
		if isNode && s.views.covers(view, s.views.class[first]) &&
			(stored == nil || stored.Missing&bit == 0) {
			return nil
		}
	}
	return nil
}

// isCertain reports whether a name is visible regardless of references to it: an extra
// node is, unless the visitor also filters by owner or source system.
func (s *scope) isCertain(name uint32) bool {
	return s.visitor.Owner == "" && s.visitor.SourceSystem == "" && s.extraNodeAt(name) != nil
}
