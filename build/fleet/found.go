package fleet

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// Found is what the joins of one key change in one index. Nodes are numbers in their indexes.
type Found struct {
	Member   string       `json:"member"`
	Joins    []Joined     `json:"joins,omitempty"`    // edges that leave its nodes
	Replaced []Triple     `json:"replaced,omitempty"` // its edges that they take the place of
	Inside   []Triple     `json:"inside,omitempty"`   // its edges to external symbols that others define
	Shares   []Candidates `json:"shares,omitempty"`   // of its dispatches, which are more now
}

// A Joined is an edge to another index.
type Joined struct {
	Triple
	In       string     `json:"in"` // the index of To
	Tier     graph.Tier `json:"tier"`
	Share    uint16     `json:"share,omitempty"`
	Via      graph.Via  `json:"via,omitempty"`
	Ops      graph.Ops  `json:"ops,omitempty"`
	Line     uint32     `json:"line,omitempty"`
	Lines    []uint32   `json:"lines,omitempty"` // behind the first, ascending
	By       string     `json:"by"`
	Evidence string     `json:"evidence"`
	Pinned   string     `json:"pinned,omitempty"` // the required version, if another is linked
}

// A Triple names an edge.
type Triple struct {
	From uint32         `json:"from"`
	To   uint32         `json:"to"`
	Kind graph.EdgeKind `json:"kind"`
}

// Candidates are as many as the dispatches from a node have.
type Candidates struct {
	Node   uint32 `json:"node"`
	Number uint16 `json:"number"`
}

// Join finds the edges of one key between indexes: all of their headers, and the fragments that
// they have of this key. The results are by member. They do not depend on the order of headers and
// fragments.
//
// Time and memory grow with the fragments.
func Join(key string, headers []Header, fragments []Fragment) ([]*Found, error) {
	for i := range fragments {
		known := func(h Header) bool { return h.Name == fragments[i].Member }
		if fragments[i].Key != key || !slices.ContainsFunc(headers, known) {
			return nil, fmt.Errorf("the fragment %s of %s does not belong to %s and its indexes",
				fragments[i].Key, fragments[i].Member, key)
		}
	}
	l := newLinker(headers, fragments)
	m := newManifests(l.members)
	switch {
	case strings.HasPrefix(key, keySymbols):
		l.joinSymbols(m)
		l.joinOverrides()
		l.joinEvents()
	case key == keyRequests:
		l.joinRequests()
	case key == keyTopics:
		l.joinTopics()
	case key == keyTables:
		l.joinTables()
	case key == keySettings:
		l.joinSettings(m)
	default:
		return nil, fmt.Errorf("indexes exchange nothing by the key %q", key)
	}
	return l.found(), nil
}

// found lists what was found, by member.
func (l *linker) found() []*Found {
	of := map[*member]*Found{}
	at := func(n uint32) *Found {
		m := l.memberOf(n)
		if of[m] == nil {
			of[m] = &Found{Member: m.Name}
		}
		return of[m]
	}
	for _, j := range l.sorted() {
		f := at(j.From)
		f.Joins = append(f.Joins, Joined{Triple: l.triple(keyOf(j.Edge)), In: l.memberOf(j.To).Name,
			Tier: j.Tier, Share: j.Share, Via: j.Via, Ops: j.Ops, Line: j.Line, Lines: j.lines, By: j.by,
			Evidence: j.evidence, Pinned: j.pinned})
	}
	for _, k := range sortedKeys(l.replace) {
		at(k.from).Replaced = append(at(k.from).Replaced, l.triple(k))
	}
	for _, k := range sortedKeys(l.joined) {
		at(k.from).Inside = append(at(k.from).Inside, l.triple(k))
	}
	for n, candidates := range l.shares {
		at(n).Shares = append(at(n).Shares, Candidates{l.numbers[n], candidates})
	}
	var out []*Found
	for _, m := range l.members {
		if f := of[m]; f != nil {
			slices.SortFunc(f.Shares, func(a, b Candidates) int { return cmp.Compare(a.Node, b.Node) })
			out = append(out, f)
		}
	}
	return out
}

func (l *linker) triple(k key) Triple { return Triple{l.numbers[k.from], l.numbers[k.to], k.kind} }

func sortedKeys(set map[key]bool) []key {
	list := make([]key, 0, len(set))
	for k := range set {
		list = append(list, k)
	}
	slices.SortFunc(list, compareKeys)
	return list
}

// An applied is the graph of all indexes that what was found is put into.
type applied struct {
	joins
	g       *graph.Graph
	indexes map[string]*Index
	replace map[key]bool
	inside  map[key]bool
}

// apply puts what was found into the graph of all indexes, and lists the joins.
func apply(g *graph.Graph, indexes []*Index, found []*Found) ([]artifacts.Link, error) {
	a := &applied{joins: joins{}, g: g, indexes: map[string]*Index{}, replace: map[key]bool{},
		inside: map[key]bool{}}
	for _, x := range indexes {
		a.indexes[x.Name] = x
	}
	for _, f := range found {
		if err := a.take(f); err != nil {
			return nil, err
		}
	}
	in := func(set map[key]bool) (func(e graph.Edge) bool, func(s graph.Site) bool) {
		return func(e graph.Edge) bool { return set[keyOf(e)] },
			func(s graph.Site) bool { return set[key{s.From, s.To, s.Kind}] }
	}
	isEdge, isSite := in(a.replace)
	g.Edges, g.Sites = slices.DeleteFunc(g.Edges, isEdge), slices.DeleteFunc(g.Sites, isSite)
	isEdge, isSite = in(a.inside)
	g.ExternalEdges = slices.DeleteFunc(g.ExternalEdges, isEdge)
	g.ExternalSites = slices.DeleteFunc(g.ExternalSites, isSite)
	return a.insert(), nil
}

// take adds what was found for one index.
func (a *applied) take(f *Found) error {
	x := a.indexes[f.Member]
	if x == nil {
		return fmt.Errorf("%s is joined, and is not one of the indexes", f.Member)
	}
	for _, j := range f.Joins {
		to := a.indexes[j.In]
		if to == nil {
			return fmt.Errorf("%s is joined with %s, which is not one of the indexes", f.Member, j.In)
		}
		if !x.has(j.From) || !to.has(j.To) {
			return fmt.Errorf("%s or %s has changed since they were joined", f.Member, j.In)
		}
		e := graph.Edge{From: x.first + j.From, To: to.first + j.To, Kind: j.Kind, Tier: j.Tier,
			Share: j.Share, Line: j.Line, Ops: j.Ops, Via: j.Via}
		a.add(join{Edge: e, lines: j.Lines, by: j.By, evidence: j.Evidence, pinned: j.Pinned})
	}
	if !x.hasAll(f) {
		return fmt.Errorf("%s has changed since it was joined", f.Member)
	}
	for _, t := range f.Replaced {
		a.replace[key{x.first + t.From, x.first + t.To, t.Kind}] = true
	}
	for _, t := range f.Inside {
		a.inside[key{x.first + t.From, x.first + t.To, t.Kind}] = true
	}
	for _, s := range f.Shares {
		a.share(x.first+s.Node, s.Number)
	}
	return nil
}

// has reports whether an index has a node of a number.
func (x *Index) has(n uint32) bool { return n < x.end-x.first }

// hasAll reports whether the index has the nodes of edges that were found to change.
func (x *Index) hasAll(f *Found) bool {
	for _, t := range slices.Concat(f.Replaced, f.Inside) {
		if !x.has(t.From) || !x.has(t.To) {
			return false
		}
	}
	return !slices.ContainsFunc(f.Shares, func(s Candidates) bool { return !x.has(s.Node) })
}

// share sets the number of candidates of the dispatches from a node.
func (a *applied) share(n uint32, candidates uint16) {
	edges := a.g.Edges
	i, _ := slices.BinarySearchFunc(edges, n,
		func(e graph.Edge, n uint32) int { return cmp.Compare(e.From, n) })
	for ; i < len(edges) && edges[i].From == n; i++ {
		if edges[i].Kind == graph.Dispatches {
			edges[i].Share = candidates
		}
	}
}

// insert puts the joins at their places.
func (a *applied) insert() []artifacts.Link {
	var links []artifacts.Link
	var edges []graph.Edge
	var sites []graph.Site
	for _, j := range a.sorted() {
		edges = append(edges, j.Edge)
		if j.Kind.KeepsLines() {
			for _, line := range j.lines {
				sites = append(sites, graph.Site{From: j.From, To: j.To, Kind: j.Kind, Line: line})
			}
		}
		links = append(links, a.link(j))
	}
	a.g.Edges = mergeSorted(a.g.Edges, edges, graph.CompareEdges)
	a.g.Sites = mergeSorted(a.g.Sites, sites, compareSites)
	return links
}

// mergeSorted merges a short sorted list into a long one.
func mergeSorted[T any](long, short []T, compare func(a, b T) int) []T {
	i := len(long)
	long = append(long, short...)
	for at := len(long) - 1; len(short) > 0; at-- {
		if last := short[len(short)-1]; i == 0 || compare(long[i-1], last) <= 0 {
			long[at], short = last, short[:len(short)-1]
		} else {
			i--
			long[at] = long[i]
		}
	}
	return long
}

func (a *applied) link(j *join) artifacts.Link {
	link := artifacts.Link{From: a.g.Nodes[j.From].ID, To: a.g.Nodes[j.To].ID, Kind: j.Kind.String(),
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
