// Package expand expands a set of seed nodes along dependency edges.
//
// Expansion is breadth-first from all seeds at once, so the depth of a node is its
// distance from the nearest seed. It implements the contract that LocalAI-RAG calls
// expand_dependency_tree:
//
//   - Seeds are the first nodes of the result, in their order, without
//     duplicates. No limit removes a seed.
//   - A node at MaxDepth is not expanded. Once the result holds MaxNodes nodes
//     the walk stops; the edge that added the last node is part of the result,
//     later edges of its source are not.
//   - Every allowed edge of an expanded node is walked and reported, also if its
//     target is already in the result.
//
// The result depends only on the graph, the seeds and the options: edges are walked in
// the order in which the [Adjacency] lists them, which for stored artifacts is (kind,
// other end). Expand reads no text and has no token budget; see package fetch.
package expand

import (
	"errors"
	"fmt"
	"slices"
)

// A Node is the number of a node in its artifacts.
type Node = uint32

// An Edge is one edge as seen by the expansion. From and To keep the direction of the
// graph, even if the edge was walked backwards.
type Edge struct {
	From, To Node
	Kind     string
	Tier     string
	Line     uint32 // in From's file; 0 when unknown
	Depth    int    // in a Result: of the node from which it was walked

	Weight     float64 // of the kind, 0 to 1
	Confidence float64 // confidence that the edge is right, 0 to 1
}

// An Adjacency lists the edges of a node, sorted by (Kind, other end).
type Adjacency interface {
	Out(n Node) ([]Edge, error)
	In(n Node) ([]Edge, error)
}

// A Direction specifies which edges of a node are followed.
type Direction string

// The directions: along the edges, against them, or both (first along).
const (
	Out  Direction = "out"
	In   Direction = "in"
	Both Direction = "both"
)

// Options configures and bounds an expansion.
type Options struct {
	MaxDepth  int             // edges from the nearest seed; at least 1
	MaxNodes  int             // nodes in the result, seeds included; at least 1
	Allow     Allowlist       // edge kinds to follow; the zero value follows all
	Direction Direction       // empty means Out
	Admit     func(Node) bool // which nodes may be reached; nil means all. Not called for seeds

	// Hidden reports the nodes that are traversed, and count toward MaxNodes, but are
	// left out of the result along with their edges; nil means none.
	Hidden func(Node) bool
}

// A Step records how one node was reached.
type Step struct {
	Node   Node
	Depth  int  // 0 for a seed
	Parent Node // the node whose edge reached it; itself for a seed, or if that node is hidden
	Via    Edge // the edge that reached it; zero if it has no parent
}

// A Result is the outcome of an expansion.
type Result struct {
	Steps []Step // in order of discovery: seeds, then by depth
	Edges []Edge // in the order walked

	Truncated bool           // MaxNodes left an edge unwalked
	AtCap     int            // number of nodes with an edge left unwalked because of MaxNodes
	AtDepth   int            // number of nodes not expanded because of MaxDepth
	Filtered  map[string]int // number of edges excluded by the allow-list, by kind
}

// ErrLimits is the class of errors for limits below 1.
var ErrLimits = errors.New("limit out of range")

// Expand returns the nodes reachable from seeds within opts, nearest first.
func Expand(g Adjacency, seeds []Node, opts Options) (*Result, error) {
	switch {
	case opts.MaxDepth < 1:
		return nil, fmt.Errorf("max depth %d: %w: it must be at least 1", opts.MaxDepth, ErrLimits)
	case opts.MaxNodes < 1:
		return nil, fmt.Errorf("max nodes %d: %w: it must be at least 1", opts.MaxNodes, ErrLimits)
	}
	w := walker{g: g, opts: opts, seen: map[Node]bool{}, res: &Result{Filtered: map[string]int{}}}
	for _, s := range seeds {
		if !w.seen[s] {
			w.seen[s] = true
			w.res.Steps = append(w.res.Steps, Step{Node: s, Parent: s})
		}
	}
	if err := w.run(); err != nil {
		return w.res, err
	}
	if opts.Hidden != nil {
		w.res.hide(opts)
	}
	return w.res, nil
}

// hide removes hidden nodes from the result.
func (r *Result) hide(opts Options) {
	steps := r.Steps[:0]
	expanded := len(r.Steps) - r.AtDepth
	r.AtDepth = 0
	for i, s := range r.Steps {
		if opts.Hidden(s.Node) {
			continue
		}
		if opts.Hidden(s.Parent) {
			s.Parent, s.Via = s.Node, Edge{}
		}
		if i >= expanded {
			r.AtDepth++
		}
		steps = append(steps, s)
	}
	r.Steps = steps
	r.Edges = slices.DeleteFunc(r.Edges, func(e Edge) bool {
		return opts.Hidden(e.From) ||
			opts.Hidden(e.To)
	})
}

type walker struct {
	g    Adjacency
	opts Options
	seen map[Node]bool
	res  *Result
}

func (w *walker) full() bool { return len(w.res.Steps) >= w.opts.MaxNodes }

// run walks the result, which is also the queue: depth never decreases along it.
func (w *walker) run() error {
	for i := 0; i < len(w.res.Steps); i++ {
		s := w.res.Steps[i]
		if s.Depth >= w.opts.MaxDepth {
			w.res.AtDepth = len(w.res.Steps) - i
			return nil
		}
		if w.full() {
			return w.leave(w.res.Steps[i:])
		}
		if err := w.node(s); err != nil {
			return err
		}
	}
	return nil
}

// leave counts the nodes left unexpanded, by the limit responsible. A node without an
// edge to walk does not count.
func (w *walker) leave(steps []Step) error {
	for _, s := range steps {
		if s.Depth >= w.opts.MaxDepth {
			w.res.AtDepth++
			continue
		}
		edges, err := w.edges(s.Node)
		if err != nil {
			return fmt.Errorf("expand node %d: %w", s.Node, err)
		}
		w.cut(s, edges)
	}
	return nil
}

// cut counts a node with unwalked edges, if one of them would be followed.
func (w *walker) cut(s Step, edges []Edge) {
	if !slices.ContainsFunc(edges,
		func(e Edge) bool { return w.opts.Allow.Has(e.Kind) && w.admits(e.end(s.Node)) }) {
		return
	}
	w.res.Truncated = true
	if !w.hides(s.Node) {
		w.res.AtCap++
	}
}

// end returns the other end of an edge of n.
func (e Edge) end(n Node) Node {
	if e.To == n {
		return e.From
	}
	return e.To
}

func (w *walker) admits(n Node) bool { return w.opts.Admit == nil || w.opts.Admit(n) }
func (w *walker) hides(n Node) bool  { return w.opts.Hidden != nil && w.opts.Hidden(n) }

// node walks the edges of one node.
func (w *walker) node(s Step) error {
	edges, err := w.edges(s.Node)
	if err != nil {
		return fmt.Errorf("expand node %d: %w", s.Node, err)
	}
	for i, e := range edges {
		to := e.end(s.Node)
		if !w.opts.Allow.Has(e.Kind) {
			if !w.hides(e.From) && !w.hides(e.To) {
				w.res.Filtered[e.Kind]++
			}
			continue
		}
		if !w.admits(to) {
			continue
		}
		e.Depth = s.Depth
		w.res.Edges = append(w.res.Edges, e)
		if w.seen[to] {
			continue
		}
		w.seen[to] = true
		w.res.Steps = append(w.res.Steps, Step{Node: to, Depth: s.Depth + 1, Parent: s.Node,
			Via: e})
		if w.full() {
			w.cut(s, edges[i+1:])
			return nil
		}
	}
	return nil
}

func (w *walker) edges(n Node) ([]Edge, error) {
	switch w.opts.Direction {
	case In:
		return w.g.In(n)
	case Both:
		out, err := w.g.Out(n)
		if err != nil {
			return nil, err
		}
		in, err := w.g.In(n)
		return append(out[:len(out):len(out)], in...), err
	}
	return w.g.Out(n)
}
