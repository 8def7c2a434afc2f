package render

import (
	"fmt"
	"strings"
)

// The languages of diagrams.
const (
	Mermaid = "mermaid"
	Dot     = "dot"
)

// A Diagram is a graph to be drawn, from left to right.
type Diagram struct {
	Name  string   // of the graph, where the language has names
	Boxes []string // labels; a line feed begins a new line
	Lines []DiagramLine
}

// A DiagramLine leads from a box to another, by their places in Boxes.
type DiagramLine struct {
	From, To int
	Label    string
}

// Text returns the diagram in a language, line by line. Each line is drawn once.
func (d *Diagram) Text(language string) []string {
	isDot := language == Dot
	var lines []string
	for i, box := range d.Boxes {
		if isDot {
			lines = append(lines, fmt.Sprintf("  n%d [label=\"%s\"];", i,
				diagramLabel(box, dotEscapes, `\n`)))
		} else {
			lines = append(lines, fmt.Sprintf("  n%d[\"%s\"]", i,
				diagramLabel(box, mermaidEscapes, "<br/>")))
		}
	}
	format := "  n%d -->|%s| n%d"
	if isDot {
		format = "  n%d -> n%[3]d [label=\"%[2]s\"];"
	}
	drawn := map[string]bool{}
	for _, l := range d.Lines {
		line := fmt.Sprintf(format, l.From, l.Label, l.To)
		if !drawn[line] {
			drawn[line] = true
			lines = append(lines, line)
		}
	}
	if isDot {
		head := []string{"digraph " + d.Name + " {", "  rankdir=LR;", "  node [shape=box];"}
		return append(append(head, lines...), "}")
	}
	return append([]string{"graph LR"}, lines...)
}

// What labels escape. Those of Mermaid are HTML with entities of its own.
var (
	dotEscapes     = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	mermaidEscapes = strings.NewReplacer(`"`, "#quot;", "<", "#lt;", ">", "#gt;", "#", "#35;",
		"`", "#96;", "&", "#amp;")
)

// diagramLabel makes a text fit for the label of a box; lines are apart by newline.
func diagramLabel(s string, escapes *strings.Replacer, newline string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = escapes.Replace(OneLine(l))
	}
	return strings.Join(lines, newline)
}
