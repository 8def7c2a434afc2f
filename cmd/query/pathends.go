package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"seedgraph/graph"
	"seedgraph/internal/cli"
)

// A pathEnd is what paths lead from or to.
type pathEnd struct {
	id, name string
	nodes    []uint32 // one, the overloads of one name, or the files of a folder
}

// pathEnds finds the two ends of paths.
func (s *session) pathEnds(args []string) (ends [2]pathEnd, err error) {
	for i, arg := range args {
		if ends[i], err = s.pathEnd(arg); err != nil {
			return ends, err
		}
	}
	if slices.Equal(ends[0].nodes, ends[1].nodes) {
		return ends, fmt.Errorf("%s and %s are the same", args[0], args[1])
	}
	for _, n := range ends[0].nodes {
		if slices.Contains(ends[1].nodes, n) {
			return ends, fmt.Errorf("%s and %s overlap: give two that have no file in common", args[0], args[1])
		}
	}
	return ends, nil
}

// pathEnd finds what an argument means: all files of a folder, unless a node has
// its whole name; what resolve says; or all overloads of a name.
func (s *session) pathEnd(arg string) (pathEnd, error) {
	t, rerr := s.resolve(arg)
	if rerr != nil && !errors.Is(rerr, cli.ErrUnknownID) {
		return pathEnd{}, rerr
	}
	whole := false
	if rerr == nil {
		node, err := s.Node(t.node)
		if err != nil {
			return pathEnd{}, err
		}
		whole = node.Name == arg
	}
	if !whole {
		folder, files, err := s.folder(arg)
		if err != nil {
			return pathEnd{}, err
		}
		nodes, err := s.fileNodes(files)
		if err != nil || len(nodes) > 0 {
			return pathEnd{folder, folder, nodes}, err
		}
	}
	if rerr == nil {
		it, _, err := s.itemOf(target{node: t.node}, 0)
		return pathEnd{it.ID, it.Name, []uint32{t.node}}, err
	}
	m, err := s.match(arg)
	if err != nil || len(m.Nodes) == 0 {
		return pathEnd{}, cmp.Or(err, rerr)
	}
	return s.overloads(arg, m.Nodes, rerr)
}

// overloads is the end that several nodes make if they are definitions of one
// kind and name in one file, or of one object of a database in scripts; else the
// error is that which says that the name is ambiguous.
func (s *session) overloads(arg string, nodes []uint32, ambiguous error) (pathEnd, error) {
	nodes, err := s.surest(arg, nodes)
	if err != nil {
		return pathEnd{}, err
	}
	first, err := s.Node(nodes[0])
	if err != nil {
		return pathEnd{}, err
	}
	for _, n := range nodes {
		node, err := s.Node(n)
		if err != nil {
			return pathEnd{}, err
		}
		together := node.Path == first.Path || node.Domain() == graph.Database
		if node.Name != first.Name || node.Kind != first.Kind || !together {
			return pathEnd{}, ambiguous
		}
	}
	return pathEnd{arg, first.Name, nodes}, nil
}

// fileNodes lists the nodes of files, without tests unless all are tests.
func (s *session) fileNodes(files []string) ([]uint32, error) {
	var code, tests []uint32
	for _, file := range files {
		m, err := s.Resolve(file)
		if err != nil {
			return nil, err
		}
		for _, n := range m.Nodes {
			node, err := s.Node(n)
			if err != nil {
				return nil, err
			}
			if node.Flags.Has(graph.Test) {
				tests = append(tests, n)
			} else {
				code = append(code, n)
			}
		}
	}
	if len(code) == 0 {
		return tests, nil
	}
	return code, nil
}
