package compare

import (
	"fmt"
	"strings"

	"seedgraph/graph"
)

// marks are the prefixes of the lines of changes.
var marks = map[Change]string{Removed: "-", Added: "+", Renamed: ">", Moved: ">", Changed: "~"}

// Lines returns the report as text: a summary, the nodes by file, then the edges between
// nodes that both indexes have. limit bounds the number of nodes, and of edges; 0 means
// no limit.
func (r *Report) Lines(limit int) []string {
	if r.Empty() {
		return []string{"no differences"}
	}
	lines := []string{"nodes  " + r.Summary.Nodes.text(), "edges  " + r.Summary.Edges.text()}
	for _, k := range r.Summary.NodeKinds {
		lines = append(lines, fmt.Sprintf("  %-11s %s", k.Name, k.Counts.text()))
	}
	for _, k := range r.Summary.EdgeKinds {
		lines = append(lines, fmt.Sprintf("  %-11s %s", k.Name, k.Counts.text()))
	}
	rows := r.rows()
	path := ""
	for i, row := range rows[:limited(len(rows), limit)] {
		if row.item.Path != path || i == 0 {
			path = row.item.Path
			lines = append(lines, "", place(path))
		}
		lines = append(lines, "  "+row.line())
	}
	lines = append(lines, more(len(rows), limit)...)
	edges := r.between()
	if len(edges) > 0 {
		lines = append(lines, "", "edges between nodes of both builds")
	}
	for _, l := range edges[:limited(len(edges), limit)] {
		lines = append(lines, "  "+l.line())
	}
	return append(lines, more(len(edges), limit)...)
}

func more(n, limit int) []string {
	if left := n - limited(n, limit); left > 0 {
		return []string{fmt.Sprintf("  … and %d more; --limit prints more", left)}
	}
	return nil
}

func place(path string) string {
	if path == "" {
		return "without a file"
	}
	return oneLine(path)
}

// text lists the counts that are not zero.
func (c Counts) text() string {
	var out []string
	for _, part := range []struct {
		n    int
		name Change
	}{{c.Removed, Removed}, {c.Added, Added}, {c.Renamed, Renamed}, {c.Moved, Moved},
		{c.Changed, Changed}} {
		if part.n > 0 {
			out = append(out, fmt.Sprintf("%d %s", part.n, part.name))
		}
	}
	if out == nil {
		return "no differences"
	}
	return strings.Join(out, ", ")
}

// A row is an item of a list, with the items folded into it: the members of an added or
// removed type, and the nodes that moved with their container.
type row struct {
	item *Item
	with int
}

// rows folds the nodes of the report.
func (r *Report) rows() []row {
	at := map[string]int{} // rows by id, prefixed by the change for added and removed nodes
	var out []row
	for i := range r.Nodes {
		it := &r.Nodes[i]
		n := it.node
		switch {
		case n.Follows():
			if j, ok := at[it.With]; ok {
				out[j].with++
				at[it.ID] = j
				continue
			}
		case n.Old == nil || n.New == nil:
			if j, ok := at[string(it.Change)+string(n.Node().Parent)]; ok {
				out[j].with++
				at[string(it.Change)+it.ID] = j
				continue
			}
			if n.Node().Kind != graph.KindFile { // the contents of a file are listed
				at[string(it.Change)+it.ID] = len(out)
			}
		default:
			at[it.ID] = len(out)
		}
		out = append(out, row{item: it})
	}
	return out
}

// line formats a differing node.
func (w row) line() string {
	it := w.item
	line := fmt.Sprintf("%s %s %s", marks[it.Change], it.Kind, oneLine(it.Name))
	switch {
	case it.StartLine == 0: // an external symbol
	case it.Change == Removed:
		line += fmt.Sprintf("  was line %d", it.StartLine)
	default:
		line += fmt.Sprintf("  line %d", it.StartLine)
	}
	if what := w.what(); what != "" {
		line += "  " + what
	}
	return line
}

// what describes the changes of a node.
func (w row) what() string {
	it := w.item
	var says []string
	switch {
	case it.Change == Renamed:
		says = append(says, "renamed from "+oneLine(it.OldName))
	case it.Change == Moved && it.OldName != "":
		says = append(says, "moved from "+oneLine(it.OldName))
	case it.Change == Moved && it.OldPath == "":
		says = append(says, "moved to another container")
	}
	if it.OldPath != "" && (it.Change == Renamed || it.Change == Moved) {
		from := "from " + oneLine(it.OldPath)
		if says == nil {
			from = "moved " + from
		}
		says = append(says, from)
	}
	if len(it.Aspects) > 0 {
		var names []string
		for _, a := range it.Aspects {
			names = append(names, string(a))
		}
		says = append(says, strings.Join(names, ", "))
	}
	switch {
	case w.with == 1:
		says = append(says, "with 1 definition in it")
	case w.with > 1:
		says = append(says, fmt.Sprintf("with %d definitions in it", w.with))
	}
	return strings.Join(says, "; ")
}

// between lists the edges between nodes that both indexes have. Edges of other nodes
// follow from the changes of these nodes, as do containment edges.
func (r *Report) between() []*Link {
	var out []*Link
	for i := range r.Edges {
		if l := &r.Edges[i]; !l.Implied && l.edge.Kind.String() != "Contains" {
			out = append(out, l)
		}
	}
	return out
}

// line formats a differing edge.
func (l *Link) line() string {
	line := fmt.Sprintf("%s %s -> %s %s", marks[l.Change], oneLine(l.edge.From.Name), l.Type,
		oneLine(l.edge.To.Name))
	if l.Path != "" && l.Line > 0 {
		line += fmt.Sprintf("  %s:%d", oneLine(l.Path), l.Line)
	}
	if l.OldTier != "" {
		line += fmt.Sprintf("  %s, was %s", l.Tier, l.OldTier)
	}
	if l.OldOps != nil || l.Change == Changed && l.Ops != nil {
		line += fmt.Sprintf("  %s, was %s", strings.Join(l.Ops, " "), strings.Join(l.OldOps, " "))
	}
	return line
}

// oneLine formats a text for a single line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, collapse(s))
}
