package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/internal/near"
	"seedgraph/query/answer"
	"seedgraph/query/answer/texts"
	"seedgraph/query/fetch"
)

var fetchTexts = &action{
	name: "fetch_node_texts",
	fields: []fieldSpec{
		{name: "prioritization_mode", form: choice, values: modes},
		{name: "max_chars", form: whole, atLeast: 1},
		{name: "budget_tokens", form: whole, atLeast: 1},
		{name: "budget_tokens_from_settings", form: setting},
		{name: "include_metadata_in_context", form: truth},
		{name: "metadata_fields", form: textForm},
		{name: "cost", form: choice, values: []string{string(fetch.CostText),
			string(fetch.CostBlock)}},
		{name: "max_context_tokens", form: whole, ignored: "add it to the settings"},
		{name: "top_n_from_settings", form: setting,
			ignored: "a budget limits the texts, not their number"},
	},
	complete: fetchComplete,
	ready:    fetchReady,
	run:      runFetch,
}

var modes = []string{string(fetch.SeedFirst), string(fetch.GraphFirst), string(fetch.Balanced)}

// maxDecisions is the default maximum number of decisions in fetch_debug.
const maxDecisions = 80

// fetchDebug holds the fields that fetch_node_texts adds to graph_debug.
type fetchDebug struct {
	Reason        string     `json:"reason"`
	Mode          fetch.Mode `json:"prioritization_mode"`
	Source        string     `json:"prioritization_mode_source"` // yaml or inbox
	SeedCount     int        `json:"seed_count"`
	ExpandedCount int        `json:"graph_expanded_count"`
	TextsCount    int        `json:"node_texts_count"`
	BudgetTokens  *int       `json:"budget_tokens"`
	UsedTokens    int        `json:"used_tokens"`
	MaxChars      *int       `json:"max_chars"`
	UsedChars     int        `json:"used_chars"`
}

// decisions is the content of fetch_debug: the decisions on the candidates.
type decisions struct {
	Requested    int        `json:"requested_count"`
	Returned     int        `json:"returned_count"`
	Missing      int        `json:"missing_count"` // without text, or hidden
	Empty        int        `json:"empty_count"`   // with an empty text
	OverTokens   int        `json:"skipped_token_budget_count"`
	OverChars    int        `json:"skipped_max_chars_budget_count"`
	FirstTokens  string     `json:"first_skipped_token_budget_id,omitempty"`
	FirstChars   string     `json:"first_skipped_max_chars_budget_id,omitempty"`
	FirstMissing string     `json:"first_missing_id,omitempty"`
	First        string     `json:"first_included_id,omitempty"`
	Last         string     `json:"last_included_id,omitempty"`
	Decisions    []decision `json:"decisions"` // in walk order, the first ones
}

type decision struct {
	ID       string `json:"id"`
	Decision string `json:"decision"` // include or skip
	Reason   string `json:"reason,omitempty"`
	Tokens   int    `json:"tokens,omitempty"`
	Chars    int    `json:"chars,omitempty"`
}

func fetchComplete(d *document, s *Step) {
	for _, key := range []string{"budget_tokens", "budget_tokens_from_settings"} {
		if s.has(key) && s.has("max_chars") {
			d.add(s.at("max_chars"), s.ID, "max_chars", "choose one of them",
				"excludes the token budget %s", key)
			return
		}
	}
	if s.has("budget_tokens") && s.has("budget_tokens_from_settings") {
		d.add(s.at("budget_tokens"), s.ID, "budget_tokens", "choose one of them",
			"excludes budget_tokens_from_settings")
	}
}

func fetchReady(b stepContext, s *Step, add reporter) {
	switch {
	case s.has("max_chars"), s.has("budget_tokens"):
	case s.has("budget_tokens_from_settings"):
		b.number(s, "budget_tokens_from_settings", add)
	default:
		b.implicitBudget(s, add)
	}
}

// implicitBudget checks the setting from which the implicit budget of a step is derived.
func (p *Pipeline) implicitBudget(s *Step, add reporter) {
	const key = "max_context_tokens"
	v, ok := p.Settings[key]
	if !ok {
		remedy := "add it, or give the step budget_tokens or max_chars"
		if n := near.Name(key, p.Settings.names()); n != "" {
			remedy += " (there is " + n + ")"
		}
		add(s.At, "settings."+key, remedy, "is missing, and the step has no budget")
		return
	}
	n, ok := wholeNumber(v.Value)
	if !ok {
		add(p.placeOf(v, s, key), "settings."+key, "write a whole number", "is %s", show(v.Value))
		return
	}
	if _, err := (fetch.BudgetChoice{}).Budget(func(string) (int, bool) { return n, true }); err != nil {
		add(p.placeOf(v, s, key), "settings."+key,
			"give more, or give the step budget_tokens or max_chars",
			"is %d: 70 %% of it is less than 1", n)
	}
}

func runFetch(r *Run, s *Step) (Report, error) {
	r.State["node_texts"] = []nodeText{}
	if _, err := r.scope(scopeOfSearch); err != nil {
		return Report{}, err
	}
	b, err := r.texts(s)
	if err != nil {
		return Report{}, err
	}
	req, source, err := r.fetchRequest(s, b)
	if err != nil {
		return Report{}, err
	}
	res, err := fetch.Fetch(b, r.Artifacts.Count, req)
	if err != nil {
		return Report{}, err
	}
	if err := r.keepTexts(b, res, source); err != nil {
		return Report{}, err
	}
	return Report{Summary: fetchSays(res)}, nil
}

func fetchSays(res *texts.Result) string {
	if res.NoNodes {
		return "no nodes: run search_nodes first, or give seeds in the state"
	}
	used := fmt.Sprintf("%d of %d tokens", res.UsedTokens, res.Budget.Tokens)
	if res.Budget.Chars > 0 {
		used = fmt.Sprintf("%d of %d characters", res.UsedChars, res.Budget.Chars)
	}
	return fmt.Sprintf("%s of %s, %s, %s", count(len(res.Items), "text"),
		count(len(res.Decisions), "node"), res.Mode,
		used)
}

// fetchRequest reads ids and edges from the state, and the other fields from the step.
func (r *Run) fetchRequest(s *Step,
	b *backend) (req fetch.Request[answer.Ref], source string, err error) {
	if req.Seeds, err = r.refs("retrieval_seed_nodes", b); err != nil {
		return req, "", err
	}
	if req.Expanded, err = r.refs("graph_expanded_nodes", b); err != nil {
		return req, "", err
	}
	if req.Edges, err = r.fetchEdges(b); err != nil {
		return req, "", err
	}
	source, req.ModeName = "yaml", s.word("prioritization_mode", "")
	if mode := r.modeFromInbox(); mode != "" {
		if source, req.ModeName = "inbox", mode; !slices.Contains(modes, mode) {
			return req, "", r.problem("prioritization_mode", "use "+orList(modes),
				"a message in the inbox says %q", mode)
		}
	}
	req.Cost = cmp.Or(fetch.Cost(s.word("cost", "")), r.Options.Cost, fetch.CostText)
	choice := fetch.BudgetChoice{MaxChars: s.whole("max_chars"), Tokens: s.whole("budget_tokens")}
	if s.has("budget_tokens_from_settings") {
		name := s.text("budget_tokens_from_settings")
		choice.FromSettings = &name
	}
	req.Choose = func() (fetch.Budget, error) {
		return choice.Budget(func(name string) (int,
			bool) {
			return wholeNumber(r.Plan.Pipeline.Settings[name].Value)
		})
	}
	return req, source, nil
}

// refs resolves a list of ids in the state.
func (r *Run) refs(key string, b *backend) ([]answer.Ref, error) {
	ids, err := r.State.ids(key)
	if err != nil {
		return nil, err
	}
	refs := make([]answer.Ref, len(ids))
	for i, id := range ids {
		if refs[i], err = b.ref(id); err != nil {
			return nil, err
		}
	}
	return refs, nil
}

func (r *Run) fetchEdges(b *backend) ([]fetch.Edge[answer.Ref], error) {
	var list []Edge
	if err := r.State.read("graph_edges", &list); err != nil {
		return nil, err
	}
	edges := make([]fetch.Edge[answer.Ref], len(list))
	for i, e := range list {
		from, to := strings.TrimSpace(e.From), strings.TrimSpace(e.To)
		if from == "" || to == "" {
			return nil, fmt.Errorf("%w: graph_edges[%d] has no from_id or no to_id", ErrState, i)
		}
		var err error
		if edges[i].From, err = b.ref(from); err != nil {
			return nil, err
		}
		if edges[i].To, err = b.ref(to); err != nil {
			return nil, err
		}
	}
	return edges, nil
}

// modeFromInbox returns the mode requested by the last message that has one.
func (r *Run) modeFromInbox() string {
	messages, _ := r.State["inbox_last_consumed"].([]any)
	mode := ""
	for _, m := range messages {
		message, _ := m.(map[string]any)
		content, _ := message["payload"].(map[string]any)
		v, ok := content["prioritization_mode"]
		if !ok {
			v = content["policy"]
		}
		t, ok := scalarText(v)
		if !ok && v != nil {
			t = show(v) // an invalid mode
		}
		if t = strings.ToLower(strings.TrimSpace(t)); t != "" {
			mode = t
		}
	}
	return mode
}

// keepTexts stores the result in the state.
func (r *Run) keepTexts(b *backend, res *texts.Result, source string) error {
	items := []nodeText{}
	for _, it := range res.Items {
		items = append(items, b.item(it))
	}
	r.State["node_texts"] = items
	b.keepUnions()
	debug := fetchDebug{
		Reason: res.Reason(), Mode: res.Mode, Source: source, SeedCount: res.SeedCount,
		ExpandedCount: res.ExpandedCount,
		TextsCount:    len(res.Items), UsedTokens: res.UsedTokens, UsedChars: res.UsedChars,
	}
	if res.Budget.Tokens > 0 {
		debug.BudgetTokens = &res.Budget.Tokens
	}
	if res.Budget.Chars > 0 {
		debug.MaxChars = &res.Budget.Chars
	}
	r.State["fetch_debug"] = r.decisions(res)
	return r.mergeDebug(debug)
}

// mergeDebug adds the summary of fetch to graph_debug.
func (r *Run) mergeDebug(debug fetchDebug) error {
	merged := map[string]any{}
	if err := r.State.read("graph_debug", &merged); err != nil {
		return err
	}
	var more map[string]any
	if err := (State{"graph_debug": debug}).read("graph_debug", &more); err != nil {
		return err
	}
	if merged == nil {
		merged = map[string]any{}
	}
	for key, v := range more {
		merged[key] = v
	}
	r.State["graph_debug"] = merged
	return nil
}

// decisions summarizes the decisions on the candidates.
func (r *Run) decisions(res *texts.Result) decisions {
	d := decisions{Requested: len(res.Decisions), Empty: res.Empty, Decisions: []decision{}}
	for _, x := range res.Decisions {
		row := decision{ID: x.ID, Decision: "skip", Reason: string(x.Reason), Tokens: x.Tokens,
			Chars: x.Chars}
		switch x.Reason {
		case fetch.Included:
			row.Decision, row.Reason = "include", ""
			d.First, d.Last = cmp.Or(d.First, x.ID), x.ID
		case fetch.Missing:
			d.Missing++
			d.FirstMissing = cmp.Or(d.FirstMissing, x.ID)
		case fetch.OverTokens:
			d.OverTokens++
			d.FirstTokens = cmp.Or(d.FirstTokens, x.ID)
		case fetch.OverChars:
			d.OverChars++
			d.FirstChars = cmp.Or(d.FirstChars, x.ID)
		}
		if r.Options.Decisions || len(d.Decisions) < maxDecisions {
			d.Decisions = append(d.Decisions, row)
		}
	}
	d.Returned = d.Requested - d.Missing
	return d
}
