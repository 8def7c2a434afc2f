package artifacts

import (
	"cmp"
	"slices"
	"sync"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// Restrict returns a reader that answers like one of artifacts built without the data
// that v may not see or excludes by its filters:
//
//   - nodes whose access does not admit v are missing, with their edges;
//   - a node without a path that contains nodes (a namespace) is visible if and only if
//     one of these is; any other node without a path (an external symbol) if and only if
//     a visible node with a path has an edge to it, or something in it is visible. Its own
//     access is ignored: that is a summary for readers who do not look at edges;
//   - numbers of nodes, frequencies and lengths of terms, and ranks are computed from the
//     remaining nodes, and the number of candidates of an edge from the remaining ones.
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
	if column == nil && len(r.extra) > 0 {
		return nil, corruptf("access of extra nodes")
	}
	seen := make([]bool, r.head.nodes)
	names := make([]bool, r.head.nodes) // nodes without a path
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
	if !out.restrictViews(classes, column, seen, names) && !out.hidesAny(seen, names) {
		return &out, nil
	}
	out.visible = nil
	if err := out.addNames(seen, names); err != nil {
		return nil, err
	}
	return out.through(seen), nil
}

// admitted reports for each class whether it admits v.
func admitted(classes []graph.Access, v graph.Visitor) (admitted []bool) {
	for _, a := range classes {
		admitted = append(admitted, a.Admits(v))
	}
	return admitted
}

// addNames makes those nodes without a path visible that contain visible nodes or, if
// they contain none, are referred to by visible nodes. It reads lists only as far as
// necessary: such nodes are few, and most are referenced.
func (r *Reader) addNames(seen, names []bool) error {
	owners := map[uint32][]uint32{} // names that contain a name and are not visible yet
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

// referred reports whether a visible placed node has an edge to a name. The names that
// contain it, such as external packages, are recorded as its owners.
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

// each calls f for the edges of a node of the store until it returns false. A list is
// decoded only as far as necessary, unless its edges depend on access views.
func (r *Reader) each(section byte, raw uint32, f func(graph.Edge) bool) error {
	if w := r.views; w != nil {
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

// owns reports whether a name contains a visible placed node, and whether it contains
// nothing at all. Otherwise it is recorded as an owner of the names in it.
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

// through returns a reader restricted to the nodes in seen.
func (r *Reader) through(seen []bool) *Reader {
	w := &visibleNodes{number: make([]uint32, len(seen))}
	for n, is := range seen {
		if is {
			w.raw = append(w.raw, uint32(n))
			w.number[n] = uint32(len(w.raw))
		}
	}
	out := *r
	out.visible = w
	out.lengths = sync.OnceValues(out.readLengths)
	w.ranks = sync.OnceValues(out.viewRanks)
	w.edges = sync.OnceValues(out.countEdges)
	w.lengths = sync.OnceValues(out.sumLengths)
	return &out
}

// rawEdges calls f for every node of the store and its edges, by number. The edges are
// valid during the call.
func (r *Reader) rawEdges(f func(from uint32, edges []graph.Edge) error) error {
	var edges []graph.Edge
	blocks := r.store.scan(sectionOut)
	for first := uint64(0); first < r.head.nodes; first += nodeBlock {
		value, err := blocks.next(uint32(first / nodeBlock))
		if err != nil {
			return err
		}
		d := decoder{b: value}
		for n := first; n < min(first+nodeBlock, r.head.nodes); n++ {
			list := d.bytes(d.size())
			if d.bad {
				return corruptf("adjacency of node %d", n)
			}
			if edges, err = appendDecoded(edges[:0], list, r.head.nodes, r.words); err != nil {
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

// seenEdges returns the visible edges of one node, with the reader's numbers. edges are
// all edges that leave the node, with the numbers of the store.
func (r *Reader) seenEdges(section byte, raw uint32, edges []graph.Edge) ([]graph.Edge, error) {
	variants, err := r.variants(raw, section == sectionOuter)
	if err != nil || r.showsAllNodes() && len(variants) == 0 {
		return edges, err
	}
	edges = r.settle(edges, variants)
	if r.showsAllNodes() {
		return edges, nil
	}
	for i := range edges {
		e := &edges[i]
		e.From, _ = r.seen(e.From)
		e.To, _ = r.seen(e.To)
	}
	return edges, nil
}

// seenIn is seenEdges for the edges into node n: the other edges of their sources
// determine the number of candidates, and whether an edge with variants exists.
func (r *Reader) seenIn(n uint32, edges []graph.Edge) ([]graph.Edge, error) {
	origins, err := r.origins(r.rawNumber(n))
	if err != nil || r.showsAllNodes() && len(origins) == 0 {
		return edges, err
	}
	out := edges[:0]
	var last []graph.Edge // edges of the previous source, which often has several
	for _, e := range edges {
		from, ok := r.seen(e.From)
		to, okTo := r.seen(e.To)
		if _, decided := slices.BinarySearch(origins, e.From); !ok || !okTo || decided {
			continue
		}
		if !r.showsAllNodes() && e.Share > 1 {
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
				return nil, corruptf("an edge from node %d is stored at only one end", e.From)
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

// origins lists the nodes of the store with edges to a node that have variants.
func (r *Reader) origins(raw uint32) ([]uint32, error) {
	if r.views == nil {
		return nil, nil
	}
	if _, ok := slices.BinarySearch(r.views.to, raw); !ok {
		return nil, nil
	}
	value, err := r.sparseList(sectionViewsIn, raw)
	if err != nil {
		return nil, err
	}
	d := decoder{b: value}
	list := d.numbers()
	if d.bad || !ascending(list) || len(list) == 0 || uint64(list[len(list)-1]) >= r.head.nodes {
		return nil, corruptf("access views of node %d", raw)
	}
	return list, nil
}

// appendTo appends the visible edges from a node of the store to node n.
func (r *Reader) appendTo(list []graph.Edge, raw, n uint32) ([]graph.Edge, error) {
	from, ok := r.seen(raw)
	if !ok {
		return list, nil
	}
	for _, edges := range []func(uint32) ([]graph.Edge, error){r.Out, r.ExternalEdges} {
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
	err := r.EachOut(func(_ uint32, edges []graph.Edge) error {
		all = append(all, edges...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	outside, err := r.ExternalSymbols()
	if err != nil {
		return nil, err
	}
	docs, err := r.Documents()
	if err != nil {
		return nil, err
	}
	outside = append(slices.Clone(outside), docs...)
	slices.Sort(outside)
	return rankEdges(len(r.visible.raw), outside, all, 0)
}

func (r *Reader) countEdges() (sum int, err error) {
	err = r.EachOut(func(_ uint32, edges []graph.Edge) error {
		sum += len(edges)
		return nil
	})
	return sum, err
}

// EachOut calls f for every node, by number, with the edges that leave it, until f returns
// an error. The edges are valid during the call.
func (r *Reader) EachOut(f func(n uint32, edges []graph.Edge) error) error {
	if r.showsStored() {
		return r.rawEdges(f)
	}
	return r.rawEdges(func(from uint32, edges []graph.Edge) error {
		n, ok := r.seen(from)
		if !ok {
			return nil
		}
		edges, err := r.seenEdges(sectionOut, from, edges)
		if err != nil {
			return err
		}
		return f(n, edges)
	})
}

func (r *Reader) sumLengths() (sum [tokens.NumFields]uint64, err error) {
	if r.visible.whole {
		return r.sumOwnLengths()
	}
	lengths, err := r.FieldLengths()
	for i, n := range lengths {
		sum[i%int(tokens.NumFields)] += uint64(n)
	}
	return sum, err
}

// sumOwnLengths returns the total lengths of all nodes except extra nodes.
func (r *Reader) sumOwnLengths() (sum [tokens.NumFields]uint64, err error) {
	lengths, err := r.allNodes().readLengths()
	if err != nil {
		return sum, err
	}
	copy(sum[:], r.head.totals)
	for _, g := range r.extra {
		at := int(g.node) * int(tokens.NumFields)
		for f, n := range lengths[at : at+int(tokens.NumFields)] {
			sum[f] -= uint64(n)
		}
	}
	return sum, nil
}

// A HiddenEdges lists edges of a restricted reader including edges of hidden nodes. Hidden
// nodes have numbers from NumNodes on, which must not be used for anything else.
type HiddenEdges struct{ r *Reader }

// HiddenEdges returns the edges of r, including hidden ones.
func (r *Reader) HiddenEdges() HiddenEdges { return HiddenEdges{r} }

// Hidden reports whether node n is hidden.
func (c HiddenEdges) Hidden(n uint32) bool { return n >= c.r.NumNodes() }

// Out is Reader.Out, by (Kind, To) in the order of ids.
func (c HiddenEdges) Out(n uint32) ([]graph.Edge, error) { return c.edges(n, sectionOut) }

// In is Reader.In, by (Kind, From) in the order of ids.
func (c HiddenEdges) In(n uint32) ([]graph.Edge, error) { return c.edges(n, sectionIn) }

func (c HiddenEdges) edges(n uint32, section byte) ([]graph.Edge, error) {
	if !c.r.partial() {
		return c.r.adjacency(section, n)
	}
	raw := n - c.r.NumNodes()
	if !c.Hidden(n) {
		raw = c.r.rawNumber(n)
	}
	all := *c.r // with the edges for readers of all files
	all.visible = nil
	if all.views != nil {
		w := *all.views
		w.whole = true
		all.views = &w
	}
	edges, err := all.adjacency(section, raw)
	if err != nil {
		return nil, err
	}
	for i := range edges {
		e := &edges[i]
		e.From, e.To = c.number(e.From), c.number(e.To)
	}
	if c.r.views == nil || c.Hidden(n) {
		return edges, nil
	}
	between, err := c.r.adjacency(section, n) // edges between visible nodes, as the reader sees them
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

// number returns the number of a node of the store, from NumNodes on if it is hidden.
func (c HiddenEdges) number(raw uint32) uint32 {
	if n, ok := c.r.seen(raw); ok {
		return n
	}
	return c.r.NumNodes() + raw
}
