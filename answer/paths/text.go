package paths

import (
	"fmt"
	"slices"

	"seedgraph/expand"
	"seedgraph/graph"
	"seedgraph/render"
)

// Lines returns the paths as text: each node on a line, below the edge that leads
// to it.
func (a *Answer) Lines() []string {
	items := map[string]*render.Item{}
	for i := range a.Items {
		items[a.Items[i].ID] = &a.Items[i].Item
	}
	var lines []string
	for i, p := range a.Paths {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, a.title(p, items[p.Nodes[p.turn]].Name))
		for j, id := range p.Nodes {
			if j > 0 {
				lines = append(lines, "    "+p.Edges[j-1].text())
			}
			it := items[id]
			lines = append(lines, fmt.Sprintf("  %s  %s %s  %s", it.Handle, it.Kind, it.Name,
				render.Place(*it)))
		}
	}
	return lines
}

// title states what a path means; turn is the name of the node where it turns.
func (a *Answer) title(p Path, turn string) string {
	from, to := a.names[0], a.names[1]
	var says string
	direction := expand.Direction(a.Direction)
	switch {
	case p.Length == 0:
		return containment(p.Edges, from, to)
	case direction == expand.Out:
		says = fmt.Sprintf("%s leads to %s", from, to)
	case direction == expand.In:
		says = fmt.Sprintf("%s leads to %s", to, from)
	case direction == expand.Above:
		says = fmt.Sprintf("%s leads to both %s and %s", turn, from, to)
	case direction == expand.Below:
		says = fmt.Sprintf("both %s and %s lead to %s", from, to, turn)
	default:
		says = fmt.Sprintf("%s and %s meet", from, to)
	}
	edges := "edges"
	if p.Length == 1 {
		edges = "edge"
	}
	return fmt.Sprintf("%s: %d %s, strength %.3g", says, p.Length, edges, p.Strength)
}

// containment states what a path of only Contains edges means.
func containment(edges []Hop, from, to string) string {
	up := slices.IndexFunc(edges, func(h Hop) bool { return h.Against })
	switch {
	case up < 0:
		return fmt.Sprintf("%s contains %s", from, to)
	case up == 0:
		return fmt.Sprintf("%s contains %s", to, from)
	}
	return fmt.Sprintf("%s and %s contain the same", from, to)
}

// text describes an edge of a path.
func (h *Hop) text() string {
	arrow := "->"
	if h.Against {
		arrow = "<-"
	}
	if h.Type == graph.Contains.String() {
		return arrow + " " + h.Type
	}
	text := fmt.Sprintf("%s %s (%s", arrow, h.Type, h.Tier)
	if h.Line > 0 {
		text += fmt.Sprintf(", line %d", h.Line)
	}
	return text + ")"
}

// Describe says in which direction paths were searched for, as the end of a
// sentence.
func Describe(direction string) string {
	switch expand.Direction(direction) {
	case expand.Out:
		return " along the edges"
	case expand.In:
		return " against the edges"
	case expand.Above:
		return " through a common caller"
	case expand.Below:
		return " through a common dependency"
	}
	return ", in either direction"
}
