package main

import (
	"slices"
	"strings"

	"seedgraph/expand"
	"seedgraph/render"
	"seedgraph/tokens"
)

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

// partShare says when a node is too long to be taken whole: when it has more
// tokens than this part of the budget. Then its best part stands for it.
const partShare = 2

// An assembly packs nodes into a context as a walk comes by them.
type assembly struct {
	*session
	answer *contextAnswer
	walk   *walk
	pack   render.Packer
	misses int // nodes that did not fit since the last one that did

	texts   []string // included
	skipped []uint32 // for the budget
}

func newAssembly(s *session, counter *tokens.Counter, w *walk, budget int) *assembly {
	return &assembly{
		session: s, walk: w, pack: render.Packer{Counter: counter, Budget: budget},
		answer: &contextAnswer{
			Query: w.text, Intent: w.intent, Nodes: []string{}, Budget: budget, Tokenizer: counter.Name(),
			Scores: map[string]float64{}, Items: []contextItem{}, Skipped: []skippedItem{},
		},
	}
}

// add adds the text of a node if it fits, and reports when it is enough.
func (a *assembly) add(f expand.Found) (enough bool, err error) {
	item, err := a.contextItem(f)
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
		a.answer.Skipped = append(a.answer.Skipped, skippedItem{item.Item, reason})
		if reason == skippedBudget {
			a.skipped = append(a.skipped, f.Node)
			a.misses++
		}
		return a.misses == contextMisses, nil
	}
	a.misses = 0
	a.texts = append(a.texts, text)
	a.answer.Nodes = append(a.answer.Nodes, item.ID)
	a.answer.Items = append(a.answer.Items, item)
	a.answer.Scores[item.ID] = item.Score
	return len(a.answer.Items) == a.walk.most, nil
}

// textFor returns the text of a node, or, if that is too long for the budget, of
// its part that fits the query best; item then describes the part.
func (a *assembly) textFor(n uint32, item *contextItem) (string, error) {
	node, err := a.Node(n)
	if err != nil {
		return "", err
	}
	if len(node.Parts) < 2 || node.Tokens()*partShare <= a.answer.Budget {
		return a.Text(n)
	}
	best, text, fit := 0, "", -1.0
	for part := range node.Parts {
		t, err := a.PartText(n, part+1)
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

// reject packs a text, or says why not.
func (a *assembly) reject(item *contextItem, text string) (reason string) {
	bare := strings.TrimSpace(text)
	switch {
	case bare == "":
		return skippedNoText
	case slices.ContainsFunc(a.texts, func(t string) bool { return strings.Contains(t, bare) }):
		return skippedShown
	}
	var ok bool
	if item.Tokens, ok = a.pack.Add(item.Item, text); !ok {
		return skippedBudget
	}
	return ""
}

// addIndex lists, in what is left of the budget, nodes whose texts did not fit.
func (a *assembly) addIndex() error {
	title := "# Left out: `query fetch HANDLE` prints one\n"
	lines := 0
	for _, n := range a.skipped {
		if lines == indexLines {
			return nil
		}
		it, err := a.indexItem(target{node: n})
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

func (a *assembly) finish() { a.answer.Context, a.answer.Tokens = a.pack.Text(), a.pack.Tokens() }

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
