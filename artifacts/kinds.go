package artifacts

import "seedgraph/graph"

// WithoutEdge removes from kinds those that have an edge. It reads no further than
// necessary.
func (r *Reader) WithoutEdge(kinds map[graph.EdgeKind]bool) error {
	if !r.showsStored() {
		return r.withoutSeenEdge(kinds)
	}
	for first := uint32(0); first < r.NumNodes() && len(kinds) > 0; first += nodeBlock {
		value, err := r.store.get(blockKey(sectionOut, first/nodeBlock))
		if err != nil {
			return err
		}
		d := decoder{b: value}
		for range min(nodeBlock, r.NumNodes()-first) {
			edges, err := decodeEdges(d.bytes(d.size()), r.head.nodes, r.words)
			if err != nil {
				return err
			}
			for _, e := range edges {
				delete(kinds, e.Kind)
			}
		}
		if d.bad {
			return corruptf("adjacency of nodes %d and more", first)
		}
	}
	return nil
}

// withoutSeenEdge implements WithoutEdge for a reader with restricted access.
func (r *Reader) withoutSeenEdge(kinds map[graph.EdgeKind]bool) error {
	for n := uint32(0); n < r.NumNodes() && len(kinds) > 0; n++ {
		edges, err := r.Out(n)
		if err != nil {
			return err
		}
		for _, e := range edges {
			delete(kinds, e.Kind)
		}
	}
	return nil
}
