package about

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/render"
)

// docChars is the maximum length of a doc comment in text output, in characters; the JSON
// output has the whole comment.
const docChars = 600

// Lines formats the description as text.
func (it *Item) Lines() []string {
	lines := []string{
		fmt.Sprintf("%s %s", it.Kind, render.OneLine(it.Title())),
		"  id         " + it.ID,
		"  place      " + render.Range(it.Item),
	}
	field := func(name, value string) {
		if value != "" {
			lines = append(lines, fmt.Sprintf("  %-10s %s", name, render.OneLine(value)))
		}
	}
	field("signature", it.Signature)
	for _, a := range it.Attributes {
		field(a.Key, cmp.Or(a.Value, "yes"))
	}
	field("doc", render.Cut(render.OneLine(it.Doc), docChars))
	field("container", it.Container)
	field("project", it.Project)
	field("flags", strings.Join(it.Flags, " "))
	if it.Entry != nil {
		field("entry", it.Entry.text())
	}
	field("size", it.size())
	field("rank", fmt.Sprintf("%.3g", it.Rank))
	if it.Database != nil {
		lines = append(lines, it.Database.lines()...)
	}
	return append(lines, it.groupLines()...)
}

// groupLines formats the groups as text. Callers through a base follow the direct
// callers.
func (it *Item) groupLines() []string {
	var lines []string
	through := it.throughLines()
	after := slices.Index(Groups(), "callers")
	for _, g := range it.Groups {
		at := slices.Index(Groups(), g.Name)
		if at > after {
			lines, through = append(lines, through...), nil
		}
		lines = append(lines, g.lines()...)
	}
	return append(lines, through...)
}

// size describes the length and complexity of a node.
func (it *Item) size() string {
	size := fmt.Sprintf("%d tokens", it.Tokens)
	if it.Parts > 1 {
		size += fmt.Sprintf(" in %d parts", it.Parts)
	}
	if it.Complexity > 0 {
		size += fmt.Sprintf(", complexity %d", it.Complexity)
	}
	return size
}

// lines formats a group as text.
func (g *Group) lines() []string {
	lines := []string{fmt.Sprintf("%s (%d)", g.Name, g.Total)}
	for _, r := range g.Items {
		lines = append(lines, "  "+r.line())
	}
	if g.Tests+g.Replaced > 0 {
		var folded []string
		for _, f := range []struct {
			n    int
			what string
		}{{g.Tests, "tests"}, {g.Replaced, "replaced definitions"}} {
			if f.n > 0 {
				folded = append(folded, fmt.Sprintf("%d in %s", f.n, f.what))
			}
		}
		lines = append(lines, fmt.Sprintf("  … and %s; --group %s prints them",
			strings.Join(folded, ", "), g.Name))
	}
	if more := g.Total - len(g.Items) - g.Tests - g.Replaced; more > 0 {
		lines = append(lines, fmt.Sprintf("  … and %d more; --limit prints more", more))
	}
	return lines
}

// line describes a related node and the edge in one line.
func (r *Related) line() string {
	line := fmt.Sprintf("%s  %s %s  %s", r.Handle, r.Kind, render.OneLine(r.Title()),
		render.Place(r.Item))
	if r.EdgeType == graph.Contains.String() {
		return line
	}
	line += fmt.Sprintf("  %s, %s", r.EdgeType, r.Tier)
	for _, op := range r.Ops {
		line += ", " + op
	}
	if r.EdgeType == graph.Binds.String() && r.Via != "" {
		line += ", " + r.Via
	}
	if r.Line > 0 {
		line += fmt.Sprintf(", line %d", r.Line)
	}
	return line
}
