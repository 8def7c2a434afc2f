package fleet

import (
	"cmp"
	"slices"

	"seedgraph/artifacts"
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

// A linker finds the edges between the members of a merged graph.
type linker struct {
	g       *graph.Graph
	members []*member
	joins   map[key]*join
	replace map[key]bool // edges that joins take the place of

	outside []graph.Edge // the edges to external symbols before any was joined
	out, in []uint32     // where the edges of each node begin in g.Edges, and in inward
	inward  []uint32     // edges by their target, as indexes into g.Edges
}

func newLinker(g *graph.Graph, members []*member) *linker {
	l := &linker{g: g, members: members, joins: map[key]*join{}, replace: map[key]bool{}}
	l.outside, l.out = g.ExternalEdges, begins(len(g.Nodes), g.Edges)
	l.in = make([]uint32, len(g.Nodes)+1)
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
	return l
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
func (l *linker) add(j join) {
	if j.From == j.To {
		return
	}
	known, ok := l.joins[keyOf(j.Edge)]
	if !ok {
		l.joins[keyOf(j.Edge)] = &j
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

// apply puts the joins into the graph and lists them.
func (l *linker) apply() []artifacts.Link {
	joins := make([]*join, 0, len(l.joins))
	for _, j := range l.joins {
		joins = append(joins, j)
	}
	slices.SortFunc(joins, func(a, b *join) int { return graph.CompareEdges(a.Edge, b.Edge) })
	var links []artifacts.Link
	g := l.g
	g.Edges = slices.DeleteFunc(g.Edges, func(e graph.Edge) bool { return l.replace[keyOf(e)] })
	g.Sites = slices.DeleteFunc(g.Sites, func(s graph.Site) bool {
		return l.replace[key{s.From, s.To, s.Kind}]
	})
	for _, j := range joins {
		g.Edges = append(g.Edges, j.Edge)
		if j.Kind.KeepsLines() {
			for _, line := range j.lines {
				g.Sites = append(g.Sites, graph.Site{From: j.From, To: j.To, Kind: j.Kind, Line: line})
			}
		}
		links = append(links, l.link(j))
	}
	slices.SortFunc(g.Edges, graph.CompareEdges)
	slices.SortFunc(g.Sites, compareSites)
	return links
}

func (l *linker) link(j *join) artifacts.Link {
	link := artifacts.Link{From: l.g.Nodes[j.From].ID, To: l.g.Nodes[j.To].ID, Kind: j.Kind.String(),
		Tier: j.Tier.String(), Line: j.Line, By: j.by, Evidence: j.evidence, Pinned: j.pinned}
	if j.Share > 1 {
		link.Candidates = int(j.Share)
	}
	return link
}

func compareSites(a, b graph.Site) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To),
		cmp.Compare(a.Line, b.Line))
}
