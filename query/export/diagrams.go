package export

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"seedgraph/graph"
	"seedgraph/internal/hint"
)

// caption returns the label of a node in a diagram: its short name and kind.
func caption(n *graph.Node) string {
	name := n.Short
	if name == "" {
		name = n.Name
	}
	return oneLine(name)
}

// writeDOT writes a graph in the language of Graphviz (https://graphviz.org/doc/info/lang.html), with
// handles as names and the nodes of a file in one cluster.
func writeDOT(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	fmt.Fprint(w, "digraph seedgraph {\n  rankdir=LR\n  node [shape=box]\n")
	err := g.Nodes(ctx, func(_ uint32, n *graph.Node) error {
		_, err := fmt.Fprintf(w, "  %s [label=%s tooltip=%s]\n", quoteDOT(n.ID.Handle()),
			quoteDOT(caption(n)+"\n"+string(n.Kind)), quoteDOT(title(n)))
		return err
	})
	if err != nil {
		return err
	}
	labels, err := g.labels(ctx)
	if err != nil {
		return err
	}
	err = g.Edges(ctx, func(e graph.Edge) error {
		_, err := fmt.Fprintf(w, "  %s -> %s [label=%s]\n", quoteDOT(labels[e.From].id.Handle()),
			quoteDOT(labels[e.To].id.Handle()), quoteDOT(words(e.Kind)))
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "}\n")
	return err
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// quoteDOT quotes a string; a line break in it begins a new line of a label.
func quoteDOT(s string) string {
	return `"` + dotEscapes.Replace(s) + `"`
}

// Limits of Mermaid that a diagram cannot change by itself (maxEdges and maxTextSize in
// its config.schema.yaml).
const (
	mermaidEdges = 500
	mermaidText  = 50_000 // characters
)

// writeMermaid writes a flowchart (https://mermaid.js.org/syntax/flowchart.html). A graph
// beyond Mermaid's limits is an error.
func writeMermaid(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	var b bytes.Buffer
	tooLarge := func() error {
		return hint.With(fmt.Errorf("the diagram is too large: Mermaid draws at most %d edges and %d characters",
			mermaidEdges, mermaidText), "select fewer nodes with --seeds and --depth, --kind, --path or --edges")
	}
	b.WriteString("flowchart LR\n")
	err := g.Nodes(ctx, func(_ uint32, n *graph.Node) error {
		fmt.Fprintf(&b, "  n%s[\"%s<br/>%s\"]\n", n.ID.Handle(), quoteMermaid(caption(n)), n.Kind)
		if b.Len() > mermaidText {
			return tooLarge()
		}
		return nil
	})
	if err != nil {
		return err
	}
	labels, err := g.labels(ctx)
	if err != nil {
		return err
	}
	edges := 0
	err = g.Edges(ctx, func(e graph.Edge) error {
		fmt.Fprintf(&b, "  n%s -- \"%s\" --> n%s\n", labels[e.From].id.Handle(), words(e.Kind),
			labels[e.To].id.Handle())
		if edges++; edges > mermaidEdges || b.Len() > mermaidText {
			return tooLarge()
		}
		return nil
	})
	if err != nil {
		return err
	}
	_, err = w.Write(b.Bytes())
	return err
}

var mermaidEscapes = strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "&", "#amp;",
	"`", "#96;")

// quoteMermaid replaces characters that end a label, or begin markup in it, by entity
// codes.
func quoteMermaid(s string) string {
	return mermaidEscapes.Replace(s)
}
