package artifacts

import (
	"cmp"

	"seedgraph/graph"
)

// This file writes and reads the further lines of edges; see FORMAT.md, section
// "Sites".

// compareSites compares in the order of Graph.Sites, ignoring the line.
func compareSites(a graph.Site, b graph.Edge) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.To, b.To))
}

// writeSites stores the further lines of the edges of each node. Blocks without any are
// left out.
func (b *build) writeSites(put putFunc) error {
	sites := b.g.Sites
	return b.writeSparse(sectionSites, put, func(v []byte, n uint32) []byte {
		v, sites = appendSites(v, b.out(n), sites)
		return v
	})
}

// appendSites appends the further lines of the edges of one node, and returns the
// remaining sites. Sites of edges that do not exist are ignored.
func appendSites(b []byte, edges []graph.Edge, sites []graph.Site) ([]byte, []graph.Site) {
	last := 0
	for i, e := range edges {
		for len(sites) > 0 && compareSites(sites[0], e) < 0 {
			sites = sites[1:]
		}
		n := 0
		for n < len(sites) && compareSites(sites[n], e) == 0 {
			n++
		}
		if n == 0 {
			continue
		}
		b = appendUint(b, uint64(i-last))
		last = i
		b = appendUint(b, uint64(n))
		line := e.Line
		for _, s := range sites[:n] {
			b = appendUint(b, uint64(s.Line-line))
			line = s.Line
		}
		sites = sites[n:]
	}
	return b, sites
}

// Lines lists the lines of an edge of the reader, in the file of its source, in ascending
// order: for calls, creations, other references and data edges, all their occurrences.
func (r *Reader) Lines(e graph.Edge) ([]uint32, error) {
	if e.Line == 0 {
		return nil, nil
	}
	lines := []uint32{e.Line}
	if err := r.check(e.From); err != nil {
		return nil, err
	}
	if err := r.check(e.To); err != nil {
		return nil, err
	}
	from, to := r.rawNumber(e.From), r.rawNumber(e.To)
	for _, s := range [][2]byte{{sectionSites, sectionOut}, {sectionOuterSites, sectionOuter}} {
		v, err := r.variantOf(s[1], from, to, e.Kind)
		if err != nil {
			return nil, err
		}
		if v != nil {
			return append(lines, v.Lines...), nil
		}
		list, err := r.sparseList(s[0], from)
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			continue
		}
		at, err := r.placeOf(s[1], from, to, e.Kind)
		if err != nil {
			return nil, err
		}
		if at < 0 {
			continue
		}
		return furtherLines(lines, list, at)
	}
	return lines, nil
}

// placeOf returns the index of an edge in the list of a node of the store, or -1.
func (r *Reader) placeOf(section byte, from, to uint32, kind graph.EdgeKind) (int, error) {
	read := r.rawList
	if section == sectionOuter {
		read = r.sparseList
	}
	list, err := read(section, from)
	if err != nil {
		return -1, err
	}
	d := r.edgeDecoder(list)
	for at := 0; ; at++ {
		e, ok := d.next()
		switch {
		case !ok:
			return -1, d.err()
		case e.Kind == kind && e.To == to:
			return at, nil
		}
	}
}

// furtherLines appends the lines that a list of sites has for the edge at index at to the
// line of the edge.
func furtherLines(lines []uint32, list []byte, at int) ([]uint32, error) {
	d := decoder{b: list}
	for i := 0; len(d.b) > 0 && !d.bad; {
		i += int(d.uint())
		last := lines[0]
		for n := d.size(); n > 0 && !d.bad; n-- {
			last += d.uint32()
			if i == at {
				lines = append(lines, last)
			}
		}
	}
	if d.bad {
		return nil, corruptf("sites")
	}
	return lines, nil
}

// sites checks that the lines of each edge ascend.
func (v *verifier) sites() error {
	for n := range v.r.NumNodes() {
		if err := v.sitesOf(n, sectionSites, v.r.Out); err != nil {
			return err
		}
		if err := v.sitesOf(n, sectionOuterSites, v.r.ExternalEdges); err != nil {
			return err
		}
	}
	return nil
}

// sitesOf checks the further lines of edges of one node.
func (v *verifier) sitesOf(n uint32, section byte,
	out func(uint32) ([]graph.Edge, error)) error {
	list, err := v.r.sparseList(section, v.r.rawNumber(n))
	if err != nil || len(list) == 0 {
		return err
	}
	edges, err := out(n)
	if err != nil {
		return err
	}
	d := decoder{b: list}
	for i := 0; len(d.b) > 0 && !d.bad; {
		i += int(d.uint())
		for k := d.size(); k > 0 && !d.bad; k-- {
			if d.uint32() == 0 {
				v.addf("the lines of an edge from %s are out of order", v.ids[n])
			}
		}
		if i >= len(edges) || edges[i].Line == 0 {
			v.addf("lines of an edge that %s does not have", v.ids[n])
		}
	}
	if d.bad {
		v.addf("sites of %s", v.ids[n])
	}
	return nil
}
