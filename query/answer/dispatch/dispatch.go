// Package dispatch walks one step along or against the execution of code: calls,
// creations, data accesses, including dynamic dispatch. A call of an interface or base
// member uses every member that may run in its place; a call through the base class
// (base.M(), super().m()) uses only that member.
package dispatch

import (
	"slices"

	"seedgraph/graph"
	"seedgraph/query/answer"
)

// An Index provides the edges of steps. [*answer.Index] implements it.
type Index interface {
	answer.Nodes
	answer.Edges
	Lines(e graph.Edge) ([]uint32, error)
	// ExternalEdges lists the edges of a node to external symbols, which Out does not include.
	ExternalEdges(n uint32) ([]graph.Edge, error)
	// Receivers returns the receivers for which an edge applies, or nil if they are
	// unknown.
	Receivers(e graph.Edge) ([]graph.Receiver, error)
	Parent(n uint32) (parent uint32, ok bool, err error)
}

// A Step is one use: its edge connects the user to the member it refers to. If that is an
// interface or base member, another node may be used.
type Step struct {
	graph.Edge
	User, Used uint32 // User is From; Used is To, or a member that may run in its place
}

// Dispatched reports whether the user refers to a member other than the used one.
func (s Step) Dispatched() bool { return s.Used != s.To }

// A Walker computes steps. It caches class hierarchies.
type Walker struct {
	x      Index
	above  map[uint32][]uint32
	direct map[uint32][]uint32 // results of bases
	under  map[uint32][]uint32
	sent   map[uint32]bool // messages; see IsSent
	// whether a node is a property or event whose accessors have code; see IsAccessor
	accessors map[uint32]bool
	maker     map[uint32]uint32 // by node: 1 + the message that it creates, or 0; see Message
	c         *classes

	declarations map[uint32]*declaration
	on           map[uint32][]graph.Edge // by table; see triggers
	watches      map[uint32][]graph.Edge // by trigger or index: the edges to its tables; see bases
}

// NewWalker returns a walker over an index.
func NewWalker(x Index) *Walker {
	return &Walker{x: x, above: map[uint32][]uint32{}, direct: map[uint32][]uint32{},
		under: map[uint32][]uint32{}, sent: map[uint32]bool{}, maker: map[uint32]uint32{},
		accessors: map[uint32]bool{}, c: newClasses(x), declarations: map[uint32]*declaration{},
		on: map[uint32][]graph.Edge{}, watches: map[uint32][]graph.Edge{}}
}

// Above lists a node and all members that it overrides or implements, directly or
// indirectly, by number.
func (w *Walker) Above(n uint32) ([]uint32, error) {
	if list, ok := w.above[n]; ok {
		return list, nil
	}
	list, seen := []uint32{n}, map[uint32]bool{n: true}
	for i := 0; i < len(list); i++ {
		bases, err := w.bases(list[i])
		if err != nil {
			return nil, err
		}
		for _, b := range bases {
			if !seen[b] {
				seen[b] = true
				list = append(list, b)
			}
		}
	}
	slices.Sort(list)
	w.above[n] = list
	return list, nil
}

// bases lists the members that a member overrides directly, and those whose calls may run
// it. An interface member with many callers is the base of many members.
func (w *Walker) bases(n uint32) ([]uint32, error) {
	if list, ok := w.direct[n]; ok {
		return list, nil
	}
	var out []uint32
	edges, err := w.x.Out(n)
	if err != nil {
		return nil, err
	}
	for _, e := range edges {
		switch e.Kind {
		case graph.Overrides:
			out = append(out, e.To)
		case graph.On:
			w.watches[n] = append(w.watches[n], e)
		}
	}
	if edges, err = w.x.In(n); err != nil {
		return nil, err
	}
	for _, e := range edges {
		if e.Kind == graph.Dispatches {
			out = append(out, e.From)
		}
	}
	w.direct[n] = out
	return out, nil
}

// Direct reports whether a call from one node to another runs only that node: the target
// has a body, and the caller overrides it.
func (w *Walker) Direct(from, to uint32) (bool, error) {
	node, err := w.x.Node(to)
	if err != nil || from == to || node.Complexity == 0 {
		return false, err
	}
	above, err := w.Above(from)
	return slices.Contains(above, to), err
}

// Users lists the steps to a node from its users by edges of the given kinds, and from
// users of a member that it implements or overrides: by (User, Kind, To).
func (w *Walker) Users(n uint32, follow func(graph.Edge) bool) ([]Step, error) {
	moves, err := w.StatesUsing(State{Node: n}, true, follow)
	return steps(moves), err
}

// Used lists the steps from a node to the nodes that it uses by edges of the given kinds,
// and to the members that may run in their place: by (Used, Kind, To), direct targets
// before the others.
func (w *Walker) Used(n uint32, follow func(graph.Edge) bool) ([]Step, error) {
	moves, err := w.StatesUsed(State{Node: n}, follow)
	return steps(moves), err
}

// steps drops the contexts of moves.
func steps(moves []Move) []Step {
	var out []Step
	for _, m := range moves {
		if n := len(out); n == 0 || out[n-1] != m.Step {
			out = append(out, m.Step)
		}
	}
	return out
}

// Below lists the members that may run in place of a member.
func (w *Walker) Below(n uint32) ([]uint32, error) {
	if list, ok := w.under[n]; ok {
		return list, nil
	}
	edges, err := w.x.Out(n)
	var out []uint32
	for _, e := range edges {
		if e.Kind == graph.Dispatches {
			out = append(out, e.To)
		}
	}
	if err == nil {
		w.under[n] = out
	}
	return out, err
}

// Running lists the steps to a node from its users by edges of the given kinds, and from
// users of a member in whose place it may run: the inverse of Used.
func (w *Walker) Running(n uint32, follow func(graph.Edge) bool) ([]Step, error) {
	moves, err := w.StatesUsing(State{Node: n}, true, follow)
	if err != nil {
		return nil, err
	}
	var out []Step
	for _, s := range steps(moves) {
		below, err := w.Below(s.To)
		if err != nil {
			return nil, err
		}
		if s.To == n || slices.Contains(below, n) || s.Kind == graph.WritesTo { // of its table

			out = append(out, s)
		}
	}
	made, err := w.Makers(n)
	for _, s := range made {
		if follow(s.Edge) {
			out = append(out, s)
		}
	}
	return out, err
}

// Runs reports whether an edge runs its target: a call, a creation, an execution.
func Runs(e graph.Edge) bool {
	return e.Kind == graph.Calls || e.Kind == graph.Creates || e.Kind == graph.Executes
}

// A Use describes a step in an answer: its edge, with all its lines.
type Use struct {
	answer.Edge
	Lines []uint32 `json:"lines,omitempty"` // of the file of from_id; ascending
	// the used member is not the one that from_id refers to: to_id is an interface or
	// base member
	Dispatched bool     `json:"dispatched,omitempty"`
	Ops        []string `json:"op,omitempty"`
	Via        string   `json:"via,omitempty"`

	Named string `json:"-"` // name of the edge's target, for text
}

// NewUse describes a step.
func NewUse(x Index, s Step) (*Use, error) {
	from, err := x.Node(s.From)
	if err != nil {
		return nil, err
	}
	to, err := x.Node(s.To)
	if err != nil {
		return nil, err
	}
	lines, err := x.Lines(s.Edge)
	if err != nil {
		return nil, err
	}
	return &Use{
		Edge: answer.Edge{From: string(from.ID), To: string(to.ID), Type: s.Kind.String(),
			Tier: s.Tier.String(), Confidence: answer.Round(s.Confidence()), Line: s.Line},
		Lines: lines, Dispatched: s.Dispatched(), Ops: s.Edge.Operations(), Via: s.Edge.Via.String(),
		Named: to.Name,
	}, nil
}
