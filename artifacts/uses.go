package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// This file writes and reads a one-byte summary of the uses of a node; see FORMAT.md,
// section "Uses".

// Uses summarizes the users of a node. A use is an edge from another node, except of the
// kinds Contains, Imports, Overrides, Dispatches and CoChanges. A use of a member is a
// use of every member that may run in its place.
type Uses uint8

const (
	// Called means that another node uses it, by an edge other than Routes.
	Called Uses = 1 << iota
	// Used means that a node not nested in this one uses it, Routes included; or, for a
	// type, something in it.
	Used
)

// A usesIn is a graph for which uses are computed.
type usesIn struct {
	g        *graph.Graph // edges, and the kind and complexity of nodes
	uses     []Uses
	contain  func(list []uint32, n uint32) []uint32
	bases    map[uint32][]uint32 // by member: the members it overrides, implements or is dispatched for
	above    []uint32            // the last result of aboveOf
	seen     []uint32            // by node: the last list of aboveOf that it is in
	lists    uint32              // number of these lists
	users    map[uint32][]user   // by base
	from, to []uint32            // containers of the ends of a use
}

// A user is a node that uses a base.
type user struct {
	n     uint32
	route bool
}

// usesOf computes the uses of all nodes.
func usesOf(g *graph.Graph) []Uses {
	u := &usesIn{g: g, uses: make([]Uses, len(g.Nodes)), contain: containersOf(g),
		bases: map[uint32][]uint32{}, seen: make([]uint32, len(g.Nodes)), users: map[uint32][]user{}}
	for _, e := range g.Edges {
		switch e.Kind {
		case graph.Overrides:
			u.bases[e.From] = append(u.bases[e.From], e.To)
			u.users[e.To] = nil
		case graph.Dispatches:
			u.bases[e.To] = append(u.bases[e.To], e.From)
			u.users[e.From] = nil
		}
	}
	last := -1
	for _, e := range g.Edges {
		switch e.Kind {
		case graph.Contains, graph.Imports, graph.Overrides, graph.Dispatches, graph.CoChanges:
			continue
		case graph.Calls: // calls of a function passed as a value: the node that passes it is the user
			if e.Via == graph.ViaParameter || e.Via == graph.ViaStored {
				continue
			}
		}
		if int(e.From) != last {
			last, u.from = int(e.From), u.contain(u.from[:0], e.From)
		}
		u.mark(e.From, e.To, e.Kind == graph.Routes)
		u.addUser(e)
	}
	for n := range u.uses {
		u.standIn(uint32(n))
	}
	return u.uses
}

// mark records that a node, whose containers are in u.from, uses another.
func (u *usesIn) mark(from, to uint32, route bool) {
	if from == to {
		return
	}
	if !route {
		u.uses[to] |= Called
	}
	if u.uses[to]&Used == 0 && !slices.Contains(u.from, to) {
		u.uses[to] |= Used
	}
	u.to = u.contain(u.to[:0], to)
	for _, c := range u.to[1:] {
		if u.uses[c]&Used == 0 && u.g.Nodes[c].Kind.IsType() && !slices.Contains(u.from, c) {
			u.uses[c] |= Used
		}
	}
}

// addUser records the user of a base, because overrides of the base may run instead.
func (u *usesIn) addUser(e graph.Edge) {
	if _, ok := u.users[e.To]; !ok {
		return
	}
	if u.g.Nodes[e.To].Complexity > 0 && e.From != e.To &&
		slices.Contains(u.aboveOf(e.From), e.To) {
		return // base.M() runs only that member
	}
	u.users[e.To] = append(u.users[e.To], user{e.From, e.Kind == graph.Routes})
}

// maxAbove bounds the members above a member that count for its uses: classes nest deeper only in
// trees made to be slow.
const maxAbove = 1000

// aboveOf lists a node and the members that it overrides or implements, directly or not, the
// nearest first. The list is valid until the next call.
func (u *usesIn) aboveOf(n uint32) []uint32 {
	if len(u.bases[n]) == 0 {
		return nil
	}
	if len(u.above) > 0 && u.above[0] == n {
		return u.above
	}
	u.lists++
	u.above, u.seen[n] = append(u.above[:0], n), u.lists
	for i := 0; i < len(u.above) && len(u.above) < maxAbove; i++ {
		for _, b := range u.bases[u.above[i]] {
			if u.seen[b] != u.lists {
				u.seen[b] = u.lists
				u.above = append(u.above, b)
			}
		}
	}
	return u.above
}

// standIn records the uses of a node through the members that it overrides or implements.
// It stops as soon as further users change nothing.
func (u *usesIn) standIn(n uint32) {
	above := u.aboveOf(n)
	if len(above) < 2 {
		return
	}
	around := u.contain(nil, n)
	for _, base := range above[1:] {
		for _, by := range u.users[base] {
			if u.settled(n, around) {
				return
			}
			u.from = u.contain(u.from[:0], by.n)
			u.mark(by.n, n, by.route)
		}
	}
}

// settled reports whether a further user changes nothing for a node and its enclosing
// types.
func (u *usesIn) settled(n uint32, around []uint32) bool {
	if u.uses[n] != Called|Used {
		return false
	}
	for _, c := range around[1:] {
		if u.g.Nodes[c].Kind.IsType() && u.uses[c]&Used == 0 {
			return false
		}
	}
	return true
}

// containersOf returns a function that lists the nodes that contain a node, directly or
// indirectly.
func containersOf(g *graph.Graph) func(list []uint32, n uint32) []uint32 {
	begin := make([]uint32, len(g.Nodes)+1)
	for _, e := range g.Edges {
		if e.Kind == graph.Contains {
			begin[e.To+1]++
		}
	}
	for i := range g.Nodes {
		begin[i+1] += begin[i]
	}
	direct, next := make([]uint32, begin[len(g.Nodes)]), slices.Clone(begin)
	for _, e := range g.Edges {
		if e.Kind == graph.Contains {
			direct[next[e.To]] = e.From
			next[e.To]++
		}
	}
	return func(list []uint32, n uint32) []uint32 {
		list = append(list, n)
		for i := 0; i < len(list); i++ {
			for _, c := range direct[begin[list[i]]:begin[list[i]+1]] {
				if !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
		return list
	}
}

// usesOfAll computes the uses of the graph once.
func (b *build) usesOfAll() []Uses {
	if b.uses == nil {
		b.uses = usesOf(b.whole)
	}
	return b.uses
}

// writeUses stores the uses, a byte for each node, in blocks.
func (b *build) writeUses(put putFunc) error {
	uses := b.usesOfAll()
	for first := 0; first < len(uses); first += accessBlock {
		block := uses[first:min(first+accessBlock, len(uses))]
		value := make([]byte, len(block))
		for i, u := range block {
			value[i] = byte(u)
		}
		if err := put(blockKey(sectionUses, uint32(first/accessBlock)), value); err != nil {
			return err
		}
	}
	return nil
}

// Uses returns the uses of all nodes by number. For a reader with restricted access, they
// are computed from the visible edges.
func (r *Reader) Uses() ([]Uses, error) {
	if r.partial() {
		return r.gatherUses()
	}
	all := uint32(r.head.nodes)
	uses := make([]Uses, 0, all)
	for first := uint32(0); first < all; first += accessBlock {
		value, err := r.store.get(blockKey(sectionUses, first/accessBlock))
		if err != nil {
			return nil, err
		}
		for _, u := range value {
			uses = append(uses, Uses(u))
		}
	}
	if len(uses) != int(all) {
		return nil, corruptf("uses of %d nodes, not of %d", len(uses), all)
	}
	return dropExtraNodes(r, uses), nil
}

// gatherUses reads all edges that the reader sees.
func (r *Reader) gatherUses() ([]Uses, error) {
	g := &graph.Graph{Nodes: make([]graph.Node, r.NumNodes())}
	if err := r.records(func(n uint32, rec *record) error {
		g.Nodes[n] = graph.Node{Kind: rec.node.Kind, Complexity: rec.node.Complexity}
		return nil
	}); err != nil {
		return nil, err
	}
	err := r.Edges(func(e graph.Edge) error {
		g.Edges = append(g.Edges, e)
		return nil
	})
	return usesOf(g), err
}

// uses checks that the uses match the edges.
func (v *verifier) uses() error {
	got, err := v.whole.Uses()
	if err != nil {
		return err
	}
	all, err := v.whole.gatherUses()
	if err != nil {
		return err
	}
	for n, want := range all {
		if got[n] != want {
			v.addf("the uses of %s are not those of its edges", v.ids[n])
		}
	}
	return nil
}
