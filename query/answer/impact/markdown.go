package impact

import (
	"fmt"

	"seedgraph/internal/markdown"
	"seedgraph/query/answer/layout"
)

// Markdown returns the impact for the comment of a merge request: the affected routes, entry points and
// tests, each with the definitions between it and the change, or the definitions that Until selects.
// limit bounds the length of each list; 0 means no limit.
func (a *Answer) Markdown(limit int) []string {
	head := a.Sheet().Head
	lines := []string{"### Impact: " + markdown.Escape(head[0]), ""}
	for _, says := range head[1:] {
		lines = append(lines, markdown.Escape(says), "")
	}
	groups := a.allEnds()
	if a.o.Until != "" {
		groups = a.group("affected", func(it *Item) bool { return it.Depth > 0 })
	}
	for _, g := range groups {
		lines = append(lines, "**"+g.Name+"**", "")
		lines = append(lines, bullets(g.Rows, limit)...)
		lines = append(lines, "")
	}
	return lines[:len(lines)-1]
}

func bullets(rows []layout.Row, limit int) []string {
	shown := len(rows)
	if limit > 0 {
		shown = min(shown, limit)
	}
	var lines []string
	for i := range rows[:shown] {
		row := &rows[i]
		line := fmt.Sprintf("- %s %s", row.Kind, markdown.Code(row.Name))
		if row.Path != "" {
			line += " in " + markdown.Code(row.Place())
		}
		if row.Rest != "" {
			line += " " + markdown.Escape(row.Rest)
		}
		lines = append(lines, line)
	}
	if left := len(rows) - shown; left > 0 {
		lines = append(lines, fmt.Sprintf("- … and %d more", left))
	}
	return lines
}
