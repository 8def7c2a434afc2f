package artifacts

import (
	"maps"
	"slices"

	"seedgraph/graph"
)

// This file writes and reads open ends, the locations with unknown call targets; see
// FORMAT.md, section "Open ends".

// writeOpenEnds stores the open ends of each node. Blocks without open ends are left out.
func (b *build) writeOpenEnds(put putFunc) error {
	left := b.g.OpenEnds
	return b.writeSparse(sectionOpenEnds, put, func(v []byte, n uint32) []byte {
		line := uint32(0)
		for len(left) > 0 && left[0].Node == n {
			e := left[0]
			v = appendUint(v, uint64(e.Line-line))
			v = appendString(appendString(v, e.Name), e.Reason)
			line, left = e.Line, left[1:]
		}
		return v
	})
}

// writeOpenNames stores the dictionary from the names of open ends to their nodes.
func (b *build) writeOpenNames(put putFunc) error {
	byName := map[string][]uint32{}
	for _, e := range b.g.OpenEnds {
		if list := byName[e.Name]; len(list) == 0 || list[len(list)-1] != e.Node {
			byName[e.Name] = append(list, e.Node)
		}
	}
	w := newDictWriter(sectionOpenNames, put)
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if err := w.add(name, appendNumbers(nil, byName[name])); err != nil {
			return err
		}
	}
	return w.close()
}

// OpenEnds lists the locations in a node with unknown call targets, by line and name.
func (r *Reader) OpenEnds(n uint32) ([]graph.OpenEnd, error) {
	if err := r.check(n); err != nil {
		return nil, err
	}
	list, err := r.sparseList(sectionOpenEnds, r.rawNumber(n))
	if err != nil {
		return nil, err
	}
	var out []graph.OpenEnd
	line := uint32(0)
	d := decoder{b: list}
	for len(d.b) > 0 && !d.bad {
		line += d.uint32()
		out = append(out, graph.OpenEnd{Node: n, Line: line, Name: d.string(), Reason: d.string()})
	}
	if d.bad {
		return nil, corruptf("open ends of node %d", n)
	}
	return out, nil
}

// OpenEndsOf lists the nodes with an open end of a name, by number.
func (r *Reader) OpenEndsOf(name string) ([]uint32, error) {
	names, err := r.openNames.open()
	if err != nil {
		return nil, err
	}
	value, err := names.lookup(name)
	if err != nil || value == nil {
		return nil, err
	}
	d := decoder{b: value}
	list := d.numbers()
	if d.bad || len(list) > 0 && uint64(list[len(list)-1]) >= r.head.nodes {
		return nil, corruptf("open ends of %q", name)
	}
	return r.seenOf(list), nil
}

// openEnds checks that the dictionary of names matches the open ends of the nodes.
func (v *verifier) openEnds() error {
	nodes := map[string][]uint32{}
	for n := range v.r.NumNodes() {
		ends, err := v.r.OpenEnds(n)
		if err != nil {
			return err
		}
		for _, e := range ends {
			if list := nodes[e.Name]; len(list) == 0 || list[len(list)-1] != n {
				nodes[e.Name] = append(list, n)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(nodes)) {
		got, err := v.r.OpenEndsOf(name)
		if err != nil {
			return err
		}
		if !slices.Equal(got, nodes[name]) {
			v.addf("the nodes with an open end %q are not those that have it", name)
		}
	}
	return nil
}
