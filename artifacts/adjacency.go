package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// This file encodes and decodes adjacency; see FORMAT.md, section "Adjacency".

// The first byte of an edge: the tier in the low bits, then flags for the fields that
// follow.
const (
	tierBits = 0x07
	hasRecv  = 0x08
	hasLine  = 0x10
	hasShare = 0x20
	hasOps   = 0x40
	hasVia   = 0x80
)

// appendEdges appends the list of one node: edges are sorted by (Kind, other end), and
// other returns the end that varies.
func appendEdges(b []byte, edges []graph.Edge, other func(graph.Edge) uint32) []byte {
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && edges[n].Kind == edges[0].Kind {
			n++
		}
		b = appendUint(b, uint64(edges[0].Kind))
		b = appendUint(b, uint64(n))
		last := uint32(0)
		for _, e := range edges[:n] {
			b = appendUint(b, uint64(other(e)-last))
			last = other(e)
			b = appendEvidence(b, e)
		}
		edges = edges[n:]
	}
	return b
}

// appendEvidence appends the evidence for an edge.
func appendEvidence(b []byte, e graph.Edge) []byte {
	flags := byte(e.Tier)
	if e.Line != 0 {
		flags |= hasLine
	}
	if e.Share > 1 {
		flags |= hasShare
	}
	if e.Ops != 0 {
		flags |= hasOps
	}
	if e.Via != 0 {
		flags |= hasVia
	}
	if e.Recv != 0 {
		flags |= hasRecv
	}
	b = append(b, flags)
	if e.Line != 0 {
		b = appendUint(b, uint64(e.Line))
	}
	if e.Share > 1 {
		b = appendUint(b, uint64(e.Share))
	}
	if e.Ops != 0 {
		b = append(b, byte(e.Ops))
	}
	if e.Via != 0 {
		b = append(b, byte(e.Via))
	}
	if e.Recv != 0 {
		b = appendUint(b, uint64(e.Recv-1))
	}
	return b
}

// An edgeDecoder decodes the list of one node sequentially.
type edgeDecoder struct {
	decoder
	nodes uint64
	words *vocabulary

	kind  graph.EdgeKind // of the current group
	left  int            // remaining edges of the group
	other uint64
}

// next decodes an edge; ok is false at the end, or after damage. The other end is
// returned as To; the caller moves it if necessary.
func (d *edgeDecoder) next() (e graph.Edge, ok bool) {
	if d.left == 0 {
		if d.done() || !d.group() {
			return e, false
		}
		d.other = 0
	}
	d.left--
	d.other += d.uint()
	e = graph.Edge{Kind: d.kind, To: uint32(d.other)}
	if !d.evidence(&e) || d.other >= d.nodes {
		d.fail()
		return e, false
	}
	return e, true
}

// group decodes the header of a group.
func (d *edgeDecoder) group() (ok bool) {
	d.kind, ok = d.words.kind(d.uint())
	d.left = d.size()
	if !ok || d.left == 0 {
		d.fail()
	}
	return !d.bad
}

func (d *edgeDecoder) evidence(e *graph.Edge) bool {
	flags := d.byte()
	tier, ok := d.words.tier(flags & tierBits)
	e.Tier = tier
	if flags&hasLine != 0 {
		e.Line = d.uint32()
	}
	if flags&hasShare != 0 {
		e.Share = uint16(d.uint())
	}
	if flags&hasOps != 0 {
		e.Ops = graph.Ops(d.byte())
	}
	if flags&hasVia != 0 {
		e.Via = graph.Via(d.byte())
	}
	if flags&hasRecv != 0 {
		e.Recv = d.uint32() + 1
	}
	return ok && !d.bad
}

// err returns the error that ended the list early, or nil.
func (d *edgeDecoder) err() error {
	if d.bad {
		return corruptf("adjacency")
	}
	return nil
}

// edgeBytes is about the mean size of an edge in bytes.
const edgeBytes = 4

// decodeEdges decodes the complete list of one node.
func decodeEdges(b []byte, nodes uint64, v *vocabulary) (edges []graph.Edge, err error) {
	if len(b) == 0 {
		return nil, nil
	}
	return appendDecoded(make([]graph.Edge, 0, len(b)/edgeBytes+1), b, nodes, v)
}

// appendDecoded appends the list of one node.
func appendDecoded(edges []graph.Edge, b []byte, nodes uint64, v *vocabulary) ([]graph.Edge, error) {
	d := edgeDecoder{decoder: decoder{b: b}, nodes: nodes, words: v}
	for e, ok := d.next(); ok; e, ok = d.next() {
		edges = append(edges, e)
	}
	return edges, d.err()
}

// A vocabulary translates the numbers of a store to those of this program.
type vocabulary struct {
	kinds []graph.EdgeKind
	tiers []graph.Tier
}

// newVocabulary returns an error for a store that uses a name unknown to this program.
func newVocabulary(h *head) (*vocabulary, error) {
	v := new(vocabulary)
	for _, name := range h.edgeKinds {
		k, ok := graph.ParseEdgeKind(name)
		if !ok {
			return nil, unknownWord("edge kind", name)
		}
		v.kinds = append(v.kinds, k)
	}
	for _, name := range h.tiers {
		t, ok := graph.ParseTier(name)
		if !ok {
			return nil, unknownWord("tier", name)
		}
		v.tiers = append(v.tiers, t)
	}
	return v, nil
}

func (v *vocabulary) kind(n uint64) (graph.EdgeKind, bool) {
	if n == 0 || n > uint64(len(v.kinds)) {
		return 0, false
	}
	return v.kinds[n-1], true
}

func (v *vocabulary) tier(n byte) (graph.Tier, bool) {
	if n == 0 || int(n) > len(v.tiers) {
		return 0, false
	}
	return v.tiers[n-1], true
}

// inOrder returns sorted edges in the order (To, Kind, From), as indexes, and the start
// of each node's list in it.
func inOrder(edges []graph.Edge, nodes int) (index []uint32, begin []uint32) {
	begin = make([]uint32, nodes+1)
	for _, e := range edges {
		begin[e.To+1]++
	}
	for i := range nodes {
		begin[i+1] += begin[i]
	}
	index = make([]uint32, len(edges))
	next := slices.Clone(begin)
	for i, e := range edges {
		index[next[e.To]] = uint32(i)
		next[e.To]++
	}
	for n := range nodes { // still in ascending order of From
		slices.SortStableFunc(index[begin[n]:begin[n+1]], func(a, b uint32) int {
			return int(edges[a].Kind) - int(edges[b].Kind)
		})
	}
	return index, begin
}
