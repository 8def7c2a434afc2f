package assemble

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/expand"
	"seedgraph/query/search"
)

// Defaults of a walk.
const (
	DefaultRelevance = 0.1
	DefaultNodes     = 20
	TokensPerNode    = 50  // large budgets allow an additional node per this many tokens
	searchHits       = 200 // maximum number of hits from which a walk starts
)

// An Intent is the purpose of a context.
type Intent string

// The intents.
const (
	// Implement for given seeds and a text that requests a change; otherwise Explain for
	// given seeds, for an empty text, and for a text that is a single name; otherwise
	// Locate
	Auto      Intent = "auto"
	Locate    Intent = "locate"
	Explain   Intent = "explain"
	Implement Intent = "implement"
	Impact    Intent = "impact"
)

// Intents lists the intents.
var Intents = []string{string(Auto), string(Locate), string(Explain), string(Implement),
	string(Impact)}

// walks holds the expansion options of the intents.
var walks = map[Intent]expand.BestOptions{
	Locate:    {Share: 0.2, MaxDegree: 300, MaxKind: 30},
	Explain:   {Share: 0.8, Spread: true, Against: 0.7, MaxDegree: 300, MaxKind: 12},
	Implement: {Share: 0.1, MaxDegree: 300, MaxKind: 30},
	Impact:    {Share: 0.5, Spread: true, Against: 1.8, MaxDegree: 300, MaxKind: 30},
}

// Signals holds the weights of the terms of a relevance.
type Signals struct {
	Text      float64 // of the score for the text, as a share of the best
	Changes   float64 // of its part from commits that change a node together with seeds
	Feedback  float64 // of its part from earlier answers
	Embedding float64 // of its part from the similarity of vectors
	Edges     float64 // factor of the share that the intent lets edges carry
	Rank      float64 // of PageRank, as a share of the highest
}

// DefaultSignals holds the weights chosen by the evaluation of this project.
var DefaultSignals = Signals{Text: 1, Changes: 1, Feedback: 1, Embedding: 1, Edges: 1}

// SignalNames are the names of the signals.
const SignalNames = "text, changes, feedback, embedding, edges, rank"

// ParseSignals parses weights of signals, as NAME=NUMBER, over the defaults.
func ParseSignals(pairs []string) (Signals, error) {
	s := DefaultSignals
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return s, fmt.Errorf("%s: write NAME=NUMBER, with a number from 0 to 1", p)
		}
		weight := map[string]*float64{"text": &s.Text, "changes": &s.Changes, "feedback": &s.Feedback,
			"embedding": &s.Embedding, "edges": &s.Edges, "rank": &s.Rank}[name]
		if weight == nil {
			return s, fmt.Errorf("%s: unknown signal: use one of %s", p, SignalNames)
		}
		*weight = x
	}
	return s, nil
}

// A Terms holds the terms that add up to a relevance, those of the text weighted by signals.
type Terms struct {
	Given     float64 `json:"given,omitempty"` // of a seed, or the result of a retriever
	Text      float64 `json:"text,omitempty"`
	Changes   float64 `json:"changes,omitempty"`
	Feedback  float64 `json:"feedback,omitempty"`
	Embedding float64 `json:"embedding,omitempty"`
	Rank      float64 `json:"rank,omitempty"`
	Edges     float64 `json:"edges,omitempty"`
}

// sum returns the relevance.
func (t Terms) sum() float64 {
	return t.Given + t.Text + t.Changes + t.Feedback + t.Embedding + t.Rank + t.Edges
}

// scaled returns the terms for another relevance, rounded.
func (t Terms) scaled(to float64) Terms {
	factor := 0.0
	if sum := t.sum(); sum > 0 {
		factor = to / sum
	}
	for _, x := range []*float64{&t.Given, &t.Text, &t.Changes, &t.Feedback, &t.Embedding, &t.Rank,
		&t.Edges} {
		*x = answer.Round(*x * factor)
	}
	return t
}

// An Index provides the data of a context. [*answer.Index] implements it.
type Index interface {
	search.Index
	answer.Edges
	Text(n uint32) (string, error)
	PartText(n uint32, part int) (string, error)
	Doc(n uint32) (string, error)
	Rank(n uint32) (float64, error)
	Ranks() ([]float64, error)
}

// Options configures a walk and its context.
type Options struct {
	Filter  search.Selection
	Ranking answer.Ranking
	Seeds   []Seed   // nodes to start from; empty: Hits
	Hits    []Seed   // results of a retriever; empty: those of a search
	Exclude []uint32 // nodes that the reader has; left out, but edges of seeds are followed
	// nodes on earlier pages of the same context: the walk takes them, as it did before,
	// but they are left out
	Given   map[uint32]bool
	Signals *Signals // nil means DefaultSignals

	Relevance float64          // minimum relevance of a node, 0 to 1
	Nodes     int              // number of nodes in addition to the first; 0: derived from the budget
	Limit     int              // maximum number of nodes, including the first; 0: no limit
	Intent    Intent           // empty: Auto
	Kinds     answer.EdgeKinds // of edges to follow; empty: all dependency kinds
	Direction expand.Direction // of edges to follow: Out, In or Both

	Budget   int  // maximum tokens of the text
	NodeMost int  // maximum tokens of the text of one node; 0: limited only by the budget
	Comments bool // keep comments, and all lines of texts, as Explain always does
	// Compressed adds the best nodes that did not fit as signatures with callees and
	// callers.
	Compressed bool
	List       bool // end the text with a list of the best nodes that did not fit
	Sections   bool // group the nodes by their role for the request
}

// A Seed is a node from which a walk starts.
type Seed struct {
	Node  uint32
	Score float64 // above 0, at most 1
}

// SeedsAt returns seeds of full weight.
func SeedsAt(refs []answer.Ref) []Seed {
	out := make([]Seed, len(refs))
	for i, ref := range refs {
		out[i] = Seed{ref.Node, 1}
	}
	return out
}

// maxNodes returns the maximum number of nodes, including the first.
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

// Check checks the options that do not depend on an index.
func (o *Options) Check() error {
	switch {
	case o.Budget < 0:
		return fmt.Errorf("the budget is %d: it must not be negative", o.Budget)
	case o.Nodes < 0:
		return fmt.Errorf("the number of nodes is %d: it must not be negative", o.Nodes)
	case o.NodeMost < 0:
		return fmt.Errorf("the maximum of a node is %d tokens: it must not be negative", o.NodeMost)
	case o.Relevance < 0 || o.Relevance > 1:
		return fmt.Errorf("the minimum relevance is %g: it must be from 0 to 1", o.Relevance)
	case walks[o.Intent].Share == 0 && o.Intent != Auto:
		return fmt.Errorf("intent %q: use one of %s", o.Intent,
			strings.Join(Intents, ", "))
	}
	return nil
}

// A Walk consists of a search and the nodes reached by edges from its hits.
type Walk struct {
	Options
	index   Index
	text    string
	intent  Intent
	most    int // maximum number of nodes
	found   *search.Result
	seeds   []expand.Scored
	opts    expand.BestOptions
	signals Signals
	ranks   []float64 // PageRank of all nodes, if it is used
	topRank float64
}

// Plan searches for the text, and prepares the walk from the hits. Without a text, seeds
// and hits, the walk starts from the definition with the highest PageRank.
func Plan(x Index, text string, o Options) (*Walk, error) {
	if o.Intent == "" {
		o.Intent = Auto
	}
	if err := o.Check(); err != nil {
		return nil, err
	}
	w := &Walk{Options: o, index: x, text: text, intent: o.Intent, most: o.maxNodes(),
		signals: DefaultSignals}
	if o.Signals != nil {
		w.signals = *o.Signals
	}
	var err error
	if w.signals.Rank > 0 {
		if w.ranks, err = x.Ranks(); err != nil {
			return nil, err
		}
		w.topRank = slices.Max(append([]float64{0}, w.ranks...))
	}
	if err := w.openFiles(); err != nil {
		return nil, err
	}
	if err := w.search(search.Options{Selection: o.Filter}); err != nil {
		return nil, err
	}
	w.opts = w.options(o)
	w.opts.Own = w.own
	w.opts.Admit = func(n uint32) bool {
		node, err := x.Node(n)
		return err != nil || len(node.Parts) > 0 && o.Filter.Admits(node) && !w.excludes(n)
	}
	return w, nil
}

// keepsComments reports whether texts keep their comments. To locate a change, more texts
// are more useful than the comments on one.
func (w *Walk) keepsComments() bool { return w.Comments || w.intent == Explain }

// has reports whether the reader already has the text of a node: from an earlier page, or
// because it was delivered.
func (w *Walk) has(n uint32) bool { return w.Given[n] || w.excludes(n) }

// excludes reports whether a node is in Exclude.
func (w *Walk) excludes(n uint32) bool { return slices.Contains(w.Exclude, n) }

// search searches for the text, resolves the intent Auto, and sets the start nodes of the
// walk.
func (w *Walk) search(filter search.Options) error {
	w.Ranking.Apply(&filter)
	filter.Limit, filter.Text, filter.Edges = searchHits, w.index.Text, w.index
	filter.Packed = true
	if len(w.Exclude) > 0 {
		given := map[graph.NodeID]bool{}
		for _, n := range w.Exclude {
			node, err := w.index.Node(n)
			if err != nil {
				return err
			}
			given[node.ID] = true
		}
		filter.Filter.Admit = func(n *graph.Node) bool { return !given[n.ID] }
	}
	var err error
	if w.found, err = search.Search(w.index, w.text, filter); err != nil {
		return err
	}
	if w.text == "" && len(w.Seeds)+len(w.Hits) == 0 {
		if err := w.highest(filter); err != nil {
			return err
		}
	}
	w.decide()
	if w.intent == Implement && len(w.Seeds) > 0 {
		for _, s := range w.Seeds {
			filter.Given = append(filter.Given, s.Node)
		}
		if w.found, err = search.Search(w.index, w.text, filter); err != nil {
			return err
		}
	}
	w.start()
	return nil
}

// decide resolves the intent Auto.
func (w *Walk) decide() {
	switch {
	case w.intent != Auto:
	case len(w.Seeds) > 0 && w.text != "" && !w.found.Bare && states(w.found.Kind) &&
		!search.Asks(w.text):
		w.intent = Implement
	case len(w.Seeds) > 0 || w.found.Bare:
		w.intent = Explain
	default:
		w.intent = Locate
	}
}

// states reports whether a text of a kind may request a change: a few words, and
// questions about how parts work together, do not.
func states(k search.Kind) bool {
	switch k {
	case search.KindSymbol, search.KindWords, search.KindArchitecture:
		return false
	}
	return true
}

// maxOfFile bounds the definitions that replace a file given as a seed.
const maxOfFile = 50

// openFiles replaces seeds that are files by the definitions in them, because the text of
// a file itself has little more than imports: those of the outermost level, in file
// order. A file without definitions stays.
func (w *Walk) openFiles() error {
	var out []Seed
	for _, s := range w.Seeds {
		node, err := w.index.Node(s.Node)
		if err != nil {
			return err
		}
		members := []uint32(nil)
		if node.Kind == graph.KindFile {
			edges, err := w.index.Out(s.Node)
			if err != nil {
				return err
			}
			for _, e := range edges {
				if e.Kind == graph.Contains && len(members) < maxOfFile {
					members = append(members, e.To)
				}
			}
		}
		if len(members) == 0 {
			out = append(out, s)
		}
		for _, m := range members {
			out = append(out, Seed{Node: m, Score: s.Score})
		}
	}
	w.Seeds = out
	return nil
}

// highest makes the definition with the highest PageRank the seed: one that has a body
// and is not demoted.
func (w *Walk) highest(filter search.Options) error {
	ranks, err := w.index.Ranks()
	if err != nil {
		return err
	}
	best, top := uint32(0), 0.0
	for n, rank := range ranks {
		if rank <= top {
			continue
		}
		node, err := w.index.Node(uint32(n))
		if err != nil {
			return err
		}
		if len(node.Parts) > 0 && node.Kind.IsCallable() && filter.Admits(node) &&
			filter.Demotion(node) == 1 {
			best, top = uint32(n), rank
		}
	}
	if top > 0 {
		w.Seeds = []Seed{{Node: best, Score: 1}}
	}
	return nil
}

// besideShare is the relevance of the best hit if there are given seeds, which come
// first.
const besideShare = 0.99

// start sets the start nodes of the walk.
func (w *Walk) start() {
	for _, s := range w.Seeds {
		w.seeds = append(w.seeds, expand.Scored{Node: s.Node, Score: s.Score})
	}
	for _, s := range w.Hits {
		if !w.excludes(s.Node) {
			w.seeds = append(w.seeds, expand.Scored{Node: s.Node, Score: s.Score})
		}
	}
	share := 1.0
	switch {
	case len(w.Hits) > 0, len(w.Seeds) > 0 && w.intent != Implement:
		return
	case len(w.Seeds) > 0:
		share = besideShare
	}
	for _, h := range w.found.Hits {
		w.seeds = append(w.seeds, expand.Scored{Node: h.Node,
			Score: share * w.ofText(&h).sum()})
	}
}

// options returns the expansion options for the intent and the given options.
func (w *Walk) options(o Options) expand.BestOptions {
	opts := walks[w.intent]
	opts.Share *= w.signals.Edges
	opts.Allow, opts.Direction = o.Kinds.Or(answer.Dependencies()), o.Direction
	opts.MinScore, opts.MaxNodes = o.Relevance, math.MaxInt
	return opts
}

// own returns the own relevance of a node, and the factor of its kind.
func (w *Walk) own(n uint32) (own, factor float64, err error) {
	t, factor, err := w.terms(n)
	return min(t.sum(), 1), factor, err
}

// terms returns the terms of the own relevance of a node, and the factor of its kind.
func (w *Walk) terms(n uint32) (t Terms, factor float64, err error) {
	node, err := w.index.Node(n)
	if err != nil {
		return t, 0, err
	}
	h := w.found.Hit(n, node)
	t = w.ofText(&h)
	if w.topRank > 0 && int(n) < len(w.ranks) {
		t.Rank = w.signals.Rank * h.Factor * w.ranks[n] / w.topRank
	}
	return t, h.Factor, nil
}

// ofText returns the terms of a score for the text.
func (w *Walk) ofText(h *search.Hit) Terms {
	s := w.found.Shares(h)
	return Terms{Text: w.signals.Text * s.Text, Changes: w.signals.Changes * s.Changes,
		Feedback: w.signals.Feedback * s.Feedback, Embedding: w.signals.Embedding * s.Embedding}
}

// explain returns the terms of the relevance of a node of the walk. The own relevance of a
// start node has the weight of its place among them.
func (w *Walk) explain(f expand.Found) (Terms, error) {
	is := func(s Seed) bool { return s.Node == f.Node }
	t := Terms{Given: f.Own}
	if !slices.ContainsFunc(w.Seeds, is) && !slices.ContainsFunc(w.Hits, is) {
		var err error
		if t, _, err = w.terms(f.Node); err != nil {
			return t, err
		}
	}
	t = t.scaled(f.Own)
	t.Edges = answer.Round(f.Score - f.Own)
	return t, nil
}

// run passes the nodes to take, in descending order of relevance, until it returns true.
// It returns the number of nodes passed.
func (w *Walk) run(take func(expand.Found) (enough bool, err error)) (int, error) {
	opts := w.opts
	opts.Enough = take
	found, err := expand.Best(answer.Graph(w.index), w.seeds, opts)
	return len(found), err
}

// Targets lists the nodes of a context without a budget.
func (w *Walk) Targets() ([]answer.Target, error) {
	var targets []answer.Target
	found, err := w.run(func(f expand.Found) (bool, error) {
		if w.excludes(f.Node) {
			return false, nil
		}
		targets = append(targets, answer.Target{Node: f.Node})
		return len(targets) == w.most, nil
	})
	if err == nil && found == 0 {
		err = w.nothing()
	}
	return targets, err
}

// nothing returns the error of a walk without nodes.
func (w *Walk) nothing() error { return fmt.Errorf("%w for %q", answer.ErrNothingFound, w.text) }
