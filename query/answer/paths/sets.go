package paths

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/expand"
)

// A spread finds a shortest path for each member of a set of ends.
type spread struct {
	*flow
	opts     expand.PathOptions
	from, to map[uint32]bool
	next     map[uint32]expand.Edge // towards the start of the spread
	depth    map[uint32]int
}

// each finds paths between two sets of nodes, one for each end in the set. Ends of from
// that are reachable from other ends of from are left out; so are ends of to that are
// only reachable through other ends of to. The shortest paths come first.
func (f *flow) each(from, to map[uint32]bool, opts expand.PathOptions,
	toSet bool) (*expand.Paths, error) {
	s := &spread{flow: f, opts: opts, from: from, to: to, next: map[uint32]expand.Edge{},
		depth: map[uint32]int{}}
	begin, goal := to, from
	if toSet {
		begin, goal = from, to
	}
	if err := s.walk(begin, goal, toSet); err != nil {
		return nil, err
	}
	found, err := s.found(goal, toSet)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(s.depth[a], s.depth[b]), cmp.Compare(a, b))
	})
	out := &expand.Paths{Total: len(found)}
	for _, n := range found[:min(len(found), opts.MaxPaths)] {
		out.Found = append(out.Found, s.path(n, toSet))
	}
	return out, nil
}

// walk walks from all nodes in begin, along the edges or against them. Along the edges it
// does not continue from a goal.
func (s *spread) walk(begin, goal map[uint32]bool, along bool) error {
	level := make([]uint32, 0, len(begin))
	for n := range begin {
		s.depth[n] = 0
		level = append(level, n)
	}
	for d := 1; d <= s.opts.MaxDepth && len(level) > 0; d++ {
		slices.Sort(level)
		var next []uint32
		for _, n := range level {
			if along && goal[n] {
				continue
			}
			edges, err := s.edges(n, along)
			if err != nil {
				return err
			}
			for _, e := range edges {
				other := e.From
				if along {
					other = e.To
				}
				_, seen := s.depth[other]
				if seen || e.Kind == graph.Contains.String() ||
					!goal[other] && !s.opts.Admit(other) {
					continue
				}
				s.depth[other], s.next[other] = d, e
				next = append(next, other)
			}
		}
		level = next
	}
	return nil
}

func (s *spread) edges(n uint32, along bool) ([]expand.Edge, error) {
	if along {
		return s.Out(n)
	}
	return s.In(n)
}

// found lists the ends that the walk reached. Against the edges, an end counts if no
// other end of the set has an edge to it; if each has one, all count.
func (s *spread) found(goal map[uint32]bool, along bool) ([]uint32, error) {
	var all, first []uint32
	for n := range goal {
		if s.depth[n] == 0 {
			continue
		}
		all = append(all, n)
		if along {
			continue
		}
		edges, err := s.In(n)
		if err != nil {
			return nil, err
		}
		led := slices.ContainsFunc(edges, func(e expand.Edge) bool {
			return e.Kind != graph.Contains.String() && e.From != n && goal[e.From] &&
				s.depth[e.From] > 0
		})
		if !led {
			first = append(first, n)
		}
	}
	if len(first) > 0 {
		return first, nil
	}
	return all, nil
}

// path follows the walk back from one of its ends.
func (s *spread) path(n uint32, along bool) expand.Path {
	p := expand.Path{Nodes: []uint32{n}, Strength: 1}
	for s.depth[n] > 0 {
		e := s.next[n]
		if along {
			n = e.From
		} else {
			n = e.To
		}
		p.Strength *= e.Weight * e.Confidence
		p.Nodes, p.Edges = append(p.Nodes, n), append(p.Edges, e)
	}
	if along {
		slices.Reverse(p.Nodes)
		slices.Reverse(p.Edges)
	}
	p.Length = len(p.Edges)
	return p
}
