package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/query/answer"
	"seedgraph/query/answer/assemble"
	"seedgraph/query/answer/vectors"
	"seedgraph/query/expand"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// contextBudget is the default budget of context.
const contextBudget = 2000

type contextOptions struct {
	assemble.Options
	edges     []string
	direction string
	seeds     []string
	hits      string
	given     []string // files of previous answers
	signals   []string
	full      bool // no compressed forms
	window    int
	share     float64
	ranking   rankingFlags
	found     retrievalFlags
	intent    string
	counter   string
	noIndex   bool
	format    string
}

const contextLong = `Context searches for a text, follows edges from the hits to dependencies and dependents, most relevant
first, and packs the source into a token budget.

The budget is a hard limit on the printed text. Nodes that do not fit follow in compressed form
(signature, first sentence of the doc comment, callees, callers) or in a list. Except with the intent
explain or --comments, comment lines are dropped, and past half of the budget or 3,000 tokens longer
texts are cut to their first lines and the lines around query words.

Relevance is 0 to 1: the search score relative to the best, plus the score propagated along edges.
--signals weights its terms, listed as "why" in JSON: all 1 but rank (PageRank), 0. --intent:
  locate     little propagation: matches first, supported by their neighbors
  explain    much: callees, tables and bases of the best nodes follow at once
  implement  nodes that change with the seeds: their words, edges and files count, too
  impact     much, mostly against the edges: callers, readers and overrides
  auto       with --seed: explain for a question, one or two words, or no text, otherwise implement;
             without: explain for a text that is a name, otherwise locate

--seed starts from a node or the definitions of a file and ranks reachable nodes by the text; --hits
starts from the results of a retriever (query help seeds). Without any of these, context starts from
the definition with the highest PageRank. --sections groups texts: CORE (matches), SUPPORTING (reached
by edges), CONSTRAINTS (base types, interfaces, overridden members, referenced tables).`

const contextExample = `  query context "how are orders billed" --budget-tokens 2000
  query context "fix rounding" --seed OrderService.Place=1 --seed Invoice.Total=0.6
  query context "and refunds?" --exclude-delivered first.json
  query context "how are orders billed" --format index`

func newContextCommand(g *globals) *cobra.Command {
	var o contextOptions
	c := &cobra.Command{
		Use:     "context [TEXT…]",
		Short:   "Pack the source relevant to a text into a token budget",
		Long:    contextLong,
		Example: contextExample,
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.chooseBudget(c); err != nil {
				return err
			}
			return g.with(func(s *session) error {
				return runContext(c.Context(), s, strings.Join(args, " "), o)
			})
		},
	}
	f := c.Flags()
	f.IntVarP(&o.Budget, "budget-tokens", "b", contextBudget, "token budget of the whole text")
	f.IntVar(&o.window, "context-window", 0, "tokens of the context window, for --budget-share")
	f.Float64Var(&o.share, "budget-share", 0,
		"budget as a share of --context-window")
	f.IntVar(&o.NodeMost, "max-node-tokens", 0,
		"maximum tokens of one node (default the budget)")
	f.StringArrayVarP(&o.seeds, "seed", "s", nil,
		"ID of a start node, or ID=WEIGHT with 0 < WEIGHT ≤ 1 (repeatable)")
	f.StringVar(&o.hits, "hits", "",
		"file of retrieval results to start from; - for standard input")
	f.StringArrayVar(&o.given, "exclude-delivered", nil,
		"leave out the nodes of this earlier JSON answer or state (repeatable)")
	f.StringSliceVar(&o.signals, "signals", nil,
		"weights of relevance, NAME=NUMBER: "+assemble.SignalNames)
	f.Float64Var(&o.Relevance, "min-relevance", assemble.DefaultRelevance,
		"leave out nodes of lower relevance, 0 to 1")
	f.IntVarP(&o.Nodes, "max-nodes", "m", 0,
		fmt.Sprintf("maximum number of further nodes (default %d, or one per %d budget tokens)",
			assemble.DefaultNodes, assemble.TokensPerNode))
	f.StringVar(&o.intent, "intent", string(assemble.Auto), list(assemble.Intents))
	f.StringSliceVarP(&o.edges, "edges", "e", nil,
		"edge kinds to follow (default all but Contains and Imports)")
	f.StringVar(&o.direction, "direction", string(expand.Both),
		"out: along the edges, in: against them, or both")
	f.BoolVar(&o.Sections, "sections", false, "group the texts into CORE, SUPPORTING and CONSTRAINTS")
	f.BoolVar(&o.full, "no-compressed", false,
		"omit the compressed form of nodes that do not fit")
	f.BoolVar(&o.Comments, "comments", false,
		"keep comments (implied by the intent explain)")
	f.BoolVar(&o.noIndex, "no-index", false, "omit the list of nodes that do not fit")
	o.ranking.addFlags(c)
	o.found.addFlags(c)
	addCounterFlag(c, &o.counter)
	addFilterFlags(g, c, &o.Filter)
	addFormatFlag(c, &o.format)
	completeEdges(c)
	completeDirection(c)
	_ = c.RegisterFlagCompletionFunc("seed", completeIDs(g))
	complete(c, "intent", assemble.Intents)
	help.Advanced(c, "budget-share", "context-window", "comments", "data-type", "exclude-delivered",
		"feedback", "half-life", "hits", "log", "max-node-tokens", "min-relevance", "mode",
		"no-compressed", "no-index", "now", "project", "query-vector", "rerank-most", "rerank-time",
		"embed-with", "rerank-with", "sections", "signals", "synonyms", "tokens", "vector-ids", "vector-weight",
		"vectors", "weights", "direction", "edges", "widen")
	return c
}

func runContext(ctx context.Context, s *session, text string, o contextOptions) error {
	o.Intent, o.Limit = assemble.Intent(o.intent), s.limit
	o.List, o.Compressed = !o.noIndex, !o.full
	if err := o.Check(); err != nil {
		return err
	}
	if err := checkFormat(o.format); err != nil {
		return err
	}
	var err error
	if o.Kinds, err = answer.ParseEdgeKinds(o.edges); err != nil {
		return err
	}
	if o.Options.Direction, err = answer.ParseDirection(o.direction); err != nil {
		return err
	}
	if err := o.found.check(); err != nil {
		return err
	}
	if o.hits != "" && o.found.changes() {
		return errors.New("--hits cannot be combined with search flags")
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	if o.Ranking, err = o.ranking.read(); err != nil {
		return err
	}
	s.warnSynonyms(text, o.Ranking.Synonyms)
	if o.Ranking.Feedback, err = o.found.feedback.read(s, text); err != nil {
		return err
	}
	if err := o.found.vectors.apply(o.found.trace.command, s, &o.Ranking); err != nil {
		return err
	}
	if err := o.readNodes(s); err != nil {
		return err
	}
	t, err := s.newTracer(text, o.found.trace)
	if err != nil {
		return err
	}
	if err := o.retrieve(ctx, s, text, t); err != nil {
		return err
	}
	var w *assemble.Walk
	if err := t.stage("plan", func() (err error) {
		w, err = assemble.Plan(s.index, text, o.Options)
		return err
	}); err != nil {
		return err
	}
	if o.format == formatIndex && !s.json {
		targets, err := w.Targets()
		if err != nil {
			return err
		}
		return s.printIndexWithin(targets, counter, o.Budget)
	}
	var a *assemble.Answer
	err = t.stage("pack", func() (err error) {
		a, err = assemble.Pack(w, counter)
		return err
	})
	if err != nil && !errors.Is(err, answer.ErrNothingFound) {
		return err
	}
	a.Trace = &t.Trace
	t.done("context", len(a.Items), map[string]int{"context": a.Tokens, "budget": a.Budget})
	if perr := s.printContext(a); perr != nil {
		return perr
	}
	if err == nil && len(a.Items) == 0 {
		s.warn("no text fits in %s", render.Count(o.Budget, "token"))
	}
	return err
}

// retrieve finds the start hits if flags specify how; otherwise Plan searches.
func (o *contextOptions) retrieve(ctx context.Context, s *session, text string,
	t *tracer) error {
	mode, err := o.found.vectors.modeOf(s)
	if err != nil {
		return err
	}
	t.Mode = string(mode)
	if !o.found.changes() {
		return nil
	}
	opts := search.Options{Selection: o.Filter}
	o.Ranking.Apply(&opts)
	opts.Limit, opts.Text, opts.Edges = vectors.Candidates, s.index.Text, s.index
	opts.Packed = true
	res, err := s.retrieve(ctx, text, opts, o.found, t)
	if err != nil {
		return err
	}
	t.reportAttempts()
	for i, h := range res.Hits {
		score := 1 / (1 + hitDecay*float64(i))
		if !t.Reranked {
			score = h.Score / res.Hits[0].Score
		}
		o.Hits = append(o.Hits, assemble.Seed{Node: h.Node, Score: score})
	}
	return nil
}

// chooseBudget computes the budget from the share of a window, if one was given.
func (o *contextOptions) chooseBudget(c *cobra.Command) error {
	share, window := c.Flags().Changed("budget-share"), c.Flags().Changed("context-window")
	switch {
	case share != window:
		return errors.New("--budget-share and --context-window must be used together")
	case !share:
		return nil
	case c.Flags().Changed("budget-tokens"):
		return errors.New("--budget-tokens and --budget-share are mutually exclusive")
	case !(o.share > 0 && o.share <= 1):
		return fmt.Errorf("--budget-share %g: it must be greater than 0 and at most 1", o.share)
	case o.window < 1:
		return fmt.Errorf("--context-window %d: it must be at least 1", o.window)
	}
	o.Budget = int(o.share * float64(o.window))
	return nil
}

// readNodes reads the seeds, the hits, the nodes to exclude, and the signals.
func (o *contextOptions) readNodes(s *session) error {
	signals, err := assemble.ParseSignals(o.signals)
	if err != nil {
		return fmt.Errorf("--signals %w", err)
	}
	o.Signals = &signals
	for _, typed := range o.seeds {
		seed, err := s.weightedSeed(typed)
		if err != nil {
			return err
		}
		o.Seeds = append(o.Seeds, seed)
	}
	if o.hits != "" {
		if o.Hits, err = s.readHits(o.hits); err != nil {
			return err
		}
	}
	for _, file := range o.given {
		in, err := s.readSeeds(nil, seedOptions{file: file, flag: "--exclude-delivered"})
		if err != nil {
			return err
		}
		all, err := in.All()
		if err != nil {
			return fmt.Errorf("--exclude-delivered %s: %w", file, err)
		}
		for _, t := range all {
			o.Exclude = append(o.Exclude, t.Node)
		}
	}
	return nil
}

// weightedSeed parses ID or ID=WEIGHT.
func (s *session) weightedSeed(typed string) (assemble.Seed, error) {
	seed := assemble.Seed{Score: 1}
	if i := strings.LastIndexByte(typed, '='); i > 0 {
		if x, err := strconv.ParseFloat(typed[i+1:], 64); err == nil {
			if !(x > 0 && x <= 1) {
				return seed, fmt.Errorf("--seed %s: the weight must be greater than 0 and at most 1",
					typed)
			}
			typed, seed.Score = typed[:i], x
		}
	}
	ref, err := s.names.Resolve(typed)
	seed.Node = ref.Node
	return seed, err
}

// readHits reads the results of a retriever. Scores are normalized by the highest;
// without scores, the first result is the best.
func (s *session) readHits(file string) ([]assemble.Seed, error) {
	args, o := []string(nil), seedOptions{file: file, flag: "--hits"}
	if file == "-" {
		args, o.file = []string{"-"}, ""
	}
	in, err := s.readSeeds(args, o)
	if err != nil {
		return nil, err
	}
	top := 0.0
	for _, x := range in.Seeds {
		top = max(top, x.Score)
	}
	var out []assemble.Seed
	for i, x := range in.Seeds {
		score := 1 / (1 + hitDecay*float64(i))
		if top > 0 {
			score = max(x.Score, 0) / top
		}
		out = append(out, assemble.Seed{Node: x.Node, Score: score})
	}
	return out, nil
}

// hitDecay is the rate at which the relevance of results without scores decays.
const hitDecay = 0.1

func (s *session) printContext(a *assemble.Answer) error {
	if s.json {
		return render.JSON(s.streams.Out, a)
	}
	_, err := fmt.Fprint(s.streams.Out, a.Context)
	return err
}
