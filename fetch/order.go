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
	SeedFirst  Mode = "seed_first"  // all seeds, then the others by (depth, id)
	GraphFirst Mode = "graph_first" // each seed, followed by its descendants by (depth, id); others are dropped
	Balanced   Mode = "balanced"    // seed, other, seed, other, …; others by (depth, id)
)

// ParseMode reads a mode; blank means Balanced.
func ParseMode(s string) (Mode, error) {
	switch m := Mode(strings.ToLower(strings.TrimSpace(s))); m {
	case "":
		return Balanced, nil
	case SeedFirst, GraphFirst, Balanced:
		return m, nil
	}
	return "", fmt.Errorf("prioritization_mode %q: %w: use seed_first, graph_first or balanced", s, ErrMode)
}

// A tree is the breadth-first tree over the edges, from all seeds at once.
type tree struct {
	nodes map[string]place
}

type place struct {
	depth  int
	parent string
	seed   int // the seed that it descends from, by rank
}

func newTree(seeds []string, edges []Edge) tree {
	next := map[string][]string{}
	for _, e := range edges {
		next[e.From] = append(next[e.From], e.To)
	}
	t := tree{map[string]place{}}
	var queue []string
	for i, s := range seeds {
		t.nodes[s] = place{seed: i}
		queue = append(queue, s)
	}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, to := range next[id] {
			if _, ok := t.nodes[to]; !ok {
				t.nodes[to] = place{depth: t.nodes[id].depth + 1, parent: id, seed: t.nodes[id].seed}
				queue = append(queue, to)
			}
		}
	}
	return t
}

// item fills in the place of a candidate.
func (t tree) item(id string, text Text) Item {
	p, ok := t.nodes[id]
	if !ok {
		p.depth = 1
	}
	return Item{ID: id, Text: text, IsSeed: t.isSeed(id), Depth: p.depth, Parent: p.parent}
}

func (t tree) isSeed(id string) bool {
	p, ok := t.nodes[id]
	return ok && p.depth == 0
}

// order lists the candidates in the order of the mode.
func (t tree) order(mode Mode, seeds, expanded []string) []string {
	graph := slices.DeleteFunc(slices.Clone(expanded), t.isSeed)
	slices.SortFunc(graph, func(a, b string) int {
		return cmp.Or(cmp.Compare(t.depth(a), t.depth(b)), cmp.Compare(a, b))
	})
	switch mode {
	case SeedFirst:
		return append(slices.Clone(seeds), graph...)
	case GraphFirst:
		return t.bySeed(seeds, graph)
	}
	var out []string
	for i := range max(len(seeds), len(graph)) {
		if i < len(seeds) {
			out = append(out, seeds[i])
		}
		if i < len(graph) {
			out = append(out, graph[i])
		}
	}
	return out
}

// depth of a node that no edge reaches is beyond all others.
func (t tree) depth(id string) int {
	if p, ok := t.nodes[id]; ok {
		return p.depth
	}
	return math.MaxInt
}

func (t tree) bySeed(seeds, graph []string) []string {
	branches := make([][]string, len(seeds))
	for _, id := range graph {
		if p, ok := t.nodes[id]; ok {
			branches[p.seed] = append(branches[p.seed], id)
		}
	}
	var out []string
	for i, s := range seeds {
		out = append(append(out, s), branches[i]...)
	}
	return out
}
