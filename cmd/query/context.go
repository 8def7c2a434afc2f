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
)

// contextBudget is the default budget of context.
const contextBudget = 2000

type contextOptions struct {
	assemble.Options
	seeds   []string
	hits    string
	given   []string // files of previous answers
	signals []string
	full    bool // no compressed forms
	window  int
	share   float64
	ranking rankingFlags
	found   retrievalFlags
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
omits this list. Texts lose the indentation that all of their lines share and, but with
the intent explain, lines that are nothing but comment, for which the budget holds more
of them; --comments keeps these. In the second half of a budget, and after 3,000 tokens,
texts of more than a few lines are excerpts: their beginnings and the lines around words
of the request, with … for what is left out; again not with explain or --comments. Query
fetch prints texts as they are written.

A node's relevance is 0 to 1: its score for the text as a share of the best score, plus
what edges carry to it from nodes that were taken. --signals changes the weights of what
it is made of: text (1), edges (1), and rank, PageRank as a share of the highest (0).
--intent sets how much edges carry, and which:
  locate     little: nodes that match the text come first, helped by their neighbors
  explain    much: the nodes that the best ones call, read and build on follow at once
  implement  what changes with the seeds: their words count besides those of the text,
             and so do their edges and files
  impact     much, mostly against the edges: what calls, reads and overrides
  auto       with --seed: explain for a question, for a word or two and without a text,
             otherwise implement; explain also for a text that is one name; otherwise locate

With --seed the walk starts there, at the definitions of a file if it is one, and the text ranks the nodes it reaches; a weight, as
in --seed ID=0.8, says how relevant a seed is. With --hits it starts from the results of
any retriever, in the forms that query expand reads. Without a text, seeds and hits it
starts from the definition with the highest PageRank. A seed that --exclude-delivered
names leads on, too, and is left out of the text.

After the full texts, nodes that no longer fit follow in compressed form: signature,
first sentence of the doc comment, what they call and what calls them. --sections groups
the text: CORE, what fits the request; SUPPORTING, what edges lead to; CONSTRAINTS, base
types, interfaces, overridden members and referenced tables.

With --vectors, --widen or --rerank-with the walk starts from what search finds with the
same flags (see query help search); --feedback and --log are those of search, too.`

const contextExample = `  query context "how are orders billed" --budget-tokens 2000
  query context OrderService.Place
  query context "retry policy" --seed OrderService.Place --json
  query context "fix rounding" --seed OrderService.Place=1 --seed Invoice.Total=0.6
  query context "and refunds?" --exclude-delivered first.json
  query context "how are orders billed" --context-window 128000 --budget-share 0.05
  query context "how are orders billed" --format index`

func newContextCommand(g *globals) *cobra.Command {
	var o contextOptions
	c := &cobra.Command{
		Use:     "context [TEXT…]",
		Short:   "Pack the nodes that answer a text into a budget",
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
	f.IntVarP(&o.Budget, "budget-tokens", "b", contextBudget, "maximum tokens of the whole text")
	f.IntVar(&o.window, "context-window", 0, "tokens of the reader's window, for --budget-share")
	f.Float64Var(&o.share, "budget-share", 0,
		"the budget as a share of --context-window, instead of --budget-tokens")
	f.IntVar(&o.NodeMost, "max-node-tokens", 0,
		"maximum tokens of the text of one node; of longer ones the best part is taken (default no limit but the budget)")
	f.StringArrayVarP(&o.seeds, "seed", "s", nil,
		"ID of a node to start from, or ID=WEIGHT with a weight above 0, at most 1 (repeatable)")
	f.StringVar(&o.hits, "hits", "",
		"file with the results of a retriever to start from; - is standard input")
	f.StringArrayVar(&o.given, "exclude-delivered", nil,
		"file of an earlier answer as JSON, or of a state, whose nodes are left out (repeatable)")
	f.StringSliceVar(&o.signals, "signals", nil,
		"weights of relevance, as NAME=NUMBER: text, edges, rank")
	f.Float64Var(&o.Relevance, "min-relevance", assemble.DefaultRelevance,
		"leave out nodes of lower relevance, 0 to 1")
	f.IntVarP(&o.Nodes, "max-nodes", "m", 0,
		fmt.Sprintf("maximum number of nodes besides the first (default %d, or one per %d tokens of the budget if that is more)",
			assemble.DefaultNodes, assemble.TokensPerNode))
	f.StringVar(&o.intent, "intent", string(assemble.Auto), list(assemble.Intents))
	f.StringSliceVarP(&o.Kinds, "edges", "e", nil,
		"follow only these kinds of edges (default all but Contains and Imports)")
	f.StringVar(&o.Direction, "direction", string(expand.Both),
		"out: along the edges, in: against them, or both")
	f.BoolVar(&o.Sections, "sections", false, "group the text by what nodes are to the request")
	f.BoolVar(&o.full, "no-compressed", false,
		"do not add nodes that did not fit in compressed form")
	f.BoolVar(&o.Comments, "comments", false,
		"keep the comments of texts, as the intent explain does anyway")
	f.BoolVar(&o.noIndex, "no-index", false, "do not list the nodes that did not fit")
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
		"rerank-with", "sections", "signals", "synonyms", "tokens", "vector-ids", "vector-weight",
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
	if err := o.found.check(); err != nil {
		return err
	}
	if o.hits != "" && o.found.changes() {
		return errors.New("--hits and flags that search otherwise exclude each other")
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	if o.Ranking, err = o.ranking.read(); err != nil {
		return err
	}
	if o.Ranking.Feedback, err = o.found.feedback.read(s, text); err != nil {
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
	t.Mode = string(vectors.Keyword)
	if !o.found.changes() {
		return nil
	}
	opts, err := o.Filter.Options()
	if err != nil {
		return err
	}
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
		return errors.New("--budget-share and --context-window go together")
	case !share:
		return nil
	case c.Flags().Changed("budget-tokens"):
		return errors.New("--budget-tokens and --budget-share exclude each other")
	case !(o.share > 0 && o.share <= 1):
		return fmt.Errorf("--budget-share %g: it must be above 0 and at most 1", o.share)
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
				return seed, fmt.Errorf("--seed %s: the weight must be above 0 and at most 1",
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
