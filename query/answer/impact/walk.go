package impact

import (
	"seedgraph/graph"
	"seedgraph/query/answer/dispatch"
)

// A Walk holds the nodes that changes may affect, by number. [Find] describes all of them,
// which takes as long as the walk; a caller that lists a few of them uses the Walk.
type Walk struct{ f *finder }

// Follow walks from the start nodes to all that a change of them may affect.
func Follow(x Index, start []uint32, o Options) (*Walk, error) {
	f, err := newFinder(x, start, o)
	if err != nil {
		return nil, err
	}
	if err := f.begin(start); err != nil {
		return nil, err
	}
	return &Walk{f}, f.walk()
}

// FollowUses walks from the sources of the edges to the nodes that follow accepts, at
// depth 0, to all that execute these uses. A use of which the receiver is known, such as
// that of a table by a generic class for one type argument, is followed for this receiver.
func FollowUses(x Index, nodes []uint32, follow func(graph.Edge) bool, o Options) (*Walk, error) {
	f, err := newFinder(x, nodes, o)
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		uses, err := f.w.StatesUsing(dispatch.State{Node: n}, false, follow)
		if err != nil {
			return nil, err
		}
		for _, u := range uses {
			f.enter(u.User, reach{})
			if err := f.state(dispatch.State{Node: u.User, On: u.On}); err != nil {
				return nil, err
			}
		}
	}
	f.changed = len(f.order)
	return &Walk{f}, f.walk()
}

// newFinder returns a finder that has not reached any node.
func newFinder(x Index, start []uint32, o Options) (*finder, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	around, err := dispatch.Around(x, start)
	if err != nil {
		return nil, err
	}
	return &finder{x: around, ends: x, w: dispatch.NewWalker(x), o: o, reached: map[uint32]*reach{},
		covered: map[uint32]dispatch.Context{}, latest: map[uint32]int{}, beyond: map[uint32]bool{},
		routes: map[uint32]map[place]bool{}, passed: map[uint32]bool{}}, nil
}

// Nodes lists the changed nodes, then the affected ones in the order of discovery.
func (w *Walk) Nodes() []uint32 { return w.f.order }

// Depth returns the number of steps from a node of the walk to a changed one.
func (w *Walk) Depth(n uint32) int { return w.f.reached[n].depth }

// Step returns the step by which a node of the walk uses the next one; zero at depth 0.
func (w *Walk) Step(n uint32) dispatch.Step { return w.f.reached[n].step }

// End returns the kind of end that a node of the walk is, or "".
func (w *Walk) End(n uint32) string { return w.f.reached[n].end }

// Way lists the nodes between a node of the walk and the changed one, nearest to the node
// first.
func (w *Walk) Way(n uint32) []uint32 {
	var way []uint32
	for w.Depth(n) > 1 {
		n = w.Step(n).Used
		way = append(way, n)
	}
	return way
}

// Truncated reports whether a limit may have left out affected nodes.
func (w *Walk) Truncated() bool { return w.f.truncated || len(w.f.beyond) > 0 }
