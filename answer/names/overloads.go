package names

import (
	"errors"
	"fmt"

	"seedgraph/answer"
	"seedgraph/graph"
)

// Overloads returns the node that a person means by a name, or all nodes that have
// the name if they are one thing: definitions of one kind in one file, or a
// database object in several scripts. The error is that of Resolve.
func (r *Resolver) Overloads(name string) ([]uint32, error) {
	ref, ambiguous := r.Resolve(name)
	if ambiguous == nil {
		return []uint32{ref.Node}, nil
	}
	if !errors.Is(ambiguous, answer.ErrUnknownID) {
		return nil, ambiguous
	}
	nodes, err := r.Candidates(name)
	if err != nil {
		return nil, err
	}
	var first *graph.Node
	for _, n := range nodes {
		node, err := r.Index.Node(n)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = node
		}
		together := node.Path == first.Path || node.Domain() == graph.Database
		if node.Name != first.Name || node.Kind != first.Kind || !together {
			return nil, ambiguous
		}
	}
	if first == nil {
		return nil, ambiguous
	}
	return nodes, nil
}

// Several returns the nodes that a person means by names: those of Overloads, and all types of one
// name in several projects, such as the copies of an event that services exchange.
func (r *Resolver) Several(names []string) ([]uint32, error) {
	var out []uint32
	for _, name := range names {
		nodes, err := r.Candidates(name)
		if err != nil {
			return nil, err
		}
		types := len(nodes) > 1
		for _, n := range nodes {
			node, err := r.Index.Node(n)
			if err != nil {
				return nil, err
			}
			types = types && node.Kind.IsType() && !node.Kind.IsOutside()
		}
		if !types {
			nodes, err = r.Overloads(name)
		} else if r.Aside != nil {
			r.Aside(fmt.Sprintf("%d types have the name %s: all are meant", len(nodes), name))
		}
		if err != nil {
			return nil, err
		}
		out = append(out, nodes...)
	}
	return out, nil
}
