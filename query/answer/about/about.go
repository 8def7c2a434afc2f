// Package about describes a node: its location, its signature and doc comment, and, by
// relation, the related nodes.
//
// A relation is one side of edges of some kinds: callers are the sources of calls and
// creations, members the targets of containment. Each group of related nodes lists code
// before tests, the most central nodes first.
package about

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/internal/near"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/render"
)

// An Index provides the data of a description. [*answer.Index] implements it.
type Index interface {
	dispatch.Index
	Rank(n uint32) (float64, error)
	Doc(n uint32) (string, error)
	// Reachability returns how nodes are reached from entry points.
	Reachability() (*artifacts.Reaching, error)
}

// An Item describes one node.
type Item struct {
	render.Item
	Signature  string            `json:"signature,omitempty"`
	Doc        string            `json:"doc,omitempty"`
	Modifiers  []string          `json:"modifiers,omitempty"`
	Attributes []graph.Attribute `json:"attributes,omitempty"` // of a route
	Bases      []string          `json:"bases,omitempty"`      // as written
	Complexity int               `json:"complexity,omitempty"`
	Flags      []string          `json:"flags,omitempty"`
	Rank       float64           `json:"pagerank"`
	Parts      int               `json:"parts"`
	Container  string            `json:"container,omitempty"`
	Project    string            `json:"project,omitempty"` // if the reader may see projects
	Entry      *Entry            `json:"entry,omitempty"`   // how it is reached from outside the code
	Groups     []Group           `json:"groups"`
	Database   *Database         `json:"database,omitempty"` // for a database object
	// calls of the node through an interface or base member
	Through []Through `json:"called_through,omitempty"`
}

// A Group holds the nodes of one relation.
type Group struct {
	Name  string    `json:"name"`
	Total int       `json:"total"` // including nodes not listed
	Items []Related `json:"items"` // code before tests, by descending rank, then by id
	// for a database object, if no groups were requested: the numbers of nodes not listed
	// because they are tests, or replaced definitions
	Tests    int `json:"in_tests,omitempty"`
	Replaced int `json:"in_replaced,omitempty"`
}

// A Related is a node of a group, with the edge that relates it.
type Related struct {
	render.Item
	EdgeType   string   `json:"edge_type"`
	Tier       string   `json:"tier"`
	Confidence float64  `json:"confidence"`
	Line       uint32   `json:"line,omitempty"` // in the file of the edge's source
	Ops        []string `json:"op,omitempty"`
	Via        string   `json:"via,omitempty"`
}

// A relation is one side of the edges of some kinds.
type relation struct {
	name     string
	kinds    []graph.EdgeKind
	incoming bool
}

// mayRun is the group of the members that may run in place of a member. An answer with
// all groups omits it if it would repeat overridden_by.
const mayRun = "may_run"

// The groups of the indexes and other statements contained in a table, which are not
// members, and of their table.
const (
	indexes = "indexes"
	indexOf = "index_of"
)

// relations lists the groups in the order of an answer.
var relations = []relation{
	{"members", []graph.EdgeKind{graph.Contains}, false},
	{"bases", []graph.EdgeKind{graph.Inherits, graph.Implements}, false},
	{"derived", []graph.EdgeKind{graph.Inherits, graph.Implements}, true},
	{"overrides", []graph.EdgeKind{graph.Overrides}, false},
	{"overridden_by", []graph.EdgeKind{graph.Overrides}, true},
	{mayRun, []graph.EdgeKind{graph.Dispatches}, false},
	{"callees", []graph.EdgeKind{graph.Calls, graph.Creates, graph.Executes}, false},
	{"callers", []graph.EdgeKind{graph.Calls, graph.Creates, graph.Executes}, true},
	{"passes", []graph.EdgeKind{graph.Passes}, false},
	{"passed_by", []graph.EdgeKind{graph.Passes}, true},
	{"handlers", []graph.EdgeKind{graph.Routes}, false},
	{"routes", []graph.EdgeKind{graph.Routes}, true},
	{"requests", []graph.EdgeKind{graph.Requests}, false},
	{"requested_by", []graph.EdgeKind{graph.Requests}, true},
	{"handled_by", []graph.EdgeKind{graph.Handles}, false},
	{"handles", []graph.EdgeKind{graph.Handles}, true},
	{"provided_by", []graph.EdgeKind{graph.Binds}, false},
	{"provides", []graph.EdgeKind{graph.Binds}, true},
	{"reads", []graph.EdgeKind{graph.ReadsFrom, graph.ReadsConfig}, false},
	{"renders", []graph.EdgeKind{graph.Renders}, false},
	{"rendered_by", []graph.EdgeKind{graph.Renders}, true},
	{"writes", []graph.EdgeKind{graph.WritesTo}, false},
	{"read_by", []graph.EdgeKind{graph.ReadsFrom, graph.ReadsConfig}, true},
	{"written_by", []graph.EdgeKind{graph.WritesTo}, true},
	{"foreign_keys", []graph.EdgeKind{graph.ForeignKey}, false},
	{"referencing_tables", []graph.EdgeKind{graph.ForeignKey}, true},
	{"maps_to", []graph.EdgeKind{graph.MapsTo}, false},
	{"mapped_by", []graph.EdgeKind{graph.MapsTo}, true},
	{"changes", []graph.EdgeKind{graph.SchemaChange, graph.DataChange}, false},
	{"changed_by", []graph.EdgeKind{graph.SchemaChange, graph.DataChange}, true},
	{"history", []graph.EdgeKind{graph.Revises}, true},
	{"follows", []graph.EdgeKind{graph.Follows}, false},
	{"followed_by", []graph.EdgeKind{graph.Follows}, true},
	{"configures", []graph.EdgeKind{graph.Configures}, false},
	{"configured_by", []graph.EdgeKind{graph.Configures}, true},
	{"fires_on", []graph.EdgeKind{graph.On}, false},
	{"triggers", []graph.EdgeKind{graph.On}, true},
	{indexes, []graph.EdgeKind{graph.Contains}, false},
	{indexOf, []graph.EdgeKind{graph.Contains}, true},
	{"synonym_for", []graph.EdgeKind{graph.SynonymFor}, false},
	{"synonyms", []graph.EdgeKind{graph.SynonymFor}, true},
	{"tests", []graph.EdgeKind{graph.Tests}, true},
	{"tested", []graph.EdgeKind{graph.Tests}, false},
	{"references", []graph.EdgeKind{graph.References}, false},
	{"referenced_by", []graph.EdgeKind{graph.References}, true},
	{"changes_with", []graph.EdgeKind{graph.CoChanges}, false},
	{"imports", []graph.EdgeKind{graph.Imports}, false},
	{"imported_by", []graph.EdgeKind{graph.Imports}, true},
}

// Options specifies which related nodes are listed.
type Options struct {
	Limit  int                    // maximum number of nodes per group
	Groups []string               // only these groups; empty means all
	Admit  func(*graph.Node) bool // only these nodes; nil means all

	of     *graph.Node    // the described node
	fold   bool           // only count tests and replaced definitions
	places map[string]int // positions of migration files in their order
}

// isHistory reports whether the nodes of a relation are ordered like the migrations.
func (r *relation) isHistory() bool { return r.name == "changed_by" || r.name == "history" }

// wants reports whether the answer has a group.
func (o *Options) wants(group string) bool {
	return len(o.Groups) == 0 || slices.Contains(o.Groups, group)
}

// Groups lists the names of all groups, in the order of an answer.
func Groups() []string {
	names := make([]string, len(relations))
	for i, r := range relations {
		names[i] = r.name
	}
	return names
}

// ParseGroup parses the name of a group.
func ParseGroup(name string) (string, error) {
	name = strings.ReplaceAll(strings.ToLower(name), "-", "_")
	if slices.Contains(Groups(), name) {
		return name, nil
	}
	err := fmt.Errorf("group %q is unknown", name)
	if like := near.Name(name, Groups()); like != "" {
		return "", hint.With(err, "did you mean "+like+"?")
	}
	return "", hint.With(err, "use one of "+strings.Join(Groups(), ", "))
}

// containerOf returns the id of the node that contains another one, or "".
func containerOf(x Index, n uint32) (string, error) {
	parent, ok, err := x.Parent(n)
	if err != nil || !ok {
		return "", err
	}
	node, err := x.Node(parent)
	if err != nil {
		return "", err
	}
	return string(node.ID), nil
}

// Describe describes a node or part.
func Describe(x Index, t answer.Target, o Options) (*Item, error) {
	item, n, err := answer.NewItem(x, t, 0)
	if err != nil {
		return nil, err
	}
	rank, err := x.Rank(t.Node)
	if err != nil {
		return nil, err
	}
	item.Score = answer.Round(rank)
	doc, err := x.Doc(t.Node)
	if err != nil {
		return nil, err
	}
	out := &Item{
		Item: item, Signature: n.Signature, Project: n.Project, Doc: doc, Modifiers: n.Modifiers, Bases: n.Bases,
		Complexity: n.Complexity, Flags: flagNames(n.Flags), Rank: rank, Parts: len(n.Parts),
		Groups: []Group{},
	}
	if out.Container, err = containerOf(x, t.Node); err != nil {
		return nil, err
	}
	if out.Attributes = n.Attributes(); out.Attributes != nil {
		out.Modifiers = nil // they have the same content
	}
	if out.Entry, err = entryOf(x, t.Node, n); err != nil {
		return nil, err
	}
	if o.wants("callers") {
		if out.Through, err = through(x, t.Node); err != nil {
			return nil, err
		}
	}
	edges, err := dispatch.Wide(x).Out(t.Node)
	if err != nil {
		return nil, err
	}
	in, err := x.In(t.Node)
	if err != nil {
		return nil, err
	}
	if err := out.describe(x, t.Node, n, edges, in, &o); err != nil {
		return nil, err
	}
	o.of = n
	for _, r := range relations {
		if !o.wants(r.name) || r.name == mayRun && len(o.Groups) == 0 && onlyOverrides(edges, in) {
			continue
		}
		list := edges
		if r.incoming {
			list = in
		}
		g, err := r.group(x, list, o)
		if err != nil {
			return nil, err
		}
		if g.Total > 0 {
			out.Groups = append(out.Groups, g)
		}
	}
	return out, nil
}

// onlyOverrides reports whether every member that may run in place of a node has a direct
// Overrides edge to it.
func onlyOverrides(out, in []graph.Edge) bool {
	overriding := map[uint32]bool{}
	for _, e := range in {
		if e.Kind == graph.Overrides {
			overriding[e.From] = true
		}
	}
	return !slices.ContainsFunc(out, func(e graph.Edge) bool {
		return e.Kind == graph.Dispatches && !overriding[e.To]
	})
}

// An end is the related end of an edge.
type end struct {
	graph.Edge
	node uint32
	test graph.Flags // whether it is a test, or replaced
	rank float64
	path string
	line uint32
}

// group lists the related ends of the edges that belong to a relation.
func (r *relation) group(x Index, edges []graph.Edge, o Options) (Group, error) {
	g := Group{Name: r.name, Items: []Related{}}
	ends, err := r.ends(x, edges, &o)
	if err != nil {
		return g, err
	}
	slices.SortStableFunc(ends, func(a, b end) int {
		history := 0
		if r.isHistory() {
			history = cmp.Or(cmp.Compare(o.places[a.path], o.places[b.path]),
				strings.Compare(a.path, b.path), cmp.Compare(a.line, b.line))
		}
		return cmp.Or(history, cmp.Compare(a.test, b.test), cmp.Compare(b.rank, a.rank),
			cmp.Compare(a.node, b.node))
	})
	g.Total = len(ends)
	if o.fold && !r.isHistory() {
		ends = slices.DeleteFunc(ends, func(e end) bool {
			switch {
			case e.test.Has(graph.Test):
				g.Tests++
			case e.test.Has(graph.Replaced):
				g.Replaced++
			}
			return e.test != 0
		})
	}
	for _, e := range ends[:min(len(ends), o.Limit)] {
		it, _, err := answer.NewItem(x, answer.Target{Node: e.node}, e.rank)
		if err != nil {
			return g, err
		}
		g.Items = append(g.Items, Related{
			it, e.Kind.String(), e.Tier.String(), answer.Round(e.Confidence()), e.Line,
			e.Ops.Names(), e.Via.String(),
		})
	}
	return g, nil
}

// ends lists the related ends of the edges that belong to a relation, in order.
func (r *relation) ends(x Index, edges []graph.Edge, o *Options) ([]end, error) {
	var ends []end
	for _, e := range edges {
		if !slices.Contains(r.kinds, e.Kind) {
			continue
		}
		other := end{Edge: e, node: e.To}
		if r.incoming {
			other.node = e.From
		}
		n, err := x.Node(other.node)
		if err != nil {
			return nil, err
		}
		if o.Admit != nil && !o.Admit(n) || e.Kind == graph.Contains && !r.holds(o.of, n) {
			continue
		}
		other.test = n.Flags & (graph.Test | graph.Replaced)
		other.path, other.line = n.Path, n.Span.StartLine
		if other.rank, err = x.Rank(other.node); err != nil {
			return nil, err
		}
		ends = append(ends, other)
	}
	return ends, nil
}

// holds reports whether n, which contains the described node or is contained in it,
// belongs to the group.
func (r *relation) holds(of, n *graph.Node) bool {
	table, part := of, n
	if r.incoming {
		table, part = n, of
	}
	isIndex := table.Domain() == graph.Database && part.Kind.IsBatch()
	return isIndex == (r.name == indexes || r.name == indexOf)
}

// flagNames returns the names of the flags in f.
func flagNames(f graph.Flags) []string {
	var out []string
	for _, row := range []struct {
		flag graph.Flags
		name string
	}{
		{graph.Test, "test"}, {graph.Generated, "generated"}, {graph.Vendored, "vendored"},
		{graph.External, "external"}, {graph.Exported, "exported"},
		{graph.Replaced, "replaced"},
	} {
		if f.Has(row.flag) {
			out = append(out, row.name)
		}
	}
	return out
}
