// Package texts answers with the texts of nodes that fit in one budget: it describes the
// result of package fetch over an index.
//
//   - A [Source] provides package fetch with the texts of an index, by ref.
//   - An [Answer] has each text twice: as an item of ours, and in the format of
//     LocalAI-RAG's contract, with the [Properties] that LocalAI-RAG stores with
//     each node.
//   - A text that does not fit is skipped; a node without text, or an unknown one, is
//     missing. Both are listed.
package texts

import (
	"fmt"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/fetch"
	"seedgraph/query/render"
	"seedgraph/tokens"
)

// A Result holds the nodes that fit.
type Result = fetch.Result[answer.Ref]

// An Index provides the data of texts. [*answer.Index] implements it.
type Index interface {
	answer.Nodes
	TargetText(t answer.Target) (string, error)
	Source(n uint32) (string, error)
}

// A Source provides package fetch with the texts of an index.
type Source struct {
	Index Index
	Form  Form

	// Revision, if not empty, is added to each block with the lines and the hash.
	Revision string
}

// Text returns the text of a node; ok is false if the node is unknown or has no text.
func (s Source) Text(ref answer.Ref) (fetch.Text, bool, error) {
	if !ref.Known {
		return fetch.Text{}, false, nil
	}
	n, err := s.Index.Node(ref.Node)
	if err != nil {
		return fetch.Text{}, false, err
	}
	text, ok, err := s.Form.text(s.Index, ref.Target, n)
	if err != nil || !ok {
		return fetch.Text{}, false, err
	}
	return s.withProvenance(fetch.Text{Text: text, Path: n.Path, Language: n.Language}, n), true, nil
}

// hashOf returns the hash of a text, as in artifacts.
func hashOf(text string) string {
	return graph.HashOf([]byte(text)).String()
}

// An Answer holds the texts within a budget.
type Answer struct {
	Items     []Item     `json:"items"`
	NodeTexts []NodeText `json:"node_texts"`
	Debug     Debug      `json:"graph_debug"`
	Tokenizer string     `json:"tokenizer"`
	Cost      fetch.Cost `json:"cost"`
	Decisions []Decision `json:"decisions,omitempty"`
	Errors    []IDError  `json:"errors,omitempty"` // for ids that are not in the answer
}

// An IDError explains why a requested id is not in the answer.
type IDError struct {
	ID      string `json:"id"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// A Text is an item in the format of the fetch_node_texts contract.
type Text struct {
	NodeID   string  `json:"node_id"`
	Text     string  `json:"text"`
	IsSeed   bool    `json:"is_seed"`
	Depth    int     `json:"depth"`
	ParentID *string `json:"parent_id"`
}

// A NodeText is an item of node_texts, with the properties of the node.
type NodeText struct {
	Text
	ID string `json:"id"` // the same as node_id
	Properties
}

// An Item is a node with its text.
type Item struct {
	render.Item
	Text
	Signature string `json:"signature,omitempty"`
	Provenance
}

// Debug is a summary with the field names of LocalAI-RAG.
type Debug struct {
	Reason        string     `json:"reason"`
	Mode          fetch.Mode `json:"prioritization_mode"`
	SeedCount     int        `json:"seed_count"`
	ExpandedCount int        `json:"graph_expanded_count"`
	TextsCount    int        `json:"node_texts_count"`
	BudgetTokens  *int       `json:"budget_tokens"`
	UsedTokens    int        `json:"used_tokens"`
	MaxChars      *int       `json:"max_chars"`
	UsedChars     int        `json:"used_chars"`
	Skipped       []string   `json:"skipped"` // do not fit, in order
	Missing       []string   `json:"missing"` // have no text, in order
	Empty         int        `json:"empty"`
}

// A Decision reports whether a node was included, with the reason.
type Decision struct {
	ID     string       `json:"id"`
	Reason fetch.Reason `json:"reason"`
	Tokens int          `json:"tokens"`
	Chars  int          `json:"chars"`
}

// Options specifies how to describe a result.
type Options struct {
	Score     func(answer.Ref) float64 // score given for a node
	Decisions bool                     // list them
	Tokenizer string
	Cost      fetch.Cost
	Form      Form
	Revision  string    // of the index
	Errors    []IDError // for ids that are not among the nodes
}

// Describe describes a result.
func Describe(x answer.Nodes, res *Result, o Options) (*Answer, error) {
	a := &Answer{Items: []Item{}, NodeTexts: []NodeText{}, Debug: newDebug(res),
		Tokenizer: o.Tokenizer, Cost: o.Cost, Errors: o.Errors}
	for i := range res.Items {
		it := &res.Items[i]
		item, n, err := newItem(x, it, o)
		if err != nil {
			return nil, err
		}
		a.Items = append(a.Items, item)
		a.NodeTexts = append(a.NodeTexts, NodeText{item.Text, it.ID(), PropertiesOf(n)})
	}
	if o.Decisions {
		for _, d := range res.Decisions {
			a.Decisions = append(a.Decisions, Decision(d))
		}
	}
	return a, nil
}

// newDebug summarizes a result.
func newDebug(res *Result) Debug {
	d := Debug{
		Reason: res.Reason(), Mode: res.Mode, SeedCount: res.SeedCount,
		ExpandedCount: res.ExpandedCount,
		TextsCount:    len(res.Items), UsedTokens: res.UsedTokens, UsedChars: res.UsedChars,
		Empty: res.Empty,
	}
	if res.Budget.Tokens > 0 {
		d.BudgetTokens = &res.Budget.Tokens
	}
	if res.Budget.Chars > 0 {
		d.MaxChars = &res.Budget.Chars
	}
	d.Skipped, d.Missing = LeftOut(res)
	return d
}

// newItem describes a node with its text.
func newItem(x answer.Nodes, it *fetch.Item[answer.Ref], o Options) (Item, *graph.Node, error) {
	item, n, err := answer.NewItem(x, it.Key.Target, o.Score(it.Key))
	if err != nil {
		return Item{}, nil, err
	}
	if it.Tokens > 0 {
		item.Tokens = it.Tokens
	}
	if o.Form.Lines.Last > 0 {
		item.StartLine, item.EndLine, _ = o.Form.Lines.of(n)
	}
	out := Item{Item: item, Signature: n.Signature, Text: Text{
		NodeID: it.ID(), Text: it.Text.Text, IsSeed: it.IsSeed, Depth: it.Depth,
	}, Provenance: Provenance{o.Revision, hashOf(it.Text.Text)}}
	if it.Parent != nil {
		out.ParentID = &it.Parent.ID
	}
	return out, n, nil
}

// LeftOut lists the nodes that were not included, in walk order.
func LeftOut(res *Result) (skipped, missing []string) {
	skipped, missing = []string{}, []string{}
	for _, d := range res.Decisions {
		switch d.Reason {
		case fetch.OverTokens, fetch.OverChars:
			skipped = append(skipped, d.ID)
		case fetch.Missing:
			missing = append(missing, d.ID)
		}
	}
	return skipped, missing
}

// Blocks returns the texts as LocalAI-RAG presents them to a model.
func Blocks(res *Result) string {
	var all strings.Builder
	for _, it := range res.Items {
		all.WriteString(fetch.Block(it.ID(), it.Text))
	}
	return all.String()
}

// KeepWhole drops the last items until the joined blocks are within the budget. This is
// only necessary for estimates such as chars4: their sum is less than the count of the
// joined text.
func KeepWhole(res *Result, counter *tokens.Counter) {
	for res.Budget.Tokens > 0 && len(res.Items) > 0 &&
		counter.Count(Blocks(res)) > res.Budget.Tokens {
		last := res.Items[len(res.Items)-1]
		res.Items = res.Items[:len(res.Items)-1]
		for i := range res.Decisions {
			if res.Decisions[i].ID == last.ID() {
				res.Decisions[i].Reason = fetch.OverTokens
			}
		}
	}
}

// Shortfall states how many of the nodes did not fit, and the budget that all of them
// need, or "" if all fit.
func Shortfall(res *Result) string {
	skipped, _ := LeftOut(res)
	if len(skipped) == 0 {
		return ""
	}
	_, all := needs(res)
	return fmt.Sprintf("%d of %s did not fit in %s; fetching all needs %d",
		len(skipped), render.Count(len(res.Decisions), "node"), budgetText(res.Budget), all)
}

// Nothing explains why none of the existing nodes' texts was fetched, or returns "" if
// one was.
func Nothing(res *Result) string {
	skipped, missing := LeftOut(res)
	switch {
	case len(res.Items) > 0 || res.NoNodes:
		return ""
	case len(skipped) == 0:
		return fmt.Sprintf("no text: %s without one", render.Count(len(missing), "node"))
	}
	least, all := needs(res)
	says := fmt.Sprintf("no text fits in %s: ", budgetText(res.Budget))
	if len(skipped) == 1 {
		return says + fmt.Sprintf("it needs %d", all)
	}
	return says + fmt.Sprintf("the smallest of %d needs %d, all need %d", len(skipped), least, all)
}

// needs returns the tokens that the smallest skipped text takes, and the tokens all texts
// take.
func needs(res *Result) (least, all int) {
	for _, d := range res.Decisions {
		size := d.Tokens
		if res.Budget.Chars > 0 {
			size = d.Chars
		}
		all += size
		if d.Reason == fetch.OverTokens || d.Reason == fetch.OverChars {
			if least == 0 || size < least {
				least = size
			}
		}
	}
	return least, all
}

func budgetText(b fetch.Budget) string {
	if b.Chars > 0 {
		return render.Count(b.Chars, "character")
	}
	return render.Count(b.Tokens, "token")
}
