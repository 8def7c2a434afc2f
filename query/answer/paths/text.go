package paths

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/openends"
	"seedgraph/query/expand"
	"seedgraph/query/render"
)

// Lines formats the paths as text: each node on a line, with the edge to the next.
func (a *Answer) Lines(h render.Handles) []string {
	items := a.byID()
	lines := a.headline()
	for i := range a.Paths {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, a.pathLines(h, &a.Paths[i], items)...)
	}
	return lines
}

// Short formats the first path as text, and the number of the others with the option that
// lists them.
func (a *Answer) Short(h render.Handles, option string) []string {
	lines := a.headline()
	if len(a.Paths) == 0 {
		return lines
	}
	lines = append(lines, a.pathLines(h, &a.Paths[0], a.byID())...)
	if more := a.Total - 1; more > 0 {
		lines = append(lines, fmt.Sprintf("… %s: %s", render.Count(more, "other path"), option))
	}
	return lines
}

// Whole formats the first path as text, and the others by their end points: grouped by
// the second, one line for each first. The caller reports paths beyond the limit.
func (a *Answer) Whole(h render.Handles) []string {
	lines := a.headline()
	if len(a.Paths) == 0 {
		return lines
	}
	items := a.byID()
	lines = append(lines, a.pathLines(h, &a.Paths[0], items)...)
	type pair struct{ from, to string }
	counts, length := map[pair]int{}, map[pair]int{}
	var pairs []pair
	for _, p := range a.Paths[1:] {
		key := pair{p.Nodes[0], p.Nodes[len(p.Nodes)-1]}
		if counts[key]++; counts[key] == 1 {
			pairs = append(pairs, key)
			length[key] = p.Length
		}
	}
	others := layout.Sheet{Handles: h}
	at := map[string]int{} // groups by the second end
	for _, p := range pairs {
		says := render.Count(length[p], "step")
		if n := counts[p]; n > 1 {
			says += fmt.Sprintf(", %d paths", n)
		}
		i, ok := at[p.to]
		if !ok {
			i = len(others.Groups)
			at[p.to] = i
			others.Groups = append(others.Groups, layout.Group{Name: "other paths to " + items[p.to].Kind + " " + nameOf(items[p.to])})
		}
		from := items[p.from]
		others.Groups[i].Rows = append(others.Groups[i].Rows,
			layout.Row{Item: *from, Name: render.OneLine(from.Title()), Rest: says})
	}
	for i := range others.Groups {
		rows := others.Groups[i].Rows
		slices.SortStableFunc(rows, func(a, b layout.Row) int {
			return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Item.Line(), b.Item.Line()))
		})
	}
	return append(lines, others.Lines(nil, 0)...)
}

// byID returns the nodes of the paths by id.
func (a *Answer) byID() map[string]*render.Item {
	items := map[string]*render.Item{}
	for i := range a.Items {
		items[a.Items[i].ID] = &a.Items[i].Item
	}
	return items
}

// pathLines formats one path as text: its nodes, each with the edge to the next.
func (a *Answer) pathLines(h render.Handles, p *Path, items map[string]*render.Item) []string {
	s := layout.Sheet{Handles: h, Head: []string{a.title(p, items)}, Groups: []layout.Group{{}}}
	for i, id := range p.Nodes {
		row := layout.Row{Item: *items[id], Name: nameOf(items[id])}
		if i < len(p.Edges) {
			row.Rest = p.Edges[i].text(items[p.Nodes[i+1]])
		}
		s.Groups[0].Rows = append(s.Groups[0].Rows, row)
	}
	return s.Lines(nil, 0)
}

// nameOf returns the name of a node of a path: that of a route with its verb, that of a table
// with its schema.
func nameOf(it *render.Item) string {
	if it.Kind == string(graph.KindRoute) || it.DataType == string(graph.Database) {
		return render.OneLine(it.Title())
	}
	return render.OneLine(it.Label())
}

// headline returns the first line if it is not the title of a path: that the second end
// is not reachable, or how many ends of a set have a path.
func (a *Answer) headline() []string {
	switch direction := a.Direction; {
	case a.Connected && a.sets:
		return []string{fmt.Sprintf("%s reaches %s: %s", a.names[0], a.names[1],
			render.Count(a.Total, "path")), ""}
	case a.Connected && a.meet:
		return []string{a.negation(), ""}
	case a.Connected:
		return nil
	case a.meet || direction == expand.Out:
		return []string{a.negation() + openends.Text(a.OpenEnds, a.Open) + a.stopped()}
	case direction == expand.In:
		return []string{fmt.Sprintf("%s does not reach %s", a.short(1), a.short(0)) +
			openends.Text(a.OpenEnds, a.Open) + a.stopped()}
	}
	return []string{fmt.Sprintf("%s and %s do not meet", a.short(0), a.short(1))}
}

// short returns the name of an end, by number, as far as it distinguishes the ends.
func (a *Answer) short(end int) string { return layout.Short(a.names[end], a.names[1-end]) }

// stopped describes why the search ended early.
func (a *Answer) stopped() string {
	switch a.StoppedAt {
	case StoppedDepth:
		return "; --max-depth prints a longer path"
	case StoppedStates:
		return "; the search for open ends is incomplete"
	}
	return ""
}

// negation states that the second end is not reachable from the first, with related
// facts.
func (a *Answer) negation() string {
	text := fmt.Sprintf("%s does not reach %s", a.short(0), a.short(1))
	switch {
	case len(a.stands) > 0:
		return text + a.standInText()
	case a.Connected:
		return text
	case a.Reverse:
		return text + fmt.Sprintf(", but %s reaches %s", a.short(1), a.short(0))
	case a.meet:
		return text + "; no node connects them"
	}
	return text
}

// shownStandIns is the maximum number of stand-ins named on a line.
const shownStandIns = 3

// standInText lists the members that reach the second end in place of the first.
func (a *Answer) standInText() string {
	if len(a.stands) == 1 {
		return fmt.Sprintf(" itself, but %s, a possible call target, does", layout.Short(a.stands[0]))
	}
	var shown []string
	for _, name := range a.stands[:min(len(a.stands), shownStandIns)] {
		shown = append(shown, layout.Short(name, a.stands...))
	}
	text := fmt.Sprintf(" itself, but %d possible call targets do: %s", len(a.stands),
		strings.Join(shown, ", "))
	if more := len(a.stands) - len(shown); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// title describes a path in words.
func (a *Answer) title(p *Path, items map[string]*render.Item) string {
	from, to := a.names[0], a.names[1]
	turn := nameOf(items[p.Nodes[p.turn]])
	if p.Length > 0 {
		from, to = nameOf(items[p.Nodes[0]]), nameOf(items[p.Nodes[len(p.Nodes)-1]])
	}
	var says string
	direction := a.Direction
	switch {
	case p.Length == 0:
		return containment(p.Edges, from, to)
	case direction == expand.Out:
		says = fmt.Sprintf("%s reaches %s", from, to)
	case direction == expand.In:
		says = fmt.Sprintf("%s reaches %s", to, from)
	case direction == expand.Above:
		says = fmt.Sprintf("%s reaches both %s and %s", turn, from, to)
	case direction == expand.Below:
		says = fmt.Sprintf("both %s and %s reach %s", from, to, turn)
	default:
		says = fmt.Sprintf("%s and %s meet", from, to)
	}
	says += ": " + render.Count(p.Length, "step")
	if p.Strength >= strong {
		return says
	}
	return fmt.Sprintf("%s, strength %.2g", says, p.Strength)
}

// strong is the strength from which it is not stated.
const strong = 0.9

// containment describes a path of only Contains edges.
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

// text formats an edge of a path to the next node. The tier of an exact edge is not stated, nor
// that of an edge that follows from a hierarchy. The line of an edge that the path follows is in
// the file of the row; if the path goes against it, the file of the next row is stated.
func (h *Hop) text(next *render.Item) string {
	text := "-> " + h.Type
	if h.Against {
		text = "<- " + h.Type
	}
	dispatched := h.Type == graph.Dispatches.String() && h.Tier == graph.Hierarchy.String()
	if h.Type != graph.Contains.String() && h.Tier != graph.Exact.String() && !dispatched {
		text += ", " + h.Tier
	}
	switch {
	case h.Line == 0 || h.Type == graph.Contains.String():
		return text
	case h.Against:
		return text + " " + render.PlaceAt(*next, h.Line)
	}
	return fmt.Sprintf("%s :%d", text, h.Line)
}
