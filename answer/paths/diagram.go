package paths

import (
	"fmt"
	"strings"

	"seedgraph/render"
)

// The languages of diagrams.
const (
	Mermaid = "mermaid"
	Dot     = "dot"
)

// Diagram draws the paths: each node once, each edge once.
func (a *Answer) Diagram(language string) []string {
	number := map[string]int{}
	var lines []string
	for i := range a.Items {
		it := &a.Items[i]
		number[it.ID] = i
		label := label(it.Kind + " " + it.Name + "\n" + render.Place(it.Item))
		if language == Dot {
			lines = append(lines, fmt.Sprintf("  n%d [label=\"%s\"];", i, label))
		} else {
			lines = append(lines, fmt.Sprintf("  n%d[\"%s\"]", i,
				strings.ReplaceAll(label, `\n`, "<br/>")))
		}
	}
	drawn := map[string]bool{}
	for _, p := range a.Paths {
		for _, e := range p.Edges {
			format := "  n%d -->|%s| n%d"
			if language == Dot {
				format = "  n%d -> n%[3]d [label=\"%[2]s\"];"
			}
			line := fmt.Sprintf(format, number[e.From], e.Type, number[e.To])
			if !drawn[line] {
				drawn[line] = true
				lines = append(lines, line)
			}
		}
	}
	if language == Dot {
		return append(append([]string{"digraph paths {", "  rankdir=LR;", "  node [shape=box];"},
			lines...), "}")
	}
	return append([]string{"graph LR"}, lines...)
}

// label makes a text fit for the label of a node: lines are apart by \n.
func label(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.NewReplacer(`\`, `\\`, `"`, "'").Replace(render.OneLine(l))
	}
	return strings.Join(lines, `\n`)
}
