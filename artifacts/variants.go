package artifacts

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// This file writes and reads node variants: nodes that exist only for some readers; see
// FORMAT.md, section "Guises".

// nobody is the only group allowed in the record of a node variant: programs that do not
// support variants hide it.
const nobody = "nobody"

// A variantRow marks a node of the store as a variant.
type variantRow struct {
	node   uint32
	first  uint32         // the first node with the same id
	in     graph.ViewMask // the access views that contain it
	access graph.Access   // by the access rules
}

// insertVariants inserts the node variants into the nodes of the graph, each after the nodes with
// the same id, for the graph store. Bundles do not contain them.
func (b *build) insertVariants() {
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
	number := make([]uint32, count+len(order)) // number in the store, by node and then by variant
	nodes := make([]graph.Node, 0, len(number))
	place := make([]uint32, 0, len(number))
	take := func(i int) {
		g := &w.Extra[i]
		row := variantRow{node: uint32(len(nodes)), in: g.In, access: g.Access}
		row.first = row.node
		if n := len(nodes); n > 0 && nodes[n-1].ID == g.ID {
			row.first--
			if last := len(b.guises) - 1; last >= 0 && b.guises[last].node == row.first {
				row.first = b.guises[last].first
			}
		}
		b.guises = append(b.guises, row)
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

// writeGuises stores the list of node variants. Without variants there is no value.
func (b *build) writeGuises(put putFunc) error {
	if len(b.guises) == 0 {
		return nil
	}
	value := appendUint(nil, uint64(len(b.guises)))
	last := uint32(0)
	for _, g := range b.guises {
		value = appendUint(value, uint64(g.node-last))
		last = g.node
		value = appendUint(appendUint(value, uint64(g.node-g.first)), uint64(g.in))
		value = appendRights(value, g.access)
		value = appendString(appendString(value, g.access.Owner), g.access.SourceSystemID)
	}
	return put([]byte{sectionGuises}, value)
}

// readGuises reads the list of node variants.
func (r *Reader) readGuises() error {
	value, err := r.store.find([]byte{sectionGuises})
	if err != nil || value == nil || r.worlds == nil {
		return err
	}
	d := decoder{b: value}
	last := uint64(0)
	for n := d.size(); n > 0; n-- {
		last += d.uint()
		g := variantRow{node: uint32(last), first: uint32(last) - d.uint32(),
			in: graph.ViewMask(d.uint32()), access: d.rights()}
		g.access.Owner, g.access.SourceSystemID = d.string(), d.string()
		if k := len(r.guises); last >= r.head.nodes || g.first > g.node || g.in&graph.Whole != 0 ||
			k > 0 && g.node <= r.guises[k-1].node {
			d.fail()
		}
		r.guises = append(r.guises, g)
	}
	if !d.done() {
		return corruptf("guises")
	}
	return nil
}

// withoutVariants returns an unrestricted reader, which sees no variants.
func (r *Reader) withoutVariants() *Reader {
	if len(r.guises) == 0 {
		return r
	}
	out := r.through(r.ownNodes())
	out.view.whole = true
	return out
}

// ownNodes reports for each node of the store whether it is not a variant.
func (r *Reader) ownNodes() []bool {
	own := make([]bool, r.head.nodes)
	for n := range own {
		own[n] = true
	}
	for _, g := range r.guises {
		own[g.node] = false
	}
	return own
}

// dropVariants removes from a list by nodes of the store the elements that an unrestricted
// reader does not see.
func dropVariants[T any](r *Reader, list []T) []T {
	if len(r.guises) == 0 {
		return list
	}
	out := list[:0]
	for _, raw := range r.view.raw {
		out = append(out, list[raw])
	}
	return out
}

// visibleNumber returns the number of a node of the store or, if it is hidden, of the variant
// visible to the reader.
func (r *Reader) visibleNumber(raw uint32) (n uint32, ok bool) {
	if n, ok = r.seen(raw); ok || len(r.guises) == 0 {
		return n, ok
	}
	if g := r.variantRowOf(raw); g != nil {
		raw = g.first
	}
	if n, ok = r.seen(raw); ok {
		return n, true
	}
	i, _ := slices.BinarySearchFunc(r.guises, raw,
		func(g variantRow, n uint32) int { return cmp.Compare(g.node, n) })
	for ; i < len(r.guises) && r.guises[i].first == raw; i++ {
		if n, ok = r.seen(r.guises[i].node); ok {
			return n, true
		}
	}
	return 0, false
}

// applyView sets the access of a record by the access rules, and the attributes that
// depend on the reader's view.
func (r *Reader) applyView(raw uint32, n *graph.Node) {
	if g := r.variantRowOf(raw); g != nil {
		n.Access = g.access
		return
	}
	r.worlds.completeNode(raw, n)
}

// allNodes returns a reader of all nodes of the store, including variants, and of the
// withoutViews edges.
func (r *Reader) allNodes() *Reader {
	out := r.withoutViews()
	out.view, out.guises = nil, nil
	return out
}

// partial reports whether the reader may not see the whole graph.
func (r *Reader) partial() bool { return r.view != nil && !r.view.whole }

// variantRowOf returns the row of a node of the store that is a variant, or nil.
func (r *Reader) variantRowOf(raw uint32) *variantRow {
	i, ok := slices.BinarySearchFunc(r.guises, raw,
		func(g variantRow, n uint32) int { return cmp.Compare(g.node, n) })
	if !ok {
		return nil
	}
	return &r.guises[i]
}

// selectVariants selects the visible node for each id with variants: that of the reader's first
// access view that contains the id.
func (r *Reader) selectVariants(column []uint32, seen, names []bool) {
	for list := r.guises; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].first == list[0].first {
			n++
		}
		for _, g := range list[:n] {
			seen[g.node], names[g.node] = false, false
		}
		if g := r.visibleVariant(list[:n], column); g != nil {
			seen[g.first], names[g.first] = false, false
			names[g.node] = column[g.node]&placeless != 0
			seen[g.node] = !names[g.node] && g.access.Admits(r.visitor)
		}
		list = list[n:]
	}
}

// isCertain reports whether a name is visible regardless of references to it: a variant
// is, unless the visitor also filters by owner or source system.
func (r *Reader) isCertain(name uint32) bool {
	return r.visitor.Owner == "" && r.visitor.SourceSystem == "" && r.variantRowOf(name) != nil
}

// visibleVariant returns the variant that the reader sees among those of one id, or nil.
func (r *Reader) visibleVariant(list []variantRow, column []uint32) *variantRow {
	if r.worlds.whole {
		return nil
	}
	first := list[0].first // the node of the whole graph, unless it is a variant itself
	stored, isNode := r.worlds.node(first), first != list[0].node && column[first]&placeless == 0
	for _, world := range r.worlds.apply {
		bit := graph.ViewBit(world)
		for i := range list {
			if list[i].in&bit != 0 {
				return &list[i]
			}
		}
		if isNode && r.worlds.covers(world, r.worlds.class[first]) &&
			(stored == nil || stored.Missing&bit == 0) {
			return nil
		}
	}
	return nil
}

// guises checks that nodes with the same id are adjacent, that no access view has two of
// them, and that programs without support for variants see none of these.
func (v *verifier) guises() error {
	if len(v.whole.guises) == 0 {
		return nil
	}
	own := map[graph.NodeID]uint32{} // first node by id
	worlds := map[graph.NodeID]graph.ViewMask{}
	all := graph.ViewBit(len(v.whole.worlds.sets)) - 1
	return v.r.allNodes().records(func(n uint32, rec *record) error {
		id := rec.node.ID
		first, known := own[id]
		if !known {
			first, own[id] = n, n
		}
		switch g := v.whole.variantRowOf(n); {
		case g == nil && known:
			v.addf("two nodes are %s", id)
		case g == nil:
		case g.first != first:
			v.addf("variant %d of %s is not stored after it", n, id)
		case g.in == 0 || g.in&worlds[id] != 0 || g.in&^all != 0:
			v.addf("variant %d of %s is in views of other variants", n, id)
		case rec.bits&hasParts != 0 || !slices.Equal(rec.node.Access.Allow, []string{nobody}):
			v.addf("variant %d of %s has a text, or is not hidden", n, id)
		default:
			worlds[id] |= g.in
		}
		return nil
	})
}
