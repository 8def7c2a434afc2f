package graphbuild

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// inline lists the SQL statements in strings, by node and line.
func (c *collector) inline(binders []*resolve.Binder) []graph.InlineText {
	var out []graph.InlineText
	for _, b := range binders {
		for _, x := range b.Inline {
			t := graph.InlineText{Node: c.nodes[c.from(x.From, x.At)].ID,
				Line: b.File.Line(x.At), Text: x.Text, Origin: x.Origin}
			for _, by := range x.By {
				t.By = append(t.By, c.nodes[nodeOf(by)].ID)
			}
			out = append(out, t)
		}
		b.Inline = nil
	}
	slices.SortStableFunc(out, func(a, b graph.InlineText) int {
		return cmp.Or(strings.Compare(string(a.Node), string(b.Node)), cmp.Compare(a.Line, b.Line),
			strings.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(out, func(a, b graph.InlineText) bool {
		return a.Node == b.Node && a.Line == b.Line && a.Text == b.Text
	})
}
