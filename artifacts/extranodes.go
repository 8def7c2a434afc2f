package artifacts

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// This file writes and reads extra nodes: nodes that exist only for some readers; see
// FORMAT.md, section "Extra nodes".

// nobody is the only group allowed in the record of an extra node: programs that do not
// support extra nodes hide it.
const nobody = "nobody"

// insertExtraNodes inserts the extra nodes into the nodes of the graph, each after the nodes with
// the same id, for the graph store. Bundles do not contain them.
func (b *build) insertExtraNodes() {
	w := b.g.Views
	if w == nil || len(w.Extra) == 0 {
		return
	}
	order := make([]int, len(w.Extra))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Compare(w.Extra[x].ID, w.Extra[y].ID)
	})
	count := len(b.g.Nodes)
	number := make([]uint32, count+len(order)) // number in the store, by node and then by extra node
	nodes := make([]graph.Node, 0, len(number))
	place := make([]uint32, 0, len(number))
	take := func(i int) {
		g := &w.Extra[i]
		row := extraNode{node: uint32(len(nodes)), in: g.In, access: g.Access}
		row.first = row.node
		if n := len(nodes); n > 0 && nodes[n-1].ID == g.ID {
			row.first--
			if last := len(b.extra) - 1; last >= 0 && b.extra[last].node == row.first {
				row.first = b.extra[last].first
			}
		}
		b.extra = append(b.extra, row)
		number[count+i] = row.node
		n := g.Node
		n.Access = graph.Access{Allow: []string{nobody}}
		nodes, place = append(nodes, n), append(place, 0)
	}
	for i := range b.g.Nodes {
		for len(order) > 0 && w.Extra[order[0]].ID < b.g.Nodes[i].ID {
			take(order[0])
			order = order[1:]
		}
		number[i] = uint32(len(nodes))
		nodes, place = append(nodes, b.g.Nodes[i]), append(place, b.firstPlace[i])
	}
	for _, i := range order {
		take(i)
	}
	b.firstPlace, b.uses = place, nil
	b.g = renumbered(b.g, nodes, number)
	b.whole = b.g.Whole()
	b.countOut()
	b.counts.Nodes = len(nodes)
}

// renumbered returns a copy of the graph with the given nodes; number maps old node
// numbers to new ones.
func renumbered(g *graph.Graph, nodes []graph.Node, number []uint32) *graph.Graph {
	out := *g
	out.Nodes = nodes
	for _, list := range []*[]graph.Edge{&out.Edges, &out.ExternalEdges} {
		*list = slices.Clone(*list)
		for i := range *list {
			renumberEdge(&(*list)[i], number)
		}
	}
	for _, list := range []*[]graph.Site{&out.Sites, &out.ExternalSites} {
		*list = slices.Clone(*list)
		for i := range *list {
			s := &(*list)[i]
			s.From, s.To = number[s.From], number[s.To]
		}
	}
	entry := func(e graph.Entry) graph.Entry {
		e.Node, e.By = number[e.Node], number[e.By]
		return e
	}
	out.Entries = slices.Clone(g.Entries)
	for i, e := range out.Entries {
		out.Entries[i] = entry(e)
	}
	out.History = slices.Clone(g.History)
	for i := range out.History {
		row := &out.History[i]
		row.Files = slices.Clone(row.Files)
		for k := range row.Files {
			row.Files[k].Node = number[row.Files[k].Node]
		}
	}
	w := *g.Views
	w.Variants, w.Nodes = slices.Clone(w.Variants), slices.Clone(w.Nodes)
	w.Entries = slices.Clone(w.Entries)
	for i := range w.Variants {
		renumberEdge(&w.Variants[i].Edge, number)
	}
	slices.SortStableFunc(w.Variants, func(x, y graph.Variant) int {
		return graph.CompareEdges(x.Edge, y.Edge)
	})
	for i := range w.Nodes {
		w.Nodes[i].Node = number[w.Nodes[i].Node]
	}
	for i := range w.Entries {
		w.Entries[i].Entry = entry(w.Entries[i].Entry)
	}
	out.Views = &w
	return &out
}

func renumberEdge(e *graph.Edge, number []uint32) {
	e.From, e.To = number[e.From], number[e.To]
}

// writeExtraNodes stores the list of extra nodes. Without any there is no value.
func (b *build) writeExtraNodes(put putFunc) error {
	if len(b.extra) == 0 {
		return nil
	}
	value := appendUint(nil, uint64(len(b.extra)))
	last := uint32(0)
	for _, g := range b.extra {
		value = appendUint(value, uint64(g.node-last))
		last = g.node
		value = appendUint(appendUint(value, uint64(g.node-g.first)), uint64(g.in))
		value = appendRights(value, g.access)
		value = appendString(appendString(value, g.access.Owner), g.access.SourceSystemID)
	}
	return put([]byte{sectionExtraNodes}, value)
}

// readExtraNodes reads the list of extra nodes.
func (r *Reader) readExtraNodes() error {
	value, err := r.store.find([]byte{sectionExtraNodes})
	if err != nil || value == nil || r.views == nil {
		return err
	}
	d := decoder{b: value}
	last := uint64(0)
	for n := d.size(); n > 0; n-- {
		last += d.uint()
		g := extraNode{node: uint32(last), first: uint32(last) - d.uint32(),
			in: graph.ViewMask(d.uint32()), access: d.rights()}
		g.access.Owner, g.access.SourceSystemID = d.string(), d.string()
		if k := len(r.extra); last >= r.head.nodes || g.first > g.node || g.in&graph.Whole != 0 ||
			k > 0 && g.node <= r.extra[k-1].node {
			d.fail()
		}
		r.extra = append(r.extra, g)
	}
	if !d.done() {
		return corruptf("extra nodes")
	}
	return nil
}

// withoutExtraNodes returns an unrestricted reader, which sees no extra nodes.
func (r *Reader) withoutExtraNodes() *Reader {
	if len(r.extra) == 0 {
		return r
	}
	out := r.through(r.ownNodes())
	out.visible.whole = true
	return out
}

// ownNodes reports for each node of the store whether it is not an extra node.
func (r *Reader) ownNodes() []bool {
	own := make([]bool, r.head.nodes)
	for n := range own {
		own[n] = true
	}
	for _, g := range r.extra {
		own[g.node] = false
	}
	return own
}

// dropExtraNodes removes from a list by nodes of the store the elements that an unrestricted
// reader does not see.
func dropExtraNodes[T any](r *Reader, list []T) []T {
	if len(r.extra) == 0 {
		return list
	}
	out := list[:0]
	for _, raw := range r.visible.raw {
		out = append(out, list[raw])
	}
	return out
}

// allNodes returns a reader of all nodes of the store, including extra ones, and of the
// withoutViews edges.
func (r *Reader) allNodes() *Reader {
	out := r.withoutViews()
	out.visible, out.extra = nil, nil
	return out
}

// extra checks that nodes with the same id are adjacent, that no access view has two of
// them, and that programs without support for extra nodes see none of these.
func (v *verifier) extra() error {
	if len(v.whole.extra) == 0 {
		return nil
	}
	own := map[graph.NodeID]uint32{} // first node by id
	views := map[graph.NodeID]graph.ViewMask{}
	all := graph.ViewBit(len(v.whole.views.sets)) - 1
	return v.r.allNodes().records(func(n uint32, rec *record) error {
		id := rec.node.ID
		first, known := own[id]
		if !known {
			first, own[id] = n, n
		}
		switch g := v.whole.extraNodeAt(n); {
		case g == nil && known:
			v.addf("two nodes are %s", id)
		case g == nil:
		case g.first != first:
			v.addf("extra node %d of %s is not stored after it", n, id)
		case g.in == 0 || g.in&views[id] != 0 || g.in&^all != 0:
			v.addf("extra node %d of %s is in views of other extra nodes", n, id)
		case rec.bits&hasParts != 0 || !slices.Equal(rec.node.Access.Allow, []string{nobody}):
			v.addf("extra node %d of %s has a text, or is not hidden", n, id)
		default:
			views[id] |= g.in
		}
		return nil
	})
}
