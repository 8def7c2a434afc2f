package seeds

import (
	"fmt"
	"slices"
	"strings"

	"seedgraph/answer"
	"seedgraph/graph"
)

// Relations are the nodes that can be fetched with a node.
var Relations = []string{"callers", "callees", "tests"}

// calling are the kinds of edges from what calls to what is called.
var calling = []graph.EdgeKind{graph.Calls, graph.Creates, graph.Executes}

// An Adjacency is an index whose edges relate nodes. [*answer.Index] is one.
type Adjacency interface {
	answer.Nodes
	answer.Edges
}

// Related lists the nodes in relations to a node, by number, in the order of the
// relations, each once. A call of a base member counts for what it may run.
func Related(x Adjacency, n uint32, relations []string) ([]uint32, error) {
	var out []uint32
	for _, name := range relations {
		var found []uint32
		var err error
		switch name {
		case "callers":
			found, err = callers(x, n)
		case "callees":
			found, err = callees(x, n)
		case "tests":
			found, err = neighbours(x.In, n, from, graph.Tests)
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

func from(e graph.Edge) uint32 { return e.From }
func to(e graph.Edge) uint32   { return e.To }

// neighbours lists one end of the edges of some kinds that list gives of a node.
func neighbours(list func(uint32) ([]graph.Edge, error), n uint32, end func(graph.Edge) uint32,
	kinds ...graph.EdgeKind) ([]uint32, error) {
	edges, err := list(n)
	var out []uint32
	for _, e := range edges {
		if slices.Contains(kinds, e.Kind) {
			out = append(out, end(e))
		}
	}
	return out, err
}

// callers lists what calls a node, or a member in whose place it may run.
func callers(x Adjacency, n uint32) ([]uint32, error) {
	out, err := neighbours(x.In, n, from, calling...)
	if err != nil {
		return nil, err
	}
	bases, err := neighbours(x.In, n, from, graph.Dispatches)
	if err != nil {
		return nil, err
	}
	for _, b := range bases {
		more, err := neighbours(x.In, b, from, calling...)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// callees lists what a node calls, and what may run in the place of that.
func callees(x Adjacency, n uint32) ([]uint32, error) {
	called, err := neighbours(x.Out, n, to, calling...)
	if err != nil {
		return nil, err
	}
	var out []uint32
	for _, c := range called {
		run, err := neighbours(x.Out, c, to, graph.Dispatches)
		if err != nil {
			return nil, err
		}
		out = append(append(out, c), run...)
	}
	return out, nil
}

// AddRelated adds to each seed the nodes in relations to it.
func (in *Input) AddRelated(x Adjacency, relations []string) error {
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
