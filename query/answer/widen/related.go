package widen

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"seedgraph/query/search"
)

const (
	relatedHits  = 10  // number of hits whose edges are followed
	relatedShare = 0.5 // share of a hit's score passed along its only edge at full confidence
)

// related adds the nodes connected to the first hits by edges.
func (w *relaxation) related() (*search.Result, error) {
	out := *w.res
	out.Hits = slices.Clone(w.res.Hits)
	if w.Options.Search.Edges == nil {
		return &out, nil
	}
	have, found := map[uint32]bool{}, map[uint32]search.Hit{}
	for _, h := range out.Hits {
		have[h.Node] = true
	}
	for i := range out.Hits[:min(len(out.Hits), relatedHits)] {
		if err := w.neighbors(&out.Hits[i], have, found); err != nil {
			return nil, err
		}
	}
	for _, n := range slices.Sorted(maps.Keys(found)) {
		out.Hits = append(out.Hits, found[n])
	}
	order(&out, w.Options.Search.Limit)
	return &out, nil
}

// neighbors adds to found the admitted nodes at the other ends of a hit's edges, each
// with its best score.
func (w *relaxation) neighbors(h *search.Hit, have map[uint32]bool,
	found map[uint32]search.Hit) error {
	edges, err := w.Options.Search.Edges.Out(h.Node)
	if err != nil {
		return err
	}
	in, err := w.Options.Search.Edges.In(h.Node)
	if err != nil {
		return err
	}
	edges = slices.Concat(edges, in)
	share := relatedShare * h.Score / math.Sqrt(float64(max(len(edges), 1)))
	for _, e := range edges {
		n := e.To
		if n == h.Node {
			n = e.From
		}
		if have[n] || !e.Kind.IsDependency() {
			continue
		}
		node, err := w.x.Node(n)
		if err != nil {
			return err
		}
		if score := share * e.Kind.Weight() * e.Confidence(); score > found[n].Score &&
			len(node.Parts) > 0 && w.Options.Search.Admits(node) {
			r := w.res.Hit(n, node)
			r.Score = score
			r.ScoreNote = fmt.Sprintf("a share of the score of %s, by an edge %s", h.Info.Name, e.Kind)
			found[n] = r
		}
	}
	return nil
}
