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
	Name  string   // of the graph, if the language has names
	Boxes []string // labels; may contain line feeds
	Lines []DiagramLine
}

// A DiagramLine connects two boxes, by their indexes in Boxes.
type DiagramLine struct {
	From, To int
	Label    string
}

// Text returns the lines of the diagram in a language. Each line is drawn once.
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

// Escapes in labels. Mermaid labels are HTML with Mermaid's own entities.
var (
	dotEscapes     = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	mermaidEscapes = strings.NewReplacer(`"`, "#quot;", "<", "#lt;", ">", "#gt;", "#", "#35;",
		"`", "#96;", "&", "#amp;")
)

// diagramLabel escapes a text for the label of a box; newline separates its lines.
func diagramLabel(s string, escapes *strings.Replacer, newline string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = escapes.Replace(OneLine(l))
	}
	return strings.Join(lines, newline)
}
