package assemble

import (
	"slices"
	"strings"

	"seedgraph/query/answer"
	"seedgraph/query/answer/listing"
	"seedgraph/query/expand"
	"seedgraph/query/render"
	"seedgraph/tokens"
)

// An Answer is an assembled context.
type Answer struct {
	Query     string             `json:"query"`
	Intent    Intent             `json:"intent"`
	SeedNode  string             `json:"seed_node"`
	Nodes     []string           `json:"nodes"` // in the order of the text
	Context   string             `json:"context_string"`
	Tokens    int                `json:"tokens_used"` // of context_string
	Budget    int                `json:"budget_tokens"`
	Tokenizer string             `json:"tokenizer"`
	Scores    map[string]float64 `json:"relevance_scores"`
	Items     []Item             `json:"items"`
	Skipped   []Skipped          `json:"skipped"` // in order of relevance
	Trace     *answer.Trace      `json:"trace,omitempty"`

	whole []uint32
	short bool
}

// Whole lists the nodes whose text is in the context, except compressed ones.
func (a *Answer) Whole() []uint32 { return a.whole }

// Short reports whether texts were left out because of the budget or the number of nodes.
func (a *Answer) Short() bool { return a.short }

// An Item is a node of a context.
type Item struct {
	render.Item
	Why    Why  `json:"why"`
	IsSeed bool `json:"is_seed"`
	Depth  int  `json:"depth"`
	// Form is full for a whole text, part for the best part of a long one, excerpt for
	// some lines of one, and compressed for the signature with callees and callers.
	Form    string      `json:"form"`
	Lines   [][2]uint32 `json:"lines,omitempty"` // for an excerpt: the first and last line of each run
	Section string      `json:"section"`         // core, supporting or constraints
	answer.Link
}

// The forms of a node.
const (
	formFull       = "full"
	formPart       = "part"
	formExcerpt    = "excerpt"
	formCompressed = "compressed"
)

// A Why holds the components of a relevance.
type Why struct {
	Own   float64 `json:"own"`   // relevance for the text
	Graph float64 `json:"graph"` // relevance carried by edges
	Terms Terms   `json:"terms"` // the terms of both, one by one
}

// A Skipped is a node of the walk that is not in the context.
type Skipped struct {
	render.Item
	Reason string `json:"reason"`
}

// The reasons of a Skipped.
const (
	overBudget = "budget"
	overNode   = "node_maximum" // longer than the limit per node
	noText     = "no_text"
	shown      = "shown" // its text is contained in one that is in the context
)

const (
	// partShare limits the size of whole nodes: if a node has more tokens than the budget
	// divided by partShare, only its best part is included.
	partShare  = 2
	maxMisses  = 30 // number of consecutive nodes that do not fit after which the walk ends
	indexLines = 10 // maximum number of nodes listed that did not fit
)

// Pack packs the nodes of a walk into a context. If the walk has no nodes, the answer is
// empty, and the error is of class [answer.ErrNothingFound].
func Pack(w *Walk, counter *tokens.Counter) (*Answer, error) {
	a := &assembly{
		walk: w, index: w.index, pack: render.Packer{Counter: counter, Budget: w.Budget},
		answer: &Answer{
			Query: w.text, Intent: w.intent, Nodes: []string{}, Budget: w.Budget,
			Tokenizer: counter.Name(),
			Scores:    map[string]float64{}, Items: []Item{}, Skipped: []Skipped{},
		},
	}
	found, err := w.run(a.add)
	if err == nil && w.Compressed {
		err = a.addCompressed()
	}
	if err == nil && w.List {
		err = a.addIndex()
	}
	if err != nil {
		return nil, err
	}
	a.answer.Context, a.answer.Tokens = a.pack.Text(), a.pack.Tokens()
	if found == 0 {
		err = w.nothing()
	}
	return a.answer, err
}

// An assembly packs nodes into a context in the order of the walk.
type assembly struct {
	index  Index
	answer *Answer
	walk   *Walk
	pack   render.Packer
	misses int // number of nodes that did not fit since the last one that did

	texts   []string       // included
	skipped []expand.Found // over the budget
}

// add adds the text of a node if it fits, and reports whether the context is
// complete.
func (a *assembly) add(f expand.Found) (enough bool, err error) {
	if a.walk.has(f.Node) {
		text, err := a.index.Text(f.Node)
		a.texts = append(a.texts, text)
		return false, err
	}
	item, err := a.item(f)
	if err != nil {
		return false, err
	}
	if a.answer.SeedNode == "" {
		a.answer.SeedNode = item.ID
	}
	text, err := a.textFor(f.Node, &item)
	if err != nil {
		return false, err
	}
	if reason := a.reject(&item, text); reason != "" {
		a.answer.Skipped = append(a.answer.Skipped, Skipped{item.Item, reason})
		if reason == overBudget || reason == overNode {
			a.skipped = append(a.skipped, f)
		}
		if reason == overBudget {
			a.misses++
			a.answer.short = true
		}
		return a.misses == maxMisses, nil
	}
	a.misses = 0
	if item.Form != formExcerpt {
		a.texts = append(a.texts, text)
	}
	a.answer.Nodes = append(a.answer.Nodes, item.ID)
	a.answer.Items = append(a.answer.Items, item)
	a.answer.Scores[item.ID] = item.Score
	a.answer.whole = append(a.answer.whole, f.Node)
	full := len(a.answer.Items) == a.walk.most
	a.answer.short = a.answer.short || full
	return full, nil
}

// item describes a node of the walk.
func (a *assembly) item(f expand.Found) (Item, error) {
	it, _, err := answer.NewItem(a.index, answer.Target{Node: f.Node}, min(f.Score, 1))
	item := Item{
		Item: it, Why: Why{Own: answer.Round(f.Own), Graph: answer.Round(f.Score - f.Own)},
		IsSeed: f.Seed, Depth: f.Depth,
	}
	item.Section = sectionOf(f)
	if err == nil {
		item.Why.Terms, err = a.walk.explain(f)
	}
	if err != nil || f.Seed {
		return item, err
	}
	item.Link, err = answer.NewLink(a.index, f.Parent, f.Via)
	return item, err
}

// textFor returns the text of a node or, if that is too long for the budget, the text of
// the part that fits the query best; item then describes the part.
func (a *assembly) textFor(n uint32, item *Item) (string, error) {
	node, err := a.index.Node(n)
	if err != nil {
		return "", err
	}
	most := a.answer.Budget / partShare
	if a.walk.NodeMost > 0 {
		most = min(most, a.walk.NodeMost)
	}
	item.Form = formFull
	whole, err := a.index.Text(n)
	if err != nil || len(node.Parts) < 2 || node.Tokens() <= most ||
		a.pack.Counter.Count(a.printed(whole, node.Language)) <= most {
		return whole, err
	}
	item.Form = formPart
	best, text, fit := 0, "", -1.0
	for part := range node.Parts {
		t, err := a.index.PartText(n, part+1)
		if err != nil {
			return "", err
		}
		f, err := a.walk.found.Fit(t)
		if err != nil {
			return "", err
		}
		if f > fit {
			best, text, fit = part+1, t, f
		}
	}
	score := item.Score
	item.Item = render.NewItem(node, best)
	item.Score = score
	return text, nil
}

// reject packs a text, or returns the reason why it was not packed.
func (a *assembly) reject(item *Item, text string) (reason string) {
	bare := strings.TrimSpace(text)
	switch {
	case bare == "":
		return noText
	case slices.ContainsFunc(a.texts, func(t string) bool { return strings.Contains(t, bare) }):
		return shown
	}
	var ok bool
	text = a.formed(item, text)
	if a.walk.NodeMost > 0 && a.pack.Counter.Count(text) > a.walk.NodeMost {
		return overNode
	}
	if item.Tokens, ok = a.pack.Add(a.heading(item), text); !ok {
		return overBudget
	}
	return ""
}

// formed returns the text of a node in the form in which it is printed at this point of
// the context.
func (a *assembly) formed(item *Item, text string) string {
	if a.excerpts(item) {
		if short, lines := excerpt(text, item, a.walk.found.Has); short != "" {
			item.Form, item.Lines = formExcerpt, lines
			return short
		}
	}
	return a.printed(text, item.Language)
}

// printed returns a text as printed in the context, without comments if these are
// removed.
func (a *assembly) printed(text, language string) string {
	if !a.walk.keepsComments() {
		text = render.WithoutComments(text, language)
	}
	return outdent(text)
}

// addIndex lists, within the remaining budget, nodes whose texts did not fit.
func (a *assembly) addIndex() error {
	title := "# Left out, print with `query fetch HANDLE`:\n"
	lines := 0
	for _, f := range a.skipped {
		if lines == indexLines {
			return nil
		}
		it, err := listing.NewItem(a.index, answer.Target{Node: f.Node})
		if err != nil {
			return err
		}
		if _, ok := a.pack.AddLine(title + it.Line); ok {
			title = ""
			lines++
		}
	}
	return nil
}
