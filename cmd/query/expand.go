package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/query/answer"
	"seedgraph/query/answer/expansion"
	"seedgraph/query/expand"
	"seedgraph/query/render"
)

type expandOptions struct {
	depth, nodes  int
	edges         []string
	direction     string
	noExternal    bool
	throughHidden bool
	domains       []string
	format        string
	seeds         seedOptions
}

const expandLong = `Expand follows dependency edges from seed nodes, breadth first, up to a depth and a number of nodes.

Seeds are IDs, or "-" for standard input (query help seeds). Edges point from a node to its
dependencies; --direction in follows them backwards. --edges takes edge kinds in any case, aliases (FK,
dep, reads), the prefixes of LocalAI-RAG (sql_ReadsFrom, cs_dep), and * for all kinds.

In JSON, graph_expanded_nodes lists all nodes in order of discovery, graph_edges all edges in traversal
order, and items the nodes, at most --limit, with depth, parent and incoming edge. The score of a node
is that of its seed times the weights and confidences of the edges on the path. diagnostics counts by
kind and depth and reports limits that were reached.

Nodes hidden by access flags are not traversed. With --through-hidden they are traversed and count
toward --max-nodes, but are not printed; nodes reached through them have no parent and score 0.`

const expandExample = `  query expand OrderService.Place --edges Calls,ReadsFrom,WritesTo --max-depth 3
  query expand 'dbo.Order|TABLE' --direction in    users of the table
  query expand --seeds hits.json --max-depth 1     start from the results of a vector store
  query search "bill order" --json | query expand - --json | query fetch -`

func newExpandCommand(g *globals) *cobra.Command {
	var o expandOptions
	c := &cobra.Command{
		Use:               "expand ID…",
		Short:             "Expand nodes along dependency edges",
		Long:              expandLong,
		Example:           expandExample,
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runExpand(c.Context(), s, args, o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.depth, "max-depth", "d", 2, "maximum number of edges from the nearest seed")
	f.IntVarP(&o.nodes, "max-nodes", "m", 120, "maximum number of nodes, including the seeds")
	f.StringSliceVarP(&o.edges, "edges", "e", nil,
		"edge kinds to follow: Calls,ReadsFrom (default all)")
	f.StringVar(&o.direction, "direction", string(expand.Out),
		"out: along the edges, in: against them, or both")
	f.BoolVar(&o.noExternal, "no-external", false, "leave out external symbols")
	f.BoolVar(&o.throughHidden, "through-hidden", false,
		"traverse nodes hidden by access flags, without printing them")
	f.StringSliceVar(&o.domains, "data-type", nil,
		"only nodes of these data types: "+domainNames())
	addDiagramFlag(c, &o.format, formatIndex)
	o.seeds.addFlags(c)
	completeEdges(c)
	completeDirection(c)
	return c
}

// completeDirection completes the direction of an expansion.
func completeDirection(c *cobra.Command) {
	complete(c, "direction", []string{string(expand.Out), string(expand.In), string(expand.Both)})
}

// options parses the flags that limit the expansion.
func (o *expandOptions) options(s *session) (opts expand.Options, err error) {
	if err := s.checkDiagram(o.format, formatIndex); err != nil {
		return opts, err
	}
	opts = expand.Options{MaxDepth: o.depth, MaxNodes: o.nodes}
	if opts.Allow, err = expand.Kinds(o.edges); err != nil {
		return opts, err
	}
	if opts.Direction, err = answer.ParseDirection(o.direction); err != nil {
		return opts, err
	}
	if opts.Admit, err = expansion.ReachFilter(s.index, o.domains, !o.noExternal); err != nil {
		return opts, fmt.Errorf("--data-type: %w", err)
	}
	return opts, nil
}

func runExpand(ctx context.Context, s *session, args []string, o expandOptions) error {
	opts, err := o.options(s)
	if err != nil {
		return err
	}
	in, err := s.readSeeds(args, o.seeds)
	if err != nil {
		return err
	}
	numbers := make([]uint32, len(in.Seeds))
	scored := make([]expansion.Seed, len(in.Seeds))
	for i, seed := range in.Seeds {
		numbers[i], scored[i] = seed.Node, expansion.Seed{Node: seed.Node, Score: seed.Score}
	}
	var edges answer.Edges = s.index
	if o.throughHidden {
		c := s.index.HiddenEdges()
		edges, opts.Hidden = c, c.Hidden
	}
	res, err := expand.Expand(answer.Graph(edges), numbers, opts)
	if err != nil {
		return err
	}
	if err := s.warnOfKinds(o.edges, res); err != nil {
		return err
	}
	a, err := expansion.Describe(s.index, scored, res, opts, s.limitOr(len(res.Steps)))
	if err != nil {
		return err
	}
	if err := s.printExpansion(ctx, a, res, o.format); err != nil {
		return err
	}
	if len(in.Seeds) == 0 {
		return fmt.Errorf("%w: no seeds", answer.ErrNothingFound)
	}
	return nil
}

func (s *session) printExpansion(ctx context.Context, a *expansion.Answer, res *expand.Result, format string) error {
	switch {
	case s.json:
		return render.JSON(s.streams.Out, a)
	case format == formatIndex:
		targets := make([]answer.Target, len(a.Items))
		for i := range targets {
			targets[i].Node = res.Steps[i].Node
		}
		return s.printIndex(targets)
	case isDiagram(format):
		if err := s.printDiagram(ctx, a.Diagram(), format); err != nil {
			return err
		}
	default:
		if err := s.print(a.Sheet(s.index).Lines(nil, 0)...); err != nil {
			return err
		}
	}
	if res.Truncated {
		s.warn("stopped at %d nodes; --max-nodes raises the limit", a.Diagnostics.MaxNodes)
	}
	return nil
}

// warnOfKinds warns of requested edge kinds of which the artifacts have no edge.
func (s *session) warnOfKinds(entries []string, res *expand.Result) error {
	for _, e := range entries {
		if expand.IsLegacy(e) {
			s.warn("--edges: edges of kind %s do not exist", strings.TrimSpace(e))
		}
	}
	missing, err := expansion.MissingKinds(s.index, entries, res)
	for _, name := range missing {
		s.warn("--edges: the artifacts have no edges of kind %s", name)
	}
	return err
}
