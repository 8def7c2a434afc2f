package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/query/answer"
	"seedgraph/query/answer/callers"
	"seedgraph/query/answer/names"
	"seedgraph/query/render"
)

const callersLong = `Callers lists the definitions that call, create or execute a definition, with the line of every call.

Calls of an interface or base member count as calls of its overrides and implementations, and the
reverse; callers are grouped by the member named in the call. A call of a base method from an override
(base.M(), super().m()) counts only for that method. Code that enqueues a task is listed under the
name of the task.

--edges selects other uses: ReadsFrom, WritesTo, References.`

const callersExample = `  query callers OrderRepository.Save
  query callers 'dbo.Order|TABLE' --edges ReadsFrom,WritesTo
  query callers OrderService.Place --path src --json`

const calleesLong = `Callees lists the definitions that a definition calls, creates or executes, with the line of every
call. A call of an interface or base member is followed by its possible targets.

--edges selects other uses: ReadsFrom, WritesTo, References.`

const calleesExample = `  query callees OrderService.Place
  query callees OrderService.Place --edges Calls,ReadsFrom,WritesTo --json`

func newCallersCommand(g *globals) *cobra.Command {
	return newCallsCommand(g, false, &cobra.Command{
		Use:     "callers ID…",
		Short:   "List the callers of definitions, with every call site",
		Long:    callersLong,
		Example: callersExample,
	})
}

func newCalleesCommand(g *globals) *cobra.Command {
	return newCallsCommand(g, true, &cobra.Command{
		Use:     "callees ID…",
		Short:   "List the callees of definitions, with every call site",
		Long:    calleesLong,
		Example: calleesExample,
	})
}

// usesOptions are the flags of the commands that list callers or callees.
type usesOptions struct {
	callers.Options
	edges  []string
	lines  bool
	format string
	budget budgetFlags
}

// newCallsCommand completes the commands that list callers or callees.
func newCallsCommand(g *globals, callees bool, c *cobra.Command) *cobra.Command {
	o := usesOptions{Options: callers.Options{Callees: callees}}
	c.Args = cobra.MinimumNArgs(1)
	c.ValidArgsFunction = completeIDs(g)
	c.RunE = func(c *cobra.Command, args []string) error {
		return g.with(func(s *session) error { return runUses(c.Context(), s, args, o) })
	}
	c.Flags().StringSliceVarP(&o.edges, "edges", "e", nil,
		"kinds of edges (default Calls,Creates,Executes)")
	addLinesFlag(c, &o.lines)
	addDiagramFlag(c, &o.format)
	addUseFilterFlags(g, c, &o.Filter)
	o.budget.addFlags(c)
	c.MarkFlagsMutuallyExclusive("format", "budget-tokens") // a diagram is not cut
	completeEdges(c)
	return c
}

func runUses(ctx context.Context, s *session, args []string, o usesOptions) error {
	if err := s.checkDiagram(o.format); err != nil {
		return err
	}
	tokens, err := o.budget.tokens(s)
	if err != nil {
		return err
	}
	if o.Kinds, err = answer.ParseEdgeKinds(o.edges); err != nil {
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
	if err == nil && !o.Callees && o.Kinds.IsEmpty() {
		err = a.AddOpenEnds(s.index, nodes)
	}
	switch {
	case err != nil:
		return err
	case s.json:
		err = render.JSON(s.streams.Out, a)
	case a.Total > 0 && isDiagram(o.format):
		err = s.printDiagram(ctx, a.Diagram(), o.format)
	case a.Total > 0, a.Open > 0:
		err = s.printSheet(a.Sheet(), o.budget.tokenizer, tokens)
	}
	if err == nil && a.Total == 0 {
		if err := o.Kinds.Check(s.index); err != nil {
			return err
		}
		if a.Open > 0 {
			return fmt.Errorf("%w: whether anything calls %s", answer.ErrNotKnown, some(args))
		}
		what := "calls"
		if o.Callees {
			what = "is called by"
		}
		err = fmt.Errorf("%w: nothing %s %s", answer.ErrNothingFound, what, some(args))
	}
	return err
}
