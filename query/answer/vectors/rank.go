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

// A Mode specifies how vectors and words are combined in a ranking.
type Mode string

// The modes.
const (
	Keyword  Mode = "keyword"  // only words
	Semantic Mode = "semantic" // only vectors
	Hybrid   Mode = "hybrid"   // a search to which the cosines contribute
	RRF      Mode = "rrf"      // reciprocal rank fusion of both
	Rerank   Mode = "rerank"   // the nearest by vectors, ordered by words
)

// Modes lists the modes.
var Modes = []string{string(Keyword), string(Semantic), string(Hybrid), string(RRF),
	string(Rerank)}

// ParseMode parses a mode.
func ParseMode(s string) (Mode, error) {
	if !slices.Contains(Modes, s) {
		return "", fmt.Errorf("mode %q: use one of %s", s, strings.Join(Modes, ", "))
	}
	return Mode(s), nil
}

const (
	// Candidates is the number of the best nodes by words and by vectors that are ranked.
	Candidates = 200
	// DefaultWeight is the default weight of the cosine in Hybrid.
	DefaultWeight = 0.3

	rankOffset = 60 // for reciprocal ranks
)

// Options specifies how to rank.
type Options struct {
	Mode  Mode
	Limit int
	Admit func(*graph.Node) bool // which nodes may be found by vectors
}

// A candidate is a node to be ranked.
type candidate struct {
	node           uint32
	score          float64
	cosine, word   float64 // word: share of the best score of the search
	byCosine, rank int     // ranks, from 1; 0: not among the candidates
}

// Rank replaces the hits of a search, at most Candidates, by those of a mode other than Keyword
// and Hybrid, which are searches. Their scores are from 0 to 1; ties are broken by node number.
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

// candidates returns the hits of the search and the nearest nodes.
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

// score returns the score of a candidate in the mode.
func (o *Options) score(c *candidate) float64 {
	near := max(c.cosine, 0)
	switch o.Mode {
	case Semantic:
		if c.byCosine == 0 {
			return 0
		}
		return near
	case RRF:
		return (rankOffset + 1) / 2.0 * (reciprocal(c.rank) + reciprocal(c.byCosine))
	case Rerank:
		if c.byCosine == 0 {
			return 0
		}
		// Nodes without matching words follow in the order of their vectors.
		return (1+c.word)/2 - (1-near)*rerankShare
	}
	return c.word
}

// rerankShare is the weight of the cosine in the order by words.
const rerankShare = 0.01

// reciprocal returns the reciprocal of a rank plus an offset, or 0 without a rank.
func reciprocal(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return 1 / float64(rankOffset+rank)
}
