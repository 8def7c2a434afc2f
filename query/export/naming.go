package export

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"seedgraph/graph"
)

// chunkHandle returns a short id of part n of a node, from 1, without commas and quotes.
func chunkHandle(id graph.NodeID, n int) string {
	if n == 1 {
		return id.Handle()
	}
	return id.Handle() + "/" + strconv.Itoa(n)
}

// title returns a unique name of a node, for programs that identify entities by name.
func title(n *graph.Node) string { return titleOf(n.Name, n.ID) }

func titleOf(name string, id graph.NodeID) string { return oneLine(name) + " @" + id.Handle() }

// oneLine replaces line breaks and control characters by spaces.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

// camel returns a node kind as a label: TypeAlias, Table, ConfigKey.
func camel(kind graph.NodeKind) string {
	var b strings.Builder
	for _, word := range strings.Fields(string(kind)) {
		b.WriteString(strings.ToUpper(word[:1]) + strings.ToLower(word[1:]))
	}
	return b.String()
}

// words splits the name of an edge kind: "reads from".
func words(kind graph.EdgeKind) string {
	var b strings.Builder
	for i, r := range kind.String() {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// snake returns an edge kind as a relationship type: READS_FROM.
func snake(kind graph.EdgeKind) string {
	return strings.ToUpper(strings.ReplaceAll(words(kind), " ", "_"))
}

// sentence describes an edge and its location: "A calls B (line 12)".
func sentence(from, to string, e graph.Edge) string {
	s := from + " " + words(e.Kind) + " " + to
	if e.Line > 0 {
		s += fmt.Sprintf(" (line %d)", e.Line)
	}
	return s
}

// describe returns the signature and the doc comment of a node, or its kind and name if it has
// neither.
func (g *Graph) describe(num uint32, n *graph.Node) (string, error) {
	doc, err := g.r.Doc(num)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, s := range []string{n.Signature, doc} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, string(n.Kind)+" "+n.Name)
		if n.Path != "" && n.Path != n.Name {
			parts[0] += " in " + n.Path
		}
	}
	return strings.Join(parts, "\n"), nil
}

// A label describes a node as the end of edges.
type label struct {
	id   graph.NodeID
	name string
}

func (l label) title() string { return titleOf(l.name, l.id) }

// labels returns the labels of all nodes, by number.
func (g *Graph) labels(ctx context.Context) ([]label, error) {
	list := make([]label, g.r.NumNodes())
	err := g.Nodes(ctx, func(n uint32, node *graph.Node) error {
		list[n] = label{node.ID, node.Name}
		return nil
	})
	return list, err
}
