package fleet

import (
	"maps"
	"slices"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A merger puts the graphs of the members into one. Their nodes follow each other in the order of
// the linked ids.
type merger struct {
	indexes []*Index
	out     graph.Graph
	history map[string][]graph.FileWeight
}

// merge makes one graph of those of the members, and lets go of these.
func merge(indexes []*Index) *graph.Graph {
	m := &merger{indexes: indexes, history: map[string][]graph.FileWeight{}}
	n, edges := 0, 0
	for _, x := range indexes {
		n += len(x.graph.Nodes)
		edges += len(x.graph.Edges)
	}
	m.out.Nodes = make([]graph.Node, 0, n)
	m.out.Edges = make([]graph.Edge, 0, edges)
	for _, x := range indexes {
		m.add(x)
		x.graph = nil
	}
	for _, term := range slices.Sorted(maps.Keys(m.history)) {
		m.out.History = append(m.out.History, graph.TermFiles{Term: term, Files: m.history[term]})
	}
	return &m.out
}

// add appends the graph of a member.
func (m *merger) add(x *Index) {
	g := x.graph
	x.first = uint32(len(m.out.Nodes))
	x.end = x.first + uint32(len(g.Nodes))
	m.out.Nodes = append(m.out.Nodes, g.Nodes...)
	m.out.Edges = m.edges(x, m.out.Edges, g.Edges)
	m.out.ExternalEdges = m.edges(x, m.out.ExternalEdges, g.ExternalEdges)
	m.out.Sites = sites(x, m.out.Sites, g.Sites)
	m.out.ExternalSites = sites(x, m.out.ExternalSites, g.ExternalSites)
	for _, e := range g.OpenEnds {
		e.Node = x.first + e.Node
		m.out.OpenEnds = append(m.out.OpenEnds, e)
	}
	for _, e := range g.Entries {
		m.out.Entries = append(m.out.Entries, graph.Entry{Node: x.first + e.Node, Role: e.Role, By: x.first + e.By})
	}
	for _, row := range g.History {
		for _, f := range row.Files {
			f.Node = x.first + f.Node
			m.history[row.Term] = append(m.history[row.Term], f)
		}
	}
	for _, c := range g.Companions {
		c.Node = x.first + c.Node
		for i := range c.With {
			c.With[i].Node += x.first
		}
		m.out.Companions = append(m.out.Companions, c)
	}
}

// Rename gives the index the names that it has in a linked one, with groups of readers that may be
// nil. It is called once, before anything is taken from the index.
func (x *Index) Rename(groups *Groups) {
	x.groups = groups
	r := renaming{x: x, ids: make(map[graph.NodeID]graph.NodeID, len(x.graph.Nodes))}
	for i := range x.graph.Nodes {
		r.node(&x.graph.Nodes[i])
	}
	for file, a := range x.Readers {
		x.Readers[file] = x.access(a)
	}
}

// A renaming shares strings between nodes: the id of a node is the parent of others.
type renaming struct {
	x           *Index
	ids         map[graph.NodeID]graph.NodeID
	path, named string // the last one, and its new name
}

// node gives a node its linked id, its path below the name of the repository, and the groups of
// the repository.
func (r *renaming) node(n *graph.Node) {
	n.ID = r.id(n.ID)
	if n.Parent != "" {
		n.Parent = r.id(n.Parent)
	}
	if n.Path != "" {
		if n.Path != r.path {
			r.path, r.named = n.Path, r.x.path(n.Path)
		}
		n.Path = r.named
	}
	for i := range n.Layout {
		if child := &n.Layout[i].Child; *child != "" {
			*child = r.id(*child)
		}
	}
	n.Access = r.x.access(n.Access)
}

func (r *renaming) id(own graph.NodeID) graph.NodeID {
	linked, ok := r.ids[own]
	if !ok {
		linked = graph.LinkedID(r.x.Name, own)
		r.ids[own] = linked
	}
	return linked
}

// access is who may see something of the repository: its groups are no other repository's, unless
// the linked index has groups of its own.
func (x *Index) access(a graph.Access) graph.Access {
	var groups []string
	for _, g := range a.Allow {
		groups = append(groups, x.groups.named(x.Name, g)...)
	}
	if len(groups) > 0 {
		a.Allow = graph.Names(groups)
	}
	return a
}

// edges appends the edges of a member, with their receivers.
func (m *merger) edges(x *Index, out, edges []graph.Edge) []graph.Edge {
	numbers := map[uint32]uint32{}
	for _, e := range edges {
		if e.Recv != 0 {
			number, ok := numbers[e.Recv]
			if !ok {
				number = m.out.Receivers.Add(x.receivers(x.graph.Receivers.Of(e)))
				numbers[e.Recv] = number
			}
			e.Recv = number
		}
		e.From, e.To = x.first+e.From, x.first+e.To
		out = append(out, e)
	}
	return out
}

// receivers is a set of receivers with the classes at their places in the linked graph.
func (x *Index) receivers(set []graph.Receiver) []graph.Receiver {
	out := slices.Clone(set)
	for i := range out {
		r := &out[i]
		if !r.Form.HasClass() {
			continue
		}
		r.Class, r.Args = x.first+r.Class, slices.Clone(r.Args)
		for k, a := range r.Args {
			if n, ok := a.Class(); ok {
				r.Args[k] = graph.ClassArg(x.first + n)
			}
		}
	}
	return out
}

func sites(x *Index, out, list []graph.Site) []graph.Site {
	for _, s := range list {
		s.From, s.To = x.first+s.From, x.first+s.To
		out = append(out, s)
	}
	return out
}

// sourceFiles lists the files of all members.
func sourceFiles(indexes []*Index) []artifacts.SourceFile {
	var out []artifacts.SourceFile
	for _, x := range indexes {
		for _, f := range x.files {
			f.Path = x.path(f.Path)
			for _, p := range []*string{&f.ProjectFile, &f.ProjectSolution} {
				if *p != "" {
					*p = x.path(*p)
				}
			}
			f.OtherProjects = slices.Clone(f.OtherProjects)
			for i := range f.OtherProjects {
				f.OtherProjects[i] = x.project(f.OtherProjects[i])
			}
			f.Restrict(x.access(f.Access()))
			out = append(out, f)
		}
	}
	return out
}

func (x *Index) project(p artifacts.ProjectName) artifacts.ProjectName {
	if p.File != "" {
		p.File = x.path(p.File)
	}
	if p.Solution != "" {
		p.Solution = x.path(p.Solution)
	}
	p.Without = slices.Clone(p.Without)
	for i := range p.Without {
		p.Without[i] = x.path(p.Without[i])
	}
	return p
}
