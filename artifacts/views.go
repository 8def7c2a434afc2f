package artifacts

import (
	"cmp"
	"slices"

	"seedgraph/graph"
)

// This file reads access views, which determine the edges that readers see under access
// rules; see FORMAT.md, section "Access views". writeviews.go writes them.

// accessViews holds the access views of artifacts for one reader.
type accessViews struct {
	access   []graph.Access
	sets     [][]int
	edges    int      // edges within the tree, for readers of all files
	from, to []uint32 // sources and targets of edges with variants, ascending
	nodes    []graph.NodeVariant
	entries  []graph.EntryVariant

	whole bool    // the reader may see all files
	apply []int   // otherwise the views that the reader may see, larger ones first
	class []int32 // by node of the store: 1 + the access that it needs; 0 if public, or without a path
}

// readViews returns the access views for an unrestricted reader, or nil if there are
// none.
func (r *Reader) readViews() (*accessViews, error) {
	value, err := r.store.find([]byte{sectionViews})
	if err != nil || value == nil {
		return nil, err
	}
	d := decoder{b: value}
	w := &accessViews{whole: true}
	for n := d.size(); n > 0; n-- {
		w.access = append(w.access, d.rights())
	}
	for n := d.size(); n > 0; n-- {
		w.sets = append(w.sets, d.places(len(w.access)))
	}
	w.edges = int(d.uint())
	for _, list := range []*[]uint32{&w.from, &w.to} {
		l := decoder{b: d.bytes(d.size())}
		*list = l.numbers()
		if l.bad || !ascending(*list) || len(*list) > 0 && uint64((*list)[len(*list)-1]) >= r.head.nodes {
			d.fail()
		}
	}
	last := uint32(0)
	for n := d.size(); n > 0; n-- {
		last += d.uint32()
		w.nodes = append(w.nodes, d.nodeVariant(last))
	}
	last = 0
	for n := d.size(); n > 0; n-- {
		last += d.uint32()
		e := graph.EntryVariant{Entry: graph.Entry{Node: last, Role: graph.Role(d.byte()),
			By: d.uint32()}, In: graph.ViewMask(d.uint32())}
		if uint64(e.Node) >= r.head.nodes || uint64(e.By) >= r.head.nodes ||
			e.Role > graph.RoleTest {
			d.fail()
		}
		w.entries = append(w.entries, e)
	}
	if !d.done() || len(w.sets) > graph.MaxViews ||
		len(w.nodes) > 0 && uint64(w.nodes[len(w.nodes)-1].Node) >= r.head.nodes {
		return nil, corruptf("access views")
	}
	return w, nil
}

func ascending(list []uint32) bool {
	for i := range list {
		if i > 0 && list[i] <= list[i-1] {
			return false
		}
	}
	return true
}

// rights decodes groups, labels and a level.
func (d *decoder) rights() (a graph.Access) {
	for _, list := range []*[]string{&a.Allow, &a.Labels} {
		for n := d.size(); n > 0; n-- {
			*list = append(*list, d.string())
		}
	}
	a.Level = int(d.uint())
	return a
}

// places decodes ascending numbers below n.
func (d *decoder) places(n int) (list []int) {
	last := 0
	for k := d.size(); k > 0; k-- {
		last += int(d.uint32())
		if last >= n || len(list) > 0 && last <= list[len(list)-1] {
			d.fail()
			return nil
		}
		list = append(list, last)
	}
	return list
}

func (d *decoder) nodeVariant(n uint32) graph.NodeVariant {
	v := graph.NodeVariant{Node: n, Access: d.rights()}
	v.Access.Owner, v.Access.SourceSystemID = d.string(), d.string()
	v.Missing = graph.ViewMask(d.uint32())
	v.Replaced = graph.ViewMask(d.uint32())
	for k := d.size(); k > 0; k-- {
		m := graph.ModifiersIn{In: graph.ViewMask(d.uint32())}
		for i := d.size(); i > 0; i-- {
			m.List = append(m.List, d.string())
		}
		v.Modifiers = append(v.Modifiers, m)
	}
	return v
}

// of returns the access views for a visitor. An owner and a source system are filters,
// not rights: they hide nodes but do not select views.
func (w *accessViews) of(v graph.Visitor, class []int32) *accessViews {
	out := *w
	out.class = class
	v.Owner, v.SourceSystem = "", ""
	var seen []int
	for i, a := range w.access {
		if a.Admits(v) {
			seen = append(seen, i)
		}
	}
	out.whole, out.apply = len(seen) == len(w.access), nil
	for i, set := range w.sets {
		switch {
		case slices.Equal(set, seen): // exactly the files visible to the reader
			out.apply = []int{i}
			return &out
		case !slices.ContainsFunc(set, func(a int) bool { return !slices.Contains(seen, a) }):
			out.apply = append(out.apply, i)
		}
	}
	slices.SortStableFunc(out.apply, func(a, b int) int {
		return cmp.Compare(len(w.sets[b]), len(w.sets[a]))
	})
	return &out
}

// classOf returns 1 + the index of the rights needed to see a node with an access; 0 if
// it is public, or if no file from which the views were computed has it.
func (w *accessViews) classOf(a graph.Access) int32 {
	a.Owner, a.SourceSystemID = "", ""
	if a.IsPublic() {
		return 0
	}
	key := a.Key()
	return 1 + int32(slices.IndexFunc(w.access, func(o graph.Access) bool { return o.Key() == key }))
}

// covers reports whether a view includes the files of a class.
func (w *accessViews) covers(view int, class int32) bool {
	return class == 0 || slices.Contains(w.sets[view], int(class)-1)
}

// has reports whether a node exists for the reader; checked is false if no view covers
// it.
func (w *accessViews) has(v *graph.NodeVariant) (ok, checked bool) {
	if w.whole {
		return true, true
	}
	class := w.classOf(v.Access)
	for _, i := range w.apply {
		if w.covers(i, class) {
			if checked = true; v.Missing&graph.ViewBit(i) == 0 {
				return true, true
			}
		}
	}
	return false, checked
}

// node returns the view-dependent attributes of a node of the store, or nil.
func (w *accessViews) node(raw uint32) *graph.NodeVariant {
	if w == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(w.nodes, raw,
		func(v graph.NodeVariant, n uint32) int { return cmp.Compare(v.Node, n) })
	if !ok {
		return nil
	}
	return &w.nodes[i]
}

// mask returns the set of views that the reader may see.
func (w *accessViews) mask() graph.ViewMask {
	if w.whole {
		return graph.Whole
	}
	mask := graph.ViewMask(0)
	for _, i := range w.apply {
		mask |= graph.ViewBit(i)
	}
	return mask
}

// applyView sets the access of a record by the access rules, and its modifiers and
// replaced flag in the reader's view.
func (w *accessViews) completeNode(raw uint32, n *graph.Node) {
	v := w.node(raw)
	if v == nil {
		return
	}
	n.Access = v.Access
	bits := []graph.ViewMask{graph.Whole}
	if !w.whole {
		bits = bits[:0]
		class := w.classOf(v.Access)
		for _, i := range w.apply {
			if w.covers(i, class) {
				bits = append(bits, graph.ViewBit(i))
			}
		}
	}
	if len(bits) > 0 {
		if n.Flags &^= graph.Replaced; v.Replaced&bits[0] != 0 {
			n.Flags |= graph.Replaced
		}
	}
	for _, bit := range bits {
		for _, m := range v.Modifiers {
			if m.In&bit != 0 {
				n.Modifiers = m.List
				return
			}
		}
	}
}

// variants reads the variants of the edges that leave a node of the store, to external
// symbols or within the tree, by (Kind, To).
func (r *Reader) variants(raw uint32, outside bool) (list []graph.Variant, err error) {
	if r.views == nil {
		return nil, nil
	}
	if _, ok := slices.BinarySearch(r.views.from, raw); !ok {
		return nil, nil
	}
	value, err := r.sparseList(sectionViews, raw)
	if err != nil {
		return nil, err
	}
	d := edgeDecoder{decoder: decoder{b: value}, nodes: r.head.nodes, words: r.words}
	for !d.done() && !d.bad {
		v, outer := d.variant()
		v.From = raw
		if outer == outside {
			list = append(list, v)
		}
	}
	if d.bad || len(value) == 0 {
		return nil, corruptf("access views of node %d", raw)
	}
	return list, nil
}

// variant decodes one variant; outside reports whether its target is an external symbol.
func (d *edgeDecoder) variant() (v graph.Variant, outside bool) {
	kind := d.uint()
	outside = kind&1 != 0
	k, ok := d.words.kind(kind >> 1)
	v.Kind, v.To, v.In = k, d.uint32(), graph.ViewMask(d.uint32())
	if !ok || uint64(v.To) >= d.nodes || v.In == 0 {
		d.fail()
		return v, outside
	}
	if len(d.b) > 0 && d.b[0] == 0 {
		d.byte()
		return v, outside
	}
	if !d.evidence(&v.Edge) {
		d.fail()
	}
	line := v.Line
	for n := d.size(); n > 0; n-- {
		more := d.uint32()
		if more == 0 {
			d.fail()
		}
		line += more
		v.Lines = append(v.Lines, line)
	}
	return v, outside
}

func compareVariant(v graph.Variant, e graph.Edge) int { return graph.CompareEdges(v.Edge, e) }

// sameEdge splits variants into those of the first edge and the remaining ones.
func sameEdge(variants []graph.Variant) (group, rest []graph.Variant) {
	n := 1
	for n < len(variants) && graph.CompareEdges(variants[n].Edge, variants[0].Edge) == 0 {
		n++
	}
	return variants[:n], variants[n:]
}

func findEdge(edges []graph.Edge, e graph.Edge) *graph.Edge {
	if i, ok := slices.BinarySearchFunc(edges, e, graph.CompareEdges); ok {
		return &edges[i]
	}
	return nil
}

// wholeEdges returns the edges of one node for readers of all files.
func wholeEdges(edges []graph.Edge, variants []graph.Variant) []graph.Edge {
	out := slices.Clone(edges)
	for _, v := range variants {
		if v.In&graph.Whole == 0 {
			continue
		}
		i, ok := slices.BinarySearchFunc(out, v.Edge, graph.CompareEdges)
		switch {
		case ok && v.Tier == 0:
			out = slices.Delete(out, i, i+1)
		case ok:
			out[i] = v.Edge
		case v.Tier != 0:
			out = slices.Insert(out, i, v.Edge)
		}
	}
	return out
}

// decide returns an edge as seen by a reader with restricted access: stored is the edge
// that may be filtered by its ends only, whole the edge if all files are visible; both
// may be nil. of is the variant that has the further lines, or nil if the edge is not
// from a variant.
func (w *accessViews) decide(group []graph.Variant, stored, whole *graph.Edge) (e graph.Edge,
	of *graph.Variant, ok bool) {
	checked := false
	from, to := w.class[group[0].From], w.class[group[0].To]
	for _, i := range w.apply {
		if !w.covers(i, from) || !w.covers(i, to) {
			continue
		}
		checked = true
		if v := variantIn(group, graph.ViewBit(i)); v != nil {
			if v.Tier != 0 {
				return v.Edge, v, true
			}
		} else if whole != nil {
			return *whole, variantIn(group, graph.Whole), true
		}
	}
	if checked || stored == nil {
		return e, nil, false
	}
	return *stored, nil, true
}

func variantIn(group []graph.Variant, in graph.ViewMask) *graph.Variant {
	for i := range group {
		if group[i].In&in != 0 {
			return &group[i]
		}
	}
	return nil
}

// variantOf returns the variant with the lines of an edge visible to the reader, or nil
// if these are the sites of the stored edge.
func (r *Reader) variantOf(section byte, raw, to uint32, kind graph.EdgeKind) (*graph.Variant,
	error) {
	variants, err := r.variants(raw, section == sectionOuter)
	if err != nil || len(variants) == 0 {
		return nil, err
	}
	key := graph.Edge{From: raw, To: to, Kind: kind}
	i, ok := slices.BinarySearchFunc(variants, key, compareVariant)
	if !ok {
		return nil, nil
	}
	group, _ := sameEdge(variants[i:])
	if r.views.whole {
		return variantIn(group, graph.Whole), nil
	}
	stored, err := r.rawAdjacency(section, raw)
	if err != nil {
		return nil, err
	}
	whole := wholeEdges(stored, group)
	_, v, _ := r.views.decide(group, findEdge(stored, key), findEdge(whole, key))
	return v, nil
}

// Exportable returns a reader, for exports to other programs, of the edges that may be
// filtered by the access of their ends only, as in the bundle, and of the data derived
// from them.
func (r *Reader) Exportable() *Reader {
	if r.views == nil || r.partial() {
		return r
	}
	return r.withoutViews().through(r.ownNodes())
}

// withoutViews returns a reader without access views.
func (r *Reader) withoutViews() *Reader {
	out := *r
	out.views = nil
	return &out
}

// accessViews checks that the edges of every access view can be read from both ends, and that
// the list of nodes with variants is correct.
func (v *verifier) views() error {
	w := v.whole.views
	if w == nil {
		return nil
	}
	var to []uint32
	for _, n := range w.from {
		for _, outside := range []bool{false, true} {
			list, err := v.whole.variants(n, outside)
			if err != nil {
				return err
			}
			for i, o := range list {
				to = append(to, o.To)
				if i > 0 && graph.CompareEdges(list[i-1].Edge, o.Edge) > 0 {
					v.addf("the variants of edges from %s are out of order",
						v.name(v.r.allNodes(), n))
				}
			}
		}
	}
	slices.Sort(to)
	if to = slices.Compact(to); !slices.Equal(to, w.to) {
		v.addf("the targets of edges with variants do not match the variants")
		return nil
	}
	if err := v.adjacencyOf(v.whole, w.edges); err != nil {
		return err
	}
	for i := range w.sets {
		r := *v.whole
		of := *w
		of.whole, of.apply, of.class = false, []int{i}, make([]int32, r.head.nodes)
		r.views, r.visible = &of, nil
		if err := v.adjacencyOf(&r, -1); err != nil {
			return err
		}
	}
	return nil
}
