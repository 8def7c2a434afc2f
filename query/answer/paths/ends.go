package paths

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/answer/dispatch"
)

// An Index provides the data of ends and paths. [*answer.Index] implements it.
type Index interface {
	dispatch.Index
	answer.Sources
	Resolve(name string) (artifacts.Match, error)
	FileNodes(path string) ([]uint32, error)
	OpenEnds(n uint32) ([]graph.OpenEnd, error)
	OpenEndsOf(name string) ([]uint32, error)
}

// Names resolves names typed by a person. *names.Resolver implements it.
type Names interface {
	Resolve(name string) (answer.Ref, error)
	Overloads(name string) ([]uint32, error)
	Tables(name string) ([]uint32, error)
	Folder(name string) (folder string, files []string, err error)
	Matching(pattern string) (files []string, err error)
}

// An end is where paths start or finish.
type end struct {
	id    string // canonical, or as typed for a folder and for overloads
	name  string
	nodes []uint32 // one node, the overloads of one name, or the files of a set
	set   bool     // a folder or a pattern
}

// findEnds resolves the two ends of paths, the second of which is a table if an operation on
// tables is given. They must not overlap.
func findEnds(x Index, names Names, a, b string, op Op) (ends [2]end, err error) {
	for i, name := range []string{a, b} {
		if ends[i], err = findEnd(x, names, name); err != nil {
			return ends, err
		}
	}
	if ends[1], err = stored(x, ends[1], op != ""); err != nil {
		return ends, err
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

// stored replaces a member mapped to a table, such as a DbSet, by the table: the member
// is only reachable from code that refers to it, but the question is which code accesses
// the rows. So is a type mapped to a table, if types is set.
func stored(x Index, e end, types bool) (end, error) {
	if e.set || len(e.nodes) != 1 {
		return e, nil
	}
	node, err := x.Node(e.nodes[0])
	if err != nil || node.Kind.IsType() && !types {
		return e, err
	}
	edges, err := x.Out(e.nodes[0])
	if err != nil {
		return e, err
	}
	for _, out := range edges {
		if out.Kind == graph.MapsTo {
			it, _, err := answer.NewItem(x, answer.Target{Node: out.To}, 0)
			return end{it.ID, it.Name, []uint32{out.To}, false}, err
		}
	}
	return e, nil
}

// findEnd resolves one end, trying in this order: the node with the whole name or the handle, the
// files of the folder, the node to which the name refers, all overloads of the name, and the
// tables of the name in several schemas.
func findEnd(x Index, names Names, name string) (end, error) {
	if strings.ContainsAny(name, "*?") && !strings.ContainsAny(name, "(#|") {
		return pattern(x, names, name)
	}
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
		whole = node.Name == name || strings.HasPrefix(node.ID.Handle(), name)
	}
	if !whole {
		folder, files, err := names.Folder(name)
		if err != nil {
			return end{}, err
		}
		nodes, err := fileNodes(x, files)
		if err != nil || len(nodes) > 0 {
			return end{folder, folder, nodes, true}, err
		}
	}
	if rerr == nil {
		it, _, err := answer.NewItem(x, answer.Target{Node: ref.Node}, 0)
		return end{it.ID, it.Name, []uint32{ref.Node}, false}, err
	}
	nodes, err := names.Overloads(name)
	if errors.Is(err, answer.ErrAmbiguousID) {
		nodes, err = names.Tables(name)
	}
	if err != nil {
		return end{}, err
	}
	first, err := x.Node(nodes[0])
	if err != nil {
		return end{}, err
	}
	return end{name, first.Name, nodes, false}, nil
}

// pattern returns the end consisting of all files that match a pattern.
func pattern(x Index, names Names, glob string) (end, error) {
	files, err := names.Matching(glob)
	if err != nil {
		return end{}, err
	}
	if len(files) == 0 {
		return end{}, fmt.Errorf("%w: no path matches %q", answer.ErrUnknownID, glob)
	}
	nodes, err := fileNodes(x, files)
	return end{glob, glob, nodes, true}, err
}

// fileNodes lists the nodes of files, without tests unless all are tests, and the routes
// registered in them, because these are not members of the file.
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
			list := &code
			if node.Flags.Has(graph.Test) {
				list = &tests
			}
			if *list, err = appendRoutes(x, append(*list, n), file); err != nil {
				return nil, err
			}
		}
	}
	if len(code) == 0 {
		return tests, nil
	}
	return code, nil
}

// appendRoutes appends the routes registered in a file.
func appendRoutes(x Index, nodes []uint32, file string) ([]uint32, error) {
	all, err := x.FileNodes(file)
	for _, n := range all {
		node, err := x.Node(n)
		if err != nil {
			return nil, err
		}
		if node.Kind == graph.KindRoute {
			nodes = append(nodes, n)
		}
	}
	return nodes, err
}
