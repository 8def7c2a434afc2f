package parse

import (
	"cmp"
	"slices"
)

// Clone returns a copy of a tree, which stays valid when its parser parses another
// text.
func (t *Tree) Clone() *Tree {
	c := *t
	c.nodes = slices.Clone(t.nodes)
	return &c
}

// A Graft is a part of one tree to be added to another one.
type Graft struct {
	Under Node   // a node of the tree that it is added to
	Part  Node   // a node of the other tree, which has the same grammar and a text of the same length
	End   uint32 // nodes of Part that begin at or after End are left out
	// Open reports whether a node below Part that ends after End is kept, truncated at
	// End; nil keeps no such node.
	Open func(Node) bool
}

// With returns a tree with grafts: each is inserted among the children of its
// Under node by its start position. Of several grafts at one place the first wins.
func (t *Tree) With(grafts []Graft) *Tree {
	if len(grafts) == 0 {
		return t
	}
	type place struct {
		before, under, depth int32
		Graft
	}
	places := make([]place, 0, len(grafts))
	for _, g := range grafts {
		p := place{before: t.nodes[g.Under.i].next, under: g.Under.i, Graft: g}
		for c := range g.Under.Children {
			if c.Start() >= g.Part.Start() {
				p.before = c.i
				break
			}
		}
		for i := p.under; i >= 0; i = t.nodes[i].parent {
			p.depth++
		}
		places = append(places, p)
	}
	slices.SortStableFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.before, b.before), cmp.Compare(b.depth, a.depth),
			cmp.Compare(a.Part.Start(), b.Part.Start()), cmp.Compare(b.Part.End(), a.Part.End()))
	})
	places = slices.CompactFunc(places, func(a, b place) bool {
		return a.under == b.under && a.Part.Start() == b.Part.Start() && a.Part.End() == b.Part.End()
	})
	text := []byte(t.Text)
	out := make([]record, 0, len(t.nodes)+len(t.nodes)/8)
	at := make([]int32, len(t.nodes)) // index in out of each node of t
	for i, next := 0, 0; i <= len(t.nodes); i++ {
		for ; next < len(places) && int(places[next].before) == i; next++ {
			g := places[next]
			out = g.append(out, at[g.under])
			start, end := g.Part.Start(), min(g.Part.End(), g.End)
			copy(text[start:], g.Part.t.Text[start:end])
		}
		if i == len(t.nodes) {
			break
		}
		r := t.nodes[i]
		if at[i] = int32(len(out)); r.parent >= 0 {
			r.parent = at[r.parent]
		}
		out = append(out, r)
	}
	return &Tree{Text: string(text), HasError: t.HasError, grammar: t.grammar, nodes: linked(out)}
}

// append appends the nodes of the part.
func (g *Graft) append(out []record, parent int32) []record {
	t, first := g.Part.t, g.Part.i
	at := make([]int32, t.nodes[first].next-first)
	for i := first; i < t.nodes[first].next; i++ {
		r := t.nodes[i]
		open := i == first || g.Open != nil && g.Open(Node{t, i})
		if r.start >= g.End || r.end > g.End && !open {
			i = r.next - 1
			continue
		}
		if at[i-first] = int32(len(out)); i == first {
			r.parent = parent
		} else {
			r.parent = at[r.parent-first]
		}
		r.end = min(r.end, g.End)
		out = append(out, r)
	}
	return out
}
