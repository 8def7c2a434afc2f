package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/openends"
	"seedgraph/query/answer/paths"
	"seedgraph/query/expand"
	"seedgraph/query/render"
)

type pathOptions struct {
	paths.Options
	meet   bool
	all    bool
	format string
}

const pathLong = `Path says whether A leads to B, and shows a shortest path, the strongest of them, with the
number of the others: what happens when A runs, along calls, creations, accesses to data and
routes. --all lists the others by their end points, --limit N prints N of them as a whole, and
--op read|write counts only such accesses to a table. A call of an interface or base member
leads to every member that may run in its place; a call of the base class to that member alone.
If there is no path, the first line says so and the exit code is 4, or 6 if it is not known:
open ends are places on the way where it is not known what runs (a value of unknown type,
reflection, a name made at run time, a message that nothing of the tree handles). An interface
member has no body: if A is one, the line names the implementations that lead to B.

A and B are IDs, names with several overloads, folders, or patterns of paths. A class
stands for its methods. Of a folder or pattern, every definition counts (tests excluded)
and gets a path of its own: those of A that no other of them leads to, those of B that are
reached first. So 'src/Api/**' lists the routes and jobs in it that lead to a table.

--edges follows other edges: References, Inherits, or * for all. If neither leads to the
other, --meet shows a node that A and B both lead to, or that leads to both; nodes that
much of the repository uses do not count. Among paths of equal length, the strongest has
the highest product of the weights and confidences of its edges; ties go to nodes with few
edges. External names and tests can be ends; paths go through them only with --through, and
through tests if an end is one. Operators, conversions, loops and resource blocks that call
methods by themselves have no edges.`

const pathExample = `  query path OrderService.Place 'dbo.Order|TABLE'
  query path 'src/Api/**' 'dbo.Order|TABLE' --op write --all
  query path OrderService BillingJob --meet
  query path OrderService.Place 'dbo.Order|TABLE' --format mermaid
  query path OrderService.Place 'dbo.Order|TABLE' --json | query fetch -`

func newPathCommand(g *globals) *cobra.Command {
	var o pathOptions
	c := &cobra.Command{
		Use:               "path A B",
		Short:             "Say whether A leads to B, and show how",
		Long:              pathLong,
		Example:           pathExample,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runPath(s, args, o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.MaxDepth, "max-depth", "d", 40, "maximum number of steps of a path")
	f.StringSliceVarP(&o.Kinds, "edges", "e", nil,
		"follow these kinds of edges (default: all along which something happens)")
	f.StringVar(&o.Direction, "direction", string(expand.Out),
		"out: from A to B, in: from B to A, meet: as --meet, above: through a node that leads to both, "+
			"below: through one that both lead to, both: in either direction at each edge")
	f.BoolVar(&o.meet, "meet", false, "find where A and B meet, if neither leads to the other")
	f.BoolVar(&o.all, "all", false, "list all paths: the shortest, then the others by their end points")
	f.StringVar(&o.Op, "op", "", "of the accesses to tables count only these: read or write")
	complete(c, "op", []string{paths.Read, paths.Write})
	f.StringVar(&o.format, "format", formatText, "text, or a diagram: mermaid, dot")
	complete(c, "format", []string{formatText, render.Mermaid, render.Dot})
	f.StringSliceVar(&o.Through, "through", nil, "let paths go through these too: external, tests")
	complete(c, "through", []string{paths.External, paths.Tests})
	complete(c, "direction", paths.Directions)
	completeEdges(c)
	return c
}

func runPath(s *session, args []string, o pathOptions) error {
	if o.format != formatText && o.format != render.Mermaid && o.format != render.Dot {
		return fmt.Errorf("--format %s is unknown: use %s, %s or %s, or --json", o.format,
			formatText, render.Mermaid, render.Dot)
	}
	if o.meet {
		o.Direction = paths.Meet
	}
	if o.MaxPaths = s.limit; o.all {
		o.MaxPaths = noLimit
	}
	a, err := paths.Find(s.index, s.names, args[0], args[1], o.Options)
	if err != nil {
		return err
	}
	switch {
	case s.json:
		err = render.JSON(s.streams.Out, a)
	case o.format == formatText || !a.Connected:
		err = s.print(o.lines(a, s.limit)...)
	default:
		err = s.print(a.Diagram(o.format)...)
	}
	if err != nil {
		return err
	}
	if !a.Connected {
		advice := "--edges '*' follows all kinds of edges"
		if o.Direction == "out" || o.Direction == "in" {
			advice = "--meet finds where they meet, " + advice
		}
		if len(a.StandIns) > 0 {
			advice = fmt.Sprintf("query path '%s' '%s' shows how", a.StandIns[0], args[1])
		}
		kind := answer.ErrNothingFound
		if a.Answer == openends.Unknown {
			kind = answer.ErrNotKnown
		}
		return hint.With(fmt.Errorf("%w: no path of at most %d steps from %s to %s",
			kind, o.MaxDepth, args[0], args[1]), advice)
	}
	return nil
}

// lines returns the parts of an answer selected by the flags.
func (o *pathOptions) lines(a *paths.Answer, limit int) []string {
	if !o.all && limit == 0 {
		return a.Short("--all")
	}
	lines := a.Lines()
	if o.all {
		lines = a.Whole()
	}
	if left := a.Total - len(a.Paths); left > 0 {
		lines = append(lines, fmt.Sprintf("… %d more: --limit 0", left))
	}
	return lines
}
