package about

import (
	"cmp"
	"fmt"
	"slices"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/render"
)

// An Entry describes how a node is reached from outside the code of the tree.
type Entry struct {
	Role string `json:"role,omitempty"` // of an entry point
	// Distance is the number of edges from the nearest entry point; 0 for an entry point.
	Distance int          `json:"distance"`
	From     *render.Item `json:"from,omitempty"`      // the nearest entry point, if it is another node
	FromRole string       `json:"from_role,omitempty"` // its role
	Tests    bool         `json:"tests_only,omitempty"`
}

// entryOf describes how a node is reached; it returns nil if the node is not reachable,
// or nothing is known.
func entryOf(x Index, n uint32, node *graph.Node) (*Entry, error) {
	far, err := x.Reachability()
	if err != nil {
		return nil, err
	}
	w := walkBack{x, far}
	start := n
	if node.Kind.IsType() || node.Kind == graph.KindFile {
		if start, err = w.nearestIn(n); err != nil {
			return nil, err
		}
	}
	reach := far.At(start)
	if !reach.Known {
		return nil, nil
	}
	entry, err := w.from(start)
	if err != nil {
		return nil, err
	}
	out := &Entry{Role: far.At(n).Role.String(), Distance: reach.Distance, Tests: reach.Tests}
	if entry != n {
		it, _, err := answer.NewItem(x, answer.Target{Node: entry}, 0)
		if err != nil {
			return nil, err
		}
		out.From, out.FromRole = &it, far.At(entry).Role.String()
	}
	return out, nil
}

// A walkBack walks backwards from a node to its nearest entry point.
type walkBack struct {
	x   Index
	far *artifacts.Reaching
}

// from finds the nearest entry point by following edges backwards, each time to the node
// with the lowest number among those nearer by one.
func (w *walkBack) from(n uint32) (uint32, error) {
	for at := w.far.At(n); at.Distance > 0; at = w.far.At(n) {
		in, err := w.x.In(n)
		if err != nil {
			return 0, err
		}
		next, found := n, false
		for _, e := range in {
			r := w.far.At(e.From)
			nearer := r.Known && r.Distance == at.Distance-1 && r.Tests == at.Tests
			if !nearer || found && next <= e.From {
				continue
			}
			if leads, err := w.leads(e); err != nil {
				return 0, err
			} else if leads {
				next, found = e.From, true
			}
		}
		if !found {
			return n, nil // beyond the maximum stored distance
		}
		n = next
	}
	return n, nil
}

func (w *walkBack) leads(e graph.Edge) (bool, error) {
	from, err := w.x.Node(e.From)
	if err != nil {
		return false, err
	}
	to, err := w.x.Node(e.To)
	return err == nil && artifacts.Executes(from, to, e.Kind), err
}

// nearestIn returns the node nearest to an entry point among a type or file and
// everything in it; on ties the container itself comes first.
func (w *walkBack) nearestIn(n uint32) (uint32, error) {
	all, seen := []uint32{n}, map[uint32]bool{n: true}
	for i := 0; i < len(all); i++ {
		out, err := w.x.Out(all[i])
		if err != nil {
			return 0, err
		}
		for _, e := range out {
			if e.Kind == graph.Contains && !seen[e.To] {
				seen[e.To], all = true, append(all, e.To)
			}
		}
	}
	return slices.MinFunc(all, func(a, b uint32) int {
		return compareReach(w.far.At(a), w.far.At(b))
	}), nil
}

// compareReach orders nodes by distance: nodes reachable only from tests come after
// others, and unreachable nodes come last.
func compareReach(a, b artifacts.Reachability) int {
	rank := func(r artifacts.Reachability) int {
		switch {
		case !r.Known:
			return 2
		case r.Tests:
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Distance, b.Distance))
}

// text describes in words how the node is reached.
func (e *Entry) text() string {
	if e.From == nil {
		return e.Role
	}
	from := fmt.Sprintf("the %s %s", e.FromRole, render.OneLine(e.From.Name))
	switch e.Distance {
	case 0:
		return "contains " + from
	case 1:
		return "1 step from " + from
	}
	return fmt.Sprintf("%d steps from %s", e.Distance, from)
}
