package main

import (
	"fmt"
	"slices"
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
	tokensPerNode    = 100 // large budgets take one node more for so many tokens
	contextHits      = 50  // hits of the search that the walk begins with
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
	f.IntVarP(&o.nodes, "max-nodes", "m", 0, fmt.Sprintf("nodes at most beside the first (default %d, or one for %d tokens of the budget)", contextNodes, tokensPerNode))
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
	intentLocate:  {Share: 0.3, MaxDegree: 300, MaxKind: 30},
	intentExplain: {Share: 0.8, Spread: true, MaxDegree: 300, MaxKind: 12},
}

// contextAnswer is the JSON of context.
type contextAnswer struct {
	Query     string             `json:"query"`
	Intent    string             `json:"intent"`
	SeedNode  string             `json:"seed_node"`
	Nodes     []string           `json:"nodes"` // in the order of the text
	Context   string             `json:"context_string"`
	Tokens    int                `json:"tokens_used"` // of context_string
	Budget    int                `json:"budget_tokens"`
	Tokenizer string             `json:"tokenizer"`
	Scores    map[string]float64 `json:"relevance_scores"`
	Items     []contextItem      `json:"items"`
	Skipped   []skippedItem      `json:"skipped"` // in order of relevance
}

type contextItem struct {
	render.Item
	Why      contextWhy `json:"why"`
	IsSeed   bool       `json:"is_seed"`
	Depth    int        `json:"depth"`
	ParentID *string    `json:"parent_id"`
	Via      *edgeJSON  `json:"via"`
}

// contextWhy says what a relevance is made of.
type contextWhy struct {
	Own   float64 `json:"own"`   // for the text
	Graph float64 `json:"graph"` // carried by edges
}

type skippedItem struct {
	render.Item
	Reason string `json:"reason"`
}

// Reasons why a node of the walk is not in the context.
const (
	skippedBudget = "budget"
	skippedNoText = "no_text"
	skippedShown  = "shown" // its text is part of one that is there
)

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
	w, err := s.contextWalk(text, o)
	if err != nil {
		return err
	}
	a := &contextAnswer{
		Query: text, Intent: w.intent, Nodes: []string{}, Budget: o.budget, Tokenizer: counter.Name(),
		Scores: map[string]float64{}, Items: []contextItem{}, Skipped: []skippedItem{},
	}
	if o.format == formatIndex && !s.json {
		return s.printIndex(w.targets())
	}
	pack := render.Packer{Counter: counter, Budget: o.budget}
	if err := s.pack(a, w, &pack); err != nil {
		return err
	}
	if !o.noIndex {
		if err := s.packIndex(a, w, &pack); err != nil {
			return err
		}
	}
	a.Context, a.Tokens = pack.Text(), pack.Tokens()
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else {
		_, err = fmt.Fprint(s.streams.Out, a.Context)
	}
	if err == nil && len(w.found) == 0 {
		err = fmt.Errorf("%w for %q", cli.ErrNothingFound, text)
	}
	if err == nil && len(a.Items) == 0 {
		s.warn("no text fits into a budget of %d tokens", o.budget)
	}
	return err
}

// A walk is what an expansion by relevance found.
type walk struct {
	intent string
	found  []expand.Found
}

func (w *walk) targets() []target {
	out := make([]target, len(w.found))
	for i, f := range w.found {
		out[i].node = f.Node
	}
	return out
}

// contextWalk searches and walks.
func (s *session) contextWalk(text string, o contextOptions) (*walk, error) {
	res, err := s.search(text, o.filter, contextHits, false)
	if err != nil {
		return nil, err
	}
	seeds, err := s.contextSeeds(res, o.seeds)
	if err != nil {
		return nil, err
	}
	w := &walk{intent: o.intent}
	if w.intent == intentAuto {
		w.intent = intentLocate
		if len(o.seeds) > 0 || res.Bare {
			w.intent = intentExplain
		}
	}
	opts := intents[w.intent]
	if opts.Allow, err = contextEdges(o.edges); err != nil {
		return nil, err
	}
	direction := expandOptions{direction: o.direction}
	d, err := direction.options()
	if err != nil {
		return nil, err
	}
	opts.Direction = d.Direction
	opts.MinScore = o.relevance
	opts.MaxNodes = o.maxNodes(s.limit)
	filter, err := o.filter.options()
	if err != nil {
		return nil, err
	}
	opts.Admit = func(n uint32) bool {
		node, err := s.Node(n)
		return err != nil || len(node.Parts) > 0 && filter.Admits(node)
	}
	opts.Own = func(n uint32) (float64, error) {
		node, err := s.Node(n)
		if err != nil {
			return 0, err
		}
		return res.Relevance(n, node), nil
	}
	w.found, err = expand.Best(adjacency{s}, seeds, opts)
	return w, err
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

// pack adds the texts of the nodes, in order, as far as they fit.
func (s *session) pack(a *contextAnswer, w *walk, pack *render.Packer) error {
	var texts []string
	for _, f := range w.found {
		item, err := s.contextItem(f)
		if err != nil {
			return err
		}
		if a.SeedNode == "" {
			a.SeedNode = item.ID
		}
		text, err := s.Text(f.Node)
		if err != nil {
			return err
		}
		if text == "" {
			a.Skipped = append(a.Skipped, skippedItem{item.Item, skippedNoText})
			continue
		}
		if bare := strings.TrimSpace(text); slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, bare) }) {
			a.Skipped = append(a.Skipped, skippedItem{item.Item, skippedShown})
			continue
		}
		tokens, ok := pack.Add(item.Item, text)
		if !ok {
			a.Skipped = append(a.Skipped, skippedItem{item.Item, skippedBudget})
			continue
		}
		texts = append(texts, text)
		item.Tokens = tokens
		a.Nodes = append(a.Nodes, item.ID)
		a.Items = append(a.Items, item)
		a.Scores[item.ID] = item.Score
	}
	return nil
}

func (s *session) contextItem(f expand.Found) (contextItem, error) {
	it, _, err := s.itemOf(target{node: f.Node}, min(f.Score, 1))
	item := contextItem{Item: it, Why: contextWhy{round(f.Own), round(f.Score - f.Own)}, IsSeed: f.Seed, Depth: f.Depth}
	if err != nil || f.Seed {
		return item, err
	}
	parent, err := s.ID(f.Parent)
	if err != nil {
		return item, err
	}
	id := string(parent)
	item.ParentID = &id
	via, err := s.edgeJSON(f.Via)
	item.Via = &via
	return item, err
}

// packIndex lists, in what is left of the budget, nodes whose texts did not fit.
func (s *session) packIndex(a *contextAnswer, w *walk, pack *render.Packer) error {
	title := "# Left out: `query fetch HANDLE` prints one\n"
	left := map[string]bool{}
	for _, it := range a.Skipped {
		left[it.ID] = it.Reason == skippedBudget
	}
	lines := 0
	for _, f := range w.found {
		id, err := s.ID(f.Node)
		if err != nil {
			return err
		}
		if !left[string(id)] || lines == indexLines {
			continue
		}
		it, err := s.indexItem(target{node: f.Node})
		if err != nil {
			return err
		}
		if _, ok := pack.AddLine(title + it.Line); ok {
			title = ""
			lines++
		}
	}
	return nil
}
