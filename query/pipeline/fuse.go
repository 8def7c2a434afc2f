package pipeline

import (
	"cmp"
	"slices"
)

// A Hit is a node that search_nodes found.
type Hit struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
	Rank  int     `json:"rank"` // from 1
}

// fuse merges two rankings by reciprocal rank fusion: the score of an id is the sum of
// 1/(k+rank) over the rankings that have it, with ranks from 1. Ties are broken by the
// better rank in a, then in b, then by id.
func fuse(a, b []string, k int) []Hit {
	type ranks struct{ a, b int }
	const absent = 1 << 30
	at := map[string]*ranks{}
	var ids []string
	get := func(id string) *ranks {
		if at[id] == nil {
			at[id] = &ranks{absent, absent}
			ids = append(ids, id)
		}
		return at[id]
	}
	for i, id := range a {
		get(id).a = i + 1
	}
	for i, id := range b {
		get(id).b = i + 1
	}
	score := func(id string) float64 {
		var sum float64
		for _, rank := range []int{at[id].a, at[id].b} {
			if rank != absent {
				sum += 1 / float64(k+rank)
			}
		}
		return sum
	}
	slices.SortFunc(ids, func(x, y string) int {
		return cmp.Or(cmp.Compare(score(y), score(x)), cmp.Compare(at[x].a, at[y].a),
			cmp.Compare(at[x].b, at[y].b), cmp.Compare(x, y))
	})
	hits := make([]Hit, len(ids))
	for i, id := range ids {
		hits[i] = Hit{id, score(id), i + 1}
	}
	return hits
}
