package paths

import (
	"cmp"
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
	"seedgraph/query/expand"
)

// A flow adapts an index to package expand, including dynamic dispatch: a caller of an
// interface or base member has an edge to each member that may run in its place, unless
// an override calls the base class. A path through such an edge is unfolded when it is
// described.
type flow struct {
	x      dispatch.Index
	w      *dispatch.Walker
	follow func(graph.Edge) bool
	named  map[ends]graph.Edge
	out    map[uint32][]expand.Edge
	in     map[uint32][]expand.Edge
	from   map[dispatch.State][]dispatch.Move
	states int             // maximum number of states of a search
	starts map[uint32]bool // start nodes of paths
}

// ends are the ends of an edge.
type ends struct {
	from, to uint32
	kind     string
}

func newFlow(x dispatch.Index, allow expand.Allowlist) *flow {
	f := &flow{x: x, w: dispatch.NewWalker(x), named: map[ends]graph.Edge{},
		out: map[uint32][]expand.Edge{}, in: map[uint32][]expand.Edge{},
		from: map[dispatch.State][]dispatch.Move{}, states: maxStates}
	calls := allow.Has(graph.Calls.String())
	f.follow = func(e graph.Edge) bool {
		return allow.Has(e.Kind.String()) || calls && f.runs(e)
	}
	return f
}

// runs reports whether a reference runs its target: an accessor, or a fixture that a test requests.
func (f *flow) runs(e graph.Edge) bool {
	return e.Kind == graph.References && (e.Via == graph.ViaImplicit || f.w.IsAccessor(e.To))
}

// walked returns the kinds of edges that a search follows among those that the flow
// lists.
func (f *flow) walked(allow expand.Allowlist) expand.Allowlist {
	if allow.Has(graph.Calls.String()) {
		return allow.With(graph.References.String())
	}
	return allow
}

// Out lists the edges of a node to its targets, by (Kind, To), and to its members.
func (f *flow) Out(n uint32) ([]expand.Edge, error) {
	if edges, ok := f.out[n]; ok {
		return edges, nil
	}
	steps, err := f.w.Used(n, f.flows)
	if err != nil {
		return nil, err
	}
	own, err := f.x.Out(n)
	if err != nil {
		return nil, err
	}
	edges, err := f.joined(steps, own)
	if err != nil {
		return nil, err
	}
	f.out[n] = edges
	return edges, nil
}

// In lists the edges to a node from its users, and from its container.
func (f *flow) In(n uint32) ([]expand.Edge, error) {
	if edges, ok := f.in[n]; ok {
		return edges, nil
	}
	steps, err := f.w.Running(n, f.flows)
	if err != nil {
		return nil, err
	}
	own, err := f.x.In(n)
	if err != nil {
		return nil, err
	}
	edges, err := f.joined(steps, own)
	if err != nil {
		return nil, err
	}
	f.in[n] = edges
	return edges, nil
}

// joined converts steps to edges, and adds those of a node's own edges that connect a
// container to an included member.
func (f *flow) joined(steps []dispatch.Step, own []graph.Edge) ([]expand.Edge, error) {
	edges := f.edges(steps)
	for _, e := range own {
		if ok, err := f.whole(e); err != nil {
			return nil, err
		} else if ok {
			edges = append(edges, f.asExpand(e, e.To))
		}
	}
	return edges, nil
}

// whole reports whether an edge connects a container to an included member.
func (f *flow) whole(e graph.Edge) (bool, error) {
	if e.Kind != graph.Contains {
		return false, nil
	}
	return holds(f.x, e.From)
}

// holds reports whether a node includes its members. Definitions nested in a function,
// such as the methods of an object that it creates, run on their own.
func holds(x answer.Nodes, n uint32) (bool, error) {
	node, err := x.Node(n)
	return err == nil && !node.Kind.IsCallable(), err
}

// flows reports whether an edge is followed. Dispatch edges are not, because they are
// folded into the edges to their source. An edge for a function passed by a caller is
// only followed at the start of a path, because a path may reach its source from another
// caller; the caller that passes the function has its own edge.
func (f *flow) flows(e graph.Edge) bool {
	return e.Kind != graph.Contains && e.Kind != graph.Dispatches && f.follow(e) &&
		(!e.ByCaller() || f.starts[e.From])
}

// edges merges steps into edges, one per pair of nodes and kind.
func (f *flow) edges(steps []dispatch.Step) []expand.Edge {
	var out []expand.Edge
	for _, s := range steps {
		e := f.asExpand(s.Edge, s.Used)
		key := ends{e.From, e.To, e.Kind}
		if s.Dispatched() {
			known, ok := f.named[key]
			if !ok || s.To < known.To {
				f.named[key] = s.Edge
			}
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b expand.Edge) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.From, b.From),
			cmp.Compare(a.To, b.To))
	})
	return out
}

// asExpand returns the edge for a use of a node, directly or by dispatch. A reference that runs
// code has the weight of a call.
func (f *flow) asExpand(e graph.Edge, to uint32) expand.Edge {
	weight := e.Kind.Weight()
	if f.runs(e) {
		weight = graph.Calls.Weight()
	}
	return expand.Edge{From: e.From, To: to, Kind: e.Kind.String(), Tier: e.Tier.String(),
		Line: e.Line, Weight: weight, Confidence: e.Confidence()}
}

// unfold inserts the members referred to by dispatched calls into a path.
func (f *flow) unfold(p expand.Path) (expand.Path, error) {
	out := p
	out.Nodes, out.Edges = p.Nodes[:1:1], nil
	for i, e := range p.Edges {
		named, ok := f.named[ends{e.From, e.To, e.Kind}]
		direct, err := f.direct(e)
		if err != nil {
			return out, err
		}
		if !ok || direct {
			out.Nodes, out.Edges = append(out.Nodes, p.Nodes[i+1]), append(out.Edges, e)
			continue
		}
		call := f.asExpand(named, named.To)
		second, err := f.instead(named.To, e.To)
		if err != nil {
			return out, err
		}
		hops := []expand.Edge{call, second}
		if p.Nodes[i+1] == e.From { // walked backwards
			slices.Reverse(hops)
		}
		if i < p.Turn {
			out.Turn++
		}
		out.Nodes = append(out.Nodes, named.To, p.Nodes[i+1])
		out.Edges = append(out.Edges, hops...)
	}
	return out, nil
}

// direct reports whether the index has the edge itself.
func (f *flow) direct(e expand.Edge) (bool, error) {
	edges, err := f.x.Out(e.From)
	return slices.ContainsFunc(edges, func(o graph.Edge) bool {
		return o.To == e.To && o.Kind.String() == e.Kind
	}), err
}

// instead returns the edge from a member to one that may run in its place, or to a constructor
// from the message that it creates.
func (f *flow) instead(from, to uint32) (expand.Edge, error) {
	edges, err := f.x.Out(from)
	if err != nil {
		return expand.Edge{}, err
	}
	for _, e := range edges {
		if e.To == to && e.Kind == graph.Dispatches {
			return f.asExpand(e, to), nil
		}
	}
	if edges, err = f.x.Out(to); err != nil {
		return expand.Edge{}, err
	}
	for _, e := range edges {
		if e.To == from && e.Kind == graph.On { // a trigger on a table
			return f.asExpand(e, from), nil
		}
	}
	if message, ok, err := f.w.Message(from); err != nil || ok && message == to {
		return expand.Edge{From: to, To: from, Kind: graph.Contains.String(), Tier: graph.Exact.String(),
			Weight: graph.Contains.Weight(), Confidence: 1}, err
	}
	return expand.Edge{From: from, To: to, Kind: graph.Dispatches.String(),
		Tier: graph.Hierarchy.String(), Weight: graph.Dispatches.Weight()}, nil
}

// flowKinds returns the kinds of executed code and data flow, of which an operation
// excludes the edges of the other operation.
func flowKinds(op Op) expand.Allowlist {
	var other []graph.EdgeKind
	switch op {
	case Read:
		other = append(other, graph.WritesTo)
	case Write:
		other = append(other, graph.ReadsFrom)
	}
	var names []string
	for _, row := range graph.EdgeKinds() {
		switch row.Kind {
		case graph.References, graph.Inherits, graph.Implements, graph.Overrides, graph.Tests,
			graph.ForeignKey, graph.Configures:
		default:
			if slices.Contains(other, row.Kind) {
				continue
			}
			if row.Kind.IsDependency() {
				names = append(names, row.Name)
			}
		}
	}
	return expand.Raw(names)
}

// members returns the nodes and everything contained in them.
func members(x dispatch.Index, nodes []uint32) (map[uint32]bool, error) {
	out := map[uint32]bool{}
	todo := slices.Clone(nodes)
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if out[n] {
			continue
		}
		out[n] = true
		whole, err := holds(x, n)
		if err != nil {
			return nil, err
		}
		if !whole {
			continue
		}
		edges, err := x.Out(n)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if e.Kind == graph.Contains {
				todo = append(todo, e.To)
			}
		}
	}
	return out, nil
}
