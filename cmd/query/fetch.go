package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"seedgraph/fetch"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/pipeline"
	"seedgraph/render"
	"seedgraph/tokens"
)

// defaultContext is the size of a model's context where nobody says one: the
// implicit budget is 70 % of it.
const defaultContext = 8192

type fetchOptions struct {
	mode       string
	maxChars   int
	budget     int
	fromKey    string
	settings   string
	maxContext int
	cost       string
	counter    string
	decisions  bool
	expanded   []string
	edges      []string
	seeds      seedOptions
}

const fetchLong = `Fetch prints the texts of nodes that fit into one budget. A text is taken whole
or not at all; one that does not fit is skipped, and later, smaller ones may still
fit.

Nodes are IDs, or come on standard input. The JSON of expand, or a pipeline's state,
tells seeds from nodes that expansion added, and has the edges between them; without
it --expanded and --edge do. Depth and parent of an added node follow from the edges.

` + seedsHelp + `

The order of nodes, --prioritization:
  balanced     a seed, an added node, a seed, an added node, …
  seed_first   all seeds, then the added nodes
  graph_first  each seed, followed by what was reached from it
Added nodes are ordered by depth, then id.

The budget is one of --max-chars, --budget-tokens and --budget-from-settings;
without any it is 70 % of --max-context-tokens, which is 8192 unless a flag or the
settings say otherwise. What counts against tokens, --cost, is the text of each
node, or the block that it is printed as: header and text.

With --json node_texts has the keys of LocalAI-RAG's contract, items ours, and
graph_debug says what was asked for and used. A node that has no text or is not
known is missing, one that does not fit is skipped.`

const fetchExample = `  query fetch k3v9x2m4qd
  query fetch src/OrderService.cs:42 'dbo.Order|TABLE' --max-chars 12000
  query expand OrderService.Place --json | query fetch - --budget-tokens 900
  query fetch --seeds state.json --budget-from-settings evidence --settings settings.yaml
  query fetch k3v9x2m4qd --json --decisions`

func newFetchCommand(g *globals) *cobra.Command {
	var o fetchOptions
	c := &cobra.Command{
		Use:               "fetch [ID…]",
		Short:             "Print texts within a budget",
		Long:              fetchLong,
		Example:           fetchExample,
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			choose, err := o.chooser(c)
			if err != nil {
				return err
			}
			return g.with(func(s *session) error { return runFetch(s, args, o, choose) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.mode, "prioritization", string(fetch.Balanced), "order of nodes: seed_first, graph_first or balanced")
	f.IntVar(&o.maxChars, "max-chars", 0, "budget in characters of the texts")
	f.IntVarP(&o.budget, "budget-tokens", "b", 0, "budget in tokens")
	f.StringVar(&o.fromKey, "budget-from-settings", "", "name of the setting that holds the budget in tokens")
	f.StringVar(&o.settings, "settings", "", "file of settings, YAML or JSON: max_context_tokens and what --budget-from-settings names")
	f.IntVar(&o.maxContext, "max-context-tokens", 0, fmt.Sprintf("size of the model's context in tokens (default %d)", defaultContext))
	f.StringVar(&o.cost, "cost", "", "what counts as tokens: text or block (default block, with --json text)")
	f.BoolVar(&o.decisions, "decisions", false, "say of each node why it is included or not")
	f.StringArrayVar(&o.expanded, "expanded", nil, "ID of a node that expansion added (repeatable)")
	f.StringArrayVar(&o.edges, "edge", nil, "edge of the expansion: two IDs, 'FROM TO' (repeatable)")
	addCounterFlag(c, &o.counter)
	o.seeds.addFlags(c)
	completeFetch(c)
	return c
}

func addCounterFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "tokens", "", "what a token is: "+strings.Join(tokens.Names(), ", ")+" (default as indexed)")
	_ = c.RegisterFlagCompletionFunc("tokens", cobra.FixedCompletions(tokens.Names(), cobra.ShellCompDirectiveNoFileComp))
}

func completeFetch(c *cobra.Command) {
	for flag, values := range map[string][]string{
		"prioritization": {string(fetch.SeedFirst), string(fetch.GraphFirst), string(fetch.Balanced)},
		"cost":           {string(fetch.CostText), string(fetch.CostBlock)},
	} {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// counter returns the counter by name, or that of the index.
func (s *session) counter(name string) (*tokens.Counter, error) {
	if name == "" {
		name = s.Manifest().Tokens
	}
	c, err := tokens.ByName(name)
	if err != nil {
		return nil, fmt.Errorf("--tokens: %w", err)
	}
	return c, nil
}

// chooser reads the flags and settings that make the budget. Only flags that
// were given count.
func (o *fetchOptions) chooser(c *cobra.Command) (func() (fetch.Budget, error), error) {
	settings, err := readSettings(o.settings)
	if err != nil {
		return nil, err
	}
	var choice fetch.Choice
	if c.Flags().Changed("max-chars") {
		choice.MaxChars = &o.maxChars
	}
	if c.Flags().Changed("budget-tokens") {
		choice.Tokens = &o.budget
	}
	if c.Flags().Changed("budget-from-settings") {
		choice.FromSettings = &o.fromKey
	}
	if c.Flags().Changed("max-context-tokens") {
		settings["max_context_tokens"] = o.maxContext
	} else if _, ok := settings["max_context_tokens"]; !ok {
		settings["max_context_tokens"] = defaultContext
	}
	return func() (fetch.Budget, error) {
		var wrong error
		b, err := choice.Budget(func(key string) (int, bool) {
			value, ok := settings[key]
			n, whole := wholeSetting(value)
			if ok && !whole {
				wrong = fmt.Errorf("%w: settings.%s is %v: it must be a whole number", fetch.ErrBudget, key, value)
			}
			return n, ok
		})
		return b, cmp.Or(wrong, err)
	}, nil
}

// wholeSetting reads a whole number, also one written as a text.
func wholeSetting(v any) (int, bool) {
	switch v := v.(type) {
	case int:
		return v, true
	case float64:
		return int(v), v == math.Trunc(v) && math.Abs(v) < 1<<53
	case string:
		n, err := strconv.Atoi(strings.TrimSpace(v))
		return n, err == nil
	}
	return 0, false
}

// readSettings reads the settings in a file: those at the top, or under the key
// settings as in a pipeline.
func readSettings(path string) (map[string]any, error) {
	if path == "" {
		return map[string]any{}, nil
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	all := map[string]any{}
	if err := yaml.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("read settings %s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	switch inner := all["settings"].(type) {
	case map[string]any:
		return inner, nil
	case nil:
		return maps.Collect(maps.All(all)), nil
	}
	return nil, fmt.Errorf("read settings %s: settings is no mapping: write one key a setting", path)
}

// fetchAnswer is the JSON of fetch.
type fetchAnswer struct {
	Items     []fetchItem    `json:"items"`
	NodeTexts []nodeTextItem `json:"node_texts"`
	Debug     fetchDebug     `json:"graph_debug"`
	Tokenizer string         `json:"tokenizer"`
	Cost      fetch.Cost     `json:"cost"`
	Decisions []decisionJSON `json:"decisions,omitempty"`
}

// nodeText is an item in the words of the fetch_node_texts contract.
type nodeText struct {
	NodeID   string  `json:"node_id"`
	Text     string  `json:"text"`
	IsSeed   bool    `json:"is_seed"`
	Depth    int     `json:"depth"`
	ParentID *string `json:"parent_id"`
}

// nodeTextItem is an item of node_texts, with what the contract says of a node.
type nodeTextItem struct {
	nodeText
	ID string `json:"id"` // the same as node_id
	pipeline.Properties
}

type fetchItem struct {
	render.Item
	nodeText
	Signature string `json:"signature,omitempty"`
}

type fetchDebug struct {
	Reason        string     `json:"reason"`
	Mode          fetch.Mode `json:"prioritization_mode"`
	SeedCount     int        `json:"seed_count"`
	ExpandedCount int        `json:"graph_expanded_count"`
	TextsCount    int        `json:"node_texts_count"`
	BudgetTokens  *int       `json:"budget_tokens"`
	UsedTokens    int        `json:"used_tokens"`
	MaxChars      *int       `json:"max_chars"`
	UsedChars     int        `json:"used_chars"`
	Skipped       []string   `json:"skipped"` // did not fit, in order
	Missing       []string   `json:"missing"` // have no text, in order
	Empty         int        `json:"empty"`
}

type decisionJSON struct {
	ID     string       `json:"id"`
	Reason fetch.Reason `json:"reason"`
	Tokens int          `json:"tokens"`
	Chars  int          `json:"chars"`
}

func runFetch(s *session, args []string, o fetchOptions, choose func() (fetch.Budget, error)) error {
	cost := fetch.Cost(o.cost)
	switch {
	case cost == "" && s.json:
		cost = fetch.CostText
	case cost == "":
		cost = fetch.CostBlock
	case cost != fetch.CostText && cost != fetch.CostBlock:
		return fmt.Errorf("--cost %s: use text or block", o.cost)
	}
	in, err := s.readFetched(args, o)
	if err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	req := fetch.Request{Expanded: in.expanded, ModeName: o.mode, Cost: cost, MaxItems: s.limit, Choose: choose}
	for _, seed := range in.seeds {
		req.Seeds = append(req.Seeds, seed.id)
	}
	for _, e := range in.edges {
		req.Edges = append(req.Edges, fetch.Edge{From: e.From, To: e.To})
	}
	res, err := fetch.Fetch(texts{s}, counter, req)
	if err != nil {
		return err
	}
	if cost == fetch.CostBlock && !s.json {
		keepWhole(res, counter)
	}
	if err := s.printFetched(in, res, o, cost, counter.Name()); err != nil {
		return err
	}
	if res.NoNodes {
		return fmt.Errorf("%w: no nodes to fetch", cli.ErrNothingFound)
	}
	return nil
}

// readFetched reads what to fetch. Nodes that expansion added are enough: then
// standard input is not read.
func (s *session) readFetched(args []string, o fetchOptions) (*input, error) {
	in := newInput()
	if len(args) > 0 || o.seeds.file != "" || len(o.expanded) == 0 {
		var err error
		if in, err = s.readSeeds(args, o.seeds); err != nil {
			return nil, err
		}
	}
	added := make([]string, len(o.expanded))
	for i, id := range o.expanded {
		var err error
		if added[i], err = s.resolveID(id); err != nil {
			return nil, fmt.Errorf("--expanded: %w", err)
		}
	}
	edges := make([]edgeJSON, len(o.edges))
	for i, e := range o.edges {
		var err error
		if edges[i], err = s.parseEdge(e); err != nil {
			return nil, fmt.Errorf("--edge: %w", err)
		}
	}
	return in, in.addExpanded(s, added, edges, nil)
}

// parseEdge reads an edge as --edge gives it.
func (s *session) parseEdge(text string) (e edgeJSON, err error) {
	ends := strings.Fields(text)
	if len(ends) != 2 {
		return e, fmt.Errorf("%q: give two ids with a blank between them", text)
	}
	if e.From, err = s.resolveID(ends[0]); err != nil {
		return e, err
	}
	e.To, err = s.resolveID(ends[1])
	return e, err
}

// keepWhole drops the last items until the blocks as one text stay within the
// budget. Only estimates such as chars4 can make that necessary: their sum is
// less than the count of the whole.
func keepWhole(res *fetch.Result, counter *tokens.Counter) {
	for res.Budget.Tokens > 0 && len(res.Items) > 0 {
		var all strings.Builder
		for _, it := range res.Items {
			all.WriteString(fetch.Block(it.ID, it.Text))
		}
		if counter.Count(all.String()) <= res.Budget.Tokens {
			return
		}
		last := res.Items[len(res.Items)-1]
		res.Items = res.Items[:len(res.Items)-1]
		for i := range res.Decisions {
			if res.Decisions[i].ID == last.ID {
				res.Decisions[i].Reason = fetch.OverTokens
			}
		}
	}
}

func (s *session) printFetched(in *input, res *fetch.Result, o fetchOptions, cost fetch.Cost, counter string) error {
	if s.json {
		a, err := s.fetchAnswer(in, res, o.decisions)
		if err != nil {
			return err
		}
		a.Tokenizer, a.Cost = counter, cost
		return render.JSON(s.streams.Out, a)
	}
	for _, it := range res.Items {
		if _, err := fmt.Fprint(s.streams.Out, fetch.Block(it.ID, it.Text)); err != nil {
			return err
		}
	}
	return s.reportFetched(res, o.decisions)
}

// reportFetched tells what was left out.
func (s *session) reportFetched(res *fetch.Result, decisions bool) error {
	skipped, missing := leftOut(res)
	for _, d := range res.Decisions {
		if decisions {
			s.warn("%s: %s, %d tokens, %d characters", d.ID, d.Reason, d.Tokens, d.Chars)
		}
	}
	for _, id := range missing {
		s.warn("%s has no text", id)
	}
	if len(skipped) > 0 {
		s.warn("%d of %d nodes did not fit into the budget of %s; all take %s", len(skipped), len(res.Decisions), budgetText(res.Budget), wholeSize(res))
	}
	return nil
}

// wholeSize is the budget that would take all nodes.
func wholeSize(res *fetch.Result) string {
	var all fetch.Budget
	for _, d := range res.Decisions {
		if res.Budget.Chars > 0 {
			all.Chars += d.Chars
		} else {
			all.Tokens += d.Tokens
		}
	}
	return budgetText(all)
}

func budgetText(b fetch.Budget) string {
	if b.Chars > 0 {
		return fmt.Sprintf("%d characters", b.Chars)
	}
	return fmt.Sprintf("%d tokens", b.Tokens)
}

// leftOut lists what was not included, in walk order.
func leftOut(res *fetch.Result) (skipped, missing []string) {
	skipped, missing = []string{}, []string{}
	for _, d := range res.Decisions {
		switch d.Reason {
		case fetch.OverTokens, fetch.OverLetters:
			skipped = append(skipped, d.ID)
		case fetch.Missing:
			missing = append(missing, d.ID)
		}
	}
	return skipped, missing
}

func (s *session) fetchAnswer(in *input, res *fetch.Result, decisions bool) (*fetchAnswer, error) {
	a := &fetchAnswer{Items: []fetchItem{}, NodeTexts: []nodeTextItem{}}
	for _, it := range res.Items {
		item, n, err := s.fetchItem(in, it)
		if err != nil {
			return nil, err
		}
		a.Items = append(a.Items, item)
		a.NodeTexts = append(a.NodeTexts, nodeTextItem{item.nodeText, it.ID, pipeline.PropertiesOf(n)})
	}
	a.Debug = fetchDebug{
		Reason: res.Reason(), Mode: res.Mode, SeedCount: res.SeedCount, ExpandedCount: res.ExpandedCount, TextsCount: len(res.Items),
		UsedTokens: res.UsedTokens, UsedChars: res.UsedChars, Empty: res.Empty,
	}
	if res.Budget.Tokens > 0 {
		a.Debug.BudgetTokens = &res.Budget.Tokens
	}
	if res.Budget.Chars > 0 {
		a.Debug.MaxChars = &res.Budget.Chars
	}
	a.Debug.Skipped, a.Debug.Missing = leftOut(res)
	if decisions {
		for _, d := range res.Decisions {
			a.Decisions = append(a.Decisions, decisionJSON{d.ID, d.Reason, d.Tokens, d.Chars})
		}
	}
	return a, nil
}

func (s *session) fetchItem(in *input, it fetch.Item) (fetchItem, *graph.Node, error) {
	t, err := s.resolve(it.ID)
	if err != nil {
		return fetchItem{}, nil, err
	}
	item, n, err := s.itemOf(t, in.scores[it.ID])
	if err != nil {
		return fetchItem{}, nil, err
	}
	if it.Tokens > 0 {
		item.Tokens = it.Tokens
	}
	out := fetchItem{Item: item, Signature: n.Signature, nodeText: nodeText{NodeID: it.ID, Text: it.Text.Text, IsSeed: it.IsSeed, Depth: it.Depth}}
	if it.Parent != "" {
		out.ParentID = &it.Parent
	}
	return out, n, nil
}

// idOf is the canonical id of a target.
func (s *session) idOf(t target) (string, error) {
	id, err := s.ID(t.node)
	if t.part > 0 {
		return id.Part(t.part), err
	}
	return string(id), err
}
