package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/query/answer"
	"seedgraph/query/answer/callers"
	"seedgraph/query/answer/names"
	"seedgraph/query/render"
)

const callersLong = `Callers lists who calls, creates or executes a definition, one line each, with the lines of
every call. Calls of an interface or base member count for everything that overrides or
implements it, and calls of that for the interface member: callers are grouped by the member
that they name. Who has a queue run a task is listed by the name of the task. A call of the base
class from an override (base.M(), super().m()) counts for that member alone. --lines prints
the source of every call.

--edges asks for other uses: ReadsFrom, WritesTo, References.`

const callersExample = `  query callers OrderRepository.Save
  query callers 'dbo.Order|TABLE' --edges ReadsFrom,WritesTo
  query callers OrderService.Place --path src --json`

const calleesLong = `Callees lists what a definition calls, creates or executes, one line each, with the
lines of every call. A call of an interface or base member is followed by the members that may
run in its place, each with the member that the code names.

--edges asks for other uses: ReadsFrom, WritesTo, References.`

const calleesExample = `  query callees OrderService.Place
  query callees OrderService.Place --edges Calls,ReadsFrom,WritesTo --json`

func newCallersCommand(g *globals) *cobra.Command {
	return newCallsCommand(g, false, &cobra.Command{
		Use:     "callers ID…",
		Short:   "List who calls definitions, with every line",
		Long:    callersLong,
		Example: callersExample,
	})
}

func newCalleesCommand(g *globals) *cobra.Command {
	return newCallsCommand(g, true, &cobra.Command{
		Use:     "callees ID…",
		Short:   "List what definitions call, with every line",
		Long:    calleesLong,
		Example: calleesExample,
	})
}

// usesOptions are the flags of the commands that list callers or callees.
type usesOptions struct {
	callers.Options
	lines  bool
	budget budgetFlags
}

// newCallsCommand completes the commands that list callers or callees.
func newCallsCommand(g *globals, callees bool, c *cobra.Command) *cobra.Command {
	o := usesOptions{Options: callers.Options{Callees: callees}}
	c.Args = cobra.MinimumNArgs(1)
	c.ValidArgsFunction = completeIDs(g)
	c.RunE = func(c *cobra.Command, args []string) error {
		return g.with(func(s *session) error { return runUses(s, args, o) })
	}
	c.Flags().StringSliceVarP(&o.Kinds, "edges", "e", nil,
		"kinds of edges (default Calls,Creates,Executes)")
	c.Flags().BoolVar(&o.lines, "lines", false, "print the line of source of every use")
	addUseFilterFlags(g, c, &o.Filter)
	o.budget.addFlags(c)
	completeEdges(c)
	return c
}

func runUses(s *session, args []string, o usesOptions) error {
	tokens, err := o.budget.tokens(s)
	if err != nil {
		return err
	}
	nodes, err := s.names.For(names.Run, args...)
	if err != nil {
		return err
	}
	o.Limit = s.limit
	a, err := callers.Find(s.index, nodes, o.Options)
	if err == nil && o.lines {
		err = a.AddSource(s.index, nodes)
	}
	switch {
	case err != nil:
		return err
	case s.json:
		err = render.JSON(s.streams.Out, a)
	case a.Total > 0:
		err = s.printSheet(a.Sheet(), o.budget.tokenizer, tokens)
	}
	if err == nil && a.Total == 0 {
		if err := answer.CheckEdges(s.index, o.Kinds); err != nil {
			return err
		}
		what := "calls"
		if o.Callees {
			what = "is called by"
		}
		err = fmt.Errorf("%w: nothing %s %s", answer.ErrNothingFound, what, some(args))
	}
	return err
}
