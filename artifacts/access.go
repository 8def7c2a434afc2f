package artifacts

import (
	"seedgraph/graph"
)

// This file writes and reads the access rules of nodes; see FORMAT.md, section "Access".

// A node is placed if it has a path. Placeless nodes are names, which exist only as long
// as something refers to them.
const placeless = 1

// accessClasses numbers the distinct accesses of the nodes: public is 0, the others
// follow in the order of their first node.
func accessClasses(nodes []graph.Node) (classes []graph.Access, column []uint32) {
	classes = []graph.Access{{}}
	number := map[string]uint32{graph.Access{}.Key(): 0}
	column = make([]uint32, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		key := n.Access.Key()
		class, ok := number[key]
		if !ok {
			class = uint32(len(classes))
			number[key] = class
			classes = append(classes, n.Access)
		}
		column[i] = class << 1
		if n.Path == "" {
			column[i] |= placeless
		}
	}
	return classes, column
}

// writeAccess stores the classes, then the column in blocks. If every node is public
// there is no column.
func (b *build) writeAccess(put putFunc) error {
	classes, column := accessClasses(b.g.Nodes)
	value := appendUint(nil, uint64(len(classes)))
	for _, a := range classes {
		for _, list := range [][]string{a.Allow, a.Labels} {
			value = appendUint(value, uint64(len(list)))
			for _, s := range list {
				value = appendString(value, s)
			}
		}
		value = appendUint(value, uint64(a.Level))
		value = appendString(appendString(value, a.Owner), a.SourceSystemID)
	}
	if err := put([]byte{sectionAccess}, value); err != nil || len(classes) == 1 {
		return err
	}
	for first := 0; first < len(column); first += accessBlock {
		value = value[:0]
		for _, c := range column[first:min(first+accessBlock, len(column))] {
			value = appendUint(value, uint64(c))
		}
		if err := put(blockKey(sectionAccess, uint32(first/accessBlock)), value); err != nil {
			return err
		}
	}
	return nil
}

// accessTable returns the classes and, by raw number, the column; the column is nil if
// every node is public.
func (r *Reader) accessTable() (classes []graph.Access, column []uint32, err error) {
	value, err := r.store.find([]byte{sectionAccess})
	if err != nil {
		return nil, nil, err
	}
	if value == nil { // features 1
		return r.accessOfRecords()
	}
	if classes, err = decodeClasses(value); err != nil || len(classes) == 1 {
		return classes, nil, err
	}
	column = make([]uint32, 0, r.head.nodes)
	for first := uint64(0); first < r.head.nodes; first += accessBlock {
		value, err := r.store.get(blockKey(sectionAccess, uint32(first/accessBlock)))
		if err != nil {
			return nil, nil, err
		}
		d := decoder{b: value}
		for range min(accessBlock, r.head.nodes-first) {
			c := d.uint32()
			if c>>1 >= uint32(len(classes)) {
				d.fail()
			}
			column = append(column, c)
		}
		if !d.done() {
			return nil, nil, corruptf("access of nodes from %d", first)
		}
	}
	return classes, column, nil
}

func decodeClasses(value []byte) ([]graph.Access, error) {
	d := decoder{b: value}
	classes := make([]graph.Access, d.size())
	for i := range classes {
		a := &classes[i]
		for _, list := range []*[]string{&a.Allow, &a.Labels} {
			for n := d.size(); n > 0; n-- {
				*list = append(*list, d.string())
			}
		}
		a.Level = int(d.uint())
		a.Owner, a.SourceSystemID = d.string(), d.string()
	}
	if !d.done() || len(classes) == 0 || !classes[0].IsZero() {
		return nil, corruptf("access classes")
	}
	return classes, nil
}

// accessOfRecords builds the table from the records of the nodes.
func (r *Reader) accessOfRecords() ([]graph.Access, []uint32, error) {
	nodes := make([]graph.Node, 0, r.head.nodes)
	err := r.records(func(_ uint32, rec *record) error {
		nodes = append(nodes, graph.Node{Path: rec.node.Path, Access: rec.node.Access})
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	classes, column := accessClasses(nodes)
	if len(classes) == 1 {
		column = nil
	}
	return classes, column, nil
}
