package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/answer"
	"seedgraph/answer/callers"
	"seedgraph/render"
)

const callersLong = `Callers lists who calls, creates or executes a definition, by file, with the lines of
every place. Calls of an interface or base member count for everything that overrides
or implements it; each such caller is printed with the member that it names. A call of
the base class from an override (base.M(), super().m()) counts for that member alone.

--edges asks for other uses: ReadsFrom, WritesTo, References.`

const callersExample = `  query callers OrderRepository.Save
  query callers 'dbo.Order|TABLE' --edges ReadsFrom,WritesTo
  query callers OrderService.Place --path src --json`

const calleesLong = `Callees lists what a definition calls, creates or executes, by file, with the lines of
every place. A call of an interface or base member is followed by the members that may
run in its place, each with the member that the code names.

--edges asks for other uses: ReadsFrom, WritesTo, References.`

const calleesExample = `  query callees OrderService.Place
  query callees OrderService.Place --edges Calls,ReadsFrom,WritesTo --json`

func newCallersCommand(g *globals) *cobra.Command {
	return newUsesCommand(g, false, &cobra.Command{
		Use:     "callers ID…",
		Short:   "List who calls definitions, with every line",
		Long:    callersLong,
		Example: callersExample,
	})
}

func newCalleesCommand(g *globals) *cobra.Command {
	return newUsesCommand(g, true, &cobra.Command{
		Use:     "callees ID…",
		Short:   "List what definitions call, with every line",
		Long:    calleesLong,
		Example: calleesExample,
	})
}

// newUsesCommand completes the commands that list one step.
func newUsesCommand(g *globals, callees bool, c *cobra.Command) *cobra.Command {
	o := callers.Options{Callees: callees}
	c.Args = cobra.MinimumNArgs(1)
	c.ValidArgsFunction = completeIDs(g)
	c.RunE = func(c *cobra.Command, args []string) error {
		return g.with(func(s *session) error { return runUses(s, args, o) })
	}
	c.Flags().StringSliceVarP(&o.Kinds, "edges", "e", nil,
		"kinds of edges (default Calls,Creates,Executes)")
	addUseFilterFlags(g, c, &o.Filter)
	completeEdges(c)
	return c
}

func runUses(s *session, args []string, o callers.Options) error {
	nodes, err := s.definitions(args)
	if err != nil {
		return err
	}
	o.Limit = s.limit
	a, err := callers.Find(s.index, nodes, o)
	if err != nil {
		return err
	}
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else {
		err = s.print(a.Lines()...)
	}
	if err == nil && a.Total == 0 {
		what := "calls"
		if o.Callees {
			what = "is called by"
		}
		err = fmt.Errorf("%w: nothing %s %s", answer.ErrNothingFound, what, some(args))
	}
	return err
}
