package assemble

import (
	"fmt"
	"math"

	"seedgraph/answer"
	"seedgraph/expand"
	"seedgraph/search"
)

// Defaults of a walk.
const (
	DefaultRelevance = 0.1
	DefaultNodes     = 20
	TokensPerNode    = 50  // large budgets allow one more node for this many tokens
	searchHits       = 200 // hits of the search that a walk starts from
)

// An Intent says what a text is searched for.
type Intent string

// The intents.
const (
	// Explain for given seeds and for a text that is one name, otherwise Locate
	Auto    Intent = "auto"
	Locate  Intent = "locate"
	Explain Intent = "explain"
)

// Intents lists the intents.
var Intents = []string{string(Auto), string(Locate), string(Explain)}

// walks are the walks of the intents.
var walks = map[Intent]expand.BestOptions{
	Locate:  {Share: 0.2, MaxDegree: 300, MaxKind: 30},
	Explain: {Share: 0.8, Spread: true, Against: 0.7, MaxDegree: 300, MaxKind: 12},
}

// An Index is what a context is assembled from. [*answer.Index] is one.
type Index interface {
	search.Index
	answer.Edges
	Text(n uint32) (string, error)
	PartText(n uint32, part int) (string, error)
	Doc(n uint32) (string, error)
	Rank(n uint32) (float64, error)
}

// Options says where a walk goes.
type Options struct {
	Filter    answer.Filter
	Ranking   answer.Ranking
	Seeds     []answer.Ref // to start from; empty: what a search for the text finds
	Relevance float64      // nodes of a lower relevance are left out, 0 to 1
	Nodes     int          // nodes besides the first; 0: by the budget
	Limit     int          // nodes, the first included; 0: no limit
	Intent    Intent       // empty: Auto
	Kinds     []string     // edges to follow; empty: all that express a dependency
	Direction string       // of edges: out, in or both
	Budget    int          // tokens of the whole text
	List      bool         // end the text with a list of the best nodes that did not fit
}

// maxNodes returns how many nodes are taken, the first included.
func (o *Options) maxNodes() int {
	n := max(DefaultNodes, o.Budget/TokensPerNode)
	if o.Nodes > 0 {
		n = o.Nodes
	}
	n++
	if o.Limit > 0 {
		n = min(n, o.Limit)
	}
	return n
}

// Check checks the options that need no index.
func (o *Options) Check() error {
	switch {
	case o.Budget < 0:
		return fmt.Errorf("the budget is %d: it must not be negative", o.Budget)
	case o.Nodes < 0:
		return fmt.Errorf("the number of nodes is %d: it must not be negative", o.Nodes)
	case o.Relevance < 0 || o.Relevance > 1:
		return fmt.Errorf("the minimum relevance is %g: it must be 0 to 1", o.Relevance)
	case walks[o.Intent].Share == 0 && o.Intent != Auto:
		return fmt.Errorf("intent %q: use locate, explain or auto", o.Intent)
	}
	return nil
}

// A Walk is a search and the nodes that edges lead to from its hits.
type Walk struct {
	index  Index
	text   string
	intent Intent
	budget int
	most   int  // nodes that are taken
	list   bool // nodes that did not fit
	found  *search.Result
	seeds  []expand.Scored
	opts   expand.BestOptions
}

// Plan searches for the text, and prepares the walk from what that finds.
func Plan(x Index, text string, o Options) (*Walk, error) {
	if o.Intent == "" {
		o.Intent = Auto
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	filter, err := o.Filter.Options()
	if err != nil {
		return nil, err
	}
	w := &Walk{index: x, text: text, intent: o.Intent, budget: o.Budget, most: o.maxNodes(),
		list: o.List}
	find := filter
	o.Ranking.Apply(&find)
	find.Limit, find.Text, find.Edges = searchHits, x.Text, x
	if w.found, err = search.Search(x, text, find); err != nil {
		return nil, err
	}
	w.start(o.Seeds)
	if w.opts, err = w.options(o); err != nil {
		return nil, err
	}
	w.opts.Own = w.own
	w.opts.Admit = func(n uint32) bool {
		node, err := x.Node(n)
		return err != nil || len(node.Parts) > 0 && filter.Admits(node)
	}
	return w, nil
}

// start sets the nodes that the walk starts from, and decides what Auto means.
func (w *Walk) start(seeds []answer.Ref) {
	for _, ref := range seeds {
		w.seeds = append(w.seeds, expand.Scored{Node: ref.Node, Score: 1})
	}
	if len(seeds) == 0 {
		for _, h := range w.found.Hits {
			w.seeds = append(w.seeds, expand.Scored{Node: h.Node,
				Score: h.Score / w.found.Hits[0].Score})
		}
	}
	if w.intent == Auto {
		w.intent = Locate
		if len(seeds) > 0 || w.found.Bare {
			w.intent = Explain
		}
	}
}

// options completes the walk of the intent.
func (w *Walk) options(o Options) (expand.BestOptions, error) {
	opts := walks[w.intent]
	var err error
	if opts.Allow, err = answer.Dependencies(o.Kinds); err != nil {
		return opts, err
	}
	if opts.Direction, err = answer.ParseDirection(o.Direction); err != nil {
		return opts, err
	}
	opts.MinScore, opts.MaxNodes = o.Relevance, math.MaxInt
	return opts, nil
}

// own returns the relevance of a node for the text, and the factor of its kind.
func (w *Walk) own(n uint32) (own, factor float64, err error) {
	node, err := w.index.Node(n)
	if err != nil {
		return 0, 0, err
	}
	own, factor = w.found.Relevance(n, node)
	return own, factor, nil
}

// run passes the nodes to take, the most relevant first, until it has enough. It
// returns how many it passed.
func (w *Walk) run(take func(expand.Found) (enough bool, err error)) (int, error) {
	opts := w.opts
	opts.Enough = take
	found, err := expand.Best(answer.Graph(w.index), w.seeds, opts)
	return len(found), err
}

// Targets lists the nodes that a context without a budget would have.
func (w *Walk) Targets() ([]answer.Target, error) {
	var targets []answer.Target
	found, err := w.run(func(f expand.Found) (bool, error) {
		targets = append(targets, answer.Target{Node: f.Node})
		return len(targets) == w.most, nil
	})
	if err == nil && found == 0 {
		err = w.nothing()
	}
	return targets, err
}

// nothing is the error of a walk without nodes.
func (w *Walk) nothing() error { return fmt.Errorf("%w for %q", answer.ErrNothingFound, w.text) }
