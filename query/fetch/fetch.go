package fetch

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Text is the text of a node as stored in a backend.
type Text struct {
	Text     string
	Path     string
	Language string
	Metadata []string // lines of the block, "name: value"
}

// A Key identifies a node. Keys are equal if and only if their ids, which String returns,
// are equal.
type Key interface {
	comparable
	fmt.Stringer
}

// Texts returns the text of a node; ok is false for a node without one.
type Texts[K Key] interface {
	Text(k K) (t Text, ok bool, err error)
}

// A Counter counts the tokens of a text.
type Counter interface {
	Count(text string) int
}

// An Edge is an edge of the expansion that produced the candidates.
type Edge[K Key] struct {
	From, To K
}

// A Request specifies the nodes to fetch, and the limits.
type Request[K Key] struct {
	Seeds    []K       // in the order of retrieval
	Expanded []K       // in the order of expansion, possibly including seeds
	Edges    []Edge[K] // in the order walked
	ModeName string    // a Mode as written; blank means Balanced
	Cost     Cost
	MaxItems int // 0: no limit

	// Choose returns the budget. It is called only if there are nodes to fetch: without
	// nodes an invalid budget is not an error.
	Choose func() (Budget, error)
}

// A Cost specifies which form of a candidate is charged against a token budget.
// Characters are always counted in the text only.
type Cost string

// The costs; empty means CostText.
const (
	CostText  Cost = "text"
	CostBlock Cost = "block"
)

// An Item is a node whose text was included.
type Item[K Key] struct {
	Key    K
	Text   Text
	Tokens int // charged: of the text or the block
	IsSeed bool
	Depth  int // 0 for a seed; 1 for a node that no edge reaches
	Parent *K  // nil for a seed and for a node that no edge reaches
}

// ID returns the id of the node.
func (it *Item[K]) ID() string { return it.Key.String() }

// A Reason is the reason why a candidate was included or not.
type Reason string

// The reasons of a Decision.
const (
	Included   Reason = "included"
	Missing    Reason = "missing_text_from_backend"
	OverTokens Reason = "token_budget"
	OverChars  Reason = "max_chars_budget"
	OverItems  Reason = "max_items"
)

// A Decision reports whether one candidate was included.
type Decision struct {
	ID     string
	Reason Reason
	Tokens int // actual or prospective cost; 0 if missing, or if only characters count
	Chars  int
}

// A Result holds the nodes whose texts fit.
type Result[K Key] struct {
	Items     []Item[K]  // in order
	Decisions []Decision // one per candidate, in walk order

	Budget        Budget
	Mode          Mode
	NoNodes       bool // there were no nodes to fetch
	SeedCount     int
	ExpandedCount int // number of expanded nodes, including seeds among them
	Empty         int // number of candidates with an empty text
	UsedTokens    int
	UsedChars     int
}

// Reason returns the reason for graph_debug.
func (r *Result[K]) Reason() string {
	if r.NoNodes {
		return "no_nodes_for_fetch_node_texts"
	}
	return "ok"
}

// Fetch walks the candidates in the order of the mode and includes those that fit.
func Fetch[K Key](texts Texts[K], count Counter, req Request[K]) (*Result[K], error) {
	seeds, expanded := distinct(req.Seeds), distinct(req.Expanded)
	res := &Result[K]{SeedCount: len(seeds), ExpandedCount: len(expanded)}
	if len(seeds)+len(expanded) == 0 {
		res.NoNodes = true
		if res.Mode, _ = ParseMode(req.ModeName); res.Mode == "" {
			res.Mode = Balanced // without nodes an unknown mode is not an error
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
	for _, k := range t.order(mode, seeds, expanded) {
		text, ok, err := texts.Text(k)
		if err != nil {
			return nil, fmt.Errorf("fetch %s: %w", k, err)
		}
		if !ok {
			res.Decisions = append(res.Decisions, Decision{ID: k.String(), Reason: Missing})
			continue
		}
		if req.MaxItems > 0 && len(res.Items) == req.MaxItems {
			res.Decisions = append(res.Decisions, Decision{ID: k.String(), Reason: OverItems})
			continue
		}
		res.admit(t.item(k, text), count, req.Cost)
	}
	return res, nil
}

// admit includes an item if it fits in the remaining budget.
func (r *Result[K]) admit(it Item[K], count Counter, charge Cost) {
	d := Decision{ID: it.ID(), Reason: Included, Chars: utf8.RuneCountInString(it.Text.Text)}
	if d.Chars == 0 {
		r.Empty++
	}
	if r.Budget.Tokens > 0 {
		d.Tokens = count.Count(charged(charge, it.ID(), it.Text))
	}
	switch {
	case r.Budget.Chars > 0 && r.UsedChars+d.Chars > r.Budget.Chars:
		d.Reason = OverChars
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

// charged returns the form of a node that is charged against a token budget.
func charged(c Cost, id string, t Text) string {
	if c == CostBlock {
		return Block(id, t)
	}
	return t.Text
}

// Block renders a node as LocalAI-RAG presents it to a model.
func Block(id string, t Text) string {
	language := t.Language
	switch language {
	case "csharp":
		language = "dotnet"
	case "":
		language = "unknown"
	}
	metadata := ""
	for i, line := range t.Metadata {
		if i == 0 {
			metadata = "metadata:\n"
		}
		metadata += printable(line) + "\n"
	}
	return "--- NODE ---\nid: " + printable(id) + "\npath: " + printable(t.Path) + "\nlanguage: " +
		language +
		"\ncompact: false\n" + metadata + "text:\n" + t.Text + "\n"
}

// printable returns a line with its control characters escaped: a file name may contain
// some, and must not be mistaken for further lines, or control a terminal.
func printable(line string) string {
	if !strings.ContainsFunc(line, unicode.IsControl) {
		return line
	}
	var b strings.Builder
	for _, r := range line {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// distinct removes keys with a blank id, and duplicates.
func distinct[K Key](keys []K) []K {
	seen := map[K]bool{}
	var out []K
	for _, k := range keys {
		if strings.TrimSpace(k.String()) != "" && !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}
