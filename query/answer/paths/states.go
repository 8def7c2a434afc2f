package paths

import (
	"cmp"
	"errors"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/expand"
)

// Paths are first searched ignoring receivers, which is fast, and then validated with
// them. If the shortest paths all turn out invalid, the states are searched.
const (
	triedPaths = 64     // number of paths that are validated before states are searched
	triedEnds  = 40     // number of ends of a set for which states are searched
	maxStates  = 300000 // states per search
)

// errStates reports an incomplete search.
var errStates = errors.New("too many states")

// moves lists the moves from a state.
func (f *flow) moves(s dispatch.State) ([]dispatch.Move, error) {
	if list, ok := f.from[s]; ok {
		return list, nil
	}
	list, err := f.w.StatesUsed(s, f.flows)
	if err == nil {
		f.from[s] = list
	}
	return list, err
}

// validPaths keeps the paths that are valid for the receivers on the way, and counts the
// others.
func (f *flow) validPaths(found *expand.Paths, direction expand.Direction) (gone int, err error) {
	var kept []expand.Path
	for _, p := range found.Found {
		ok, err := f.holds(p, direction)
		if err != nil {
			return 0, err
		}
		if ok {
			kept = append(kept, p)
		} else {
			gone++
		}
	}
	found.Found = kept
	found.Total -= gone
	return gone, nil
}

// holds reports whether a path is valid for the receivers on the way.
func (f *flow) holds(p expand.Path, direction expand.Direction) (bool, error) {
	down, up := p, p // from the first end to the second, or from the turn to each end
	switch direction {
	case expand.Out, "":
		return f.walks(p.Nodes, p.Edges)
	case expand.In:
		return f.walks(reversed(p.Nodes), reversed(p.Edges))
	case expand.Above:
		down.Nodes, down.Edges = p.Nodes[p.Turn:], p.Edges[p.Turn:]
		up.Nodes, up.Edges = reversed(p.Nodes[:p.Turn+1]), reversed(p.Edges[:p.Turn])
	case expand.Below:
		down.Nodes, down.Edges = p.Nodes[:p.Turn+1], p.Edges[:p.Turn]
		up.Nodes, up.Edges = reversed(p.Nodes[p.Turn:]), reversed(p.Edges[p.Turn:])
	default:
		return true, nil
	}
	ok, err := f.walks(down.Nodes, down.Edges)
	if err != nil || !ok {
		return false, err
	}
	return f.walks(up.Nodes, up.Edges)
}

func reversed[T any](list []T) []T {
	out := slices.Clone(list)
	slices.Reverse(out)
	return out
}

// walks reports whether a walk along edges is valid for the receivers on the way.
func (f *flow) walks(nodes []uint32, edges []expand.Edge) (bool, error) {
	states := []dispatch.State{{Node: nodes[0]}}
	for i, e := range edges {
		if e.Kind == graph.Contains.String() {
			if e.From == nodes[i] {
				states = []dispatch.State{{Node: nodes[i+1]}}
			}
			continue
		}
		var next []dispatch.State
		for _, s := range states {
			moves, err := f.moves(s)
			if err != nil {
				return false, err
			}
			for _, m := range moves {
				to := dispatch.State{Node: m.Used, On: m.On}
				if m.Used == nodes[i+1] && m.Kind.String() == e.Kind && !slices.Contains(next, to) {
					next = append(next, to)
				}
			}
		}
		if states = next; len(states) == 0 {
			return false, nil
		}
	}
	return true, nil
}

// A stateSearch finds a shortest path between states.
type stateSearch struct {
	*flow
	opts   expand.PathOptions
	before map[dispatch.State]way
	queue  []dispatch.State
}

// A way is the move by which a search reached a state.
type way struct {
	from  dispatch.State
	edge  expand.Edge
	depth int
}

// shortest finds a shortest path that is valid for the receivers on the way, between the
// members of two sets of nodes; ok is false if no such path exists. It returns errStates
// if it visits too many states to decide.
func (f *flow) shortest(from, to map[uint32]bool, opts expand.PathOptions) (p expand.Path,
	ok bool, err error) {
	s := &stateSearch{flow: f, opts: opts, before: map[dispatch.State]way{}}
	for n := range from {
		s.queue = append(s.queue, dispatch.State{Node: n})
	}
	slices.SortFunc(s.queue, compareStates)
	for _, start := range s.queue {
		s.before[start] = way{from: start}
	}
	for i := 0; i < len(s.queue); i++ {
		end, found, err := s.expand(s.queue[i], to)
		if err != nil || found {
			return s.path(end), found, err
		}
	}
	return p, false, nil
}

// expand adds the successors of a state, and returns the first one that is an end.
func (s *stateSearch) expand(at dispatch.State, to map[uint32]bool) (end dispatch.State,
	found bool, err error) {
	depth := s.before[at].depth + 1
	if depth > s.opts.MaxDepth {
		return end, false, nil
	}
	moves, err := s.moves(at)
	if err != nil {
		return end, false, err
	}
	for _, m := range moves {
		next := dispatch.State{Node: m.Used, On: m.On}
		if _, seen := s.before[next]; seen || !to[m.Used] && !s.opts.Admit(m.Used) {
			continue
		}
		if len(s.before) >= s.states {
			return end, false, errStates
		}
		e := s.asExpand(m.Edge, m.Used)
		s.edges([]dispatch.Step{m.Step}) // records the member referred to
		s.before[next] = way{at, e, depth}
		if to[m.Used] {
			return next, true, nil
		}
		s.queue = append(s.queue, next)
	}
	return end, false, nil
}

// path follows the search back from an end.
func (s *stateSearch) path(end dispatch.State) expand.Path {
	p := expand.Path{Nodes: []uint32{end.Node}, Strength: 1}
	for at := end; s.before[at].depth > 0; at = s.before[at].from {
		w := s.before[at]
		p.Strength *= w.edge.Weight * w.edge.Confidence
		p.Nodes, p.Edges = append(p.Nodes, w.from.Node), append(p.Edges, w.edge)
	}
	slices.Reverse(p.Nodes)
	slices.Reverse(p.Edges)
	p.Length = len(p.Edges)
	return p
}

func compareStates(a, b dispatch.State) int {
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.On, b.On))
}

// within adds the edges from the ends to the members at which a path starts and finishes.
func (f *flow) within(p expand.Path, ends [2]end) (expand.Path, error) {
	first, err := f.containers(p.Nodes[0], ends[0].nodes)
	if err != nil {
		return p, err
	}
	last, err := f.containers(p.Nodes[len(p.Nodes)-1], ends[1].nodes)
	if err != nil {
		return p, err
	}
	for _, e := range first {
		p.Nodes, p.Edges = append([]uint32{e.From}, p.Nodes...), append([]expand.Edge{e}, p.Edges...)
	}
	for _, e := range last {
		p.Nodes, p.Edges = append(p.Nodes, e.From), append(p.Edges, e)
	}
	return p, nil
}

// containers lists the edges from one of the ends to n, if it is nested in one, the
// innermost first.
func (f *flow) containers(n uint32, ends []uint32) ([]expand.Edge, error) {
	var out []expand.Edge
	for !slices.Contains(ends, n) {
		parent, ok, err := f.x.Parent(n)
		if err != nil || !ok {
			return nil, err
		}
		out = append(out, f.asExpand(graph.Edge{From: parent, To: n, Kind: graph.Contains,
			Tier: graph.Exact}, n))
		n = parent
	}
	return out, nil
}
