package inventory

import (
	"fmt"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/render"
)

// A Connection is a node connected to a listed node by an edge, if the edge is the reason for
// listing it.
type Connection struct {
	Type string `json:"edge_type"`
	// Incoming means that the listed node is the target of the edge.
	Incoming bool   `json:"incoming,omitempty"`
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Name     string `json:"name"`

	short string // name in a line: of types and members without their package
}

// tied maps the edge kinds of ties to their phrases in a line, for outgoing and incoming
// edges.
var tied = map[graph.EdgeKind]struct{ out, in string }{
	graph.MapsTo:       {"maps to", ""},
	graph.Handles:      {"handled by", "handles"},
	graph.SchemaChange: {"changes", ""},
	graph.DataChange:   {"changes rows of", ""},
	graph.Requests:     {"requests", ""},
	graph.Binds:        {"provided by", ""},
	graph.Routes:       {"handled by", "at"},
}

// tie sets the ties of a node.
func (it *Item) tie(x Index, n uint32) error {
	out, err := x.Out(n)
	if err != nil {
		return err
	}
	in, err := x.In(n)
	if err != nil {
		return err
	}
	for _, e := range out {
		if tied[e.Kind].out != "" {
			if err := it.addTie(x, e.Kind, e.To, false); err != nil {
				return err
			}
		}
	}
	for _, e := range in {
		if tied[e.Kind].in != "" {
			if err := it.addTie(x, e.Kind, e.From, true); err != nil {
				return err
			}
		}
	}
	return nil
}

func (it *Item) addTie(x Index, kind graph.EdgeKind, other uint32, incoming bool) error {
	node, err := x.Node(other)
	if err != nil {
		return err
	}
	it.Connections = append(it.Connections, Connection{kind.String(), incoming, string(node.ID), string(node.Kind),
		node.Name, shortName(render.NewItem(node, 0), node)})
	return nil
}

// shortName returns the name of a definition without its package or namespace, which the
// path beside it shows. Functions keep the name of their module, pages that of their
// folder, and external symbols their full name.
func shortName(it render.Item, node *graph.Node) string {
	if !node.Kind.IsExternal() && !strings.Contains(node.Name, "/") && (node.Class+node.Schema != "" || node.Kind.IsType()) {
		return it.Label()
	}
	return it.Title()
}

// tiesShown is the maximum number of names shown after one phrase.
const tiesShown = 2

// tieText formats ties as part of a line: names after the phrase for their edge.
func tieText(ties []Connection) string {
	var b strings.Builder
	for i := 0; i < len(ties); {
		first, names := ties[i], []string(nil)
		for ; i < len(ties) && ties[i].Type == first.Type && ties[i].Incoming == first.Incoming; i++ {
			names = append(names, render.OneLine(ties[i].short))
		}
		kind, _ := graph.ParseEdgeKind(first.Type)
		says := tied[kind].out
		if first.Incoming {
			says = tied[kind].in
		}
		fmt.Fprintf(&b, "  %s %s", says, strings.Join(names[:min(tiesShown, len(names))], ", "))
		if more := len(names) - tiesShown; more > 0 {
			fmt.Fprintf(&b, " + %d more", more)
		}
	}
	return b.String()
}

// attributeText formats attributes as part of a line, in brackets: who may request a
// route, and its version. Its name and the constraints of its parameters are in JSON.
func attributeText(list []graph.Attribute) string {
	var texts []string
	for _, a := range list {
		if a.Key != "name" && a.Key != "constraint" {
			texts = append(texts, render.OneLine(a.String()))
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return "  [" + strings.Join(texts, ", ") + "]"
}
