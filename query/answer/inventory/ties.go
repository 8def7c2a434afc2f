package inventory

import (
	"fmt"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/render"
)

// A Tie is what an edge joins a listed node to, where the edge is the reason to list it.
type Tie struct {
	Type string `json:"edge_type"`
	// Incoming: the edge leads from that node to the listed one.
	Incoming bool   `json:"incoming,omitempty"`
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	Name     string `json:"name"`
}

// tied are the edges that ties are made of, with what a line says of them, out and in.
var tied = map[graph.EdgeKind]struct{ out, in string }{
	graph.MapsTo:       {"maps to", ""},
	graph.Handles:      {"handled by", "handles"},
	graph.SchemaChange: {"changes", ""},
	graph.DataChange:   {"changes rows of", ""},
	graph.Requests:     {"requests", ""},
	graph.Binds:        {"provided by", ""},
	graph.Routes:       {"handled by", "at"},
}

// tie notes what the edges of a node join it to.
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
	it.Ties = append(it.Ties, Tie{kind.String(), incoming, string(node.ID), string(node.Kind),
		node.Name})
	return nil
}

// tiesShown is the number of names that a line shows after one phrase.
const tiesShown = 2

// tieText writes ties as part of a line: names behind the phrase for their edge.
func tieText(ties []Tie) string {
	var b strings.Builder
	for i := 0; i < len(ties); {
		first, names := ties[i], []string(nil)
		for ; i < len(ties) && ties[i].Type == first.Type && ties[i].Incoming == first.Incoming; i++ {
			names = append(names, render.OneLine(ties[i].Name))
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

// attributeText writes attributes as part of a line, in brackets.
func attributeText(list []graph.Attribute) string {
	if len(list) == 0 {
		return ""
	}
	texts := make([]string, len(list))
	for i, a := range list {
		texts[i] = render.OneLine(a.String())
	}
	return "  [" + strings.Join(texts, ", ") + "]"
}
