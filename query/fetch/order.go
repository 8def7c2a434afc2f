package fetch

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// A Mode is an order of candidates.
type Mode string

// The modes.
const (
	SeedFirst Mode = "seed_first" // all seeds, then the others by (depth, id)
	// each seed, followed by its descendants by (depth, id); others are dropped
	GraphFirst Mode = "graph_first"
	Balanced   Mode = "balanced" // seed, other, seed, other, …; others by (depth, id)
)

// ParseMode reads a mode; blank means Balanced.
func ParseMode(s string) (Mode, error) {
	switch m := Mode(strings.ToLower(strings.TrimSpace(s))); m {
	case "":
		return Balanced, nil
	case SeedFirst, GraphFirst, Balanced:
		return m, nil
	}
	return "", fmt.Errorf("prioritization_mode %q: %w: use seed_first, graph_first or balanced", s,
		ErrMode)
}

// A tree is the breadth-first tree over the edges, from all seeds at once.
type tree[K Key] struct {
	nodes map[K]place[K]
}

type place[K Key] struct {
	depth  int
	parent *K
	seed   int // index of the seed that it descends from
}

func newTree[K Key](seeds []K, edges []Edge[K]) tree[K] {
	next := map[K][]K{}
	for _, e := range edges {
		next[e.From] = append(next[e.From], e.To)
	}
	t := tree[K]{map[K]place[K]{}}
	var queue []K
	for i, s := range seeds {
		t.nodes[s] = place[K]{seed: i}
		queue = append(queue, s)
	}
	for len(queue) > 0 {
		k := queue[0]
		queue = queue[1:]
		for _, to := range next[k] {
			if _, ok := t.nodes[to]; !ok {
				t.nodes[to] = place[K]{depth: t.nodes[k].depth + 1, parent: &k,
					seed: t.nodes[k].seed}
				queue = append(queue, to)
			}
		}
	}
	return t
}

// item describes a candidate by its place in the tree.
func (t tree[K]) item(k K, text Text) Item[K] {
	p, ok := t.nodes[k]
	if !ok {
		p.depth = 1
	}
	return Item[K]{Key: k, Text: text, IsSeed: t.isSeed(k), Depth: p.depth, Parent: p.parent}
}

func (t tree[K]) isSeed(k K) bool {
	p, ok := t.nodes[k]
	return ok && p.depth == 0
}

// order lists the candidates in the order of the mode.
func (t tree[K]) order(mode Mode, seeds, expanded []K) []K {
	added := slices.DeleteFunc(slices.Clone(expanded), t.isSeed)
	slices.SortFunc(added, func(a, b K) int {
		return cmp.Or(cmp.Compare(t.depth(a), t.depth(b)), cmp.Compare(a.String(), b.String()))
	})
	switch mode {
	case SeedFirst:
		return append(slices.Clone(seeds), added...)
	case GraphFirst:
		return t.bySeed(seeds, added)
	}
	var out []K
	for i := range max(len(seeds), len(added)) {
		if i < len(seeds) {
			out = append(out, seeds[i])
		}
		if i < len(added) {
			out = append(out, added[i])
		}
	}
	return out
}

// depth returns the depth of a node; a node that no edge reaches is deepest.
func (t tree[K]) depth(k K) int {
	if p, ok := t.nodes[k]; ok {
		return p.depth
	}
	return math.MaxInt
}

// bySeed lists each seed followed by its descendants, and drops other nodes.
func (t tree[K]) bySeed(seeds, added []K) []K {
	branches := make([][]K, len(seeds))
	for _, k := range added {
		if p, ok := t.nodes[k]; ok {
			branches[p.seed] = append(branches[p.seed], k)
		}
	}
	var out []K
	for i, s := range seeds {
		out = append(append(out, s), branches[i]...)
	}
	return out
}
