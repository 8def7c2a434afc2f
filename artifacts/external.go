package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// This file writes and reads external symbols and the edges to them; see FORMAT.md,
// section "Outside the tree".

// writeOutside stores the numbers of the external symbols. Without any there is no value.
func (b *build) writeOutside(put putFunc) error {
	var list []uint32
	for i := range b.g.Nodes {
		if b.g.Nodes[i].Kind.IsExternal() {
			list = append(list, uint32(i))
		}
	}
	if len(list) == 0 {
		return nil
	}
	return put([]byte{sectionOutside}, appendNumbers(nil, list))
}

// writeOuter stores the edges of each node to external symbols. Blocks without any are
// left out.
func (b *build) writeOuter(put putFunc) error {
	edges := b.g.ExternalEdges
	return b.writeSparse(sectionOuter, put, func(v []byte, n uint32) []byte {
		var own []graph.Edge
		own, edges = edgesFrom(edges, n)
		return appendEdges(v, own, func(e graph.Edge) uint32 { return e.To })
	})
}

// writeOuterSites stores the further lines of these edges, like writeSites.
func (b *build) writeOuterSites(put putFunc) error {
	edges, sites := b.g.ExternalEdges, b.g.ExternalSites
	return b.writeSparse(sectionOuterSites, put, func(v []byte, n uint32) []byte {
		var own []graph.Edge
		own, edges = edgesFrom(edges, n)
		v, sites = appendSites(v, own, sites)
		return v
	})
}

// edgesFrom splits sorted edges into a prefix of those that leave node n, and the rest.
func edgesFrom(edges []graph.Edge, n uint32) (own, rest []graph.Edge) {
	i := 0
	for i < len(edges) && edges[i].From == n {
		i++
	}
	return edges[:i], edges[i:]
}

// writeSparse is like writeBlocks, for sections in which few nodes have a list.
func (b *build) writeSparse(section byte, put putFunc,
	list func(b []byte, n uint32) []byte) error {
	var block, one []byte
	any := false
	for i := range len(b.g.Nodes) {
		one = list(one[:0], uint32(i))
		any = any || len(one) > 0
		block = appendUint(block, uint64(len(one)))
		block = append(block, one...)
		if (i+1)%nodeBlock == 0 || i+1 == len(b.g.Nodes) {
			if any {
				if err := put(blockKey(section, uint32(i/nodeBlock)), block); err != nil {
					return err
				}
			}
			block, any = block[:0], false
		}
	}
	return nil
}

// ExternalSymbols lists the external symbols, by number.
func (r *Reader) ExternalSymbols() ([]uint32, error) {
	value, err := r.store.find([]byte{sectionOutside})
	if err != nil || value == nil {
		return nil, err
	}
	d := decoder{b: value}
	list := d.numbers()
	if d.bad || len(list) > 0 && uint64(list[len(list)-1]) >= r.head.nodes {
		return nil, corruptf("external symbols")
	}
	return r.seenOf(list), nil
}

// NumExternalSymbols returns the number of external symbols.
func (r *Reader) NumExternalSymbols() (int, error) {
	list, err := r.ExternalSymbols()
	return len(list), err
}

// ExternalEdges returns the edges from node n to external symbols, by (Kind, To), including those
// from external packages and types to their contents. Out excludes these edges; In of an
// external symbol includes them.
func (r *Reader) ExternalEdges(n uint32) ([]graph.Edge, error) { return r.adjacency(sectionOuter, n) }

// sparseList returns the list of a node of the store in a section without empty blocks,
// or nil if it has none.
func (r *Reader) sparseList(section byte, n uint32) ([]byte, error) {
	value, err := r.store.find(blockKey(section, n/nodeBlock))
	if err != nil || value == nil {
		return nil, err
	}
	d := decoder{b: value}
	for range n % nodeBlock {
		d.bytes(d.size())
	}
	list := d.bytes(d.size())
	if d.bad {
		return nil, corruptf("section %q of node %d", section, n)
	}
	return list, nil
}

// outside checks the list of external symbols, and that edges within the tree and edges
// to external symbols are stored separately.
func (v *verifier) outside() error {
	list, err := v.r.ExternalSymbols()
	if err != nil {
		return err
	}
	var want []uint32
	err = v.r.records(func(n uint32, rec *record) error {
		if rec.node.Kind.IsExternal() {
			want = append(want, n)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if !slices.Equal(list, want) {
		v.addf("the external symbols are not those of the nodes")
	}
	for n := range v.r.NumNodes() {
		edges, err := v.r.ExternalEdges(n)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if _, ok := slices.BinarySearch(list, e.To); !ok {
				v.addf("an edge out of the tree leads from %s to %s", v.ids[n], v.ids[e.To])
			}
		}
	}
	return nil
}
