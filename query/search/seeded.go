package search

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"seedgraph/graph"
	"seedgraph/tokens"
)

const (
	seedTerms    = 40  // maximum number of words of the given nodes, the most frequent first
	textRepeats  = 2.0 // factor for the words of the text
	maxSeedCount = 3.0 // maximum count of a word of the given nodes
)

// addSeeds adds the most frequent words of the given nodes to the query; the weights of
// the text's words are doubled.
func (q *query) addSeeds(opts *Options) error {
	q.kind = KindSeeded
	q.w = opts.Weights.For(q.kind)
	at := map[string]int{}
	for i := range q.terms {
		q.request = append(q.request, q.terms[i].weight)
		q.terms[i].weight *= textRepeats
		at[q.terms[i].key] = i
	}
	count := map[string]int{}
	for _, n := range opts.Given {
		text, err := opts.Text(n)
		if err != nil {
			return err
		}
		for _, t := range tokens.Terms(nil, text) {
			if t.Kind&tokens.Stop == 0 {
				count[t.Key()]++
			}
		}
	}
	terms := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	for _, t := range terms[:min(len(terms), seedTerms)] {
		i, ok := at[t]
		if !ok {
			i = len(q.terms)
			q.terms = append(q.terms, queryTerm{text: t, key: t})
		}
		q.seed = append(q.seed,
			seedWord{i, q.w[weightSeedWords] * min(float64(count[t]), maxSeedCount)})
	}
	return nil
}

// A seedWord is the weight that the given nodes add to a term.
type seedWord struct {
	term   int
	weight float64
}

// addSeedWords adds the weights of the given nodes' words to the terms. In a list, their
// sum is bounded by the weight seed-most, relative to the words of the text: a long
// definition has many words, which would drown the text.
func (r *ranking) addSeedWords() error {
	q := &r.query
	if len(q.seed) == 0 {
		return nil
	}
	var text, seed float64
	for i := range q.request {
		if t := &q.terms[i]; !t.extra {
			found, idf, err := r.look(t)
			if err != nil {
				return err
			}
			if len(found) > 0 {
				text += t.weight * idf
			}
		}
	}
	for _, w := range q.seed {
		_, idf, err := r.look(&q.terms[w.term])
		if err != nil {
			return err
		}
		seed += w.weight * idf
	}
	share := 1.0
	if most := r.w[weightSeedMost] * text; !r.opts.Packed && most > 0 && seed > most {
		share = most / seed
	}
	for _, w := range q.seed {
		q.terms[w.term].weight += share * w.weight
	}
	return nil
}

// addRequest adds to the base of nodes their score for the text only: the given nodes
// have many words, and nodes that share these with everything around them would leave
// little of a budget to the rest of the request.
func (r *ranking) addRequest() error {
	weight := r.w[weightPackedRequest]
	if !r.opts.Packed || weight == 0 || len(r.query.request) == 0 {
		return nil
	}
	terms := slices.Clone(r.query.terms[:len(r.query.request)])
	for i := range terms {
		terms[i].weight = r.query.request[i]
	}
	text, share, _, err := r.all(terms)
	if err != nil {
		return err
	}
	for n, x := range share {
		text[n] *= r.coverage(x)
	}
	best := slices.Max(text)
	if best == 0 {
		return nil
	}
	weight *= slices.Max(r.base) / best
	for n, x := range text {
		r.base[n] += weight * x
	}
	return nil
}

// addSeeds adds to the base of the nodes that edges connect with the given nodes, and of
// the nodes of their files.
func (r *ranking) addSeeds() error {
	if len(r.opts.Given) == 0 {
		return nil
	}
	top := slices.Max(r.base)
	gains, changes := map[uint32]float64{}, map[uint32]float64{}
	for _, seed := range r.opts.Given {
		if err := r.besideEdges(seed, top, gains); err != nil {
			return err
		}
		if err := r.besideCompanions(seed, top, changes); err != nil {
			return err
		}
		node, err := r.ix.Node(seed)
		if err != nil {
			return err
		}
		file, err := r.ix.FileNodes(node.Path)
		if err != nil {
			return err
		}
		for _, n := range file {
			if r.base[n] > 0 {
				gains[n] += r.w[weightSeedFile] * top
			}
			if err := r.besideChanges(n, top, changes); err != nil {
				return err
			}
		}
	}
	if r.graph == nil {
		r.graph = map[uint32]float64{}
	}
	for n, x := range gains {
		r.graph[n] += x
		r.base[n] += x
	}
	for n, x := range changes {
		r.base[n] += x
	}
	r.changes = changes
	return nil
}

// besideEdges adds the gains of the nodes at the other ends of a given node's edges: the
// best edge to each node counts, and gains decrease with the number of nodes.
func (r *ranking) besideEdges(seed uint32, top float64, gains map[uint32]float64) error {
	if r.opts.Edges == nil {
		return nil
	}
	out, err := r.opts.Edges.Out(seed)
	if err != nil {
		return err
	}
	in, err := r.opts.Edges.In(seed)
	if err != nil {
		return err
	}
	best := map[uint32]float64{}
	for i, e := range append(out[:len(out):len(out)], in...) {
		to := e.To
		if i >= len(out) {
			to = e.From
		}
		if to != seed && e.Kind.IsDependency() {
			best[to] = max(best[to], e.Kind.Weight()*e.Confidence())
		}
	}
	share := r.w[weightSeedEdges] * top / math.Sqrt(math.Sqrt(float64(max(len(best), 1))))
	for to, weight := range best {
		gains[to] += share * weight
	}
	return nil
}

// besideCompanions adds the gains of the definitions that commits change together with a
// given node.
func (r *ranking) besideCompanions(seed uint32, top float64, gains map[uint32]float64) error {
	past, ok := r.ix.(CoChanges)
	if !ok {
		return nil
	}
	ties, err := past.Companions(seed)
	if err != nil {
		return err
	}
	for _, t := range ties {
		if r.base[t.Node] > 0 {
			gains[t.Node] += r.w[weightSeedChanges] * top * float64(t.Strength) / math.MaxUint8
		}
	}
	return nil
}

// besideChanges adds the gains of nodes in files that commits change together with n, if
// n is a file.
func (r *ranking) besideChanges(n uint32, top float64, gains map[uint32]float64) error {
	if r.opts.Edges == nil || r.w[weightSeedHistory] == 0 {
		return nil
	}
	file, err := r.ix.Node(n)
	if err != nil || file.Kind != graph.KindFile {
		return err
	}
	edges, err := r.opts.Edges.Out(n)
	if err != nil {
		return err
	}
	for _, e := range edges {
		if e.Kind != graph.CoChanges {
			continue
		}
		other, err := r.ix.Node(e.To)
		if err != nil {
			return err
		}
		nodes, err := r.ix.FileNodes(other.Path)
		if err != nil {
			return err
		}
		for _, to := range nodes {
			if r.base[to] > 0 {
				gains[to] += r.w[weightSeedHistory] * top * e.Confidence()
			}
		}
	}
	return nil
}
