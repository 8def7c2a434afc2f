package main

import (
	"context"
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
	edges     []string
	direction string
	op        string
	through   []string
	meet      bool
	all       bool
	format    string
}

const pathLong = `Path finds paths from A to B along calls, creations, data accesses and routes: it prints the strongest
of the shortest paths and the number of others.

A call of an interface or base member continues at each of its targets; a call of the base class only at
that member. Calls by operators, conversions, loops, patterns and resource blocks, and the like of each
language, are followed in C#, Java, Python, TypeScript and JavaScript where the tree declares the member,
in Go those by loops, by main and by the standard library (fmt, sort, encoding/json, …); other languages
have no edges for them.

If there is no path, the exit code is 4, or 6 if open ends leave the answer unknown: calls with an
unknown target (a value of unknown type, reflection, a computed name, a message without handler, a
member of a library that the tree implements, a lambda in a parameter or field).

A and B are IDs, names with several overloads, folders, or path patterns. A class includes its methods.
In a folder or pattern, every definition except tests gets its own path, unless another definition of A
reaches it, or another one of B is reached first: 'src/Api/**' lists the routes that reach a table.

--direction is out (from A to B), in (from B to A), both (either direction at each edge), above (from a
node that reaches A and B), below (to a node that A and B reach), or meet (like --meet: above or below,
if there is no path).

The strongest path has the highest product of edge weights and confidences. --meet ignores nodes used
by large parts of the repository. External symbols and tests may be end points; --through also allows
them in between.`

const pathExample = `  query path OrderService.Place 'dbo.Order|TABLE'
  query path 'src/Api/**' 'dbo.Order|TABLE' --op write --all
  query path OrderService BillingJob --meet
  query path OrderService.Place 'dbo.Order|TABLE' --format mermaid`

func newPathCommand(g *globals) *cobra.Command {
	var o pathOptions
	c := &cobra.Command{
		Use:               "path A B",
		Short:             "Find paths from A to B",
		Long:              pathLong,
		Example:           pathExample,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runPath(c.Context(), s, args, o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.MaxDepth, "max-depth", "d", 40, "maximum number of steps of a path")
	f.StringSliceVarP(&o.edges, "edges", "e", nil,
		"edge kinds to follow (default: those of execution and data flow)")
	f.StringVar(&o.direction, "direction", string(expand.Out),
		"direction of the path: "+list(paths.Directions))
	f.BoolVar(&o.meet, "meet", false, "find a node that connects A and B if there is no path between them")
	f.BoolVar(&o.all, "all", false, "list all paths: the strongest, then the others by their end points")
	f.StringVar(&o.op, "op", "", "restrict accesses to tables: read or write")
	complete(c, "op", []string{string(paths.Read), string(paths.Write)})
	addDiagramFlag(c, &o.format)
	f.StringSliceVar(&o.through, "through", nil, "also allow these as intermediate nodes: external, tests")
	complete(c, "through", []string{paths.External, paths.Tests})
	complete(c, "direction", paths.Directions)
	completeEdges(c)
	return c
}

func runPath(ctx context.Context, s *session, args []string, o pathOptions) error {
	if err := s.checkDiagram(o.format); err != nil {
		return err
	}
	if err := o.parse(); err != nil {
		return err
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
		err = s.print(o.lines(s.index, a, s.limit)...)
	default:
		err = s.printDiagram(ctx, a.Diagram(), o.format)
	}
	if err != nil {
		return err
	}
	if !a.Connected {
		advice := "--edges '*' follows all edges"
		if o.Direction == expand.Out || o.Direction == expand.In {
			advice += ", --meet finds a common node"
		}
		if len(a.StandIns) > 0 {
			advice = fmt.Sprintf("query path '%s' '%s' shows how", a.StandIns[0], args[1])
		}
		kind := answer.ErrNothingFound
		if a.Answer == openends.Unknown {
			kind = answer.ErrNotKnown
		}
		return hint.With(fmt.Errorf("%w: no path of at most %d steps", kind, o.MaxDepth), advice)
	}
	return nil
}

// parse parses the values of the flags.
func (o *pathOptions) parse() (err error) {
	if o.Kinds, err = answer.ParseEdgeKinds(o.edges); err != nil {
		return err
	}
	if o.Direction, err = paths.ParseDirection(o.direction); err != nil {
		return err
	}
	if o.meet {
		o.Direction = paths.Meet
	}
	if o.Op, err = paths.ParseOp(o.op); err != nil {
		return err
	}
	o.Through, err = paths.ParseThrough(o.through)
	return err
}

// lines returns the parts of an answer selected by the flags.
func (o *pathOptions) lines(x *answer.Index, a *paths.Answer, limit int) []string {
	if !o.all && limit == 0 {
		return a.Short(x, "--all")
	}
	lines := a.Lines(x)
	if o.all {
		lines = a.Whole(x)
	}
	if left := a.Total - len(a.Paths); left > 0 {
		lines = append(lines, fmt.Sprintf("… %d more: --limit 0", left))
	}
	return lines
}
