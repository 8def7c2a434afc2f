package pipeline

import (
	"seedgraph/query/answer"
	"seedgraph/query/render"
)

// An Item describes a node in the result of a run.
type Item struct {
	render.Item
	IsSeed   bool    `json:"is_seed"`
	Depth    int     `json:"depth"`
	ParentID *string `json:"parent_id"`
}

// Items describes the nodes in the result of a run: those of the texts or, if there are
// none, of the expansion, or of the search. Unknown ones are left out.
func (r *Run) Items() ([]Item, error) {
	nodes, err := r.State.Nodes()
	if err != nil {
		return nil, err
	}
	items := []Item{}
	for _, n := range nodes {
		ref, err := r.Artifacts.find(n.ID)
		if err != nil {
			return nil, err
		}
		if !ref.Known {
			continue
		}
		it, _, err := answer.NewItem(r.Artifacts.Index, ref.Target, n.Score)
		if err != nil {
			return nil, err
		}
		if n.Tokens > 0 {
			it.Tokens = n.Tokens
		}
		items = append(items, Item{it, n.IsSeed, n.Depth, n.ParentID})
	}
	return items, nil
}
