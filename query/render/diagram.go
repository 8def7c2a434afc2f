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

// A Drawing is a diagram that grows, with boxes by the ids of nodes.
type Drawing struct {
	Diagram
	boxes map[string]int
	drawn map[DiagramLine]bool
}

// NewDrawing returns an empty diagram.
func NewDrawing(name string) *Drawing {
	return &Drawing{Diagram{Name: name}, map[string]int{}, map[DiagramLine]bool{}}
}

// Box adds the box of a node, once.
func (d *Drawing) Box(id, label string) {
	if _, ok := d.boxes[id]; !ok {
		d.boxes[id] = len(d.Boxes)
		d.Boxes = append(d.Boxes, label)
	}
}

// Line connects the boxes of two nodes, unless one of them has none, and reports whether the line was
// there before.
func (d *Drawing) Line(from, to, label string) (known bool) {
	a, ok := d.boxes[from]
	b, ok2 := d.boxes[to]
	l := DiagramLine{From: a, To: b, Label: label}
	if !ok || !ok2 || d.drawn[l] {
		return ok && ok2
	}
	d.drawn[l] = true
	d.Lines = append(d.Lines, l)
	return false
}

// BoxLabel returns the label of a node: kind, name and location.
func BoxLabel(it Item) string { return it.Kind + " " + it.Name + "\n" + Place(it) }

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
