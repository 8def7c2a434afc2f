package artifacts

import (
	"slices"

	"seedgraph/graph"
)

// This file writes and reads what uses a node, as far as that can be said in a byte; see
// FORMAT.md, section "Uses".

// Uses says in short who uses a node, by edges other than Contains and Imports.
type Uses uint8

const (
	// UsedByOthers: an edge leads to the node from another one, besides Routes, Overrides
	// and Dispatches.
	UsedByOthers Uses = 1 << iota
	Routed            // an edge of kind Routes does
	// UsedFromOutside: such an edge, Routes included, comes from a node that is not
	// contained in this one, directly or not.
	UsedFromOutside
	StandsIn // the node overrides others, or may run in the place of others
)

// usesOf gathers the uses of all nodes.
func usesOf(g *graph.Graph) []Uses {
	uses := make([]Uses, len(g.Nodes))
	containers := containersOf(g)
	var around []uint32 // the containers of the origin of the edges that come
	last := -1
	for _, e := range g.Edges {
		switch e.Kind {
		case graph.Contains, graph.Imports:
			continue
		case graph.Overrides:
			uses[e.From] |= StandsIn
			continue
		case graph.Dispatches:
			uses[e.To] |= StandsIn
			continue
		}
		if e.From == e.To {
			continue
		}
		if int(e.From) != last {
			last, around = int(e.From), containers(around[:0], e.From)
		}
		use := UsedByOthers
		if e.Kind == graph.Routes {
			use = Routed
		}
		if !slices.Contains(around, e.To) {
			use |= UsedFromOutside
		}
		uses[e.To] |= use
	}
	return uses
}

// containersOf returns what lists the nodes that contain a node, directly or not.
func containersOf(g *graph.Graph) func(list []uint32, n uint32) []uint32 {
	begin := make([]uint32, len(g.Nodes)+1)
	for _, e := range g.Edges {
		if e.Kind == graph.Contains {
			begin[e.To+1]++
		}
	}
	for i := range g.Nodes {
		begin[i+1] += begin[i]
	}
	direct, next := make([]uint32, begin[len(g.Nodes)]), slices.Clone(begin)
	for _, e := range g.Edges {
		if e.Kind == graph.Contains {
			direct[next[e.To]] = e.From
			next[e.To]++
		}
	}
	return func(list []uint32, n uint32) []uint32 {
		list = append(list, n)
		for i := 0; i < len(list); i++ {
			for _, c := range direct[begin[list[i]]:begin[list[i]+1]] {
				if !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
		return list
	}
}

// writeUses stores the uses, a byte for each node, in blocks.
func (b *build) writeUses(put putFunc) error {
	uses := usesOf(b.g)
	for first := 0; first < len(uses); first += accessBlock {
		block := uses[first:min(first+accessBlock, len(uses))]
		value := make([]byte, len(block))
		for i, u := range block {
			value[i] = byte(u)
		}
		if err := put(blockKey(sectionUses, uint32(first/accessBlock)), value); err != nil {
			return err
		}
	}
	return nil
}

// Uses returns the uses of all nodes by number; nil where the artifacts do not say, or
// where the reader does not see everything: then the edges do.
func (r *Reader) Uses() ([]Uses, error) {
	if r.view != nil || r.manifest.Features < featureOutside {
		return nil, nil
	}
	uses := make([]Uses, 0, r.NumNodes())
	for first := uint32(0); first < r.NumNodes(); first += accessBlock {
		value, err := r.store.get(blockKey(sectionUses, first/accessBlock))
		if err != nil {
			return nil, err
		}
		for _, u := range value {
			uses = append(uses, Uses(u))
		}
	}
	if len(uses) != int(r.NumNodes()) {
		return nil, corruptf("uses of %d nodes, not of %d", len(uses), r.NumNodes())
	}
	return uses, nil
}

// uses checks that the uses are those that the edges tell.
func (v *verifier) uses() error {
	got, err := v.r.Uses()
	if err != nil || got == nil {
		return err
	}
	g := &graph.Graph{Nodes: make([]graph.Node, v.r.NumNodes())}
	if err := v.r.Edges(func(e graph.Edge) error {
		g.Edges = append(g.Edges, e)
		return nil
	}); err != nil {
		return err
	}
	for n, want := range usesOf(g) {
		if got[n] != want {
			v.addf("the uses of %s are not those of its edges", v.ids[n])
		}
	}
	return nil
}
