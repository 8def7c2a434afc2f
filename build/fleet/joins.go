package fleet

import (
	"cmp"
	"slices"
	"strings"

	"seedgraph/graph"
)

// What an edge between repositories rests on.
const (
	byPackage = "package"
	byRoute   = "route"
	byService = "service"
	byTopic   = "topic"
	byTable   = "table"
	bySetting = "setting"
)

// A join is an edge between two repositories.
type join struct {
	graph.Edge
	lines    []uint32 // behind the first, ascending
	by       string
	evidence string
	pinned   string // the version that is required, if the linked one is another
}

// A key names an edge.
type key struct {
	from, to uint32
	kind     graph.EdgeKind
}

func keyOf(e graph.Edge) key { return key{e.From, e.To, e.Kind} }

// compareKeys orders keys as edges are.
func compareKeys(a, b key) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.kind, b.kind), cmp.Compare(a.to, b.to))
}

// joins are the edges between repositories that were found.
type joins map[key]*join

// A member is an index in the graph that its fragments were put into.
type member struct {
	Header
	first, end uint32 // numbers of its nodes, half open
}

// A linker finds the edges of one key between the members of a graph of fragments.
type linker struct {
	joins
	g       *graph.Graph
	numbers []uint32 // by node: its number in its index
	members []*member
	replace map[key]bool      // edges that joins take the place of
	joined  map[key]bool      // edges to external symbols that are no longer external
	shares  map[uint32]uint16 // by node: the number of candidates of its dispatches

	out, in []uint32 // where the edges of each node begin in g.Edges, and in inward
	inward  []uint32 // edges by their target, as indexes into g.Edges
}

// newLinker puts the fragments of one key into one graph. All indexes are members, those without a
// fragment too.
func newLinker(headers []Header, fragments []Fragment) *linker {
	l := &linker{joins: joins{}, g: &graph.Graph{}, replace: map[key]bool{}, joined: map[key]bool{},
		shares: map[uint32]uint16{}}
	of := map[string]*Fragment{}
	for i := range fragments {
		of[fragments[i].Member] = &fragments[i]
	}
	for _, h := range headers {
		l.members = append(l.members, &member{Header: h})
	}
	slices.SortFunc(l.members, func(a, b *member) int { return strings.Compare(a.linkName(), b.linkName()) })
	for _, m := range l.members {
		m.first = uint32(len(l.g.Nodes))
		if f := of[m.Name]; f != nil {
			l.insert(f, m.first)
		}
		m.end = uint32(len(l.g.Nodes))
	}
	l.index()
	return l
}

// insert appends a fragment.
func (l *linker) insert(f *Fragment, first uint32) {
	l.g.Nodes, l.numbers = append(l.g.Nodes, f.graph.Nodes...), append(l.numbers, f.numbers...)
	for _, list := range []struct{ to, from *[]graph.Edge }{
		{&l.g.Edges, &f.graph.Edges}, {&l.g.ExternalEdges, &f.graph.ExternalEdges},
	} {
		for _, e := range *list.from {
			e.From, e.To = first+e.From, first+e.To
			*list.to = append(*list.to, e)
		}
	}
	for _, s := range f.graph.ExternalSites {
		s.From, s.To = first+s.From, first+s.To
		l.g.ExternalSites = append(l.g.ExternalSites, s)
	}
}

// index finds the edges of each node.
func (l *linker) index() {
	g := l.g
	l.out, l.in = begins(len(g.Nodes), g.Edges), make([]uint32, len(g.Nodes)+1)
	for _, e := range g.Edges {
		l.in[e.To+1]++
	}
	for i := range g.Nodes {
		l.in[i+1] += l.in[i]
	}
	next := slices.Clone(l.in)
	l.inward = make([]uint32, len(g.Edges))
	for i, e := range g.Edges {
		l.inward[next[e.To]] = uint32(i)
		next[e.To]++
	}
}

// begins finds where the edges of each node begin.
func begins(nodes int, edges []graph.Edge) []uint32 {
	at := make([]uint32, nodes+1)
	for _, e := range edges {
		at[e.From+1]++
	}
	for i := range nodes {
		at[i+1] += at[i]
	}
	return at
}

// edgesOut and edgesIn are the edges of a node within its repository.
func (l *linker) edgesOut(n uint32) []graph.Edge { return l.g.Edges[l.out[n]:l.out[n+1]] }

func (l *linker) edgesIn(n uint32, visit func(e graph.Edge)) {
	for _, i := range l.inward[l.in[n]:l.in[n+1]] {
		visit(l.g.Edges[i])
	}
}

// leads reports whether an edge of a kind leaves a node.
func (l *linker) leads(n uint32, kind graph.EdgeKind) bool {
	return slices.ContainsFunc(l.edgesOut(n), func(e graph.Edge) bool { return e.Kind == kind })
}

// memberOf is the member that has a node.
func (l *linker) memberOf(n uint32) *member {
	i, _ := slices.BinarySearchFunc(l.members, n, func(m *member, n uint32) int {
		switch {
		case m.end <= n:
			return -1
		case m.first > n:
			return 1
		}
		return 0
	})
	return l.members[i]
}

// numberOf finds a node of a member by its own id.
func (l *linker) numberOf(m *member, id graph.NodeID) (uint32, bool) {
	linked := graph.LinkedID(m.Name, id)
	i, ok := slices.BinarySearchFunc(l.g.Nodes[m.first:m.end], linked,
		func(n graph.Node, id graph.NodeID) int { return cmp.Compare(n.ID, id) })
	return m.first + uint32(i), ok
}

// hides reports whether somebody who sees a node does not see another one.
func (l *linker) hides(from, to uint32) bool {
	return !l.g.Nodes[from].Access.Within(l.g.Nodes[to].Access)
}

// add records a join. Of two joins of one edge the surer one is kept, with the lines of both.
func (all joins) add(j join) {
	if j.From == j.To {
		return
	}
	known, ok := all[keyOf(j.Edge)]
	if !ok {
		all[keyOf(j.Edge)] = &j
		return
	}
	lines := slices.Concat([]uint32{known.Line, j.Line}, known.lines, j.lines)
	ops := known.Ops | j.Ops
	if compareSure(&j, known) < 0 {
		*known = j
	}
	slices.Sort(lines)
	lines = slices.DeleteFunc(slices.Compact(lines), func(n uint32) bool { return n == 0 })
	known.lines, known.Ops = nil, ops
	if len(lines) > 0 {
		known.Line, known.lines = lines[0], lines[1:]
	}
}

// compareSure orders two joins of one edge, the surer first.
func compareSure(a, b *join) int {
	return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.Share, b.Share), cmp.Compare(a.by, b.by),
		cmp.Compare(a.evidence, b.evidence))
}

// addAll records the joins of one reference with all its candidates.
func (l *linker) addAll(j join, targets []uint32) {
	if len(targets) > 1 {
		j.Share = uint16(min(len(targets), 1<<16-1))
		j.Tier = max(j.Tier, graph.Heuristic)
	}
	for _, to := range targets {
		j.To = to
		l.add(j)
	}
}

// sorted lists the joins in the order of edges.
func (all joins) sorted() []*join {
	list := make([]*join, 0, len(all))
	for _, j := range all {
		list = append(list, j)
	}
	slices.SortFunc(list, func(a, b *join) int { return graph.CompareEdges(a.Edge, b.Edge) })
	return list
}
