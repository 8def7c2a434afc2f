package search

import (
	"math"

	"seedgraph/tokens"
)

// Weights tunes BM25F. The zero value is invalid; see Defaults.
type Weights struct {
	K1    float64
	B     float64 // how much the length of a field counts, 0 to 1
	Field [tokens.NumFields]float64
}

// Defaults are the weights that the evaluation of this project chose.
var Defaults = Weights{
	K1: 1.2, B: 0.6,
	Field: [tokens.NumFields]float64{
		tokens.FieldName: 5, tokens.FieldType: 3, tokens.FieldQualified: 2, tokens.FieldPath: 3,
		tokens.FieldSignature: 2, tokens.FieldDoc: 1, tokens.FieldBody: 1,
	},
}

// A scorer computes BM25F over an index.
type scorer struct {
	ix      Index
	w       Weights
	lengths []uint16
	average [tokens.NumFields]float64 // of the nodes that have the field
}

func newScorer(ix Index, w Weights) (*scorer, error) {
	lengths, err := ix.FieldLengths()
	if err != nil {
		return nil, err
	}
	s := &scorer{ix: ix, w: w, lengths: lengths}
	var sum, count [tokens.NumFields]int
	for i := 0; i < len(lengths); i += int(tokens.NumFields) {
		for f, n := range lengths[i : i+int(tokens.NumFields)] {
			if n > 0 {
				sum[f] += int(n)
				count[f]++
			}
		}
	}
	for f := range s.average {
		s.average[f] = float64(max(sum[f], 1)) / float64(max(count[f], 1))
	}
	return s, nil
}

// idf is the weight of a term that n nodes contain; it is never negative.
func (s *scorer) idf(n int) float64 {
	all := float64(s.ix.NumNodes())
	return math.Log(1 + (all-float64(n)+0.5)/(float64(n)+0.5))
}

// mass is the contribution of field f of node n to a term that it contains freq times,
// before saturation.
func (s *scorer) mass(n uint32, f tokens.Field, freq uint32) float64 {
	length := float64(s.lengths[int(n)*int(tokens.NumFields)+int(f)])
	return s.w.Field[f] * float64(freq) / (1 - s.w.B + s.w.B*length/s.average[f])
}

func (s *scorer) masses(n uint32, freq *Frequencies) (sum float64) {
	for f, k := range freq {
		if k > 0 {
			sum += s.mass(n, tokens.Field(f), k)
		}
	}
	return sum
}

// gain is the score of a term of the given weight and mass.
func (s *scorer) gain(weight, mass float64) float64 {
	return weight * mass * (s.w.K1 + 1) / (s.w.K1 + mass)
}

// A posting is a node that contains a term, with the mass of the term.
type posting struct {
	node uint32
	mass float64
}

// lookUp returns the postings of a term and its idf. The idf
// counts only fields of a node's own: paths and qualified names are shared by
// neighbors, which would make the words in them look common.
func (s *scorer) lookUp(term string) (found []posting, idf float64, err error) {
	list, err := s.ix.Postings(term)
	if err != nil {
		return nil, 0, err
	}
	found = make([]posting, 0, list.Len())
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

// coverage is the exponent of the share of the query that a node has: having
// all words counts more than having one of them often.
const coverage = 0.4

// all returns, by node, the score for the terms and the factor for coverage.
func (s *scorer) all(terms []queryTerm) (text, covered []float64, err error) {
	text, covered = make([]float64, s.ix.NumNodes()), make([]float64, s.ix.NumNodes())
	var total float64
	for _, t := range terms {
		list, idf, err := s.lookUp(t.text)
		if err != nil {
			return nil, nil, err
		}
		weight := t.weight * idf
		if len(list) > 0 {
			total += weight
		}
		for _, p := range list {
			text[p.node] += s.gain(weight, p.mass)
			covered[p.node] += weight
		}
	}
	for n, share := range covered {
		if share > 0 {
			covered[n] = math.Pow(min(share/total, 1), coverage)
		}
	}
	return text, covered, nil
}

// A TermScore is the contribution of one term to the score of a node.
type TermScore struct {
	Term   string
	Score  float64
	Fields [tokens.NumFields]float64 // its parts, by field
}

// explain returns the parts of the scores of some nodes, by node, in the order
// of the terms. Terms that a node lacks are left out.
func (s *scorer) explain(terms []queryTerm, nodes map[uint32]bool) (map[uint32][]TermScore, error) {
	parts := map[uint32][]TermScore{}
	for _, t := range terms {
		_, idf, err := s.lookUp(t.text)
		if err != nil {
			return nil, err
		}
		list, err := s.ix.Postings(t.text)
		if err != nil {
			return nil, err
		}
		for {
			n, freq, ok := list.Next()
			if !ok {
				break
			}
			if nodes[n] {
				parts[n] = append(parts[n], s.termScore(t.text, t.weight*idf, n, freq))
			}
		}
		if err := list.Err(); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// termScore splits the score of a term among the fields by their mass.
func (s *scorer) termScore(term string, weight float64, n uint32, freq *Frequencies) TermScore {
	mass := s.masses(n, freq)
	t := TermScore{Term: term, Score: s.gain(weight, mass)}
	for f, k := range freq {
		if k > 0 {
			t.Fields[f] = t.Score * s.mass(n, tokens.Field(f), k) / mass
		}
	}
	return t
}

// Set changes the weight with the given name: k1, b, or that of a field. It
// reports whether there is one.
func (w *Weights) Set(name string, value float64) bool {
	switch name {
	case "k1":
		w.K1 = value
		return true
	case "b":
		w.B = value
		return true
	}
	for f := range tokens.NumFields {
		if f.String() == name {
			w.Field[f] = value
			return true
		}
	}
	return false
}

// fit is a score of a text by itself, whatever its length.
func (s *scorer) fit(terms []queryTerm, text string) (float64, error) {
	count := map[string]int{}
	for _, t := range tokens.Terms(nil, text) {
		count[t.Text]++
	}
	var sum float64
	for _, t := range terms {
		if count[t.text] == 0 {
			continue
		}
		list, err := s.ix.Postings(t.text)
		if err != nil {
			return 0, err
		}
		sum += s.gain(t.weight*s.idf(list.Len()), float64(count[t.text]))
	}
	return sum, nil
}
