package questions

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/answer"
	"seedgraph/answer/dispatch"
	"seedgraph/answer/layout"
	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/order"
	"seedgraph/render"
)

// An Index is what questions are answered from. [*answer.Index] is one.
type Index interface {
	dispatch.Index
	Doc(n uint32) (string, error)
	Pieces(n uint32) ([]artifacts.Piece, error)
	Rank(n uint32) (float64, error)
	Reaching() (*artifacts.Reaching, error)
	OpenEnds(n uint32) ([]graph.OpenEnd, error)
	OpenEndsOf(name string) ([]uint32, error)
}

// An Answer is the rows of a question.
type Answer struct {
	Question string `json:"question"` // the command: writers, tests, …
	Of       string `json:"of"`       // name of the definition asked about
	// by group in the order of Groups, within a group code before tests, then by path and
	// line unless the question states another order
	Items  []Row   `json:"items"`
	Groups []Group `json:"groups"`
	Total  int     `json:"total"` // rows, listed or not
}

// A Group counts the rows under one heading.
type Group struct {
	Name  string `json:"name"`
	Total int    `json:"total"` // rows, listed or not
}

// A Row is a definition that is part of an answer, with its evidence.
type Row struct {
	render.Item
	Group string   `json:"group"`
	Edge  string   `json:"edge_type,omitempty"`
	Tier  string   `json:"tier,omitempty"`
	Ops   []string `json:"op,omitempty"`
	Via   string   `json:"via,omitempty"`
	Line  uint32   `json:"line,omitempty"` // of the evidence, in the file of the row
	Text  string   `json:"text,omitempty"` // that line of source
	Steps int      `json:"steps,omitempty"`
	// names between the row and the definition asked about, nearest to the row first
	Through []string `json:"through,omitempty"`
	Note    string   `json:"note,omitempty"`
	Test    bool     `json:"test,omitempty"`

	node   uint32 // its number
	depth  int    // indentation in a hierarchy
	inline bool   // the line of source is the row: it stays on the line of the definition
}

// Limit keeps the first n rows.
func (a *Answer) Limit(n int) { a.Items = a.Items[:min(n, len(a.Items))] }

// Keep drops the rows of nodes that admit rejects.
func (a *Answer) Keep(x Index, admit func(*graph.Node) bool) error {
	kept, groups := []Row{}, []Group{}
	a.Total = 0
	for _, r := range a.Items {
		node, err := x.Node(r.node)
		if err != nil {
			return err
		}
		if !admit(node) {
			continue
		}
		if len(groups) == 0 || groups[len(groups)-1].Name != r.Group {
			groups = append(groups, Group{Name: r.Group})
		}
		groups[len(groups)-1].Total++
		kept = append(kept, r)
		a.Total++
	}
	a.Items, a.Groups = kept, groups
	return nil
}

// add appends the rows of a group, unless there are none.
func (a *Answer) add(group string, rows []Row) {
	if len(rows) == 0 {
		return
	}
	for i := range rows {
		rows[i].Group = group
	}
	a.Items = append(a.Items, rows...)
	a.Groups = append(a.Groups, Group{group, len(rows)})
	a.Total += len(rows)
}

// newAnswer returns an answer without rows about nodes.
func newAnswer(x Index, question string, nodes []uint32) (*Answer, error) {
	a := &Answer{Question: question, Items: []Row{}, Groups: []Group{}}
	var names []string
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		names = append(names, node.Name)
	}
	a.Of = strings.Join(slices.Compact(names), ", ")
	return a, nil
}

// newRow describes a node without an edge.
func newRow(x Index, n uint32) (Row, *graph.Node, error) {
	it, node, err := answer.NewItem(x, answer.Target{Node: n}, 0)
	if err != nil {
		return Row{}, nil, err
	}
	return Row{Item: it, Test: node.Flags.Has(graph.Test), node: n}, node, nil
}

// edgeRow describes the node that an edge leaves, with the edge and its line of source.
func edgeRow(x Index, e graph.Edge) (Row, error) {
	row, _, err := newRow(x, e.From)
	if err != nil {
		return Row{}, err
	}
	row.setEdge(e)
	row.Text, err = answer.SourceLine(x, e.From, e.Line)
	return row, err
}

func (r *Row) setEdge(e graph.Edge) {
	r.Edge, r.Tier, r.Ops, r.Line = e.Kind.String(), e.Tier.String(), e.Ops.Names(), e.Line
	r.Via = e.Via.String()
}

// sortRows orders rows: code before tests, by path, line and id.
func sortRows(rows []Row) []Row {
	slices.SortStableFunc(rows, func(a, b Row) int {
		return cmp.Or(order.Bools(a.Test, b.Test), cmp.Compare(a.Path, b.Path),
			cmp.Compare(a.place(), b.place()), cmp.Compare(a.ID, b.ID),
			cmp.Compare(a.Edge, b.Edge))
	})
	return rows
}

// place returns the line of the evidence, else of the name of the definition.
func (r *Row) place() uint32 { return cmp.Or(r.Line, r.Item.Line()) }

// laidOut writes a row: handle, name, place, edge or operation, tier if it is not exact, and below
// it the line of source.
func (r *Row) laidOut() layout.Row {
	name := r.Kind + " " + render.OneLine(r.Label())
	if r.Kind == string(graph.KindRoute) {
		name = render.OneLine(r.Name) // with the verb
	}
	out := layout.Row{Item: r.Item, Line: r.place(), Use: r.about()}
	indent := strings.Repeat("  ", 1+r.depth)
	if r.inline {
		out.Text = indent + strings.Join([]string{r.Handle, out.Place(), name, r.Text}, "  ")
		return out
	}
	words := []string{r.Handle, name, out.Place()}
	if out.Use != "" {
		words = append(words, out.Use)
	}
	out.Text = indent + strings.Join(words, "  ")
	if r.Text != "" {
		out.Under = indent + "    " + r.Text
	}
	return out
}

// about writes what a row says of its edge.
func (r *Row) about() string {
	var words []string
	if len(r.Ops) > 0 {
		words = append(words, r.Ops...)
	} else if r.Edge != "" {
		words = append(words, r.Edge)
	}
	if r.Tier != "" && r.Tier != graph.Exact.String() {
		words = append(words, r.Tier)
	}
	if r.Test {
		words = append(words, "test")
	}
	if r.Note != "" {
		words = append(words, r.Note)
	}
	text := strings.Join(words, ", ")
	if len(r.Through) > 0 {
		text = strings.TrimSpace(text + " through " + strings.Join(r.Through, ", "))
	}
	return text
}
