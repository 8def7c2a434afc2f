package seeds

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
)

// Relations lists the relations by which further nodes can be fetched with a node.
var Relations = []string{"callers", "callees", "tests"}

// Related lists the distinct nodes in relations to a node, by number, in the order of the
// relations. A call of a base member counts as a call of the members that it may run.
func Related(x dispatch.Index, n uint32, relations []string) ([]uint32, error) {
	var out []uint32
	w := dispatch.NewWalker(x)
	for _, name := range relations {
		var found []uint32
		var err error
		switch name {
		case "callers":
			steps, serr := w.Users(n, dispatch.Runs)
			found, err = used(steps, serr, func(s dispatch.Step) uint32 { return s.User })
		case "callees":
			steps, serr := w.Used(n, dispatch.Runs)
			found, err = used(steps, serr, func(s dispatch.Step) uint32 { return s.Used })
		case "tests":
			found, err = tests(x, n)
		default:
			err = fmt.Errorf("relation %q is unknown: use %s", name, strings.Join(Relations, ", "))
		}
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			if f != n && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out, nil
}

// used returns one end of each step.
func used(steps []dispatch.Step, err error, end func(dispatch.Step) uint32) ([]uint32, error) {
	out := make([]uint32, len(steps))
	for i, s := range steps {
		out[i] = end(s)
	}
	return out, err
}

// tests lists the tests of a node.
func tests(x dispatch.Index, n uint32) ([]uint32, error) {
	edges, err := x.In(n)
	var out []uint32
	for _, e := range edges {
		if e.Kind == graph.Tests {
			out = append(out, e.From)
		}
	}
	return out, err
}

// AddRelated adds to each seed the nodes in relations to it.
func (in *Input) AddRelated(x dispatch.Index, relations []string) error {
	if len(relations) == 0 {
		return nil
	}
	for _, seed := range in.Seeds {
		found, err := Related(x, seed.Node, relations)
		if err != nil {
			return err
		}
		for _, n := range found {
			ref, err := answer.RefTo(x, answer.Target{Node: n})
			if err != nil {
				return err
			}
			in.Add(ref)
			in.AddEdge(seed.Ref, ref)
		}
	}
	return nil
}
