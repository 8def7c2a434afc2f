package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/expand"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/render"
	"seedgraph/search"
)

// Defaults of context.
const (
	contextBudget    = 2000
	contextRelevance = 0.1
	contextNodes     = 20
	tokensPerNode    = 50  // large budgets take one node more for so many tokens
	contextHits      = 200 // hits of the search that the walk begins with
	contextMisses    = 30  // nodes in a row that do not fit end the walk
	indexLines       = 10  // of what did not fit
)

type contextOptions struct {
	filter    filterOptions
	budget    int
	seeds     []string
	relevance float64
	nodes     int
	intent    string
	edges     []string
	direction string
	counter   string
	noIndex   bool
	format    string
}

const contextLong = `Context searches for a text, walks from what it found to what that depends on and
what depends on it, the most relevant first, and packs the texts into one budget.

The budget is hard: the whole printed text, headers included, never has more
tokens. A node that does not fit is skipped, and later, smaller ones may still fit.
What is left of the budget lists the best of what was left out, to be fetched on
demand; --no-index leaves this list out.

The relevance of a node is 0 to 1: its score for the text as a share of the best,
and what edges carry to it from nodes that were taken. --intent says how much:
  locate   a little: what matches the text comes first, neighbours help it
  explain  much: the nodes that the best ones call, read and are built on follow
           at once
  auto     explain for --seed and for a text that is one name, else locate

With --seed the walk begins there, and the text only orders what it meets.`

const contextExample = `  query context "how are orders billed" --budget-tokens 2000
  query context OrderService.Place
  query context "retry policy" --seed OrderService.Place --json
  query context "how are orders billed" --format index`

func newContextCommand(g *globals) *cobra.Command {
	var o contextOptions
	c := &cobra.Command{
		Use:     "context TEXT…",
		Short:   "Pack what answers a text into a budget",
		Long:    contextLong,
		Example: contextExample,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runContext(s, strings.Join(args, " "), o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.budget, "budget-tokens", "b", contextBudget, "tokens of the whole text at most")
	f.StringArrayVarP(&o.seeds, "seed", "s", nil, "ID of a node to begin with (repeatable)")
	f.Float64Var(&o.relevance, "min-relevance", contextRelevance, "leave out nodes of a lower relevance, 0 to 1")
	f.IntVarP(&o.nodes, "max-nodes", "m", 0, fmt.Sprintf("nodes at most beside the first (default %d, or one for %d tokens of the budget if that is more)", contextNodes, tokensPerNode))
	f.StringVar(&o.intent, "intent", intentAuto, "locate, explain or auto")
	f.StringSliceVarP(&o.edges, "edges", "e", nil, "walk these kinds of edges alone (default all but Contains and Imports)")
	f.StringVar(&o.direction, "direction", string(expand.Both), "out: along the edges, in: against them, or both")
	f.BoolVar(&o.noIndex, "no-index", false, "do not list what was left out")
	addCounterFlag(c, &o.counter)
	o.filter.addFlags(c)
	addFormatFlag(c, &o.format)
	completeExpand(c)
	_ = c.RegisterFlagCompletionFunc("seed", completeIDs(g))
	_ = c.RegisterFlagCompletionFunc("intent", cobra.FixedCompletions([]string{intentAuto, intentLocate, intentExplain}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// The intents.
const (
	intentAuto    = "auto"
	intentLocate  = "locate"
	intentExplain = "explain"
)

// intents are the walks that intents stand for.
var intents = map[string]expand.BestOptions{
	intentLocate:  {Share: 0.2, MaxDegree: 300, MaxKind: 30},
	intentExplain: {Share: 0.8, Spread: true, Against: 0.7, MaxDegree: 300, MaxKind: 12},
}

func (o *contextOptions) validate() error {
	switch {
	case o.budget < 0:
		return fmt.Errorf("--budget-tokens is %d: it must not be negative", o.budget)
	case o.nodes < 0:
		return fmt.Errorf("--max-nodes is %d: it must not be negative", o.nodes)
	case o.relevance < 0 || o.relevance > 1:
		return fmt.Errorf("--min-relevance is %g: it must be 0 to 1", o.relevance)
	case o.intent != intentAuto && o.intent != intentLocate && o.intent != intentExplain:
		return fmt.Errorf("--intent %s: use locate, explain or auto", o.intent)
	}
	return checkFormat(o.format)
}

func runContext(s *session, text string, o contextOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	w, err := s.planWalk(text, o)
	if err != nil {
		return err
	}
	if o.format == formatIndex && !s.json {
		return s.contextIndex(w)
	}
	a := newAssembly(s, counter, w, o.budget)
	found, err := w.run(a.add)
	if err == nil && !o.noIndex {
		err = a.addIndex()
	}
	if err != nil {
		return err
	}
	a.finish()
	if s.json {
		err = render.JSON(s.streams.Out, a.answer)
	} else {
		_, err = fmt.Fprint(s.streams.Out, a.answer.Context)
	}
	switch {
	case err != nil:
		return err
	case found == 0:
		return fmt.Errorf("%w for %q", cli.ErrNothingFound, text)
	case len(a.answer.Items) == 0:
		s.warn("no text fits into a budget of %d tokens", o.budget)
	}
	return nil
}

// contextIndex prints the nodes that a context without a budget would have.
func (s *session) contextIndex(w *walk) error {
	var targets []target
	found, err := w.run(func(f expand.Found) (bool, error) {
		targets = append(targets, target{node: f.Node})
		return len(targets) == w.most, nil
	})
	if err == nil && found == 0 {
		err = fmt.Errorf("%w for %q", cli.ErrNothingFound, w.text)
	}
	if err != nil {
		return err
	}
	return s.printIndex(targets)
}

// A walk is a search and what follows from it.
type walk struct {
	*session
	text   string
	intent string
	most   int // nodes that may be included
	found  *search.Result
	seeds  []expand.Scored
	opts   expand.BestOptions
}

// planWalk searches, and prepares the walk from what that finds.
func (s *session) planWalk(text string, o contextOptions) (*walk, error) {
	w := &walk{session: s, text: text, intent: o.intent, most: o.maxNodes(s.limit)}
	var err error
	if w.found, err = s.search(text, o.filter, contextHits, false); err != nil {
		return nil, err
	}
	if w.seeds, err = s.contextSeeds(w.found, o.seeds); err != nil {
		return nil, err
	}
	if w.intent == intentAuto {
		w.intent = intentLocate
		if len(o.seeds) > 0 || w.found.Bare {
			w.intent = intentExplain
		}
	}
	if w.opts, err = o.walkOptions(intents[w.intent]); err != nil {
		return nil, err
	}
	filter, err := o.filter.options()
	w.opts.Own = w.own
	w.opts.Admit = func(n uint32) bool {
		node, err := s.Node(n)
		return err != nil || len(node.Parts) > 0 && filter.Admits(node)
	}
	return w, err
}

// own is the relevance of a node for the text, and the factor of what it is.
func (w *walk) own(n uint32) (own, factor float64, err error) {
	node, err := w.Node(n)
	if err != nil {
		return 0, 0, err
	}
	own, factor = w.found.Relevance(n, node)
	return own, factor, nil
}

// run shows take the nodes, the most relevant first, until it has enough. It
// returns how many it showed.
func (w *walk) run(take func(expand.Found) (enough bool, err error)) (int, error) {
	w.opts.Enough = take
	found, err := expand.Best(adjacency{w.session}, w.seeds, w.opts)
	return len(found), err
}

// walkOptions completes the walk of an intent by the flags.
func (o *contextOptions) walkOptions(opts expand.BestOptions) (expand.BestOptions, error) {
	var err error
	if opts.Allow, err = contextEdges(o.edges); err != nil {
		return opts, err
	}
	if opts.Direction, err = parseDirection(o.direction); err != nil {
		return opts, err
	}
	opts.MinScore, opts.MaxNodes = o.relevance, math.MaxInt
	return opts, nil
}

// maxNodes is how many nodes are taken, the first one included.
func (o *contextOptions) maxNodes(limit int) int {
	n := max(contextNodes, o.budget/tokensPerNode)
	if o.nodes > 0 {
		n = o.nodes
	}
	n++
	if limit > 0 {
		n = min(n, limit)
	}
	return n
}

// contextSeeds are what the walk begins with: the given nodes, else the hits.
func (s *session) contextSeeds(res *search.Result, ids []string) ([]expand.Scored, error) {
	var seeds []expand.Scored
	if len(ids) > 0 {
		targets, err := s.resolveAll(ids)
		for _, t := range targets {
			seeds = append(seeds, expand.Scored{Node: t.node, Score: 1})
		}
		return seeds, err
	}
	for _, h := range res.Hits {
		seeds = append(seeds, expand.Scored{Node: h.Node, Score: h.Score / res.Hits[0].Score})
	}
	return seeds, nil
}

// contextEdges is the allow-list; without entries it leaves out edges that tie
// whole files and types to all that lies in them.
func contextEdges(entries []string) (expand.Allowlist, error) {
	if len(entries) > 0 {
		return expand.Kinds(entries)
	}
	var names []string
	for _, row := range graph.EdgeKinds() {
		if row.Group != "structure" {
			names = append(names, row.Name)
		}
	}
	return expand.Raw(names), nil
}
