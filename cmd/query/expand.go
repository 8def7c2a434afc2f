package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/expand"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/render"
	"seedgraph/search"
)

type expandOptions struct {
	depth, nodes int
	edges        []string
	direction    string
	noExternal   bool
	conduct      bool
	types        []string
	format       string
	seeds        seedOptions
}

const expandLong = `Expand grows seed nodes along dependency edges, breadth first: all neighbours
of the seeds, then theirs, up to a depth and a number of nodes.

Seeds are IDs, or "-" for standard input. Edges lead from what depends to what it
depends on; --direction in asks the other way round, for what depends on the
seeds. --edges takes the kinds that the completion of a shell lists, in any case,
by an alias (FK, dep, reads) and with LocalAI-RAG's prefixes (sql_ReadsFrom, cs_dep);
* is all. What is no kind at all is an error, one that the artifacts have no edge of
a warning.

` + seedsHelp + `

With --json graph_expanded_nodes lists all nodes in order of discovery, the seeds
first, and graph_edges all edges in the order walked. The items are the nodes, each
with its depth, its parent and the edge that led to it, or with --limit the first of
them; the score of a node is what the weights and the confidence of the edges on
that way leave of the score of its seed. The diagnostics count nodes and edges by
kind and depth, and what the limits cut.

What the reader may not see (--acl-any and so on) leads nowhere. With --conduct it
is walked through all the same, counts towards --max-nodes, and is then left out
with its edges; what was reached through it has no parent, and the score 0.`

const expandExample = `  query expand OrderService.Place
  query expand OrderService.Place --edges Calls,ReadsFrom,WritesTo --max-depth 3
  query expand 'dbo.Order|TABLE' --direction in        who uses the table
  query expand --seeds hits.json --max-depth 1         from the results of a vector store
  query expand --rows --seeds faiss.json               by rows of unified_metadata.jsonl
  query search "bill order" --json | query expand - --json | query fetch -`

func newExpandCommand(g *globals) *cobra.Command {
	var o expandOptions
	c := &cobra.Command{
		Use:               "expand ID…",
		Short:             "Grow nodes along dependencies",
		Long:              expandLong,
		Example:           expandExample,
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runExpand(s, args, o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.depth, "max-depth", "d", 2, "edges from the nearest seed at most")
	f.IntVarP(&o.nodes, "max-nodes", "m", 120, "nodes at most, seeds included")
	f.StringSliceVarP(&o.edges, "edges", "e", nil, "follow these kinds of edges alone: Calls,ReadsFrom (default all)")
	f.StringVar(&o.direction, "direction", string(expand.Out), "out: along the edges, in: against them, or both")
	f.BoolVar(&o.noExternal, "no-external", false, "leave out names outside the tree")
	f.BoolVar(&o.conduct, "conduct", false, "walk through nodes that the reader may not see")
	f.StringSliceVar(&o.types, "data-type", nil, "reach nodes of these domains alone: regular_code, db_code, frontEnd, …")
	addFormatFlag(c, &o.format)
	o.seeds.addFlags(c)
	completeExpand(c)
	return c
}

// expandAnswer is the JSON of expand.
type expandAnswer struct {
	Seeds       []string     `json:"graph_seed_nodes"`
	Expanded    []string     `json:"graph_expanded_nodes"` // in order of discovery, the seeds first
	ChunkIDs    []string     `json:"expanded_chunk_ids"`   // those of Expanded that are chunk ids
	NodeKeys    []string     `json:"expanded_node_keys"`   // those of Expanded that are node keys
	Items       []expandItem `json:"items"`
	Edges       []edgeJSON   `json:"graph_edges"` // in the order walked
	Debug       graphDebug   `json:"graph_debug"`
	Diagnostics diagnostics  `json:"diagnostics"`
}

type expandItem struct {
	render.Item
	IsSeed   bool      `json:"is_seed"`
	Depth    int       `json:"depth"`
	ParentID *string   `json:"parent_id"`
	Via      *edgeJSON `json:"via"`
}

type edgeJSON struct {
	From       string  `json:"from_id"`
	To         string  `json:"to_id"`
	Type       string  `json:"edge_type"`
	Tier       string  `json:"tier,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
	Line       uint32  `json:"line,omitempty"` // in the file of from_id
}

type graphDebug struct {
	Reason        string `json:"reason"`
	SeedCount     int    `json:"seed_count"`
	ExpandedCount int    `json:"expanded_count"`
	EdgesCount    int    `json:"edges_count"`
	Truncated     bool   `json:"truncated"`
}

// diagnostics says what an expansion met and what limits cut.
type diagnostics struct {
	NodesByDepth []int            `json:"nodes_by_depth"`
	NodesByKind  map[string]int   `json:"nodes_by_kind"`
	EdgesByKind  map[string]int   `json:"edges_by_kind"`
	EdgesByDepth []map[string]int `json:"edges_by_depth"` // by kind, of the edges that were walked from nodes of each depth
	MaxDepth     int              `json:"max_depth"`
	MaxNodes     int              `json:"max_nodes"`
	Truncated    bool             `json:"truncated"`      // max_nodes left an edge unwalked
	Cut          int              `json:"cut"`            // nodes of which max_nodes left an edge unwalked
	NotExpanded  int              `json:"not_expanded"`   // nodes at max_depth, whose edges were not walked
	Filtered     map[string]int   `json:"filtered_edges"` // edges that --edges held back, by kind
}

func (o *expandOptions) options() (expand.Options, error) {
	allow, err := expand.Kinds(o.edges)
	if err != nil {
		return expand.Options{}, err
	}
	direction, err := parseDirection(o.direction)
	return expand.Options{MaxDepth: o.depth, MaxNodes: o.nodes, Allow: allow, Direction: direction}, err
}

func parseDirection(s string) (expand.Direction, error) {
	switch d := expand.Direction(strings.ToLower(s)); d {
	case expand.Out, expand.In, expand.Both:
		return d, nil
	}
	return "", fmt.Errorf("--direction %s: use out, in or both", s)
}

func runExpand(s *session, args []string, o expandOptions) error {
	if err := checkFormat(o.format); err != nil {
		return err
	}
	opts, err := o.options()
	if err != nil {
		return err
	}
	if opts.Admit, err = s.admission(o); err != nil {
		return err
	}
	in, err := s.readSeeds(args, o.seeds)
	if err != nil {
		return err
	}
	seeds := make([]uint32, len(in.seeds))
	for i, t := range in.seeds {
		seeds[i] = t.node
	}
	var edges expand.Adjacency = adjacency{s}
	if o.conduct {
		c := s.Conductor()
		edges, opts.Hidden = conductor{c}, c.Hidden
	}
	res, err := expand.Expand(edges, seeds, opts)
	if err != nil {
		return err
	}
	if err := s.warnOfKinds(o.edges, res); err != nil {
		return err
	}
	answer, err := s.expandAnswer(in, res, opts)
	if err != nil {
		return err
	}
	if err := s.printExpansion(answer, res, o.format); err != nil {
		return err
	}
	if len(in.seeds) == 0 {
		return fmt.Errorf("%w: no seeds", cli.ErrNothingFound)
	}
	return nil
}

// admission says which nodes an expansion may reach; nil lets all in.
func (s *session) admission(o expandOptions) (func(uint32) bool, error) {
	var domains []graph.Domain
	for _, t := range o.types {
		d, err := search.ParseDomain(t)
		if err != nil {
			return nil, fmt.Errorf("--data-type: %w", err)
		}
		domains = append(domains, d)
	}
	switch {
	case len(domains) > 0:
		return func(n uint32) bool {
			node, err := s.Node(n)
			return err != nil || slices.Contains(domains, node.Domain()) && !(o.noExternal && node.Flags.Has(graph.External))
		}, nil
	case o.noExternal:
		return s.isInternal, nil
	}
	return nil, nil
}

// isInternal reports whether a node lies in the tree. A node that cannot be read
// passes: what reads it next reports it.
func (s *session) isInternal(n uint32) bool {
	node, err := s.Node(n)
	return err != nil || !node.Flags.Has(graph.External)
}

func (s *session) printExpansion(answer *expandAnswer, res *expand.Result, format string) error {
	switch {
	case s.json:
		return render.JSON(s.streams.Out, answer)
	case format == formatIndex:
		targets := make([]target, len(answer.Items))
		for i := range targets {
			targets[i].node = res.Steps[i].Node
		}
		return s.printIndex(targets)
	}
	if err := s.printSteps(answer.Items); err != nil {
		return err
	}
	if res.Truncated {
		s.warn("cut at %d nodes; --max-nodes gives more", answer.Diagnostics.MaxNodes)
	}
	return nil
}

// expandAnswer describes a result.
func (s *session) expandAnswer(in *input, res *expand.Result, opts expand.Options) (*expandAnswer, error) {
	a := &expandAnswer{
		Seeds: []string{}, Expanded: []string{}, ChunkIDs: []string{}, NodeKeys: []string{}, Items: []expandItem{}, Edges: []edgeJSON{},
		Diagnostics: diagnostics{
			NodesByDepth: []int{}, NodesByKind: map[string]int{}, EdgesByKind: map[string]int{}, EdgesByDepth: []map[string]int{}, MaxDepth: opts.MaxDepth, MaxNodes: opts.MaxNodes,
			Truncated: res.Truncated, Cut: res.AtCap, NotExpanded: res.AtDepth, Filtered: res.Filtered,
		},
	}
	scores := make(map[uint32]float64, len(res.Steps))
	for _, seed := range in.seeds {
		scores[seed.node] = max(scores[seed.node], seed.score)
	}
	limit := s.limitOr(len(res.Steps))
	for i, step := range res.Steps {
		if step.Parent != step.Node {
			scores[step.Node] = scores[step.Parent] * step.Via.Weight * step.Via.Confidence
		}
		it, err := s.expandItem(step, scores[step.Node])
		if err != nil {
			return nil, err
		}
		a.count(it)
		if i < limit {
			a.Items = append(a.Items, it)
		}
	}
	for _, e := range res.Edges {
		edge, err := s.edgeJSON(e)
		if err != nil {
			return nil, err
		}
		a.Edges = append(a.Edges, edge)
		a.Diagnostics.countEdge(e)
	}
	a.Debug = graphDebug{"ok", len(a.Seeds), len(a.Expanded), len(a.Edges), res.Truncated}
	if len(a.Seeds) == 0 {
		a.Debug.Reason = "no_seeds"
	}
	return a, nil
}

// count adds an item to the lists and counts of the answer.
func (a *expandAnswer) count(it expandItem) {
	a.Expanded = append(a.Expanded, it.ID)
	if it.IsSeed {
		a.Seeds = append(a.Seeds, it.ID)
	}
	if graph.NodeID(it.ID).IsKey() {
		a.NodeKeys = append(a.NodeKeys, it.ID)
	} else {
		a.ChunkIDs = append(a.ChunkIDs, it.ID)
	}
	d := &a.Diagnostics
	for len(d.NodesByDepth) <= it.Depth {
		d.NodesByDepth = append(d.NodesByDepth, 0)
	}
	d.NodesByDepth[it.Depth]++
	d.NodesByKind[it.Kind]++
}

func (d *diagnostics) countEdge(e expand.Edge) {
	d.EdgesByKind[e.Kind]++
	for len(d.EdgesByDepth) <= e.Depth {
		d.EdgesByDepth = append(d.EdgesByDepth, map[string]int{})
	}
	d.EdgesByDepth[e.Depth][e.Kind]++
}

func (s *session) expandItem(step expand.Step, score float64) (expandItem, error) {
	it, _, err := s.itemOf(target{node: step.Node}, score)
	out := expandItem{Item: it, IsSeed: step.Depth == 0, Depth: step.Depth}
	if err != nil || step.Parent == step.Node {
		return out, err
	}
	parent, err := s.ID(step.Parent)
	if err != nil {
		return out, err
	}
	id := string(parent)
	out.ParentID = &id
	via, err := s.edgeJSON(step.Via)
	out.Via = &via
	return out, err
}

func (s *session) edgeJSON(e expand.Edge) (edgeJSON, error) {
	from, err := s.ID(e.From)
	if err != nil {
		return edgeJSON{}, err
	}
	to, err := s.ID(e.To)
	return edgeJSON{string(from), string(to), e.Kind, e.Tier, round(e.Confidence), e.Line}, err
}

// printSteps prints the nodes by depth.
func (s *session) printSteps(items []expandItem) error {
	depth := -1
	for _, it := range items {
		if it.Depth != depth {
			depth = it.Depth
			title := fmt.Sprintf("depth %d", depth)
			if depth == 0 {
				title = "seeds"
			}
			if err := s.print(title); err != nil {
				return err
			}
		}
		line := fmt.Sprintf("  %s  %s %s  %s", it.Handle, it.Kind, it.Name, render.Place(it.Item))
		if it.Via != nil {
			line += "  " + viaText(it)
		}
		if err := s.print(line); err != nil {
			return err
		}
	}
	return nil
}

// viaText says which edge led to an item.
func viaText(it expandItem) string {
	arrow, other := "<-", graph.NodeID(it.Via.From)
	if it.Via.From == it.ID {
		arrow, other = "->", graph.NodeID(it.Via.To)
	}
	s := fmt.Sprintf("%s %s %s (%s", arrow, it.Via.Type, other.Handle(), it.Via.Tier)
	if it.Via.Line > 0 {
		s += fmt.Sprintf(", line %d", it.Via.Line)
	}
	return s + ")"
}

// warnOfKinds warns of kinds that were asked for and that the artifacts have no
// edge of at all.
func (s *session) warnOfKinds(entries []string, res *expand.Result) error {
	for _, e := range entries {
		if expand.IsLegacy(e) {
			s.warn("--edges: no graph has edges of kind %s", strings.TrimSpace(e))
		}
	}
	missing, err := s.missingKinds(entries, res)
	for _, name := range missing {
		s.warn("--edges: the artifacts have no edge of kind %s", name)
	}
	return err
}

// kindsWithoutEdge lists those of the kinds that the artifacts have no edge of.
// Only kinds that the expansion did not meet are looked for.
func (s *session) kindsWithoutEdge(entries []string, res *expand.Result) (map[graph.EdgeKind]bool, error) {
	missing := map[graph.EdgeKind]bool{}
	for _, e := range entries {
		if k, ok := graph.ParseEdgeKind(e); ok {
			missing[k] = true
		}
	}
	for _, e := range res.Edges {
		k, _ := graph.ParseEdgeKind(e.Kind)
		delete(missing, k)
	}
	return missing, s.WithoutEdge(missing)
}

func completeExpand(c *cobra.Command) {
	completeEdges(c)
	_ = c.RegisterFlagCompletionFunc("direction", cobra.FixedCompletions([]string{"out", "in", "both"}, cobra.ShellCompDirectiveNoFileComp))
}

func completeEdges(c *cobra.Command) {
	var kinds []string
	for _, row := range graph.EdgeKinds() {
		kinds = append(kinds, row.Name+"\t"+row.Says)
	}
	_ = c.RegisterFlagCompletionFunc("edges", cobra.FixedCompletions(kinds, cobra.ShellCompDirectiveNoFileComp))
}
