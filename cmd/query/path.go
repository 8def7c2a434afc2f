package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/answer"
	"seedgraph/answer/paths"
	"seedgraph/internal/hint"
	"seedgraph/render"
)

// pathLimit is how many paths path prints by default.
const pathLimit = 1

const pathLong = `Path shows how two nodes are connected: the shortest paths between them, the strongest
first.

By default it tries these directions and prints the first that has a path: along the
edges from A to B (A calls, reads or extends something that leads to B); from B to A;
through a common caller, or a common dependency, that is near and not used everywhere.
--direction asks for one of them. A path continues from a called member to the members
that override or implement it.

A and B are IDs, folders, or names with several overloads. A class stands for its
methods, a folder for its definitions (tests excluded); those containment edges are
printed but not counted. Among paths of equal length, the strongest has the highest
product of the weights and confidences of its edges; ties go to paths through nodes
with few edges, since a logger that everything calls explains little. External names
and tests can be ends, but paths go through them only with --through.`

const pathExample = `  query path OrderService.Place 'dbo.Order|TABLE'
  query path src/web src/data/OrderRepository.cs --edges Calls,Creates
  query path OrderService BillingJob --direction both --max-depth 4
  query path OrderService.Place 'dbo.Order|TABLE' --json | query fetch -`

func newPathCommand(g *globals) *cobra.Command {
	var o paths.Options
	c := &cobra.Command{
		Use:               "path A B",
		Short:             "Show how two nodes are connected",
		Long:              pathLong,
		Example:           pathExample,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runPath(s, args, o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.MaxDepth, "max-depth", "d", 12, "maximum number of edges of a path")
	f.StringSliceVarP(&o.Kinds, "edges", "e", nil,
		"follow only these kinds of edges (default all but Contains and Imports)")
	f.StringVar(&o.Direction, "direction", paths.Auto,
		"out: from A to B, in: from B to A, above: through a common caller, below: through a common dependency, "+
			"both: in either direction at each edge, auto: the first direction that has a path")
	f.StringSliceVar(&o.Through, "through", nil, "let paths go through these too: external, tests")
	complete(c, "through", []string{paths.External, paths.Tests})
	complete(c, "direction", paths.Directions)
	completeEdges(c)
	return c
}

func runPath(s *session, args []string, o paths.Options) error {
	o.MaxPaths = s.limitOr(pathLimit)
	a, err := paths.Find(s.index, s.names, args[0], args[1], o)
	if err != nil {
		return err
	}
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else {
		err = s.print(a.Lines()...)
	}
	if err != nil {
		return err
	}
	if len(a.Paths) == 0 {
		return hint.With(fmt.Errorf("%w: no path of at most %d edges from %s to %s%s",
			answer.ErrNothingFound, o.MaxDepth, args[0], args[1], paths.Describe(o.Direction)),
			"try other values of --max-depth, --edges and --direction")
	}
	if len(a.Paths) < a.Total && !s.json {
		s.warn("%d of %d shortest paths; --limit prints more", len(a.Paths), a.Total)
	}
	return nil
}
