package vectors

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/search"
)

// A Mode says how vectors and words make a ranking.
type Mode string

// The modes.
const (
	Keyword  Mode = "keyword"  // words alone
	Semantic Mode = "semantic" // vectors alone
	Hybrid   Mode = "hybrid"   // a weighted sum
	RRF      Mode = "rrf"      // by the ranks in both
	Rerank   Mode = "rerank"   // the nearest by vectors, in the order of words
)

// Modes lists the modes.
var Modes = []string{string(Keyword), string(Semantic), string(Hybrid), string(RRF),
	string(Rerank)}

// ParseMode reads a mode.
func ParseMode(s string) (Mode, error) {
	if !slices.Contains(Modes, s) {
		return "", fmt.Errorf("mode %q: use one of %s", s, strings.Join(Modes, ", "))
	}
	return Mode(s), nil
}

const (
	// Candidates is how many of the best by words and by vectors are ranked.
	Candidates = 200
	// DefaultWeight is that of the cosine in a weighted sum.
	DefaultWeight = 0.3

	rankOffset = 60 // of reciprocal ranks
)

// Options says how to rank.
type Options struct {
	Mode   Mode
	Weight float64 // of the cosine in Hybrid, 0 to 1
	Limit  int
	Admit  func(*graph.Node) bool // which nodes may be found by vectors
}

// A candidate is a node that is ranked.
type candidate struct {
	node           uint32
	score          float64
	cosine, word   float64 // word: share of the best score of the search
	byCosine, rank int     // ranks, from 1; 0: not among the candidates
}

// Rank replaces the hits of a search, of which there are up to Candidates, by those of
// the mode. Their scores are those of the mode, 0 to 1; ties go to the lower node.
func Rank(x search.Index, res *search.Result, cosines map[uint32]float64, o Options) error {
	all, err := candidates(x, res, cosines, o)
	if err != nil {
		return err
	}
	var out []candidate
	for _, n := range slices.Sorted(maps.Keys(all)) {
		c := all[n]
		if c.score = o.score(c); c.score > 0 {
			out = append(out, *c)
		}
	}
	slices.SortStableFunc(out, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	res.Hits = nil
	for _, c := range out[:min(len(out), o.Limit)] {
		info, err := x.Node(c.node)
		if err != nil {
			return err
		}
		h := res.Hit(c.node, info)
		h.Score, h.Vector = c.score, &search.VectorScore{Mode: string(o.Mode), Cosine: c.cosine,
			Words: c.word}
		res.Hits = append(res.Hits, h)
	}
	return nil
}

// candidates are the hits of the search and the nearest nodes.
func candidates(x search.Index, res *search.Result, cosines map[uint32]float64,
	o Options) (map[uint32]*candidate, error) {
	all := map[uint32]*candidate{}
	for i, h := range res.Hits {
		all[h.Node] = &candidate{node: h.Node, rank: i + 1, word: h.Score / res.Hits[0].Score,
			cosine: cosines[h.Node]}
	}
	nearest := slices.SortedFunc(maps.Keys(cosines), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(cosines[b], cosines[a]), cmp.Compare(a, b))
	})
	taken := 0
	for _, n := range nearest {
		if taken == Candidates {
			break
		}
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		if !o.Admit(node) {
			continue
		}
		taken++
		if all[n] == nil {
			all[n] = &candidate{node: n, cosine: cosines[n]}
		}
		all[n].byCosine = taken
	}
	return all, nil
}

// score is the score of a candidate by the mode.
func (o *Options) score(c *candidate) float64 {
	near := max(c.cosine, 0)
	switch o.Mode {
	case Semantic:
		if c.byCosine == 0 {
			return 0
		}
		return near
	case Hybrid:
		return (1-o.Weight)*c.word + o.Weight*near
	case RRF:
		return (rankOffset + 1) / 2.0 * (reciprocal(c.rank) + reciprocal(c.byCosine))
	case Rerank:
		if c.byCosine == 0 {
			return 0
		}
		// Nodes that no word finds follow in the order of their vectors.
		return (1+c.word)/2 - (1-near)*rerankShare
	}
	return c.word
}

// rerankShare is how much the cosine counts in the order by words.
const rerankShare = 0.01

// reciprocal is that of a rank, with an offset; 0 without a rank.
func reciprocal(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return 1 / float64(rankOffset+rank)
}
