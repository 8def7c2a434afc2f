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
	TokensPerNode    = 50  // large budgets allow one more node for this many tokens
	searchHits       = 200 // hits of the search that a walk starts from
)

// An Intent says what a text is searched for.
type Intent string

// The intents.
const (
	// Implement for given seeds and a text that says what is to be done; otherwise Explain
	// for given seeds, for no text, and for a text that is one name; otherwise Locate
	Auto      Intent = "auto"
	Locate    Intent = "locate"
	Explain   Intent = "explain"
	Implement Intent = "implement"
	Impact    Intent = "impact"
)

// Intents lists the intents.
var Intents = []string{string(Auto), string(Locate), string(Explain), string(Implement),
	string(Impact)}

// walks are the walks of the intents.
var walks = map[Intent]expand.BestOptions{
	Locate:    {Share: 0.2, MaxDegree: 300, MaxKind: 30},
	Explain:   {Share: 0.8, Spread: true, Against: 0.7, MaxDegree: 300, MaxKind: 12},
	Implement: {Share: 0.1, MaxDegree: 300, MaxKind: 30},
	Impact:    {Share: 0.5, Spread: true, Against: 1.8, MaxDegree: 300, MaxKind: 30},
}

// Signals are what a relevance is made of, with their weights.
type Signals struct {
	Text  float64 // the score for the text, as a share of the best
	Edges float64 // what edges carry, as a factor of what the intent lets them carry
	Rank  float64 // PageRank, as a share of the highest
}

// DefaultSignals are the weights that the evaluation of this project chose.
var DefaultSignals = Signals{Text: 1, Edges: 1}

// ParseSignals reads weights of signals, as NAME=NUMBER, over the defaults.
func ParseSignals(pairs []string) (Signals, error) {
	s := DefaultSignals
	for _, p := range pairs {
		name, value, _ := strings.Cut(p, "=")
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x >= 0 && x <= 1) {
			return s, fmt.Errorf("%s: write NAME=NUMBER, with a number from 0 to 1", p)
		}
		switch name {
		case "text":
			s.Text = x
		case "edges":
			s.Edges = x
		case "rank":
			s.Rank = x
		default:
			return s, fmt.Errorf("%s: unknown signal: use text, edges or rank", p)
		}
	}
	return s, nil
}

// An Index is what a context is assembled from. [*answer.Index] is one.
type Index interface {
	search.Index
	answer.Edges
	Text(n uint32) (string, error)
	PartText(n uint32, part int) (string, error)
	Doc(n uint32) (string, error)
	Rank(n uint32) (float64, error)
	Ranks() ([]float64, error)
}

// Options says where a walk goes.
type Options struct {
	Filter  answer.Filter
	Ranking answer.Ranking
	Seeds   []Seed   // to start from; empty: Hits
	Hits    []Seed   // results of a retriever; empty: what a search finds
	Exclude []uint32 // nodes that the reader has; seeds among them lead on, and are left out
	// nodes on earlier pages of the same context: the walk passes them, as it did before, but
	// they are left out
	Given   map[uint32]bool
	Signals *Signals // nil: DefaultSignals

	Relevance float64  // nodes of a lower relevance are left out, 0 to 1
	Nodes     int      // nodes besides the first; 0: by the budget
	Limit     int      // nodes, the first included; 0: no limit
	Intent    Intent   // empty: Auto
	Kinds     []string // edges to follow; empty: all that express a dependency
	Direction string   // of edges: out, in or both

	Budget   int  // tokens of the whole text
	NodeMost int  // tokens of the text of one node; 0: no limit but the budget
	Comments bool // keep the comments of texts, and all their lines, which Explain does anyway
	// Compressed adds the best nodes that did not fit as signatures with their calls.
	Compressed bool
	List       bool // end the text with a list of the best nodes that did not fit
	Sections   bool // group the nodes by what they are to the request
}

// A Seed is a node to start from.
type Seed struct {
	Node  uint32
	Score float64 // above 0, at most 1
}

// SeedsAt makes seeds of full weight.
func SeedsAt(refs []answer.Ref) []Seed {
	out := make([]Seed, len(refs))
	for i, ref := range refs {
		out[i] = Seed{ref.Node, 1}
	}
	return out
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
	case o.NodeMost < 0:
		return fmt.Errorf("the maximum of a node is %d tokens: it must not be negative", o.NodeMost)
	case o.Relevance < 0 || o.Relevance > 1:
		return fmt.Errorf("the minimum relevance is %g: it must be 0 to 1", o.Relevance)
	case walks[o.Intent].Share == 0 && o.Intent != Auto:
		return fmt.Errorf("intent %q: use one of %s", o.Intent,
			strings.Join(Intents, ", "))
	}
	return nil
}

// A Walk is a search and the nodes that edges lead to from its hits.
type Walk struct {
	Options
	index   Index
	text    string
	intent  Intent
	most    int // nodes that are taken
	found   *search.Result
	seeds   []expand.Scored
	opts    expand.BestOptions
	signals Signals
	ranks   []float64 // of all nodes, if they count
	topRank float64
}

// Plan searches for the text, and prepares the walk from what that finds. Without a
// text, seeds and hits, the walk starts from the definition with the highest PageRank.
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
	w := &Walk{Options: o, index: x, text: text, intent: o.Intent, most: o.maxNodes(),
		signals: DefaultSignals}
	if o.Signals != nil {
		w.signals = *o.Signals
	}
	if w.signals.Rank > 0 {
		if w.ranks, err = x.Ranks(); err != nil {
			return nil, err
		}
		w.topRank = slices.Max(append([]float64{0}, w.ranks...))
	}
	if err := w.openFiles(); err != nil {
		return nil, err
	}
	if err := w.search(filter); err != nil {
		return nil, err
	}
	if w.opts, err = w.options(o); err != nil {
		return nil, err
	}
	w.opts.Own = w.own
	w.opts.Admit = func(n uint32) bool {
		node, err := x.Node(n)
		return err != nil || len(node.Parts) > 0 && filter.Admits(node) && !w.excludes(n)
	}
	return w, nil
}

// keepsComments reports whether texts have their comments. Who looks for the place of a
// change has more of several texts than of what is said about one.
func (w *Walk) keepsComments() bool { return w.Comments || w.intent == Explain }

// has reports whether the reader has the text of a node that the walk takes: one of an
// earlier page, or a seed that was delivered.
func (w *Walk) has(n uint32) bool { return w.Given[n] || w.excludes(n) }

// excludes reports whether the reader has a node.
func (w *Walk) excludes(n uint32) bool { return slices.Contains(w.Exclude, n) }

// search searches for the text, decides what Auto means, and sets the nodes that the
// walk starts from.
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
			filter.Beside = append(filter.Beside, s.Node)
		}
		if w.found, err = search.Search(w.index, w.text, filter); err != nil {
			return err
		}
	}
	w.start()
	return nil
}

// decide decides what Auto means.
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

// states reports whether a text of a kind may say what is to be done: a few words, and what asks how
// parts work together, do not.
func states(k search.Kind) bool {
	switch k {
	case search.KindSymbol, search.KindWords, search.KindArchitecture:
		return false
	}
	return true
}

// maxOfFile bounds the definitions that replace a file given as a seed.
const maxOfFile = 50

// openFiles puts the definitions of files in for seeds that are files, of which nothing is left but
// imports: those of the outermost level, by place. A file without definitions stays.
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

// besideShare is the relevance of the best hit beside given seeds, which come first.
const besideShare = 0.99

// start sets the nodes that the walk starts from.
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
			Score: share * w.signals.Text * h.Score / w.found.Hits[0].Score})
	}
}

// options completes the walk of the intent.
func (w *Walk) options(o Options) (expand.BestOptions, error) {
	opts := walks[w.intent]
	opts.Share *= w.signals.Edges
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

// own returns the relevance of a node by itself, and the factor of its kind.
func (w *Walk) own(n uint32) (own, factor float64, err error) {
	node, err := w.index.Node(n)
	if err != nil {
		return 0, 0, err
	}
	own, factor = w.found.Relevance(n, node)
	own *= w.signals.Text
	if w.topRank > 0 && int(n) < len(w.ranks) {
		own += w.signals.Rank * factor * w.ranks[n] / w.topRank
	}
	return min(own, 1), factor, nil
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

// nothing is the error of a walk without nodes.
func (w *Walk) nothing() error { return fmt.Errorf("%w for %q", answer.ErrNothingFound, w.text) }
