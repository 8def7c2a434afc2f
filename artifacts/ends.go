package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// This file writes and reads the end nodes of the edges of a kind; see FORMAT.md, section
// "Ends".

// Ends holds the sources and the targets of all edges of one kind, each by number.
type Ends struct {
	From, To []uint32
}

// endsOf collects the ends of the edges of each kind that has Ends.
func endsOf(edges []graph.Edge) map[graph.EdgeKind]*Ends {
	out := map[graph.EdgeKind]*Ends{}
	for _, e := range edges {
		if !e.Kind.KeepsEnds() {
			continue
		}
		ends := out[e.Kind]
		if ends == nil {
			ends = new(Ends)
			out[e.Kind] = ends
		}
		ends.From, ends.To = append(ends.From, e.From), append(ends.To, e.To)
	}
	for _, ends := range out {
		for _, list := range []*[]uint32{&ends.From, &ends.To} {
			slices.Sort(*list)
			*list = slices.Compact(*list)
		}
	}
	return out
}

// allEdges returns the edges of a graph, including those that exist only in some access
// views.
func allEdges(g *graph.Graph) []graph.Edge {
	if g.Views == nil {
		return g.Edges
	}
	all := slices.Clone(g.Edges)
	for _, v := range g.Views.Variants {
		if v.Tier != 0 {
			all = append(all, v.Edge)
		}
	}
	return all
}

// writeEnds stores the ends of each kind that has edges.
func (b *build) writeEnds(put putFunc) error {
	ends := endsOf(allEdges(b.g))
	for i, row := range graph.EdgeKinds() {
		list := ends[row.Kind]
		if list == nil {
			continue
		}
		from := appendNumbers(nil, list.From)
		value := append(appendUint(nil, uint64(len(from))), from...)
		value = appendNumbers(value, list.To)
		if err := put(blockKey(sectionEnds, uint32(i+1)), value); err != nil {
			return err
		}
	}
	return nil
}

// Ends returns the ends of the edges of a kind for which graph.EdgeKind.KeepsEnds holds.
func (r *Reader) Ends(kind graph.EdgeKind) (Ends, error) {
	ends, err := r.storedEnds(kind)
	if err != nil || r.showsStored() {
		return ends, err
	}
	if ends.From, err = r.having(r.seenOf(ends.From), kind, r.Out); err != nil {
		return Ends{}, err
	}
	ends.To, err = r.having(r.seenOf(ends.To), kind, r.In)
	return ends, err
}

// having returns the nodes that have an edge of a kind visible to the reader.
func (r *Reader) having(nodes []uint32, kind graph.EdgeKind,
	edges func(uint32) ([]graph.Edge, error)) ([]uint32, error) {
	var out []uint32
	for _, n := range nodes {
		list, err := edges(n)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(list, func(e graph.Edge) bool { return e.Kind == kind }) {
			out = append(out, n)
		}
	}
	return out, nil
}

// storedEnds reads the ends of a kind, by their numbers in the store.
func (r *Reader) storedEnds(kind graph.EdgeKind) (Ends, error) {
	i := slices.Index(r.words.kinds, kind)
	if i < 0 {
		return Ends{}, nil
	}
	value, err := r.store.find(blockKey(sectionEnds, uint32(i+1)))
	if err != nil || value == nil {
		return Ends{}, err
	}
	d := decoder{b: value}
	from := decoder{b: d.bytes(d.size())}
	ends := Ends{From: from.numbers(), To: d.numbers()}
	for _, list := range [][]uint32{ends.From, ends.To} {
		if len(list) == 0 || uint64(list[len(list)-1]) >= r.head.nodes || !slices.IsSorted(list) {
			d.fail()
		}
	}
	if d.bad || from.bad {
		return Ends{}, corruptf("the ends of edges of kind %s", kind)
	}
	return ends, nil
}

// gatherEnds reads all edges that the reader sees.
func (r *Reader) gatherEnds() (map[graph.EdgeKind]*Ends, error) {
	var edges []graph.Edge
	err := r.Edges(func(e graph.Edge) error {
		if e.Kind.KeepsEnds() {
			edges = append(edges, e)
		}
		return nil
	})
	return endsOf(edges), err
}

// ends checks that the stored ends match the edges.
func (v *verifier) ends() error {
	want, err := v.r.allNodes().gatherEnds()
	if err != nil {
		return err
	}
	if v.whole.views != nil {
		if want, err = v.allEnds(); err != nil {
			return err
		}
	}
	for _, row := range graph.EdgeKinds() {
		got, err := v.r.storedEnds(row.Kind)
		if err != nil {
			return err
		}
		var all Ends
		if want[row.Kind] != nil {
			all = *want[row.Kind]
		}
		if !slices.Equal(got.From, all.From) || !slices.Equal(got.To, all.To) {
			v.addf("the ends of edges of kind %s are not those of the edges", row.Name)
		}
	}
	return nil
}

// allEnds returns the ends of all edges that are visible to some reader.
func (v *verifier) allEnds() (map[graph.EdgeKind]*Ends, error) {
	var edges []graph.Edge
	err := v.r.allNodes().Edges(func(e graph.Edge) error {
		edges = append(edges, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, n := range v.whole.views.from {
		for _, outside := range []bool{false, true} {
			variants, err := v.whole.variants(n, outside)
			if err != nil {
				return nil, err
			}
			for _, o := range variants {
				if o.Tier != 0 {
					edges = append(edges, o.Edge)
				}
			}
		}
	}
	return endsOf(edges), nil
}
