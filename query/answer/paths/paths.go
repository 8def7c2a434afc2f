package paths

import (
	"maps"
	"slices"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/answer/openends"
	"seedgraph/query/expand"
	"seedgraph/query/render"
)

// An Answer holds the paths between two nodes.
type Answer struct {
	From      string           `json:"from_id"`   // as given for a folder, or a name of several nodes
	To        string           `json:"to_id"`     // in the same form
	Direction expand.Direction `json:"direction"` // of the paths
	Connected bool             `json:"connected"` // whether there is a path
	// whether to_id is reachable from from_id: openends.Yes, openends.No, or
	// openends.Unknown if it may be through an open end, or if a limit ended the search;
	// empty if that was not requested
	Answer   string         `json:"answer,omitempty"`
	OpenEnds []openends.End `json:"open_ends"` // the nearest to to_id first
	Open     int            `json:"open"`      // number of open ends, listed or not
	// the limit that ended the search, the depth or the number of states; may be empty
	StoppedAt string `json:"stopped_at,omitempty"`
	// only if not connected: there is a path from the second end to the first
	Reverse bool `json:"reverse,omitempty"`
	// only if to_id is not reachable from from_id: members that may run in place of one
	// of from_id, and from which to_id is reachable
	StandIns []string `json:"stand_ins,omitempty"`
	Total    int      `json:"total"` // shortest paths, or ends of a set with a path; listed or not
	Paths    []Path   `json:"paths"` // the best first
	// the distinct nodes of the paths, in the order in which the paths reach them
	Items []Item `json:"items"`

	names  [2]string // of the ends
	stands []string  // names of StandIns
	meet   bool      // common nodes were searched, because to_id is not reachable from from_id
	sets   bool      // one of the ends is a set, and each of its nodes has its own path
}

// A Path is one path of an answer.
type Path struct {
	Length   int      `json:"length"`   // number of edges, except those from the ends to their own members
	Strength float64  `json:"strength"` // product of the weights and confidences of these edges
	Nodes    []string `json:"nodes"`    // from A to B
	Edges    []Hop    `json:"edges"`    // between consecutive nodes

	turn int // index of the node where the path turns, if it does
}

// A Hop is an edge of a path.
type Hop struct {
	answer.Edge
	Against bool `json:"against"` // the path follows the edge backwards
}

// An Item is a node of paths. Its link is from the first path that reaches it.
type Item struct {
	render.Item
	answer.Link
}

// Find finds the shortest paths between the nodes denoted by a and b. If one of them is a
// folder or a pattern of paths, it finds one path for each of its definitions, as far as
// there are any.
func Find(x Index, names Names, a, b string, o Options) (*Answer, error) {
	if o.Direction == "" {
		o.Direction = expand.Out
	}
	opts, err := o.options(x)
	if err != nil {
		return nil, err
	}
	ends, err := findEnds(x, names, a, b, o.Op)
	if err != nil {
		return nil, err
	}
	tests, err := isTest(x, ends)
	if err != nil {
		return nil, err
	}
	if tests { // a test also runs test helpers
		opts.Admit = Through{External: o.Through.External, Tests: true}.admit(x)
	}
	if opts.MaxPaths == 0 {
		if opts.MaxPaths = nodePaths; ends[0].set || ends[1].set {
			opts.MaxPaths = setPaths
		}
	}
	out := &Answer{From: ends[0].id, To: ends[1].id, Direction: o.Direction, Paths: []Path{},
		Items: []Item{}, names: [2]string{ends[0].name, ends[1].name}}
	most := opts.MaxPaths
	around, err := dispatch.Around(x, slices.Concat(ends[0].nodes, ends[1].nodes))
	if err != nil {
		return nil, err
	}
	f, found, err := out.search(around, ends, &opts)
	if err != nil {
		return nil, err
	}
	out.Total, out.Connected = found.Total, len(found.Found) > 0
	if err := out.decide(x, around, ends, o.Direction, f); err != nil {
		return nil, err
	}
	out.sets = out.Direction == expand.Out && (ends[0].set || ends[1].set)
	return out, out.add(x, f, found, most)
}

// isTest reports whether an end is a definition in test code.
func isTest(x answer.Nodes, ends [2]end) (bool, error) {
	for _, e := range ends {
		for _, n := range e.nodes {
			node, err := x.Node(n)
			if err != nil || !e.set && node.Flags&graph.Test != 0 {
				return err == nil, err
			}
		}
	}
	return false, nil
}

// decide determines whether one end is reachable from the other. If no path was found, it
// searches for open ends on the way.
func (a *Answer) decide(x Index, around dispatch.Index, ends [2]end, direction expand.Direction, f *flow) error {
	a.OpenEnds = []openends.End{}
	switch direction {
	case expand.Out, Meet:
	case expand.In:
		ends[0], ends[1] = ends[1], ends[0]
	default:
		return nil
	}
	if a.Connected && !a.meet {
		a.Answer = openends.Yes
		return nil
	}
	first, last, err := both(x, ends)
	if err != nil {
		return err
	}
	found, err := openends.Between(walked{around, x}, sorted(first), sorted(last), f.flows)
	if err != nil {
		return err
	}
	a.Answer, a.Open = found.Answer(), found.Total
	a.OpenEnds = append(a.OpenEnds, found.List...)
	switch {
	case found.Reached:
		a.StoppedAt = StoppedDepth
	case !found.Complete:
		a.StoppedAt = StoppedStates
	}
	return nil
}

// Reasons why a search ended early.
const (
	StoppedDepth  = "depth"  // there is a longer path
	StoppedStates = "states" // not all code reachable from the first end was searched for open ends
)

// walked is the index being walked, with the open ends of its nodes.
type walked struct {
	dispatch.Index
	ends Index
}

// OpenEnds lists the open ends of a node.
func (w walked) OpenEnds(n uint32) ([]graph.OpenEnd, error) { return w.ends.OpenEnds(n) }

// Pieces returns the stored texts of a node.
func (w walked) Pieces(n uint32) ([]artifacts.Piece, error) { return w.ends.Pieces(n) }

// OpenEndsOf lists the nodes with an open end of a name.
func (w walked) OpenEndsOf(name string) ([]uint32, error) { return w.ends.OpenEndsOf(name) }

// sorted returns the nodes of a set by number.
func sorted(set map[uint32]bool) []uint32 { return slices.Sorted(maps.Keys(set)) }

// add describes as many paths as the limit allows.
func (a *Answer) add(x Index, f *flow, found *expand.Paths, most int) error {
	seen := map[uint32]bool{}
	for _, p := range found.Found {
		p, err := f.unfold(p)
		if err != nil {
			return err
		}
		if repeats(p) {
			a.Total--
			continue
		}
		if len(a.Paths) == most {
			continue
		}
		path, items, err := describe(x, p)
		if err != nil {
			return err
		}
		a.Paths = append(a.Paths, path)
		for i, n := range p.Nodes {
			if !seen[n] {
				seen[n] = true
				a.Items = append(a.Items, items[i])
			}
		}
	}
	return nil
}

// repeats reports whether a path turns at a member that may run in place of one to which
// both of its branches refer: the path that turns there is equivalent.
func repeats(p expand.Path) bool {
	return p.Turn > 0 && p.Turn < len(p.Nodes)-1 && p.Nodes[p.Turn-1] == p.Nodes[p.Turn+1]
}

// describe describes a path, and its nodes in order. The score of a node is the strength
// of the path.
func describe(x answer.Nodes, p expand.Path) (Path, []Item, error) {
	path := Path{Length: p.Length, Strength: answer.Round(p.Strength), Nodes: []string{},
		Edges: []Hop{}, turn: p.Turn}
	var items []Item
	for i, n := range p.Nodes {
		it, _, err := answer.NewItem(x, answer.Target{Node: n}, p.Strength)
		if err != nil {
			return path, nil, err
		}
		item := Item{Item: it}
		if i > 0 {
			e := p.Edges[i-1]
			if item.Link, err = answer.NewLink(x, p.Nodes[i-1], e); err != nil {
				return path, nil, err
			}
			path.Edges = append(path.Edges, Hop{*item.Via, e.From == n})
		}
		path.Nodes = append(path.Nodes, it.ID)
		items = append(items, item)
	}
	return path, items, nil
}
