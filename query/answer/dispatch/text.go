package dispatch

import (
	"fmt"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/render"
)

// shownLines is the maximum number of lines of a use listed in text.
const shownLines = 8

// Phrase formats a use on one line: the edge, its target if named is set, and the lines.
func (u *Use) Phrase(named bool) string {
	text := u.Type
	if named {
		text += " " + render.OneLine(u.Named)
	}
	if u.Tier != graph.Exact.String() {
		text += ", " + u.Tier
	}
	for _, op := range u.Ops {
		text += ", " + op
	}
	return text + places(u.Lines)
}

// places formats the lines of a use.
func places(lines []uint32) string {
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(", line %d", lines[0])
	}
	var all []string
	for _, l := range lines[:min(len(lines), shownLines)] {
		all = append(all, strconv.Itoa(int(l)))
	}
	text := ", lines " + strings.Join(all, ", ")
	if more := len(lines) - shownLines; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
