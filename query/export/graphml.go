package export

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// GraphML as defined by http://graphml.graphdrawing.org/primer/graphml-primer.html. All
// values are written out, without defaults and nested graphs, which readers treat
// differently.

// A graphMLKey declares an attribute of nodes or edges.
type graphMLKey struct{ of, name, typ string }

var graphMLKeys = []graphMLKey{
	{"node", "name", "string"}, {"node", "kind", "string"}, {"node", "entity_type", "string"},
	{"node", "description", "string"}, {"node", "source_id", "string"}, {"node", "path", "string"},
	{"node", "start_line", "int"}, {"node", "end_line", "int"}, {"node", "language", "string"},
	{"node", "handle", "string"}, {"node", "tokens", "int"}, {"node", "pagerank", "double"},
	{"node", "flags", "string"},
	{"edge", "kind", "string"}, {"edge", "weight", "double"}, {"edge", "description", "string"},
	{"edge", "source_id", "string"}, {"edge", "tier", "string"}, {"edge", "confidence", "double"},
	{"edge", "line", "int"}, {"edge", "op", "string"}, {"edge", "via", "string"},
}

// sourceSeparator joins the ids of chunks in source_id (nano-graphrag: nano_graphrag/prompt.py).
const sourceSeparator = "<SEP>"

// A graphML writes a document. Errors are reported when its writer is flushed.
type graphML struct{ io.Writer }

func writeGraphML(ctx context.Context, g *Graph, w io.Writer, o Options) error {
	x := graphML{w}
	fmt.Fprint(x, xml.Header, `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">`+"\n")
	for _, k := range graphMLKeys {
		fmt.Fprintf(x, "<key id=\"%s_%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", k.of, k.name,
			k.of, k.name, k.typ)
	}
	kind := "directed"
	if o.Undirected {
		kind = "undirected"
	}
	fmt.Fprintf(x, "<graph id=\"seedgraph\" edgedefault=%q>\n", kind)
	err := g.Nodes(ctx, func(n uint32, node *graph.Node) error { return x.node(g, n, node, o.Undirected) })
	if err != nil {
		return err
	}
	labels, err := g.labels(ctx)
	if err != nil {
		return err
	}
	sources, err := g.sources(ctx)
	if err != nil {
		return err
	}
	if o.Undirected {
		err = g.pairs(ctx, func(p *pair) error { return x.pair(p, labels, sources) })
	} else {
		err = g.Edges(ctx, func(e graph.Edge) error { return x.edge(e, labels, sources) })
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(x, "</graph>\n</graphml>\n")
	return err
}

// sources returns the number of chunks of each node, by number.
func (g *Graph) sources(ctx context.Context) ([]uint32, error) {
	parts := make([]uint32, g.r.NumNodes())
	err := g.Nodes(ctx, func(n uint32, node *graph.Node) error {
		parts[n] = uint32(len(node.Parts))
		return nil
	})
	return parts, err
}

// nodeID returns the id of a node in the document: nano-graphrag identifies entities by
// name.
func (x graphML) nodeID(l label, undirected bool) string {
	if undirected {
		return l.title()
	}
	return string(l.id)
}

func (x graphML) node(g *Graph, num uint32, n *graph.Node, undirected bool) error {
	text, err := g.describe(num, n)
	if err != nil {
		return err
	}
	fmt.Fprintf(x, "<node id=\"%s\">", escapeXML(x.nodeID(label{n.ID, n.Name}, undirected)))
	for _, v := range [][2]string{{"name", n.Name}, {"kind", string(n.Kind)}, {"entity_type", string(n.Kind)},
		{"description", text}, {"source_id", sourceID(n.ID, uint32(len(n.Parts)))}, {"path", n.Path},
		{"start_line", number(n.Span.StartLine)}, {"end_line", number(n.Span.EndLine)}, {"language", n.Language},
		{"handle", n.ID.Handle()}, {"tokens", strconv.Itoa(n.Tokens())},
		{"pagerank", decimal(n.Rank)}, {"flags", strings.Join(artifacts.FlagNames(n.Flags), ",")}} {
		x.data("node", v[0], v[1])
	}
	_, err = io.WriteString(x, "</node>\n")
	return err
}

func (x graphML) edge(e graph.Edge, labels []label, parts []uint32) error {
	from, to := labels[e.From], labels[e.To]
	fmt.Fprintf(x, "<edge source=\"%s\" target=\"%s\">", escapeXML(string(from.id)), escapeXML(string(to.id)))
	for _, v := range [][2]string{{"kind", e.Kind.String()}, {"weight", decimal(weight(e))},
		{"description", sentence(from.name, to.name, e)}, {"source_id", sourceID(from.id, parts[e.From])},
		{"tier", e.Tier.String()}, {"confidence", decimal(confidence(e))}, {"line", number(e.Line)},
		{"op", strings.Join(e.Operations(), ",")}, {"via", e.Via.String()}} {
		x.data("edge", v[0], v[1])
	}
	_, err := io.WriteString(x, "</edge>\n")
	return err
}

func (x graphML) pair(p *pair, labels []label, parts []uint32) error {
	a, b := labels[p.a], labels[p.b]
	fmt.Fprintf(x, "<edge source=\"%s\" target=\"%s\">", escapeXML(a.title()), escapeXML(b.title()))
	from := p.edges[0].From
	for _, v := range [][2]string{{"kind", strings.Join(p.kinds(), ", ")}, {"weight", decimal(p.weight())},
		{"description", p.describe(labels)}, {"source_id", sourceID(labels[from].id, parts[from])}} {
		x.data("edge", v[0], v[1])
	}
	_, err := io.WriteString(x, "</edge>\n")
	return err
}

// data writes a value; an empty one is left out.
func (x graphML) data(of, key, value string) {
	if value != "" {
		fmt.Fprintf(x, "<data key=\"%s_%s\">%s</data>", of, key, escapeXML(value))
	}
}

// sourceID joins the ids of the chunks of a node.
func sourceID(id graph.NodeID, parts uint32) string {
	var ids []string
	for i := range int(parts) {
		ids = append(ids, id.Part(i+1))
	}
	return strings.Join(ids, sourceSeparator)
}

// escapeXML escapes text for elements and attributes. Characters that are not allowed in
// XML become U+FFFD.
func escapeXML(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a Builder never returns an error
	return b.String()
}

// number formats a number, "" for 0.
func number(n uint32) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(n), 10)
}

// decimal formats a number without an exponent, which some readers do not support.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
