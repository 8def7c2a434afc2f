package artifacts

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"sort"

	"seedgraph/graph"
	"seedgraph/tokens"
)

// This file writes the graph store, section by section in the order of their
// keys; see FORMAT.md, section "Graph store".

// writeStore writes all sections. It takes time and space in proportion to the nodes, the
// edges and the terms, each of which is written once; names and terms are sorted.
func (b *build) writeStore(x termIndex) error {
	w, err := b.create(b.path(storeDir))
	if err != nil {
		return err
	}
	defer w.Abort()
	put := func(key, value []byte) error {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		return w.Put(key, value)
	}
	table := newStringTable(b.sharedStrings())
	for _, section := range []func(func(key, value []byte) error) error{
		func(put putFunc) error { return b.writeHead(x, put) },
		b.writeOpenEnds,
		b.writeOpenNames,
		b.writeAccess,
		b.writeViews,
		b.writeHistory,
		b.writeViewsIn,
		b.writeOutside,
		b.writeFrames,
		b.writeExtraNodes,
		b.writeHandles,
		b.writeIn,
		b.writeCompanions,
		b.writeEnds,
		x.writeLengths,
		b.writeSites,
		func(put putFunc) error { return b.writeNodes(table, put) },
		b.writeOut,
		b.writePaths,
		b.writeReceivers,
		func(put putFunc) error { return writeRanks(b.g.Nodes, put) },
		table.write,
		func(put putFunc) (err error) { b.counts.Terms, err = x.writeTerms(put); return err },
		b.writeUses,
		b.writeReach,
		b.writeOuterSites,
		b.writeOuter,
		b.writeSymbols,
		b.writeLayouts,
	} {
		if err := section(put); err != nil {
			return err
		}
	}
	return w.Close()
}

// A putFunc stores a value; keys must be in ascending order.
type putFunc = func(key, value []byte) error

func (b *build) writeHead(x termIndex, put putFunc) error {
	h := head{nodes: uint64(len(b.g.Nodes)), edges: uint64(len(b.g.Edges)),
		parts: uint64(len(b.at))}
	h.vocabulary()
	for _, k := range b.kinds() {
		h.kinds = append(h.kinds, string(k))
	}
	for f := range tokens.NumFields {
		h.fields = append(h.fields, f.String())
	}
	h.totals = x.sums()
	return put([]byte{sectionHead}, h.append(nil))
}

// kinds lists the node kinds: first the table of kinds, then others by name.
func (b *build) kinds() []graph.NodeKind {
	list := graph.NodeKinds()
	known := map[graph.NodeKind]bool{}
	for _, k := range list {
		known[k] = true
	}
	others := map[graph.NodeKind]bool{}
	for i := range b.g.Nodes {
		if k := b.g.Nodes[i].Kind; !known[k] {
			others[k] = true
		}
	}
	return append(list, slices.Sorted(maps.Keys(others))...)
}

// writeFrames stores the frame directories of the two files that hold texts.
func (b *build) writeFrames(put putFunc) error {
	value := appendFrames(nil, b.chunkFrames)
	return put([]byte{sectionFrames}, appendFrames(value, b.bodyFrames))
}

// writeHandles stores the handles in buckets by their first 12 bits.
func (b *build) writeHandles(put putFunc) error {
	type entry struct {
		packed [handleBytes]byte
		node   uint32
	}
	entries := make([]entry, 0, len(b.g.Nodes))
	for i := range b.g.Nodes {
		packed, _ := packHandle(b.g.Nodes[i].ID.Handle())
		entries = append(entries, entry{packed, uint32(i)})
	}
	slices.SortFunc(entries, func(x, y entry) int {
		return bytes.Compare(x.packed[:],
			y.packed[:])
	})
	for len(entries) > 0 {
		bucket, _ := handleBucket(entries[0].packed)
		var value []byte
		for len(entries) > 0 {
			at, rest := handleBucket(entries[0].packed)
			if at != bucket {
				break
			}
			value = append(value, rest[:]...)
			value = appendUint(value, uint64(entries[0].node))
			entries = entries[1:]
		}
		if err := put(blockKey(sectionHandles, bucket), value); err != nil {
			return err
		}
	}
	return nil
}

// writeBlocks stores a list for every node in blocks of nodeBlock lists, each prefixed
// with its length.
func (b *build) writeBlocks(section byte, put putFunc, list func(b []byte, n uint32) []byte) error {
	var block, one []byte
	for i := range len(b.g.Nodes) {
		one = list(one[:0], uint32(i))
		block = appendUint(block, uint64(len(one)))
		block = append(block, one...)
		if (i+1)%nodeBlock == 0 || i+1 == len(b.g.Nodes) {
			if err := put(blockKey(section, uint32(i/nodeBlock)), block); err != nil {
				return err
			}
			block = block[:0]
		}
	}
	return nil
}

func (b *build) writeOut(put putFunc) error {
	return b.writeBlocks(sectionOut, put, func(v []byte, n uint32) []byte {
		return appendEdges(v, b.out(n), func(e graph.Edge) uint32 { return e.To })
	})
}

func (b *build) writeIn(put putFunc) error {
	index, begin := inOrder(b.g.Edges, len(b.g.Nodes))
	outer, outerBegin := inOrder(b.g.ExternalEdges, len(b.g.Nodes))
	var edges []graph.Edge
	return b.writeBlocks(sectionIn, put, func(v []byte, n uint32) []byte {
		edges = edges[:0]
		for _, i := range index[begin[n]:begin[n+1]] {
			edges = append(edges, b.g.Edges[i])
		}
		for _, i := range outer[outerBegin[n]:outerBegin[n+1]] {
			edges = append(edges, b.g.ExternalEdges[i])
		}
		return appendEdges(v, edges, func(e graph.Edge) uint32 { return e.From })
	})
}

// sharedStrings collects the strings to which node records refer by number. Adjacent nodes have most of them
// in common.
func (b *build) sharedStrings() map[string]struct{} {
	set := map[string]struct{}{}
	var last [7]string
	for i := range b.g.Nodes {
		n := &b.g.Nodes[i]
		for k, s := range [len(last)]string{n.Language, n.Module, n.Class, n.Schema, n.Path, n.Access.Owner,
			n.Access.SourceSystemID} {
			if s != last[k] || i == 0 {
				last[k], set[s] = s, struct{}{}
			}
		}
		for _, list := range [][]string{n.Modifiers, n.Bases, n.Access.Allow, n.Access.Labels} {
			for _, s := range list {
				set[s] = struct{}{}
			}
		}
	}
	return set
}

func (b *build) writeNodes(table *stringTable, put putFunc) error {
	parent, at, isNode := graph.NodeID(""), uint32(0), false
	lookup := func(id graph.NodeID) (uint32, bool) {
		if id != parent { // adjacent nodes often have the same parent
			parent = id
			at, isNode = b.lookup(id)
		}
		return at, isNode
	}
	e := nodeEncoder{strings: table, kinds: map[graph.NodeKind]uint64{}, lookup: lookup}
	for i, k := range b.kinds() {
		e.kinds[k] = uint64(i)
	}
	for i := range b.g.Nodes {
		if i%nodeBlock == 0 {
			e.reset()
		}
		if err := e.node(&b.g.Nodes[i], b.placesOf(uint32(i))); err != nil {
			return err
		}
		if (i+1)%nodeBlock == 0 || i+1 == len(b.g.Nodes) {
			if err := put(blockKey(sectionNodes, uint32(i/nodeBlock)), e.block); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookup finds a node by its id.
func (b *build) lookup(id graph.NodeID) (uint32, bool) {
	nodes := b.g.Nodes
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].ID >= id })
	return uint32(i), i < len(nodes) && nodes[i].ID == id
}

// writePaths stores the dictionary from paths to their nodes with line ranges:
// by first line, the longer range first, then by number.
func (b *build) writePaths(put putFunc) error {
	byPath := map[string][]uint32{}
	for i := range b.g.Nodes {
		if p := b.g.Nodes[i].Path; p != "" {
			byPath[p] = append(byPath[p], uint32(i))
		}
	}
	b.counts.Files = len(byPath)
	w := newDictWriter(sectionPaths, put)
	var value []byte
	for _, p := range slices.Sorted(maps.Keys(byPath)) {
		nodes := byPath[p]
		slices.SortFunc(nodes, func(x, y uint32) int {
			a, c := b.g.Nodes[x].Span, b.g.Nodes[y].Span
			return cmp.Or(cmp.Compare(a.StartLine, c.StartLine), cmp.Compare(c.EndLine, a.EndLine),
				cmp.Compare(x, y))
		})
		value = value[:0]
		last := uint32(0)
		for _, n := range nodes {
			s := b.g.Nodes[n].Span
			value = appendUint(value, uint64(n))
			value = appendUint(value, uint64(s.StartLine-last))
			value = appendUint(value, uint64(s.EndLine-s.StartLine))
			last = s.StartLine
		}
		if err := w.add(p, value); err != nil {
			return err
		}
	}
	return w.close()
}

// writeSymbols stores the dictionary from lower-cased last names to nodes.
func (b *build) writeSymbols(put putFunc) error {
	bySymbol := map[string][]uint32{}
	for i := range b.g.Nodes {
		for _, s := range symbolKeys(&b.g.Nodes[i]) {
			bySymbol[s] = append(bySymbol[s], uint32(i))
		}
	}
	w := newDictWriter(sectionSymbols, put)
	for _, s := range slices.Sorted(maps.Keys(bySymbol)) {
		if err := w.add(s, appendNumbers(nil, bySymbol[s])); err != nil {
			return err
		}
	}
	return w.close()
}

// appendNumbers appends ascending numbers as differences.
func appendNumbers(b []byte, list []uint32) []byte {
	last := uint32(0)
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n-last))
		last = n
	}
	return b
}

// numbers decodes the output of appendNumbers.
func (d *decoder) numbers() []uint32 {
	var list []uint32
	for last := uint64(0); len(d.b) > 0; {
		last += d.uint()
		list = append(list, uint32(last))
	}
	return list
}
