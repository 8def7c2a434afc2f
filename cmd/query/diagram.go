package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/hint"
	"seedgraph/query/render"
	"seedgraph/query/render/graphviz"
)

// formatMarkdown is the text for the comment of a merge request.
const formatMarkdown = "markdown"

// formatSVG is a diagram drawn by Graphviz.
const formatSVG = "svg"

// diagramFormats are the formats of diagrams.
var diagramFormats = []string{render.Mermaid, render.Dot, formatSVG}

// maxMermaid is the number of lines that Mermaid draws, unless a page configures more.
const maxMermaid = 500

// textUsage explains text formats in the help.
var textUsage = map[string]string{
	formatIndex:    "index (one line per node)",
	formatMarkdown: formatMarkdown,
}

// addDiagramFlag adds the flag that selects a text format or a diagram.
func addDiagramFlag(c *cobra.Command, format *string, texts ...string) {
	usage := "text, "
	for _, text := range texts {
		usage += textUsage[text] + ", "
	}
	usage += "or a diagram: mermaid, dot, svg (with Graphviz)"
	c.Flags().StringVar(format, "format", formatText, usage)
	complete(c, "format", slices.Concat([]string{formatText}, texts, diagramFormats))
}

// checkDiagram checks the flag of addDiagramFlag. Diagrams and Markdown are no JSON.
func (g *globals) checkDiagram(format string, texts ...string) error {
	known := slices.Concat([]string{formatText}, texts, diagramFormats)
	if !slices.Contains(known, format) {
		return fmt.Errorf("--format %s is unknown: use %s or %s, or --json", format,
			strings.Join(known[:len(known)-1], ", "), known[len(known)-1])
	}
	if g.json && (isDiagram(format) || format == formatMarkdown) {
		return fmt.Errorf("--json and --format %s are mutually exclusive", format)
	}
	return nil
}

// isDiagram reports whether a format is that of a diagram.
func isDiagram(format string) bool { return slices.Contains(diagramFormats, format) }

// printDiagram prints a diagram in a format of diagramFormats.
func (s *session) printDiagram(ctx context.Context, d *render.Diagram, format string) error {
	if format != formatSVG {
		if format == render.Mermaid && len(d.Lines) > maxMermaid {
			s.warn("Mermaid draws at most %d edges unless maxEdges is raised; the diagram has up to %d", maxMermaid, len(d.Lines))
		}
		return s.print(d.Text(format)...)
	}
	svg, err := graphviz.SVG(ctx, strings.Join(d.Text(render.Dot), "\n")+"\n")
	if errors.Is(err, graphviz.ErrMissing) {
		return hint.With(fmt.Errorf("--format svg: %w", err), "install Graphviz, or use --format dot or mermaid")
	}
	if err == nil {
		_, err = s.streams.Out.Write(svg)
	}
	return err
}
