package artifacts

import "seedgraph/graph"

// NodesOfKinds calls f for every node of one of the kinds, in order, until f returns an
// error. The node is as returned by Node, but without parent and rank, and valid during
// the call. Records of other kinds are skipped, and so are those of numbers rejected by
// admit, unless it is nil.
func (r *Reader) NodesOfKinds(kinds map[graph.NodeKind]bool, admit func(n uint32) bool,
	f func(n uint32, node *graph.Node) error) error {
	return r.nodesOfKinds(kinds, admit, false, f)
}

// SparseNodes calls f for every node of one of the kinds, in order, until f returns an error.
// The node has only kind, names, language, project, flags, complexity, place, access and parts; it
// is valid during the call.
func (r *Reader) SparseNodes(kinds map[graph.NodeKind]bool, f func(n uint32, node *graph.Node) error) error {
	return r.nodesOfKinds(kinds, nil, true, f)
}

func (r *Reader) nodesOfKinds(kinds map[graph.NodeKind]bool, admit func(n uint32) bool, sparse bool,
	f func(n uint32, node *graph.Node) error) error {
	want := make([]bool, len(r.head.kinds))
	for i, k := range r.head.kinds {
		want[i] = kinds[graph.NodeKind(k)]
	}
	none := make([]bool, len(want))
	var one record // of all nodes, if they are sparse
	return r.scanNodes(func(raw uint32, d *nodeDecoder) error {
		if sparse {
			d.sparse = &one
		}
		n, ok := r.seen(raw)
		wanted := want
		if !ok || admit != nil && !admit(n) {
			wanted = none
		}
		rec, err := d.nextOf(wanted)
		if err != nil || rec == nil {
			return err
		}
		if rec.node.Project, err = r.projects.of(rec.node.Path); err != nil {
			return err
		}
		r.applyView(raw, &rec.node)
		return f(n, &rec.node)
	})
}

// scanNodes calls f for each record of a node, in order, with the decoder that is to decode or skip
// it, until f returns an error.
func (r *Reader) scanNodes(f func(raw uint32, d *nodeDecoder) error) error {
	blocks := r.store.scan(sectionNodes)
	var d *nodeDecoder
	for raw := range uint32(r.head.nodes) {
		if raw%nodeBlock == 0 {
			if d != nil && !d.done() {
				return corruptf("records before node %d", raw)
			}
			value, err := blocks.next(raw / nodeBlock)
			if err != nil {
				return err
			}
			d = r.decoderOf(value)
		}
		if err := f(raw, d); err != nil {
			return err
		}
	}
	return nil
}

// nextOf decodes a record if its kind is wanted; otherwise it skips the record and
// returns nil.
func (d *nodeDecoder) nextOf(want []bool) (*record, error) {
	bits := int(d.uint())
	d.lastID = d.frontBytes(d.lastID)
	d.last = d.frontBytes(d.last)
	body := d.bytes(d.size())
	kind := decoder{b: body}
	if bits&hasHandle != 0 {
		kind.bytes(handleBytes)
	}
	if k := kind.uint(); d.bad || kind.bad || k >= uint64(len(want)) {
		return nil, corruptf("node record")
	} else if !want[k] {
		return nil, nil
	}
	r := d.record(bits)
	block := d.b
	d.b = body
	d.body(r)
	if d.bad || len(d.b) > 0 {
		return nil, corruptf("node record")
	}
	d.b = block
	return r, d.err
}

// Names calls f with the qualified name of every node, in order, until f returns an error.
// The name is valid during the call.
func (r *Reader) Names(f func(n uint32, name []byte) error) error {
	return r.scanNodes(func(raw uint32, d *nodeDecoder) error {
		if d.skip(); d.bad {
			return corruptf("node record")
		}
		if n, ok := r.seen(raw); ok {
			return f(n, d.last)
		}
		return nil
	})
}
