package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
)

// A Treatment specifies how tests, examples, generated and vendored code are ranked.
type Treatment string

// The treatments; empty means Demote.
const (
	Demote Treatment = "demote" // scores are multiplied by Options.Demotion
	Keep   Treatment = "keep"
	Drop   Treatment = "drop"
)

// ParseTreatment parses a treatment.
func ParseTreatment(s string) (Treatment, error) {
	switch t := Treatment(strings.ToLower(s)); t {
	case "", Demote:
		return Demote, nil
	case Keep, Drop:
		return t, nil
	}
	return "", fmt.Errorf("treatment of tests %q is unknown: use keep, demote or drop", s)
}

// Options configures a search.
type Options struct {
	Selection
	Limit   int  // maximum number of hits; at least 1
	Explain bool // fill Hit.Terms
	// hits are packed into a budget: the weights pack-size, pack-reading and pack-repeat
	// replace size, reading and repeat, and with given nodes request counts
	Packed bool

	Weights  *Weights // nil means Defaults
	Synonyms Synonyms // the user's, in addition to DefaultSynonyms, for all kinds of queries
	Edges    Edges    // nil: edges are ignored

	// Given lists nodes that the reader already has: the search finds other nodes that
	// belong to the request. Their words count in addition to those of the text, as do
	// their edges and files, and they are not found themselves. It requires Text.
	Given []uint32

	// MinShare is the minimum share of the query that a hit has, weighted by word; it
	// does not apply to nodes found by a symbol or a phrase of the query.
	MinShare float64

	// Feedback reports how useful nodes were for similar questions: from -1 for useless
	// to 1.
	Feedback map[uint32]float64

	// Cosines has for each node the cosine of its vector with that of the text, from vectors of
	// other programs; nil: those of the index, if it has vectors.
	Cosines []float32

	// Text returns the text of a node; if set, nodes that contain a phrase of the query
	// verbatim come before others.
	Text func(n uint32) (string, error)
}

// A Selection specifies which nodes may be found, regardless of the query. The zero value
// admits all.
type Selection struct {
	Filter Filter
	// for tests, examples, generated and vendored code; a query that mentions tests keeps
	// them
	Tests Treatment
}

// Admits reports whether s selects a node.
func (s *Selection) Admits(n *graph.Node) bool {
	return s.Filter.Admits(n) && (s.Tests != Drop || demotionReason(n) == "")
}

// Edges provides the stored edges of nodes.
type Edges interface {
	Out(n uint32) ([]graph.Edge, error)
	In(n uint32) ([]graph.Edge, error)
}

// A Hit is a node that was found.
type Hit struct {
	Node uint32
	Info *graph.Node
	// (((Text * Coverage + File + Graph + Changes + Feedback) * Size * Reading + Embedding) *
	// Factor + Bonus) * Repeat
	Score float64

	Text     float64   // BM25F
	Coverage float64   // less than 1 if words of the query are missing
	Share    float64   // share of the query that the node has, by weight
	Size     float64   // less than 1 for short bodies, more for long ones
	Reading  float64   // more than 1 if it fits the alternative reading of the query better
	File     FileScore // for the file
	Graph    float64   // from nodes connected to it
	Changes  float64   // from commits that change it together with given nodes
	Feedback float64   // from Options.Feedback, if positive; otherwise Factor is less
	// from the similarity of vectors, and their cosine; 0 without vectors
	Embedding, Cosine float64
	Repeat            float64  // less than 1 for further hits of a name, with Options.Packed
	Factor            float64  // less than 1 for nodes that queries rarely mean
	Why               []string // reasons for the factor: test, example, generated, vendored, deprecated, or the kind
	// for a symbol of the query that names the node, or a phrase of the query that it
	// contains
	Bonus     float64
	Phrase    string // that phrase, in lower case
	Symbol    string // that symbol
	Match     Match
	ScoreNote string // source of the score, if not the words of the query: a phrase
	// Vector is set if vectors contributed to the score.
	Vector *VectorScore
	Terms  []TermScore // with Options.Explain: the parts of Text, in the order of the query
}

// A VectorScore holds the components of a score computed with vectors.
type VectorScore struct {
	Mode   string
	Cosine float64 // with the vector of the query
	Words  float64 // the score of the search, as a share of the best
}

// A Result is the hits of a search.
type Result struct {
	Hits    []Hit // by score in descending order, then by node
	Matched int   // number of nodes that have a term of the query, hits or not
	Terms   []string
	Symbols []string
	Kind    Kind
	Other   Reading
	Scope   []string // parts of the system named at the beginning of the text
	Bare    bool     // the whole text is one symbol

	ranking *ranking
	docs    *Result // result of the additional search for documents, or nil
}

// of returns the ranking that scores a node.
func (r *Result) of(info *graph.Node) *ranking {
	if r.docs != nil && info.Domain() == graph.Docs {
		return r.docs.ranking
	}
	return r.ranking
}

// Shares are the parts of a score by their sources, as shares of the best score. Text is what
// the other sources leave: words, names and files.
type Shares struct{ Text, Changes, Feedback, Embedding float64 }

// Shares returns the parts of the score of a hit, all 0 if there are no hits.
func (r *Result) Shares(h *Hit) Shares {
	if len(r.Hits) == 0 {
		return Shares{}
	}
	best := r.Hits[0].Score
	s := Shares{Text: h.Score / best}
	if h.ScoreNote != "" { // its score has another source
		return s
	}
	scale := h.Factor * h.Repeat / best
	s.Embedding = h.Embedding * scale
	scale *= h.Size * h.Reading
	s.Changes, s.Feedback = h.Changes*scale, h.Feedback*scale
	s.Text -= s.Changes + s.Feedback + s.Embedding
	return s
}

// Hit returns any node as a hit, without Terms, whether or not it was found.
func (r *Result) Hit(n uint32, info *graph.Node) Hit { return r.of(info).score(n, info) }

// Fit scores how well a text of a node fits the query, to compare texts of the same node.
func (r *Result) Fit(text string) (float64, error) {
	return r.ranking.fit(r.ranking.query.terms, text)
}

// Has reports whether a text contains a word of the query, except words common to most
// requests.
func (r *Result) Has(text string) bool { return r.ranking.query.has(text) }

// search implements [Search] for one view of the index.
func search(ix Index, text string, opts Options) (*Result, error) {
	if opts.Limit < 1 {
		return nil, fmt.Errorf("limit %d: it must be at least 1", opts.Limit)
	}
	if opts.Weights == nil {
		opts.Weights = Defaults()
	}
	mentioned, prose, err := mentionsOf(ix, text)
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	q := parseQuery(prose, opts.Weights, kindOf)
	q.mentions = mentioned
	if len(opts.Given) > 0 {
		if err := q.addSeeds(&opts); err != nil {
			return nil, fmt.Errorf("search %q: %w", text, err)
		}
	}
	if opts.Packed {
		q.w.pack()
	}
	if err := q.addVariants(ix, opts.Synonyms); err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	asked := opts.Limit
	if q.w.diverse() {
		opts.Limit = max(opts.Limit, diverseHits)
	}
	s, err := newScorer(ix, q.w)
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	r := &ranking{scorer: s, query: q, opts: opts, asked: asked}
	if err := r.addSeedWords(); err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	if err := r.addPhrases(text); err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	if err := r.readOtherwise(prose); err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	res, err := r.run(text)
	if err != nil {
		return nil, fmt.Errorf("search %q: %w", text, err)
	}
	return res, nil
}

// A ranking is the state of one search.
type ranking struct {
	*scorer
	query query
	opts  Options
	asked int // maximum number of hits of the result

	text, share  []float64             // by node: the score for the terms, and the share of the query
	files        map[uint32]*FileScore // by node
	graph        map[uint32]float64    // contribution of edges, by node
	changes      map[uint32]float64    // contribution of commits with given nodes, by node
	otherReading Reading
	other        *ranking           // of the query in its alternative reading; nil if it is not used
	reading      []float64          // factors of base from the alternative reading, by node, or nil
	base         []float64          // by node: (text * coverage + files + graph) * size
	top          float64            // the highest value of base, for words
	cosines      []float32          // by node, or nil
	embedding    []float64          // contributions of the cosines to base, by node, or nil
	useful       map[uint32]float64 // from feedback, by node
	named        map[uint32]named
	framePlace   map[string]int    // by symbol: see placeFrames
	verbatim     map[uint32]string // the phrase of the query that a node contains
	hits         []Hit
}

// weigh computes text, share and base, including the contributions to base.
func (r *ranking) weigh() error {
	var err error
	var found []foundTerm
	if r.text, r.share, found, err = r.all(r.query.terms); err != nil {
		return err
	}
	r.base = make([]float64, len(r.text))
	for n, share := range r.share {
		r.base[n] = r.text[n] * r.coverage(share)
	}
	if err := r.addRequest(); err != nil {
		return err
	}
	if err := r.addFiles(found); err != nil {
		return err
	}
	if err := r.addGraph(); err != nil {
		return err
	}
	if err := r.addSeeds(); err != nil {
		return err
	}
	r.addFeedback()
	r.addSize()
	return nil
}

func (r *ranking) run(text string) (*Result, error) {
	if err := r.weighOther(); err != nil {
		return nil, err
	}
	if err := r.weigh(); err != nil {
		return nil, err
	}
	r.blend()
	matched := 0
	for _, x := range r.base {
		r.top = max(r.top, x)
		if x > 0 {
			matched++
		}
	}
	if err := r.addEmbedding(text); err != nil {
		return nil, err
	}
	queue := r.candidates()
	res := &Result{Matched: matched, Symbols: r.query.symbols, Bare: r.query.bare,
		Kind: r.query.kind, Other: r.otherReading,
		Scope: r.query.scope, ranking: r}
	for _, t := range r.query.terms {
		if !t.extra {
			res.Terms = append(res.Terms, t.text)
		}
	}
	if err := r.addNamed(); err != nil {
		return nil, err
	}
	if err := r.addBest(queue); err != nil {
		return nil, err
	}
	if r.opts.Packed {
		r.foldNames()
	} else if err := r.diversify(); err != nil {
		return nil, err
	}
	if err := r.lead(); err != nil {
		return nil, err
	}
	res.Hits = r.hits[:min(len(r.hits), r.asked)]
	if r.opts.Explain {
		return res, r.explainHits(res.Hits)
	}
	return res, nil
}

// addSize multiplies the base of nodes by the factors for the sizes of their bodies.
func (r *ranking) addSize() {
	for n, x := range r.base {
		if x > 0 {
			r.base[n] = x * r.sizeFactor(uint32(n))
		}
	}
}

// addNamed adds the nodes named by symbols of the query, and nodes that contain a phrase
// of it.
func (r *ranking) addNamed() error {
	var err error
	if r.named, err = names(r.ix, r.query.symbols, r.base); err != nil {
		return err
	}
	r.placeFrames()
	if err := r.addPlaces(); err != nil {
		return err
	}
	for n := range r.named {
		if err := r.add(n); err != nil {
			return err
		}
	}
	for n := range r.verbatim {
		if _, done := r.named[n]; done {
			continue
		}
		if err := r.add(n); err != nil {
			return err
		}
	}
	return nil
}

// addBest adds other nodes in the order of their scores, until no remaining node can rise
// above the hits: factors are at most 1.
func (r *ranking) addBest(queue *candidates) error {
	for queue.Len() > 0 {
		n := queue.pop()
		if len(r.hits) == r.opts.Limit && r.base[n] < r.hits[len(r.hits)-1].Score {
			return nil
		}
		if _, done := r.named[n]; done || r.verbatim[n] != "" {
			continue
		}
		if err := r.add(n); err != nil {
			return err
		}
	}
	return nil
}

// byScore orders hits by descending score, then by node.
func byScore(a, b Hit) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Node, b.Node))
}

// keep inserts a hit in order, and drops hits beyond the limit.
func (r *ranking) keep(h Hit) {
	at, _ := slices.BinarySearchFunc(r.hits, h, byScore)
	if at < r.opts.Limit {
		r.hits = slices.Insert(r.hits, at, h)
		r.hits = r.hits[:min(len(r.hits), r.opts.Limit)]
	}
}

// add adds a node if it may be found.
func (r *ranking) add(n uint32) error {
	node, err := r.ix.Node(n)
	if err != nil {
		return err
	}
	if h := r.score(n, node); r.admits(&h) {
		r.keep(h)
	}
	return nil
}

// admits reports whether the options admit a hit.
func (r *ranking) admits(h *Hit) bool {
	opts, node := r.opts, h.Info
	if r.query.tests {
		opts.Tests = Keep
	}
	if node.Kind == graph.KindNamespace && node.Path == "" && !opts.Filter.names(graph.KindNamespace) {
		return false // it has nothing to read
	}
	if !opts.Admits(node) || len(node.Parts) == 0 && h.Bonus == 0 && len(opts.Filter.Kinds) == 0 {
		return false
	}
	return !slices.Contains(opts.Given, h.Node) && h.Score > 0 &&
		(h.Share >= opts.MinShare || h.Bonus > 0)
}

// score returns a node as a hit.
func (r *ranking) score(n uint32, node *graph.Node) Hit {
	h := Hit{Node: n, Info: node, Text: r.text[n], Coverage: r.coverage(r.share[n]),
		Share: r.share[n], Size: r.sizeFactor(n), Graph: r.graph[n],
		Changes: r.changes[n], Factor: 1, Repeat: 1,
		Reading: 1}
	if r.reading != nil {
		h.Reading = r.reading[n]
	}
	if r.embedding != nil {
		h.Embedding, h.Cosine = r.embedding[n], float64(r.cosines[n])
	}
	r.scoreFeedback(&h)
	if f := r.files[n]; f != nil {
		h.File = *f
	}
	if f := r.w.kindFactor(node.Kind); f != 1 {
		h.Factor *= f
		h.Why = append(h.Why, string(node.Kind))
	}
	if why := demotionReason(node); why != "" && r.opts.Tests != Keep && !r.query.tests {
		h.Factor *= min(r.w[weightDemotion], 1)
		h.Why = append(h.Why, why)
	}
	if r.w[weightOutdated] < 1 && !r.query.outdated && r.named[n].match != Whole {
		if why := outdatedReason(node); why != "" {
			h.Factor *= r.w[weightOutdated]
			h.Why = append(h.Why, why)
		}
	}
	if r.w[weightTwin] < 1 && node.Flags.Has(graph.Replaced) {
		h.Factor *= r.w[weightTwin]
		h.Why = append(h.Why, "replaced")
	}
	if len(r.query.scope) > 0 && r.w[weightScope] < 1 && !inScope(node.Path, r.query.scope) {
		h.Factor *= r.w[weightScope]
		h.Why = append(h.Why, "outside "+strings.Join(r.query.scope, ", "))
	}
	if m, ok := r.named[n]; ok {
		h.Match, h.Symbol = m.match, m.symbol
		h.Bonus = r.bonus(m, node.Kind) * h.Factor
		if r.query.bare && node.Kind.IsType() {
			h.Bonus /= r.w.kindFactor(node.Kind)
		}
	}
	if h.Phrase = r.verbatim[n]; h.Phrase != "" {
		h.Bonus += r.w[weightPhrase] * max(r.top, 1) * h.Factor
	}
	h.Score = r.base[n]*h.Factor + h.Bonus
	return h
}

// bareBonus and mentionBonus are the bonuses of nodes that a symbol of the query names,
// by match, in multiples of the highest score: if the symbol is the whole query, and if
// it is one word of several. A qualified name in a longer query is more certain.
var (
	bareBonus    = [...]float64{NoMatch: 0, Partial: 0.5, Folded: 2, Exact: 3.5, Whole: 5}
	mentionBonus = [...]float64{NoMatch: 0, Partial: 0, Folded: 0.2, Exact: 0.4, Whole: 0.6}
)

// qualifiedMention multiplies mentionBonus for a symbol with an owner.
const qualifiedMention = 2.5

// constructorShare is the share of a symbol's bonus that a constructor gets if the symbol
// is the whole query: the name of a type usually means the type, even if the text of a
// constructor fits better.
const constructorShare = 0.6

func (r *ranking) bonus(m named, k graph.NodeKind) float64 {
	top := max(r.top, 1)
	if r.query.bare {
		if k == graph.KindConstructor {
			return bareBonus[m.match] * constructorShare * top
		}
		return bareBonus[m.match] * kindShare(k) * top
	}
	bonus := mentionBonus[m.match] * r.w[weightMention]
	if place := r.framePlace[m.symbol]; place > 0 {
		bonus *= r.w[weightFrame] / float64(place)
	}
	if strings.Contains(m.symbol, ".") || m.place {
		bonus *= qualifiedMention
	}
	return bonus * kindShare(k) * top * r.idf(m.alike) / r.idf(1)
}

// explainHits fills the terms of the hits.
func (r *ranking) explainHits(hits []Hit) error {
	nodes := make(map[uint32]bool, len(hits))
	for _, h := range hits {
		nodes[h.Node] = true
	}
	parts, err := r.explain(r.query.terms, nodes)
	if err != nil {
		return err
	}
	for i := range hits {
		hits[i].Terms = parts[hits[i].Node]
	}
	return nil
}

// candidates is a heap of the nodes with a score, in descending order of score, then by
// number. Most nodes of a tree have a score and few are popped, so it does not use
// container/heap, which takes twice as long.
type candidates struct {
	scores []float64
	nodes  []uint32
}

// candidates builds the heap of the nodes, which is valid until the next call.
func (r *ranking) candidates() *candidates {
	count := 0
	for _, s := range r.base {
		if s > 0 {
			count++
		}
	}
	r.queue = slices.Grow(r.queue[:0], count)
	for n, s := range r.base {
		if s > 0 {
			r.queue = append(r.queue, uint32(n))
		}
	}
	c := &candidates{scores: r.base, nodes: r.queue}
	for i := len(c.nodes)/2 - 1; i >= 0; i-- {
		c.sink(i)
	}
	return c
}

// Len returns the number of remaining nodes.
func (c *candidates) Len() int { return len(c.nodes) }

// pop removes and returns the best node.
func (c *candidates) pop() uint32 {
	best, last := c.nodes[0], len(c.nodes)-1
	c.nodes[0] = c.nodes[last]
	c.nodes = c.nodes[:last]
	c.sink(0)
	return best
}

// sink moves the node at i below better ones.
func (c *candidates) sink(i int) {
	for {
		child := 2*i + 1
		if child >= len(c.nodes) {
			return
		}
		if child+1 < len(c.nodes) && c.before(c.nodes[child+1], c.nodes[child]) {
			child++
		}
		if !c.before(c.nodes[child], c.nodes[i]) {
			return
		}
		c.nodes[i], c.nodes[child] = c.nodes[child], c.nodes[i]
		i = child
	}
}

// before reports whether node a comes before node b.
func (c *candidates) before(a, b uint32) bool {
	return c.scores[a] > c.scores[b] || c.scores[a] == c.scores[b] && a < b
}
