package fetch

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Text is what a backend has for a node.
type Text struct {
	Text     string
	Path     string
	Language string
	Metadata []string // lines of the block, "name: value"
}

// Texts gives the text of a node; ok is false for a node that it does not have.
type Texts interface {
	Text(id string) (t Text, ok bool, err error)
}

// A Counter counts the tokens of a text.
type Counter interface {
	Count(text string) int
}

// An Edge is an edge of the expansion that led to the candidates.
type Edge struct {
	From, To string
}

// A Request says what to fetch.
type Request struct {
	Seeds    []string // in the order of retrieval
	Expanded []string // as expansion gave them; seeds among them do no harm
	Edges    []Edge   // in the order walked
	ModeName string   // a Mode as written; blank means Balanced
	Cost     Cost
	MaxItems int // 0: no limit

	// Choose gives the budget. It is asked only when there is something to
	// fetch: without nodes an invalid budget is no error.
	Choose func() (Budget, error)
}

// A Cost says what of a candidate is charged to a token budget. Characters are
// always those of the text alone.
type Cost string

// The costs; empty means CostText.
const (
	CostText  Cost = "text"
	CostBlock Cost = "block"
)

// An Item is a node whose text was included.
type Item struct {
	ID     string
	Text   Text
	Tokens int // charged: of the text or the block
	IsSeed bool
	Depth  int    // 0 for a seed; 1 for a node that no edge reaches
	Parent string // empty for a seed and for a node that no edge reaches
}

// A Reason says why a candidate was included or not.
type Reason string

// The reasons of a Decision.
const (
	Included    Reason = "included"
	Missing     Reason = "missing_text_from_backend"
	OverTokens  Reason = "token_budget"
	OverLetters Reason = "max_chars_budget"
	OverItems   Reason = "max_items"
)

// A Decision records what became of one candidate, in walk order.
type Decision struct {
	ID     string
	Reason Reason
	Tokens int // that it would have cost; 0 when missing or when only characters count
	Chars  int
}

// A Result is what fits.
type Result struct {
	Items     []Item     // in order
	Decisions []Decision // one a candidate, in walk order

	Budget        Budget
	Mode          Mode
	NoNodes       bool // there was nothing to fetch
	SeedCount     int
	ExpandedCount int // expanded nodes, seeds among them included
	Empty         int // candidates with an empty text
	UsedTokens    int
	UsedChars     int
}

// Reason is graph_debug's: why the result is as it is.
func (r *Result) Reason() string {
	if r.NoNodes {
		return "no_nodes_for_fetch_node_texts"
	}
	return "ok"
}

// Fetch walks the candidates in the order of the mode and includes what fits.
func Fetch(texts Texts, count Counter, req Request) (*Result, error) {
	seeds, expanded := distinct(req.Seeds), distinct(req.Expanded)
	res := &Result{SeedCount: len(seeds), ExpandedCount: len(expanded)}
	if len(seeds)+len(expanded) == 0 {
		res.NoNodes = true
		if res.Mode, _ = ParseMode(req.ModeName); res.Mode == "" {
			res.Mode = Balanced // a mode is no error where nothing has an order
		}
		return res, nil
	}
	budget, err := req.Choose()
	if err != nil {
		return nil, err
	}
	mode, err := ParseMode(req.ModeName)
	if err != nil {
		return nil, err
	}
	res.Budget, res.Mode = budget, mode
	t := newTree(seeds, req.Edges)
	for _, id := range t.order(mode, seeds, expanded) {
		text, ok, err := texts.Text(id)
		if err != nil {
			return nil, fmt.Errorf("fetch %s: %w", id, err)
		}
		if !ok {
			res.Decisions = append(res.Decisions, Decision{ID: id, Reason: Missing})
			continue
		}
		if req.MaxItems > 0 && len(res.Items) == req.MaxItems {
			res.Decisions = append(res.Decisions, Decision{ID: id, Reason: OverItems})
			continue
		}
		res.admit(t.item(id, text), count, req.Cost)
	}
	return res, nil
}

// admit includes an item if it fits into what is left of the budget.
func (r *Result) admit(it Item, count Counter, charge Cost) {
	d := Decision{ID: it.ID, Reason: Included, Chars: utf8.RuneCountInString(it.Text.Text)}
	if d.Chars == 0 {
		r.Empty++
	}
	if r.Budget.Tokens > 0 {
		d.Tokens = cost(it, count, charge)
	}
	switch {
	case r.Budget.Chars > 0 && r.UsedChars+d.Chars > r.Budget.Chars:
		d.Reason = OverLetters
	case r.Budget.Tokens > 0 && r.UsedTokens+d.Tokens > r.Budget.Tokens:
		d.Reason = OverTokens
	default:
		it.Tokens = d.Tokens
		r.UsedTokens += d.Tokens
		if r.Budget.Chars > 0 {
			r.UsedChars += d.Chars
		}
		r.Items = append(r.Items, it)
	}
	r.Decisions = append(r.Decisions, d)
}

func cost(it Item, count Counter, c Cost) int {
	if c == CostBlock {
		return count.Count(Block(it.ID, it.Text))
	}
	return count.Count(it.Text.Text)
}

// Block renders a node as LocalAI-RAG puts it before a model.
func Block(id string, t Text) string {
	language := t.Language
	switch language {
	case "csharp":
		language = "dotnet"
	case "":
		language = "unknown"
	}
	metadata := ""
	if len(t.Metadata) > 0 {
		metadata = "metadata:\n" + strings.Join(t.Metadata, "\n") + "\n"
	}
	return "--- NODE ---\nid: " + id + "\npath: " + t.Path + "\nlanguage: " + language + "\ncompact: false\n" + metadata + "text:\n" + t.Text + "\n"
}

// distinct trims ids, and leaves out blank and repeated ones.
func distinct(ids []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, id := range ids {
		if id = strings.TrimSpace(id); id != "" && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}
