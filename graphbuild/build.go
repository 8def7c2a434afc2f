package graphbuild

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"seedgraph/frameworks/concept"
	"seedgraph/frameworks/concept/keyfile"
	"seedgraph/graph"
	"seedgraph/parse"
	"seedgraph/resolve"
)

// An Input is the input of Build for one file.
type Input struct {
	Facts *parse.Facts
	Texts []NodeText  // from Texts
	Flags graph.Flags // of every node of the file
	// Offset maps offsets of the text to offsets of the file's bytes; nil if they are
	// equal.
	Offset func(uint32) uint32
}

// span converts a range of the text to the coordinates of the file.
func (in *Input) span(f *resolve.File, start, end uint32) graph.Span {
	s := graph.Span{Start: start, End: end, StartLine: f.Line(start), EndLine: f.Line(start)}
	if end > start {
		s.EndLine = f.Line(end - 1)
	}
	if in.Offset != nil {
		s.Start, s.End = in.Offset(start), in.Offset(end)
	}
	return s
}

// Options are the options of Build.
type Options struct {
	Languages  *resolve.Set         // name resolution by language
	Project    *resolve.Project     // nil if there are no project files
	Jobs       int                  // number of files bound in parallel; 0 means 1
	SQL        parse.EmbeddedReader // reads SQL in strings of other languages; nil disables it
	Frameworks concept.Set          // whose facts are read
	KeyFiles   []*keyfile.File      // files of settings, by path

	// Count gives the tokens of a text, for texts that are made of what names mean; nil
	// leaves them out.
	Count func(string) int

	// Externals enables nodes for the external symbols that code uses.
	Externals bool
	// ListExternal enables Result.External, which most builds do not need.
	ListExternal bool

	// Compilers are the indexes of compilers, the most reliable first. They confirm, dispute
	// and add edges.
	Compilers []*resolve.CompilerIndex

	// Hidden, if set, reports whether a file has restricted access. Among the
	// declarations of one symbol, one in an unrestricted file gets the plain id, so
	// that ids disclose nothing about hidden files.
	Hidden func(path string) bool

	// Columns enables nodes for table columns, which the facts of scripts must contain.
	Columns bool

	// Endpoints keeps references of code and settings to other repositories; see graph.Graph.
	Endpoints bool

	// Inline keeps the SQL statements in strings; see graph.Graph.
	Inline bool

	// Bound, if set, is called once all references are bound and can be garbage
	// collected, before the structure of the tree is read.
	Bound func()

	// Released, if set, is called once the symbol tables are released: much of the
	// memory in use until then is garbage, and the nodes do not exist yet.
	Released func()
}

// A Result is a graph without ranks, with the outcome of every reference.
type Result struct {
	Graph      *graph.Graph
	References []Count      // by (Language, Kind, Outcome, Tier)
	Unresolved []Unresolved // by (Path, Line, Name)
	// External lists the references to external symbols, by (Path, Line, Name); see
	// Options.ListExternal.
	External  []Unresolved
	Elsewhere []EdgeProvenance // by (From, Kind, To, By)
	Disputes  []Dispute        // by (Path, Line, Name)
	Limits    []Limit          // by (Path, Line, What)
	Failures  []Failure        // by Path

	// Unread lists the parts of project files that are not understood, by (Path, Line,
	// What).
	Unread []resolve.ProjectNote
}

// A Limit is a limit that a file exceeds: the rest has no edges, or no nodes.
type Limit struct {
	Path string
	Line uint32 // of the first occurrence
	parse.Limit
}

// A Dispute is an edge that the index of a compiler denies: its tier is at most heuristic.
type Dispute struct {
	Path   string
	Line   uint32
	Name   string
	Ours   string // the target of the edge, with its location; empty for an external symbol
	Theirs string // the definition according to the compiler
}

// A Failure is a panic of a resolver, through which the file lost its edges.
type Failure struct{ Path, Detail string }

// An EdgeProvenance is a provenance of an edge by a node in another file than its source: an
// addition by ALTER TABLE is an edge of the table. The edge is in the graph; its line
// is 0 if the file of From does not state it too.
type EdgeProvenance struct {
	From, To uint32
	Kind     graph.EdgeKind
	By       uint32 // the node that states it
	Line     uint32 // in the file of By
	// Statement, if not 0, marks an edge that depends on several nodes: a reader who
	// does not see all By nodes with the same number must not learn from this statement
	// that the edge exists. If the edge only depends on its source node, that is By.
	Statement int
}

// A Count is the number of references of a language with one outcome.
type Count struct {
	Language string
	Kind     string     // call, create, type, member or data
	Outcome  string     // see resolve.OutcomeNames
	Tier     graph.Tier // of resolved ones
	Count    int
}

// An Unresolved is a reference without an edge that may refer to something in the tree.
type Unresolved struct {
	Path       string
	Line       uint32
	From       graph.NodeID
	Name       string
	Reason     string
	Candidates int // number of candidates among which nothing decides
}

// Build makes the graph of the given files, which must be sorted by path. The result
// only depends on the arguments. It consumes the facts: of their lists only the
// Definitions are left when it returns.
//
// Resolving dominates the time, see [resolve.Resolve]. The rest is linear in the
// definitions, references and edges, except for sorting.
func Build(ctx context.Context, inputs []Input, opts Options) (*Result, error) {
	facts := make([]*parse.Facts, len(inputs))
	generated := map[string]bool{}
	for i := range inputs {
		facts[i] = inputs[i].Facts
		if inputs[i].Flags&graph.Generated != 0 {
			generated[inputs[i].Facts.Path] = true
		}
	}
	r, err := resolve.Resolve(ctx, facts, resolve.Options{
		Languages: opts.Languages, Project: opts.Project, Jobs: opts.Jobs, SQL: opts.SQL,
		ListExternal: opts.ListExternal, Foreign: opts.Externals,
		Generated: generated, Columns: opts.Columns, Inline: opts.Inline, Compilers: opts.Compilers,
	})
	if err != nil {
		return nil, err
	}
	if opts.Bound != nil {
		opts.Bound()
	}
	b := &builder{opts: opts, inputs: inputs, Resolution: r, res: &Result{}}
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	for _, s := range steps {
		s.add(b)
	}
	return b.finish(), nil
}

// external returns the node of an external database object. It keeps the spelling of
// its first occurrence, as names are case-insensitive.
func (c *collector) external(x *resolve.ExternalName, known map[string]uint32) uint32 {
	id := graph.SQLKey(x.Schema, x.Name, x.Kind, "")
	key := strings.ToLower(string(id))
	if n, ok := known[key]; ok {
		return n
	}
	if x.Kind == graph.KindTable { // a model may declare it as a view
		view := graph.SQLKey(x.Schema, x.Name, graph.KindView, "")
		if n, ok := known[strings.ToLower(string(view))]; ok {
			return n
		}
	}
	n := graph.Node{Kind: x.Kind, Language: "sql", Short: x.Name, Schema: x.Schema,
		Name: x.Schema + "." + x.Name, Flags: graph.External}
	known[key] = c.addKey(n, words(string(id)), false,
		func(salt string) graph.NodeID { return graph.SQLKey(x.Schema, x.Name, x.Kind, salt) })
	return known[key]
}

// assemble sorts the nodes by id, updates the edges and their provenance to the new
// positions, and sets each node's parent.
func assemble(ix *resolve.Table, c *collector, edges, outside []graph.Edge,
	said []EdgeProvenance, migrations []graph.Migration, entries []graph.Entry) *graph.Graph {
	order := make([]uint32, len(c.nodes))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Compare(c.nodes[a].ID,
			c.nodes[b].ID)
	})
	place := make([]uint32, len(order))
	for i, old := range order {
		place[old] = uint32(i)
	}
	for i := range ix.Defs {
		if d := &ix.Defs[i]; d.Outer != resolve.None {
			c.nodes[nodeOf(d.ID)].Parent = c.nodes[nodeOf(d.Outer)].ID
		}
	}
	permute(c.nodes, order)
	for _, list := range [][]graph.Edge{edges, outside} {
		for i := range list {
			list[i].From, list[i].To = place[list[i].From], place[list[i].To]
		}
	}
	for i := range migrations {
		m := &migrations[i]
		m.Node = place[m.Node]
		for k := range m.Changes {
			m.Changes[k].Object = place[m.Changes[k].Object]
		}
	}
	for i := range c.endpoints {
		c.endpoints[i].Node = place[c.endpoints[i].Node]
	}
	for i := range said {
		s := &said[i]
		s.From, s.To, s.By = place[s.From], place[s.To], place[s.By]
	}
	for i := range entries {
		e := &entries[i]
		e.Node, e.By = place[e.Node], place[e.By]
	}
	slices.SortFunc(entries, func(a, b graph.Entry) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Role, b.Role),
			cmp.Compare(a.By, b.By))
	})
	slices.SortFunc(said, func(a, b EdgeProvenance) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.To, b.To), cmp.Compare(a.By, b.By), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Statement, b.Statement))
	})
	for i := range c.settingsFiles {
		f := &c.settingsFiles[i]
		f.Node = place[f.Node]
		for k := range f.Settings {
			for j, n := range f.Settings[k].Nodes {
				f.Settings[k].Nodes[j] = place[n]
			}
		}
	}
	g := &graph.Graph{Nodes: c.nodes, Migrations: migrations, Settings: c.settingsFiles,
		Endpoints: graph.SortEndpoints(c.endpoints), Entries: slices.Compact(entries)}
	g.Edges, g.Sites = merge(edges, len(c.nodes), c.receivers)
	g.ExternalEdges, g.ExternalSites = merge(outside, len(c.nodes), c.receivers)
	c.receivers.Renumber(place, g.Edges, g.ExternalEdges)
	g.Receivers = *c.receivers
	return g
}

// permute sorts nodes in place: the first is that at order[0]. It avoids a copy, as
// nodes are large, and consumes order.
func permute(nodes []graph.Node, order []uint32) {
	for i := range order {
		at := uint32(i)
		for order[at] != uint32(i) {
			next := order[at]
			nodes[at], nodes[next] = nodes[next], nodes[at]
			order[at] = at
			at = next
		}
		order[at] = at
	}
}
