package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/render"
)

// showDocChars is the longest doc comment that show prints, in characters; its
// JSON has all of it.
const showDocChars = 600

// showLimit is how many nodes a group of show lists by default.
const showLimit = 20

const showLong = `Show says what the index knows of a node: its place, signature and doc comment,
and, in groups, what it is tied to. Each group lists the most central nodes first, and
tests last; --limit says how many.`

const showExample = `  query show OrderService.Place
  query show src/OrderService.cs:42
  query show 'dbo.Order|TABLE' --limit 100 --json`

func newShowCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:               "show ID…",
		Short:             "Say what is known of a node",
		Long:              showLong,
		Example:           showExample,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runShow(s, args) })
		},
	}
}

// A relation is a group of show: the other ends of edges of some kinds.
type relation struct {
	name     string
	kinds    []graph.EdgeKind
	incoming bool
}

// relations lists the groups in the order printed.
var relations = []relation{
	{"members", []graph.EdgeKind{graph.Contains}, false},
	{"bases", []graph.EdgeKind{graph.Inherits, graph.Implements}, false},
	{"derived", []graph.EdgeKind{graph.Inherits, graph.Implements}, true},
	{"overrides", []graph.EdgeKind{graph.Overrides}, false},
	{"overridden_by", []graph.EdgeKind{graph.Overrides}, true},
	{"callees", []graph.EdgeKind{graph.Calls, graph.Creates, graph.Executes}, false},
	{"callers", []graph.EdgeKind{graph.Calls, graph.Creates, graph.Executes}, true},
	{"reads", []graph.EdgeKind{graph.ReadsFrom}, false},
	{"writes", []graph.EdgeKind{graph.WritesTo}, false},
	{"read_by", []graph.EdgeKind{graph.ReadsFrom}, true},
	{"written_by", []graph.EdgeKind{graph.WritesTo}, true},
	{"foreign_keys", []graph.EdgeKind{graph.ForeignKey}, false},
	{"referencing_tables", []graph.EdgeKind{graph.ForeignKey}, true},
	{"fires_on", []graph.EdgeKind{graph.On}, false},
	{"triggers", []graph.EdgeKind{graph.On}, true},
	{"synonym_for", []graph.EdgeKind{graph.SynonymFor}, false},
	{"synonyms", []graph.EdgeKind{graph.SynonymFor}, true},
	{"tests", []graph.EdgeKind{graph.Tests}, true},
	{"tested", []graph.EdgeKind{graph.Tests}, false},
	{"references", []graph.EdgeKind{graph.References}, false},
	{"referenced_by", []graph.EdgeKind{graph.References}, true},
	{"imports", []graph.EdgeKind{graph.Imports}, false},
	{"imported_by", []graph.EdgeKind{graph.Imports}, true},
}

// A group is the nodes of one relation.
type group struct {
	Name  string      `json:"name"`
	Total int         `json:"total"` // nodes listed or not
	Items []groupItem `json:"items"` // code before tests, by rank, the highest first, then by id
}

type groupItem struct {
	render.Item
	EdgeType   string   `json:"edge_type"`
	Tier       string   `json:"tier"`
	Confidence float64  `json:"confidence"`
	Line       uint32   `json:"line,omitempty"` // in the file of the edge's first end
	Ops        []string `json:"op,omitempty"`
	Via        string   `json:"via,omitempty"`
}

// showItem is what show says of one node.
type showItem struct {
	render.Item
	Signature  string   `json:"signature,omitempty"`
	Doc        string   `json:"doc,omitempty"`
	Modifiers  []string `json:"modifiers,omitempty"`
	Bases      []string `json:"bases,omitempty"` // as written
	Complexity int      `json:"complexity,omitempty"`
	Flags      []string `json:"flags,omitempty"`
	Rank       float64  `json:"pagerank"`
	Parts      int      `json:"parts"`
	Container  string   `json:"container,omitempty"`
	Groups     []group  `json:"groups"`
}

type showAnswer struct {
	Items []showItem `json:"items"`
}

func runShow(s *session, args []string) error {
	targets, err := s.resolveAll(args)
	if err != nil {
		return err
	}
	var a showAnswer
	for _, t := range targets {
		it, err := s.showItem(t)
		if err != nil {
			return err
		}
		a.Items = append(a.Items, it)
	}
	if s.json {
		return render.JSON(s.streams.Out, a)
	}
	for i := range a.Items {
		if err := s.printShown(&a.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) showItem(t target) (showItem, error) {
	item, n, err := s.itemOf(t, 0)
	if err != nil {
		return showItem{}, err
	}
	rank, err := s.Rank(t.node)
	if err != nil {
		return showItem{}, err
	}
	item.Score = round(rank)
	doc, err := s.Doc(t.node)
	if err != nil {
		return showItem{}, err
	}
	out := showItem{
		Item: item, Signature: n.Signature, Doc: doc, Modifiers: n.Modifiers, Bases: n.Bases, Complexity: n.Complexity,
		Flags: flagNames(n.Flags), Rank: rank, Parts: len(n.Parts), Container: string(n.Parent), Groups: []group{},
	}
	edges, err := s.Out(t.node)
	if err != nil {
		return out, err
	}
	in, err := s.In(t.node)
	if err != nil {
		return out, err
	}
	for _, r := range relations {
		list := edges
		if r.incoming {
			list = in
		}
		g, err := s.group(r, list)
		if err != nil {
			return out, err
		}
		if g.Total > 0 {
			out.Groups = append(out.Groups, g)
		}
	}
	return out, nil
}

// group lists the other ends of the edges that belong to a relation.
func (s *session) group(r relation, edges []graph.Edge) (group, error) {
	g := group{Name: r.name, Items: []groupItem{}}
	type end struct {
		graph.Edge
		node uint32
		test graph.Flags
		rank float64
	}
	var ends []end
	for _, e := range edges {
		if !slices.Contains(r.kinds, e.Kind) {
			continue
		}
		other := end{Edge: e, node: e.To}
		if r.incoming {
			other.node = e.From
		}
		n, err := s.Node(other.node)
		if err != nil {
			return g, err
		}
		other.test = n.Flags & graph.Test
		if other.rank, err = s.Rank(other.node); err != nil {
			return g, err
		}
		ends = append(ends, other)
	}
	slices.SortStableFunc(ends, func(a, b end) int {
		return cmp.Or(cmp.Compare(a.test, b.test), cmp.Compare(b.rank, a.rank), cmp.Compare(a.node, b.node))
	})
	g.Total = len(ends)
	for _, e := range ends[:min(len(ends), s.limitOr(showLimit))] {
		it, _, err := s.itemOf(target{node: e.node}, e.rank)
		if err != nil {
			return g, err
		}
		g.Items = append(g.Items, groupItem{it, e.Kind.String(), e.Tier.String(), round(e.Confidence()), e.Line, e.Ops.Names(), e.Via.String()})
	}
	return g, nil
}

func flagNames(f graph.Flags) []string {
	var out []string
	for _, row := range []struct {
		flag graph.Flags
		name string
	}{
		{graph.Test, "test"}, {graph.Generated, "generated"}, {graph.Vendored, "vendored"},
		{graph.External, "external"}, {graph.Exported, "exported"}, {graph.Broken, "broken"},
	} {
		if f.Has(row.flag) {
			out = append(out, row.name)
		}
	}
	return out
}

func (s *session) printShown(it *showItem) error {
	lines := []string{fmt.Sprintf("%s %s", it.Kind, it.Name), "  id         " + it.ID, "  place      " + render.Range(it.Item)}
	field := func(name, value string) {
		if value != "" {
			lines = append(lines, fmt.Sprintf("  %-10s %s", name, render.OneLine(value)))
		}
	}
	field("signature", it.Signature)
	field("doc", render.Cut(render.OneLine(it.Doc), showDocChars))
	field("container", it.Container)
	field("flags", fmt.Sprint(it.Flags)[1:len(fmt.Sprint(it.Flags))-1])
	size := fmt.Sprintf("%d tokens", it.Tokens)
	if it.Parts > 1 {
		size += fmt.Sprintf(" in %d parts", it.Parts)
	}
	if it.Complexity > 0 {
		size += fmt.Sprintf(", complexity %d", it.Complexity)
	}
	field("size", size)
	field("rank", fmt.Sprintf("%.3g", it.Rank))
	for _, g := range it.Groups {
		lines = append(lines, fmt.Sprintf("%s (%d)", g.Name, g.Total))
		for _, e := range g.Items {
			lines = append(lines, "  "+groupLine(e))
		}
		if more := g.Total - len(g.Items); more > 0 {
			lines = append(lines, fmt.Sprintf("  … and %d more; --limit gives more", more))
		}
	}
	return s.print(lines...)
}

func groupLine(e groupItem) string {
	line := fmt.Sprintf("%s  %s %s  %s", e.Handle, e.Kind, e.Name, render.Place(e.Item))
	if e.EdgeType == graph.Contains.String() {
		return line
	}
	line += fmt.Sprintf("  %s, %s", e.EdgeType, e.Tier)
	for _, op := range e.Ops {
		line += ", " + op
	}
	if e.Line > 0 {
		line += fmt.Sprintf(", line %d", e.Line)
	}
	return line
}
