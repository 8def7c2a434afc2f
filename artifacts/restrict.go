package artifacts

import (
	"cmp"
	"slices"
	"sync"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// A view is what a visitor sees of artifacts. The nodes that are left have
// numbers of their own, in the order of those in the store: so whatever asks the
// reader finds what it would find in artifacts without the other nodes.
type view struct {
	raw    []uint32 // by number: that in the store, ascending
	number []uint32 // by number in the store: 1 + the number; 0: hidden
	whole  bool     // nothing but guises is hidden

	ranks   func() ([]float64, error)
	edges   func() (int, error)
	lengths func() ([tokens.NumFields]uint64, error)
}

// Restrict returns a reader that answers as one of artifacts built without what
// v may not see or does not ask for:
//
//   - nodes whose access does not admit v are gone, with their edges;
//   - a name without a path that contains nodes (a namespace) is there exactly if
//     one of these is there, another one (what is outside the tree) exactly if a
//     node with a path that is there has an edge to it, or something in it is there,
//     whatever its own access says: that is a summary for readers who do not look at
//     edges;
//   - numbers of nodes, frequencies and lengths of terms, and ranks are those of
//     what is left, and an edge stands among the candidates that are left.
//
// The result shares the files of r, which must be closed once.
func (r *Reader) Restrict(v graph.Visitor) (*Reader, error) {
	if v.SeesAll() || r.partial() {
		return r, nil
	}
	classes, column, err := r.accessTable()
	if err != nil {
		return nil, err
	}
	if column == nil && len(r.guises) > 0 {
		return nil, corruptf("access of guises")
	}
	seen := make([]bool, r.head.nodes)
	names := make([]bool, r.head.nodes) // placeless nodes
	admitted := admitted(classes, v)
	for n := range seen {
		c := uint32(0)
		if column != nil {
			c = column[n]
		}
		if c&placeless != 0 {
			names[n] = true
			continue
		}
		seen[n] = admitted[c>>1]
	}
	out := *r
	out.visitor = v
	if !out.restrictWorlds(classes, column, seen, names) && !out.hidesAny(seen, names) {
		return &out, nil
	}
	out.view = nil
	if err := out.addNames(seen, names); err != nil {
		return nil, err
	}
	return out.through(seen), nil
}

// restrictWorlds makes the worlds those of the visitor, and hides and shows the nodes that these
// decide about. It reports whether the reader may not see all files.
func (r *Reader) restrictWorlds(classes []graph.Access, column []uint32, seen,
	names []bool) bool {
	if r.worlds == nil {
		return false
	}
	byClass := make([]int32, len(classes))
	for i, a := range classes {
		byClass[i] = r.worlds.classOf(a)
	}
	nodes := make([]int32, len(seen))
	for n, c := range column {
		if c&placeless == 0 {
			nodes[n] = byClass[c>>1]
		}
	}
	for i := range r.worlds.nodes {
		nodes[r.worlds.nodes[i].Node] = r.worlds.classOf(r.worlds.nodes[i].Access)
	}
	for i := range r.guises {
		if n := r.guises[i].node; column[n]&placeless == 0 {
			nodes[n] = r.worlds.classOf(r.guises[i].access)
		}
	}
	r.worlds = r.worlds.of(r.visitor, nodes)
	for i := range r.worlds.nodes {
		v := &r.worlds.nodes[i]
		if has, checked := r.worlds.has(v); checked {
			seen[v.Node] = has && v.Access.Admits(r.visitor)
		}
	}
	r.wear(column, seen, names)
	return !r.worlds.whole
}

// hidesAny reports whether a node is hidden that is neither a name nor a guise.
func (r *Reader) hidesAny(seen, names []bool) bool {
	for n := range seen {
		if !seen[n] && !names[n] && r.guiseOf(uint32(n)) == nil {
			return true
		}
	}
	return false
}

// admitted tells of each class whether it admits v.
func admitted(classes []graph.Access, v graph.Visitor) (admitted []bool) {
	for _, a := range classes {
		admitted = append(admitted, a.Admits(v))
	}
	return admitted
}

// addNames adds those of the names that contain what is seen, and of those that
// contain nothing the ones that what is seen refers to. Lists are read only as
// far as they have to be: the names
// are few among the nodes, and most are referred to by something.
func (r *Reader) addNames(seen, names []bool) error {
	owners := map[uint32][]uint32{} // names that contain a name and are not yet seen
	var added []uint32
	for n, is := range names {
		if !is {
			continue
		}
		ok, empty, err := r.owns(uint32(n), seen, names, owners)
		if err == nil && empty {
			ok, err = r.referred(uint32(n), seen, names, owners)
		}
		if err != nil {
			return err
		}
		if ok || r.isCertain(uint32(n)) {
			added = append(added, uint32(n))
		}
	}
	for len(added) > 0 {
		n := added[len(added)-1]
		added = added[:len(added)-1]
		if !seen[n] {
			seen[n] = true
			added = append(added, owners[n]...)
		}
	}
	return nil
}

// referred reports whether an edge leads from a placed node that is seen to a name. The
// names that contain it, as packages outside the tree do, are noted as its owners.
func (r *Reader) referred(name uint32, placed, names []bool,
	owners map[uint32][]uint32) (ok bool, err error) {
	err = r.each(sectionIn, name, func(e graph.Edge) bool {
		if e.Kind == graph.Contains && names[e.From] {
			owners[name] = append(owners[name], e.From)
		}
		ok = placed[e.From]
		return !ok
	})
	return ok, err
}

// each calls f for the edges of a node of the store until it returns false. A list is decoded as
// far as it has to be, unless worlds have a say in it.
func (r *Reader) each(section byte, raw uint32, f func(graph.Edge) bool) error {
	if w := r.worlds; w != nil {
		ends, edges := w.from, r.Out
		if section == sectionIn {
			ends, edges = w.to, r.In
		}
		if _, ok := slices.BinarySearch(ends, raw); ok {
			list, err := edges(raw)
			for i := 0; i < len(list) && f(list[i]); i++ {
			}
			return err
		}
	}
	list, err := r.rawList(section, raw)
	if err != nil {
		return err
	}
	d := r.edgeDecoder(list)
	for e, ok := d.next(); ok; e, ok = d.next() {
		e.From = raw
		if section == sectionIn {
			e.From, e.To = e.To, raw
		}
		if !f(e) {
			return nil
		}
	}
	return d.err()
}

// owns reports whether a name contains a placed node that is seen, and whether it
// contains nothing at all. If it does not, it is noted as an owner of the names in
// it.
func (r *Reader) owns(name uint32, placed, names []bool,
	owners map[uint32][]uint32) (ok, empty bool, err error) {
	empty = true
	err = r.each(sectionOut, name, func(e graph.Edge) bool {
		if e.Kind != graph.Contains {
			return true
		}
		empty = false
		if ok = placed[e.To]; !ok && names[e.To] {
			owners[e.To] = append(owners[e.To], name)
		}
		return !ok
	})
	return ok, empty, err
}

// through returns a reader of the nodes that are seen.
func (r *Reader) through(seen []bool) *Reader {
	w := &view{number: make([]uint32, len(seen))}
	for n, is := range seen {
		if is {
			w.raw = append(w.raw, uint32(n))
			w.number[n] = uint32(len(w.raw))
		}
	}
	out := *r
	out.view = w
	out.lengths = sync.OnceValues(out.readLengths)
	w.ranks = sync.OnceValues(out.viewRanks)
	w.edges = sync.OnceValues(out.countEdges)
	w.lengths = sync.OnceValues(out.sumLengths)
	return &out
}

// rawNumber is the number in the store of node n.
func (r *Reader) rawNumber(n uint32) uint32 {
	if r.view == nil {
		return n
	}
	return r.view.raw[n]
}

// seen is the number of the node that has a number in the store; ok is false if
// it is hidden.
func (r *Reader) seen(raw uint32) (n uint32, ok bool) {
	if r.view == nil {
		return raw, true
	}
	n = r.view.number[raw]
	return n - 1, n > 0
}

// seenOf translates ascending numbers of the store and leaves out the hidden.
func (r *Reader) seenOf(raw []uint32) []uint32 {
	if r.view == nil {
		return raw
	}
	out := raw[:0]
	for _, n := range raw {
		if uint64(n) >= r.head.nodes {
			return out // damage, which Verify reports
		}
		if n, ok := r.seen(n); ok {
			out = append(out, n)
		}
	}
	return out
}

// rawEdges calls f for every node of the store and its edges, by number.
func (r *Reader) rawEdges(f func(from uint32, edges []graph.Edge) error) error {
	for first := uint64(0); first < r.head.nodes; first += nodeBlock {
		value, err := r.store.get(blockKey(sectionOut, uint32(first/nodeBlock)))
		if err != nil {
			return err
		}
		d := decoder{b: value}
		for n := first; n < min(first+nodeBlock, r.head.nodes); n++ {
			list := d.bytes(d.size())
			if d.bad {
				return corruptf("adjacency of node %d", n)
			}
			edges, err := decodeEdges(list, r.head.nodes, r.words)
			if err != nil {
				return err
			}
			for i := range edges {
				edges[i].From = uint32(n)
			}
			if err := f(uint32(n), edges); err != nil {
				return err
			}
		}
	}
	return nil
}

// seenEdges returns the edges of one node that the reader sees, by its numbers. Edges are all that
// leave the node, with the numbers of the store.
func (r *Reader) seenEdges(section byte, raw uint32, edges []graph.Edge) ([]graph.Edge, error) {
	variants, err := r.variants(raw, section == sectionOuter)
	if err != nil || r.view == nil && len(variants) == 0 {
		return edges, err
	}
	edges = r.settle(edges, variants)
	if r.view == nil {
		return edges, nil
	}
	for i := range edges {
		e := &edges[i]
		e.From, _ = r.seen(e.From)
		e.To, _ = r.seen(e.To)
	}
	return edges, nil
}

// seenIn is seenEdges for the edges that lead to node n: what else their origins lead to
// says how many candidates they stand among, and whether an edge with variants is there.
func (r *Reader) seenIn(n uint32, edges []graph.Edge) ([]graph.Edge, error) {
	origins, err := r.origins(r.rawNumber(n))
	if err != nil || r.view == nil && len(origins) == 0 {
		return edges, err
	}
	out := edges[:0]
	var last []graph.Edge // of the origin before, which has often several
	for _, e := range edges {
		from, ok := r.seen(e.From)
		to, okTo := r.seen(e.To)
		if _, decided := slices.BinarySearch(origins, e.From); !ok || !okTo || decided {
			continue
		}
		if r.view != nil && e.Share > 1 {
			if len(last) == 0 || last[0].From != from {
				if last, err = r.Out(from); err != nil {
					return nil, err
				}
			}
			i := slices.IndexFunc(last, func(o graph.Edge) bool {
				return o.Kind == e.Kind &&
					o.To == to
			})
			if i < 0 {
				return nil, corruptf("an edge from node %d stands at one end alone", e.From)
			}
			e.Share = last[i].Share
		}
		e.From, e.To = from, to
		out = append(out, e)
	}
	if len(origins) == 0 {
		return out, nil
	}
	for _, raw := range origins {
		if out, err = r.appendTo(out, raw, n); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.From, b.From))
	})
	return out, nil
}

// origins lists the nodes of the store that edges with variants lead to a node from.
func (r *Reader) origins(raw uint32) ([]uint32, error) {
	if r.worlds == nil {
		return nil, nil
	}
	if _, ok := slices.BinarySearch(r.worlds.to, raw); !ok {
		return nil, nil
	}
	value, err := r.sparseList(sectionWorldsIn, raw)
	if err != nil {
		return nil, err
	}
	d := decoder{b: value}
	list := d.numbers()
	if d.bad || !ascending(list) || len(list) == 0 || uint64(list[len(list)-1]) >= r.head.nodes {
		return nil, corruptf("worlds of node %d", raw)
	}
	return list, nil
}

// appendTo appends the edges from a node of the store to node n that the reader sees.
func (r *Reader) appendTo(list []graph.Edge, raw, n uint32) ([]graph.Edge, error) {
	from, ok := r.seen(raw)
	if !ok {
		return list, nil
	}
	for _, edges := range []func(uint32) ([]graph.Edge, error){r.Out, r.Outer} {
		all, err := edges(from)
		if err != nil {
			return nil, err
		}
		for _, e := range all {
			if e.To == n {
				list = append(list, e)
			}
		}
	}
	return list, nil
}

func (r *Reader) viewRanks() ([]float64, error) {
	var all []graph.Edge
	if err := r.seenOut(func(edges []graph.Edge) { all = append(all, edges...) }); err != nil {
		return nil, err
	}
	outside, err := r.Outside()
	if err != nil {
		return nil, err
	}
	docs, err := r.Documents()
	if err != nil {
		return nil, err
	}
	outside = append(slices.Clone(outside), docs...)
	slices.Sort(outside)
	return rankEdges(len(r.view.raw), outside, all, 0)
}

func (r *Reader) countEdges() (sum int, err error) {
	err = r.seenOut(func(edges []graph.Edge) { sum += len(edges) })
	return sum, err
}

// seenOut calls f for the edges of each node that is seen, by number.
func (r *Reader) seenOut(f func([]graph.Edge)) error {
	return r.rawEdges(func(from uint32, edges []graph.Edge) error {
		if r.hides(from) {
			return nil
		}
		edges, err := r.seenEdges(sectionOut, from, edges)
		f(edges)
		return err
	})
}

func (r *Reader) sumLengths() (sum [tokens.NumFields]uint64, err error) {
	if r.view.whole {
		return r.sumOwnLengths()
	}
	lengths, err := r.FieldLengths()
	for i, n := range lengths {
		sum[i%int(tokens.NumFields)] += uint64(n)
	}
	return sum, err
}

// sumOwnLengths takes the lengths of guises from those of all nodes.
func (r *Reader) sumOwnLengths() (sum [tokens.NumFields]uint64, err error) {
	lengths, err := r.everything().readLengths()
	if err != nil {
		return sum, err
	}
	copy(sum[:], r.head.totals)
	for _, g := range r.guises {
		at := int(g.node) * int(tokens.NumFields)
		for f, n := range lengths[at : at+int(tokens.NumFields)] {
			sum[f] -= uint64(n)
		}
	}
	return sum, nil
}

// A Conductor lists edges of a restricted reader also through what is hidden.
// Hidden nodes have numbers from NumNodes on, by which nothing else is to be
// asked.
type Conductor struct{ r *Reader }

// Conductor returns the edges of r, hidden ones included.
func (r *Reader) Conductor() Conductor { return Conductor{r} }

// Hidden reports whether node n is hidden.
func (c Conductor) Hidden(n uint32) bool { return n >= c.r.NumNodes() }

// Out is Reader.Out, by (Kind, To) in the order of ids.
func (c Conductor) Out(n uint32) ([]graph.Edge, error) { return c.edges(n, sectionOut) }

// In is Reader.In, by (Kind, From) in the order of ids.
func (c Conductor) In(n uint32) ([]graph.Edge, error) { return c.edges(n, sectionIn) }

func (c Conductor) edges(n uint32, section byte) ([]graph.Edge, error) {
	if !c.r.partial() {
		return c.r.adjacency(section, n)
	}
	raw := n - c.r.NumNodes()
	if !c.Hidden(n) {
		raw = c.r.rawNumber(n)
	}
	all := *c.r // whoever may see all files
	all.view = nil
	if all.worlds != nil {
		w := *all.worlds
		w.whole = true
		all.worlds = &w
	}
	edges, err := all.adjacency(section, raw)
	if err != nil {
		return nil, err
	}
	for i := range edges {
		e := &edges[i]
		e.From, e.To = c.number(e.From), c.number(e.To)
	}
	if c.r.worlds == nil || c.Hidden(n) {
		return edges, nil
	}
	between, err := c.r.adjacency(section, n) // what is seen, as it is seen
	edges = slices.DeleteFunc(edges, func(e graph.Edge) bool {
		return !c.Hidden(e.From) && !c.Hidden(e.To)
	})
	edges = append(edges, between...)
	slices.SortFunc(edges, func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To))
	})
	return edges, err
}

// number gives a node of the store its number, or one from NumNodes on.
func (c Conductor) number(raw uint32) uint32 {
	if n, ok := c.r.seen(raw); ok {
		return n
	}
	return c.r.NumNodes() + raw
}
