package listing

import (
	"fmt"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/search"
)

// A Folded is a hit with the following hits that are older definitions of the same
// object.
type Folded struct {
	search.Hit
	Rank  int // among all hits, from 1
	Older []search.Hit
}

// Mark formats the number of folded hits: `  + 2 older`, or "".
func (f *Folded) Mark() string {
	if len(f.Older) == 0 {
		return ""
	}
	return fmt.Sprintf("  + %d older", len(f.Older))
}

// Fold folds older definitions of an object into the current one if it precedes them.
func Fold(hits []search.Hit) []Folded {
	type object struct {
		kind graph.NodeKind
		name string
	}
	var out []Folded
	current := map[object]int{}
	for i, h := range hits {
		o := object{h.Info.Kind, h.Info.Name}
		first, ok := current[o]
		if ok && h.Info.Flags.Has(graph.Replaced) {
			out[first].Older = append(out[first].Older, h)
			continue
		}
		if !h.Info.Flags.Has(graph.Replaced) {
			current[o] = len(out)
		}
		out = append(out, Folded{Hit: h, Rank: i + 1})
	}
	return out
}

// HitIndex returns the hits of a search as an index, like [Lines], with older definitions
// folded.
func HitIndex(x Index, res *search.Result) ([]string, error) {
	folded := Fold(res.Hits)
	lines := []string{head(len(folded))}
	for _, f := range folded {
		it, err := NewItem(x, answer.Target{Node: f.Node})
		if err != nil {
			return nil, err
		}
		lines = append(lines, it.Line+f.Mark())
	}
	return lines, nil
}
