package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/answer"
	"seedgraph/answer/assemble"
	"seedgraph/expand"
	"seedgraph/render"
)

// contextBudget is the default budget of context.
const contextBudget = 2000

type contextOptions struct {
	assemble.Options
	seeds   []string
	ranking rankingFlags
	intent  string
	counter string
	noIndex bool
	format  string
}

const contextLong = `Context searches for a text, follows edges from the hits to what they depend on and what
depends on them, the most relevant nodes first, and packs their texts into one budget.

The budget is hard: the whole printed text, headers included, never has more tokens. A
node that does not fit is skipped, and later, smaller ones may still fit. The rest of
the budget lists the best nodes that did not fit, to be fetched on demand; --no-index
omits this list.

A node's relevance is 0 to 1: its score for the text as a share of the best score, plus
what edges carry to it from nodes that were taken. --intent sets how much they carry:
  locate   little: nodes that match the text come first, helped by their neighbors
  explain  much: the nodes that the best ones call, read and build on follow at once
  auto     explain with --seed and for a text that is one name, otherwise locate

With --seed the walk starts there, and the text only ranks the nodes it reaches.`

const contextExample = `  query context "how are orders billed" --budget-tokens 2000
  query context OrderService.Place
  query context "retry policy" --seed OrderService.Place --json
  query context "how are orders billed" --format index`

func newContextCommand(g *globals) *cobra.Command {
	var o contextOptions
	c := &cobra.Command{
		Use:     "context TEXT…",
		Short:   "Pack the nodes that answer a text into a budget",
		Long:    contextLong,
		Example: contextExample,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error {
				return runContext(s, strings.Join(args, " "),
					o)
			})
		},
	}
	f := c.Flags()
	f.IntVarP(&o.Budget, "budget-tokens", "b", contextBudget, "maximum tokens of the whole text")
	f.StringArrayVarP(&o.seeds, "seed", "s", nil, "ID of a node to start from (repeatable)")
	f.Float64Var(&o.Relevance, "min-relevance", assemble.DefaultRelevance,
		"leave out nodes of lower relevance, 0 to 1")
	f.IntVarP(&o.Nodes, "max-nodes", "m", 0,
		fmt.Sprintf("maximum number of nodes besides the first (default %d, or one per %d tokens of the budget if that is more)",
			assemble.DefaultNodes, assemble.TokensPerNode))
	f.StringVar(&o.intent, "intent", string(assemble.Auto), "locate, explain or auto")
	f.StringSliceVarP(&o.Kinds, "edges", "e", nil,
		"follow only these kinds of edges (default all but Contains and Imports)")
	f.StringVar(&o.Direction, "direction", string(expand.Both),
		"out: along the edges, in: against them, or both")
	f.BoolVar(&o.noIndex, "no-index", false, "do not list the nodes that did not fit")
	o.ranking.addFlags(c)
	addCounterFlag(c, &o.counter)
	addFilterFlags(c, &o.Filter)
	addFormatFlag(c, &o.format)
	completeEdges(c)
	completeDirection(c)
	_ = c.RegisterFlagCompletionFunc("seed", completeIDs(g))
	complete(c, "intent", assemble.Intents)
	return c
}

func runContext(s *session, text string, o contextOptions) error {
	o.Intent, o.Limit, o.List = assemble.Intent(o.intent), s.limit, !o.noIndex
	if err := o.Check(); err != nil {
		return err
	}
	if err := checkFormat(o.format); err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	if o.Ranking, err = o.ranking.read(); err != nil {
		return err
	}
	if o.Seeds, err = s.names.ResolveAll(o.seeds); err != nil {
		return err
	}
	w, err := assemble.Plan(s.index, text, o.Options)
	if err != nil {
		return err
	}
	if o.format == formatIndex && !s.json {
		targets, err := w.Targets()
		if err != nil {
			return err
		}
		return s.printIndex(targets)
	}
	a, err := assemble.Pack(w, counter)
	if err != nil && !errors.Is(err, answer.ErrNothingFound) {
		return err
	}
	if perr := s.printContext(a); perr != nil {
		return perr
	}
	if err == nil && len(a.Items) == 0 {
		s.warn("no text fits in %d tokens", o.Budget)
	}
	return err
}

func (s *session) printContext(a *assemble.Answer) error {
	if s.json {
		return render.JSON(s.streams.Out, a)
	}
	_, err := fmt.Fprint(s.streams.Out, a.Context)
	return err
}
