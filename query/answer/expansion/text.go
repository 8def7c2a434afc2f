package expansion

import (
	"fmt"

	"seedgraph/graph"
	"seedgraph/query/answer/layout"
	"seedgraph/query/render"
)

// Sheet returns the printable items, by depth, each with the edge by which it was
// reached, which states the handle of its other end.
func (a *Answer) Sheet(h render.Handles) *layout.Sheet {
	s := &layout.Sheet{Handles: h}
	depth := -1
	for _, it := range a.Items {
		if it.Depth != depth {
			depth = it.Depth
			title := fmt.Sprintf("depth %d", depth)
			if depth == 0 {
				title = "seeds"
			}
			s.Groups = append(s.Groups, layout.Group{Name: title})
		}
		row := layout.Row{Item: it.Item, Name: render.OneLine(it.Title())}
		if it.Via != nil {
			row.Use = it.via(h)
			row.Rest = row.Use
		}
		g := &s.Groups[len(s.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
	return s
}

// via describes the edge by which an item was reached.
func (it *Item) via(h render.Handles) string {
	arrow, other := "<-", graph.NodeID(it.Via.From)
	if it.Via.From == it.ID {
		arrow, other = "->", graph.NodeID(it.Via.To)
	}
	s := fmt.Sprintf("%s %s %s (%s", arrow, it.Via.Type, h.Abbreviate(other.Handle()), it.Via.Tier)
	if it.Via.Line > 0 {
		s += fmt.Sprintf(", line %d", it.Via.Line)
	}
	return s + ")"
}
