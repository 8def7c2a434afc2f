package questions

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/order"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
)

// An Index provides the data of questions. [*answer.Index] implements it.
type Index interface {
	dispatch.Index
	Doc(n uint32) (string, error)
	Pieces(n uint32) ([]artifacts.Piece, error)
	Rank(n uint32) (float64, error)
	Reachability() (*artifacts.Reaching, error)
	OpenEnds(n uint32) ([]graph.OpenEnd, error)
	OpenEndsOf(name string) ([]uint32, error)
}

// An Answer holds the rows of a question.
type Answer struct {
	Question string `json:"question"` // the command: writers, tests, …
	Of       string `json:"of"`       // name of the queried definition
	// by group in the order of Groups, within a group code before tests, then by path and
	// line unless the question documents another order
	Items  []Row   `json:"items"`
	Groups []Group `json:"groups"`
	Total  int     `json:"total"` // number of rows, listed or not
	// Without rows, the calls that may use what runs the queried definitions, the nearest first, and
	// their number, listed or not: whether there are rows is unknown then.
	OpenEnds []openends.End `json:"open_ends,omitempty"`
	Open     int            `json:"open,omitempty"`

	of      []render.Item // the queried definitions
	rest    func() error  // adds the rows that the text only mentions; may be nil
	sources bool          // the source lines are read: see ReadSources
}

// Complete adds the rows that the text in a budget does not even count, because finding
// them takes most of the time. It must be called before [Answer.Keep] and [Answer.Limit].
func (a *Answer) Complete() error {
	rest := a.rest
	if a.rest = nil; rest == nil {
		return nil
	}
	return rest()
}

// A Group counts the rows under one heading.
type Group struct {
	Name  string `json:"name"`
	Total int    `json:"total"` // number of rows, listed or not
}

// A Row is a definition that is part of an answer, with its evidence.
type Row struct {
	render.Item
	Group string   `json:"group"`
	Edge  string   `json:"edge_type,omitempty"`
	Tier  string   `json:"tier,omitempty"`
	Ops   []string `json:"op,omitempty"`
	Via   string   `json:"via,omitempty"`
	Line  uint32   `json:"line,omitempty"`  // of the evidence, in the file of the row
	Lines []uint32 `json:"lines,omitempty"` // all lines of the evidence, ascending, if there are several
	Text  string   `json:"text,omitempty"`  // the first line of source
	Steps int      `json:"steps,omitempty"`
	// names between the row and the queried definition, nearest to the row first
	Through []string `json:"through,omitempty"`
	Note    string   `json:"note,omitempty"`
	Test    bool     `json:"test,omitempty"`

	node      uint32   // number of the definition
	inHandler bool     // a route whose place is in the first definition of Through
	texts     []string // source lines for Lines
	sourced   bool     // the source lines are not yet read
	by        string   // name of general code on the way
	depth     int      // indentation in a hierarchy
	implied   bool     // the kinds of the row and of the one above it imply the edge
	inline    bool     // the source line is the row: it is printed on the line of the definition
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

// add appends the rows of a group, if there are any.
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
	for _, n := range nodes {
		it, _, err := answer.NewItem(x, answer.Target{Node: n}, 0)
		if err != nil {
			return nil, err
		}
		a.of = append(a.of, it)
	}
	a.Of = a.named(func(it render.Item) string { return it.Name })
	return a, nil
}

// named lists the names of the queried definitions.
func (a *Answer) named(name func(render.Item) string) string {
	var names []string
	for _, it := range a.of {
		names = append(names, name(it))
	}
	return strings.Join(slices.Compact(names), ", ")
}

// newRow describes a node without an edge.
func newRow(x Index, n uint32) (Row, *graph.Node, error) {
	it, node, err := answer.NewItem(x, answer.Target{Node: n}, 0)
	if err != nil {
		return Row{}, nil, err
	}
	return Row{Item: it, Test: node.Flags.Has(graph.Test), node: n}, node, nil
}

// edgeRow describes the source node of an edge, with the edge and its lines. Their text is
// read by [Answer.ReadSources].
func edgeRow(x Index, e graph.Edge) (Row, error) {
	row, _, err := newRow(x, e.From)
	if err != nil {
		return Row{}, err
	}
	row.setEdge(e)
	lines, err := x.Lines(e)
	if len(lines) > 1 {
		row.Lines = lines
	}
	row.sourced = true
	return row, err
}

// ReadSources reads the source lines of the rows. Text without --lines does not have them,
// and reading them takes as long as finding the rows.
func (a *Answer) ReadSources(x Index) error {
	a.sources = true
	for i := range a.Items {
		if r := &a.Items[i]; r.sourced {
			if err := r.readLines(x); err != nil {
				return err
			}
		}
	}
	return nil
}

// readLines reads the source lines of a row.
func (r *Row) readLines(x Index) error {
	r.sourced = false
	lines := r.allLines()
	for _, line := range lines {
		text, err := lineWithin(x, r.node, line)
		if err != nil {
			return err
		}
		r.texts = append(r.texts, text)
	}
	if len(lines) > 0 {
		r.Text = r.texts[0]
	}
	return nil
}

// allLines lists the lines of the evidence, ascending.
func (r *Row) allLines() []uint32 {
	if len(r.Lines) == 0 && r.Line > 0 {
		return []uint32{r.Line}
	}
	return r.Lines
}

// merged merges rows of one definition that are equal except for their lines, such as
// the rows of a page that requests a route by two names. All lines are added to the first
// such row.
func merged(rows []Row) []Row {
	type key struct{ id, about string }
	at := map[key]int{}
	var out []Row
	for _, r := range rows {
		k := key{r.ID, r.Edge + " " + r.about("")}
		i, ok := at[k]
		if !ok || r.Line == 0 {
			at[k], out = len(out), append(out, r)
			continue
		}
		out[i].join(&r)
	}
	return out
}

// join adds the lines of a row.
func (r *Row) join(o *Row) {
	lines := slices.Concat(r.allLines(), o.allLines())
	slices.Sort(lines)
	lines = slices.Compact(lines)
	if r.Line, r.Lines = lines[0], nil; len(lines) > 1 {
		r.Lines = lines
	}
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

// place returns the line of the evidence or, if unknown, of the name of the definition.
func (r *Row) place() uint32 { return cmp.Or(r.Line, r.Item.Line()) }

// mostInline is the maximum number of source lines of a definition that are printed as
// rows.
const mostInline = 8

// laidOut formats a row, with the source lines below it if sources is set. If the source
// lines are the subject of a row, each becomes a separate row. The edge kind common to
// all rows of a question is omitted.
func (r *Row) laidOut(sources bool, edge string) []layout.Row {
	out := layout.Row{Item: r.Item, Line: r.place(), Use: r.about(""), Rest: r.about(edge),
		Name: render.OneLine(r.Label()), Depth: r.depth, Verbatim: r.inline}
	if r.Kind == string(graph.KindRoute) {
		out.Name = render.OneLine(r.Name) // including the HTTP verb
	}
	texts, lines := r.texts, r.Lines
	if len(lines) < 2 {
		texts, lines = []string{r.Text}, []uint32{out.Line}
	}
	if !r.inline || len(lines) > mostInline {
		out.More = layout.MoreLines(lines)
		switch {
		case sources && r.Text != "":
			out.Under = under(lines, texts)
		case r.inline:
			out.Rest = strings.TrimSpace(out.Rest + " " + r.Text)
		}
		return []layout.Row{out}
	}
	var rows []layout.Row
	says := out.Rest
	for i, line := range lines {
		out.Line, out.Rest = line, texts[i]
		if says != "" {
			out.Rest = strings.TrimSpace(says + " " + texts[i])
		}
		rows = append(rows, out)
	}
	return rows
}

// under formats lines of source, with their numbers if there are several.
func under(lines []uint32, texts []string) string {
	if len(lines) < 2 {
		return texts[0]
	}
	var out []string
	for i, line := range lines {
		out = append(out, fmt.Sprintf("%d: %s", line, texts[i]))
	}
	return strings.Join(out, "\n")
}

// about describes the edge of a row, omitting its kind if it is the known one.
func (r *Row) about(known string) string {
	var words []string
	if len(r.Ops) > 0 {
		words = append(words, r.Ops...)
	} else if r.Edge != "" && r.Edge != known && !r.implied {
		words = append(words, r.Edge)
	}
	if r.Tier != "" && r.Tier != graph.Exact.String() {
		words = append(words, r.Tier)
	}
	if r.Test && !strings.Contains(r.Group, "tests") {
		words = append(words, "test")
	}
	if r.Note != "" {
		words = append(words, r.Note)
	}
	text := strings.Join(words, ", ")
	if way := r.way(); len(way) > 0 {
		text = strings.TrimSpace(text + " through " + layout.Names(way))
	}
	return text
}

// way returns the names between the row and the queried definition for text: without the handler
// of a route whose place is in it, and of a long way only the last one.
func (r *Row) way() []string {
	switch {
	case len(r.Through) > 0 && r.Through[0] == elided:
		return []string{elided, r.Through[len(r.Through)-1]}
	case r.inHandler && len(r.Through) > 0:
		return r.Through[1:]
	}
	return r.Through
}
