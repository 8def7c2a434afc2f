package growth

import (
	"fmt"

	"seedgraph/graph"
	"seedgraph/render"
)

// Lines returns the items as text, by depth, each with the edge that led to it.
func (a *Answer) Lines() []string {
	var lines []string
	depth := -1
	for _, it := range a.Items {
		if it.Depth != depth {
			depth = it.Depth
			title := fmt.Sprintf("depth %d", depth)
			if depth == 0 {
				title = "seeds"
			}
			lines = append(lines, title)
		}
		line := fmt.Sprintf("  %s  %s %s  %s", it.Handle, it.Kind,
			render.OneLine(it.Name), render.Place(it.Item))
		if it.Via != nil {
			line += "  " + it.via()
		}
		lines = append(lines, line)
	}
	return lines
}

// via describes the edge that led to an item.
func (it *Item) via() string {
	arrow, other := "<-", graph.NodeID(it.Via.From)
	if it.Via.From == it.ID {
		arrow, other = "->", graph.NodeID(it.Via.To)
	}
	s := fmt.Sprintf("%s %s %s (%s", arrow, it.Via.Type, other.Handle(), it.Via.Tier)
	if it.Via.Line > 0 {
		s += fmt.Sprintf(", line %d", it.Via.Line)
	}
	return s + ")"
}
