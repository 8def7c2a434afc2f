package graphbuild

import (
	"cmp"
	"fmt"
	"slices"

	"seedgraph/graph"
	"seedgraph/resolve"
)

// A use is a definition to which a line of a file refers; line 0 is any line.
type use struct {
	path string
	line uint32
	to   uint32
}

// uses holds the edges that declarations and frameworks imply, by use.
type uses struct {
	edges []graph.Edge
	at    map[use][]int // indexes of edges
}

// coveredBy returns the edges to the definitions that compilers found.
func coveredBy(binders []*resolve.Binder, c *collector, edges []graph.Edge) uses {
	wanted := map[uint32]bool{}
	for _, b := range binders {
		for _, x := range b.Found {
			wanted[nodeOf(x.To)] = true
		}
	}
	out := uses{edges, map[use][]int{}}
	if len(wanted) == 0 {
		return out
	}
	for i, e := range edges {
		if !wanted[e.To] || e.Kind == graph.Contains || e.Line == 0 {
			continue
		}
		path := c.nodes[e.From].Path
		out.at[use{path, e.Line, e.To}] = append(out.at[use{path, e.Line, e.To}], i)
		if e.Kind == graph.Imports {
			out.at[use{path, 0, e.To}] = append(out.at[use{path, 0, e.To}], i)
		}
	}
	return out
}

// represents reports whether an edge represents a reference that a compiler found: a base type, an
// import, the handler of a route. If it only states what the reference does, the compiler confirms it.
func (u uses) represents(ix *resolve.Table, b *resolve.Binder, x *resolve.Binding) bool {
	list := u.at[use{b.File.Path, b.File.Line(x.At), nodeOf(x.To)}]
	for _, i := range list {
		switch u.edges[i].Kind {
		case graph.Imports, graph.Inherits, graph.Implements:
			u.edges[i].Tier = graph.Compiler
		}
	}
	if len(list) == 0 && ix.Def(x.To).Outer == resolve.None { // a module, imported elsewhere in the file
		list = u.at[use{b.File.Path, 0, nodeOf(x.To)}]
	}
	return len(list) > 0
}

// disputes lists the disputes of all files.
func disputes(ix *resolve.Table, binders []*resolve.Binder) []Dispute {
	name := func(id resolve.DefID) string {
		d := ix.Def(id)
		return fmt.Sprintf("%s (%s:%d)", d.Name, d.File.Path, d.File.Line(d.NameAt))
	}
	var out []Dispute
	for _, b := range binders {
		for _, x := range b.Disputes {
			d := Dispute{Path: b.File.Path, Line: b.File.Line(x.At), Name: x.Name, Theirs: "an external symbol"}
			if x.Ours != resolve.None {
				d.Ours = name(x.Ours)
			}
			switch {
			case x.Theirs != resolve.None:
				d.Theirs = name(x.Theirs)
			case x.Where == resolve.Unmodeled:
				d.Theirs = "a local or another name without a node"
			}
			out = append(out, d)
		}
		b.Disputes = nil
	}
	slices.SortStableFunc(out, func(a, b Dispute) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name))
	})
	return out
}
