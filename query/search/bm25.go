package search

import (
	"math"
	"slices"

	"seedgraph/tokens"
)

// A scorer computes BM25F over an index.
type scorer struct {
	ix      Index
	w       Values
	lengths []uint16
	average [tokens.NumFields]float64 // over the nodes that have the field
	texts   int                       // nodes that have any field

	*scratch
}

// A scratch is memory shared by the successive readings of a query.
type scratch struct {
	found, variant        []posting // results of look, and the postings of a variant
	queue                 []uint32  // of candidates
	spareText, spareShare []float64 // results of all, from a reading that no longer needs them
}

func newScorer(ix Index, w Values) (*scorer, error) {
	lengths, err := ix.FieldLengths()
	if err != nil {
		return nil, err
	}
	s := &scorer{ix: ix, w: w, lengths: lengths, scratch: &scratch{}}
	var sum, count [tokens.NumFields]int
	for i := 0; i < len(lengths); i += int(tokens.NumFields) {
		any := 0
		for f, n := range lengths[i : i+int(tokens.NumFields)] {
			if n > 0 {
				any = 1
				sum[f] += int(n)
				count[f]++
			}
		}
		s.texts += any
	}
	for f := range s.average {
		s.average[f] = float64(max(sum[f], 1)) / float64(max(count[f], 1))
	}
	return s, nil
}

// idf returns the inverse document frequency of a term that n nodes contain; it is never
// negative.
func (s *scorer) idf(n int) float64 {
	return idf(s.texts, n)
}

// idf returns the inverse document frequency of a term that n of all texts contain.
func idf(all, n int) float64 {
	return math.Log(1 + (float64(all)-float64(n)+0.5)/(float64(n)+0.5))
}

// mass returns the contribution of field f of node n to a term that occurs freq times in
// it, before saturation.
func (s *scorer) mass(n uint32, f tokens.Field, freq uint32) float64 {
	length := float64(s.lengths[int(n)*int(tokens.NumFields)+int(f)])
	return s.w[f] * float64(freq) / (1 - s.w[weightB] + s.w[weightB]*length/s.average[f])
}

func (s *scorer) masses(n uint32, freq *Frequencies) (sum float64) {
	for f, k := range freq {
		if k > 0 {
			sum += s.mass(n, tokens.Field(f), k)
		}
	}
	return sum
}

// gain returns the score of a term of the given weight and mass.
func (s *scorer) gain(weight, mass float64) float64 {
	return weight * mass * (s.w[weightK1] + 1) / (s.w[weightK1] + mass)
}

// shortBody is added to the lengths of bodies, in words, so that bodies of a few words
// differ little.
const shortBody = 8

// sizeFactor is less than 1 for short bodies and more for long ones: declarations and
// delegating functions match well by name, but contain little and rarely change.
func (s *scorer) sizeFactor(n uint32) float64 {
	exponent := s.w[weightSize]
	if exponent == 0 {
		return 1
	}
	length := float64(s.lengths[int(n)*int(tokens.NumFields)+int(tokens.FieldBody)])
	return math.Pow((length+shortBody)/(s.average[tokens.FieldBody]+shortBody), exponent)
}

// A posting is a node that contains a term, with the mass of the term in it.
type posting struct {
	node uint32
	mass float64
}

// lookUp returns the postings of a key, in the memory of found, and its idf. The idf
// counts only the node's own fields: paths and qualified names are shared by neighbors,
// which would make the words in them look common.
func (s *scorer) lookUp(key string, found []posting) ([]posting, float64, error) {
	list, err := s.ix.Postings(key)
	if err != nil {
		return nil, 0, err
	}
	found = slices.Grow(found[:0], list.Len())
	count := 0
	for {
		n, freq, ok := list.Next()
		if !ok {
			return found, s.idf(count), list.Err()
		}
		found = append(found, posting{n, s.masses(n, freq)})
		if freq[tokens.FieldName]|freq[tokens.FieldSignature]|freq[tokens.FieldDoc]|freq[tokens.FieldBody] != 0 {
			count++
		}
	}
}

// look looks up a term of the query with its variants. Each node occurs once, in
// ascending order. The postings are valid until the next call.
func (s *scorer) look(t *queryTerm) (found []posting, idf float64, err error) {
	if s.found, idf, err = s.lookUp(t.key, s.found); err != nil {
		return nil, 0, err
	}
	for _, v := range t.variants {
		var alone float64
		if s.variant, alone, err = s.lookUp(v.key, s.variant); err != nil {
			return nil, 0, err
		}
		if len(s.found) == 0 {
			idf = alone
		}
		s.found = merge(s.found, s.variant, v.weight)
	}
	return s.found, idf, nil
}

// merge merges the postings b of a variant, at its weight, into the postings a of a term,
// in place: it proceeds from their ends, so that no posting is overwritten before it is
// read.
func merge(a, b []posting, weight float64) []posting {
	left, to := len(a), len(a)+len(b)
	a = slices.Grow(a, len(b))[:to]
	for len(b) > 0 {
		to--
		last := b[len(b)-1]
		switch {
		case left > 0 && a[left-1].node > last.node:
			left--
			a[to] = a[left]
			continue
		case left > 0 && a[left-1].node == last.node:
			left--
			a[to] = posting{last.node, a[left].mass + weight*last.mass}
		default:
			a[to] = posting{last.node, weight * last.mass}
		}
		b = b[:len(b)-1]
	}
	return append(a[:left], a[to:]...) // closes the gap left by nodes in both lists
}

// A foundTerm is a term of the query and the nodes that contain it or a variant.
type foundTerm struct {
	weight   float64 // of the query, times the idf
	nodes    int
	postings []posting // of these nodes, if files count as one text each
}

// all returns, by node, the score for the terms and the share of the terms' weight that
// the node has.
func (s *scorer) all(terms []queryTerm) (text, share []float64, found []foundTerm, err error) {
	text, share = zeros(s.spareText, s.ix.NumNodes()), zeros(s.spareShare, s.ix.NumNodes())
	s.spareText, s.spareShare = nil, nil
	var total float64
	for i := range terms {
		list, idf, err := s.look(&terms[i])
		if err != nil {
			return nil, nil, nil, err
		}
		weight := terms[i].weight * idf
		for _, p := range list {
			text[p.node] += s.gain(weight, p.mass)
		}
		if len(list) > 0 && !terms[i].extra {
			total += weight
			for _, p := range list {
				share[p.node] += weight
			}
		}
		term := foundTerm{weight: weight, nodes: len(list)}
		if s.w[weightDocument] > 0 {
			term.postings = slices.Clone(list)
		}
		found = append(found, term)
	}
	for n := range share {
		if share[n] > 0 {
			share[n] = min(share[n]/total, 1)
		}
	}
	return text, share, found, nil
}

// zeros returns n zeros, in the memory of b if it is large enough.
func zeros(b []float64, n uint32) []float64 {
	if uint32(len(b)) < n {
		return make([]float64, n)
	}
	b = b[:n]
	clear(b)
	return b
}

// coverage returns the factor for a share of the query.
func (s *scorer) coverage(share float64) float64 {
	if share == 0 {
		return 0
	}
	return math.Pow(share, s.w[weightCoverage])
}

// A TermScore is the contribution of one term to the score of a node.
type TermScore struct {
	Term   string
	Score  float64
	Fields [tokens.NumFields]float64 // its parts, by field
}

// explain returns the contributions of the terms to the scores of some nodes, by node, in
// the order of the terms. Terms that a node lacks are left out.
func (s *scorer) explain(terms []queryTerm, nodes map[uint32]bool) (map[uint32][]TermScore, error) {
	parts := map[uint32][]TermScore{}
	for i := range terms {
		t := &terms[i]
		_, idf, err := s.look(t)
		if err != nil {
			return nil, err
		}
		masses := map[uint32]*[tokens.NumFields]float64{}
		for _, v := range append([]variant{{t.key, 1}}, t.variants...) {
			if err := s.addMasses(v, nodes, masses); err != nil {
				return nil, err
			}
		}
		for n, m := range masses {
			parts[n] = append(parts[n], s.termScore(t.text, t.weight*idf, m))
		}
	}
	return parts, nil
}

// addMasses adds the masses of a variant, by field, for the given nodes.
func (s *scorer) addMasses(v variant, nodes map[uint32]bool,
	masses map[uint32]*[tokens.NumFields]float64) error {
	list, err := s.ix.Postings(v.key)
	if err != nil {
		return err
	}
	for {
		n, freq, ok := list.Next()
		if !ok {
			return list.Err()
		}
		if !nodes[n] {
			continue
		}
		if masses[n] == nil {
			masses[n] = new([tokens.NumFields]float64)
		}
		for f, k := range freq {
			if k > 0 {
				masses[n][f] += v.weight * s.mass(n, tokens.Field(f), k)
			}
		}
	}
}

// termScore splits the score of a term among the fields by their mass.
func (s *scorer) termScore(term string, weight float64,
	masses *[tokens.NumFields]float64) TermScore {
	var mass float64
	for _, m := range masses {
		mass += m
	}
	t := TermScore{Term: term, Score: s.gain(weight, mass)}
	for f, m := range masses {
		if mass > 0 {
			t.Fields[f] = t.Score * m / mass
		}
	}
	return t
}

// fit scores a text on its own, ignoring its length.
func (s *scorer) fit(terms []queryTerm, text string) (float64, error) {
	count := map[string]int{}
	for _, t := range tokens.Terms(nil, text) {
		count[t.Key()]++
	}
	var sum float64
	for _, t := range terms {
		if count[t.key] == 0 {
			continue
		}
		list, err := s.ix.Postings(t.key)
		if err != nil {
			return 0, err
		}
		sum += s.gain(t.weight*s.idf(list.Len()), float64(count[t.key]))
	}
	return sum, nil
}
