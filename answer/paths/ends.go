package paths

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"seedgraph/answer"
	"seedgraph/artifacts"
	"seedgraph/graph"
)

// An Index is what ends and paths are read from. [*answer.Index] is one.
type Index interface {
	answer.Nodes
	answer.Edges
	Resolve(name string) (artifacts.Match, error)
}

// Names resolves what a person typed. *names.Resolver does.
type Names interface {
	Resolve(name string) (answer.Ref, error)
	Candidates(name string) ([]uint32, error)
	Folder(name string) (folder string, files []string, err error)
}

// An end is where paths start or finish.
type end struct {
	id    string // canonical; as typed for a folder and for overloads
	name  string
	nodes []uint32 // one, the overloads of one name, or the files of a folder
}

// findEnds resolves the two ends of paths. They must not overlap.
func findEnds(x Index, names Names, a, b string) (ends [2]end, err error) {
	for i, name := range []string{a, b} {
		if ends[i], err = findEnd(x, names, name); err != nil {
			return ends, err
		}
	}
	if slices.Equal(ends[0].nodes, ends[1].nodes) {
		return ends, fmt.Errorf("%s and %s are the same", a, b)
	}
	for _, n := range ends[0].nodes {
		if slices.Contains(ends[1].nodes, n) {
			return ends, fmt.Errorf("%s and %s overlap: give two without common files", a, b)
		}
	}
	return ends, nil
}

// findEnd resolves one end: the node that has the whole name, else the files of
// the folder, else the node that the name means, else all overloads of the name.
func findEnd(x Index, names Names, name string) (end, error) {
	ref, rerr := names.Resolve(name)
	if rerr != nil && !errors.Is(rerr, answer.ErrUnknownID) {
		return end{}, rerr
	}
	whole := false
	if rerr == nil {
		node, err := x.Node(ref.Node)
		if err != nil {
			return end{}, err
		}
		whole = node.Name == name
	}
	if !whole {
		folder, files, err := names.Folder(name)
		if err != nil {
			return end{}, err
		}
		nodes, err := fileNodes(x, files)
		if err != nil || len(nodes) > 0 {
			return end{folder, folder, nodes}, err
		}
	}
	if rerr == nil {
		it, _, err := answer.NewItem(x, answer.Target{Node: ref.Node}, 0)
		return end{it.ID, it.Name, []uint32{ref.Node}}, err
	}
	nodes, err := names.Candidates(name)
	if err != nil || len(nodes) == 0 {
		return end{}, cmp.Or(err, rerr)
	}
	return overloads(x, name, nodes, rerr)
}

// overloads is the end of several nodes with one name, if they are definitions of
// one kind in one file, or of one database object in several scripts. Otherwise
// the name is ambiguous.
func overloads(x Index, name string, nodes []uint32, ambiguous error) (end, error) {
	first, err := x.Node(nodes[0])
	if err != nil {
		return end{}, err
	}
	for _, n := range nodes {
		node, err := x.Node(n)
		if err != nil {
			return end{}, err
		}
		together := node.Path == first.Path || node.Domain() == graph.Database
		if node.Name != first.Name || node.Kind != first.Kind || !together {
			return end{}, ambiguous
		}
	}
	return end{name, first.Name, nodes}, nil
}

// fileNodes lists the nodes of files, without tests unless all are tests.
func fileNodes(x Index, files []string) ([]uint32, error) {
	var code, tests []uint32
	for _, file := range files {
		m, err := x.Resolve(file)
		if err != nil {
			return nil, err
		}
		for _, n := range m.Nodes {
			node, err := x.Node(n)
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
