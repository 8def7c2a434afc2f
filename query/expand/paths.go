package expand

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"
)

// Directions of paths in addition to Out, In and Both: paths that turn once.
const (
	Above Direction = "above" // some node depends on both ends
	Below Direction = "below" // both ends depend on some node
)

// PathOptions bounds a search for paths.
type PathOptions struct {
	MaxDepth int       // maximum number of edges of a path, except those of Stands; at least 1
	MaxPaths int       // maximum number of paths in the result; at least 1
	Allow    Allowlist // edge kinds to follow; the zero value follows all
	// Out (or empty): from depends on to; In: to depends on from; Both: edges of either
	// direction; Above; Below
	Direction Direction
	// edges of these kinds are followed from To to From: a caller of a member reaches its
	// overrides; the zero value: none
	Reversed Allowlist
	// along edges of these kinds an end includes its members, such as a class its
	// methods; the zero value: none
	Included Allowlist
	// which nodes a path may pass through, and which members an admitted end includes;
	// nil means all
	Admit func(Node) bool
	Busy  int // no path passes through a node with more edges; 0: no limit
}

// A Path connects one node to another.
type Path struct {
	Nodes    []Node  // from the first end to the second
	Edges    []Edge  // between consecutive nodes; a path may follow an edge backwards
	Length   int     // number of edges, except those of Stands
	Strength float64 // product of weight and confidence of these edges
	Turn     int     // index of the node where a path Above or Below turns
}

// Paths holds the shortest paths between two nodes.
type Paths struct {
	Found []Path // the best first
	// the number of shortest paths, distinguished by their nodes; at most
	// math.MaxInt32
	Total int
}

// FindPaths finds the shortest paths between two disjoint sets of nodes, from any node of
// the first to any node of the second. The best paths have the fewest edges of Stands,
// then the greatest strength, then inner nodes with the fewest edges, because a node used
// everywhere explains little; then the lowest node numbers. Of several edges between two
// nodes a path takes the strongest.
//
// The result is empty if no path has at most MaxDepth edges.
func FindPaths(g Adjacency, from, to []Node, opts PathOptions) (*Paths, error) {
	switch {
	case opts.MaxDepth < 1:
		return nil, fmt.Errorf("max depth %d: %w: it must be at least 1", opts.MaxDepth, ErrLimits)
	case opts.MaxPaths < 1:
		return nil, fmt.Errorf("max paths %d: %w: it must be at least 1", opts.MaxPaths, ErrLimits)
	}
	f := &finder{g: g, opts: opts}
	for i, ends := range [][]Node{from, to} {
		var err error
		if f.sides[i], err = f.newSide(ends); err != nil {
			return nil, err
		}
	}
	find := f.meet
	if opts.Direction == Above || opts.Direction == Below {
		find = f.turn
	}
	meet, err := find()
	if err != nil || len(meet) == 0 {
		return &Paths{}, err
	}
	if err := f.layer(meet); err != nil {
		return nil, err
	}
	return f.best(), nil
}

// A hop is one step of a path: forward along its edge to its To, or backward to its From.
type hop struct {
	Edge
	node Node // its target
}

// A finder searches from both ends, one level at a time, until the searches meet. The
// nodes on the shortest paths form layers, by their distance from the first end.
type finder struct {
	g     Adjacency
	opts  PathOptions
	sides [2]*side

	layers [][]Node
	next   map[Node][]hop // hops to the next layer, one per node, by number
	rest   map[Node]cost  // cost of the best path from a node to the second end
	inner  map[Node]int64 // cost of passing through a node
}

// A side is the search from one end.
type side struct {
	// the members that the end includes, with the edge from their container; a self-loop
	// for the end itself
	stands map[Node]Edge
	depth  map[Node]int // edges from the end or its members
	last   []Node       // the nodes of the last level
	levels int
}

// newSide finds the members that the ends include.
func (f *finder) newSide(ends []Node) (*side, error) {
	s := &side{stands: map[Node]Edge{}, depth: map[Node]int{}}
	for _, end := range ends {
		if _, seen := s.stands[end]; !seen {
			s.stands[end] = Edge{From: end, To: end}
			s.last = append(s.last, end)
		}
	}
	for i := 0; i < len(s.last) && !f.opts.Included.All(); i++ {
		edges, err := f.out(s.last[i])
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			_, seen := s.stands[e.To]
			if !seen && f.opts.Included.Has(e.Kind) && (f.admitted(e.To) || !f.admitted(e.From)) {
				s.stands[e.To] = e
				s.last = append(s.last, e.To)
			}
		}
	}
	for n := range s.stands {
		s.depth[n] = 0
	}
	return s, nil
}

// meet searches until the sides have nodes in common, and returns these by number.
func (f *finder) meet() ([]Node, error) {
	meet := f.common(f.sides[0].last)
	for len(meet) == 0 && f.sides[0].levels+f.sides[1].levels < f.opts.MaxDepth {
		i := 0
		if len(f.sides[1].last) < len(f.sides[0].last) {
			i = 1
		}
		if len(f.sides[i].last) == 0 {
			return nil, nil
		}
		if err := f.level(i); err != nil {
			return nil, err
		}
		meet = f.common(f.sides[i].last)
	}
	slices.Sort(meet)
	return meet, nil
}

// turn searches until the sides have nodes in common, where the shortest paths turn, and
// returns those nearest to the middle, by number. Since both searches go in the same
// direction relative to the edges, a node where they meet late may be nearer than one
// where they meet early.
func (f *finder) turn() ([]Node, error) {
	best := f.opts.MaxDepth + 1
	for l := 1; l < best && len(f.sides[0].last)+len(f.sides[1].last) > 0; l++ {
		for i := range f.sides {
			if err := f.level(i); err != nil {
				return nil, err
			}
			for _, n := range f.sides[i].last {
				if d, ok := f.sides[1-i].depth[n]; ok {
					best = min(best, l+d)
				}
			}
		}
	}
	var meet []Node
	first := 0
	for n, d := range f.sides[0].depth {
		if e, ok := f.sides[1].depth[n]; ok && d+e == best {
			if off := abs(2*d-best) - abs(2*first-best); len(meet) == 0 || off < 0 ||
				off == 0 && d < first {
				first, meet = d, nil
			}
			if d == first {
				meet = append(meet, n)
			}
		}
	}
	f.sides[0].levels, f.sides[1].levels = first, best-first
	slices.Sort(meet)
	return meet, nil
}

func abs(n int) int { return max(n, -n) }

// common returns the nodes that both sides have reached.
func (f *finder) common(nodes []Node) []Node {
	var out []Node
	for _, n := range nodes {
		_, first := f.sides[0].depth[n]
		_, second := f.sides[1].depth[n]
		if first && second {
			out = append(out, n)
		}
	}
	return out
}

// level extends the search from one end by one level.
func (f *finder) level(i int) error {
	s := f.sides[i]
	s.levels++
	var found []Node
	for _, n := range s.last {
		hops, err := f.hops(n, f.along(i))
		if err != nil {
			return err
		}
		for _, h := range hops {
			if _, seen := s.depth[h.node]; seen {
				continue
			}
			admits, err := f.admits(h.node)
			if err != nil {
				return err
			}
			if admits {
				s.depth[h.node] = s.levels
				found = append(found, h.node)
			}
		}
	}
	s.last = found
	return nil
}

// admitted reports whether a path may pass through n, regardless of its number of edges.
func (f *finder) admitted(n Node) bool { return f.opts.Admit == nil || f.opts.Admit(n) }

// admits reports whether a path may continue to n.
func (f *finder) admits(n Node) (bool, error) {
	_, first := f.sides[0].stands[n]
	_, second := f.sides[1].stands[n]
	if first || second {
		return true, nil
	}
	if !f.admitted(n) || f.opts.Busy == 0 {
		return f.admitted(n), nil
	}
	degree, err := f.degree(n)
	return degree <= f.opts.Busy, err
}

func (f *finder) out(n Node) ([]Edge, error) { return atNode(n)(f.g.Out(n)) }
func (f *finder) in(n Node) ([]Edge, error)  { return atNode(n)(f.g.In(n)) }

// atNode adds to an error the node at which it occurred.
func atNode(n Node) func([]Edge, error) ([]Edge, error) {
	return func(edges []Edge, err error) ([]Edge, error) {
		if err != nil {
			err = fmt.Errorf("find paths at node %d: %w", n, err)
		}
		return edges, err
	}
}

func (f *finder) degree(n Node) (int, error) {
	out, err := f.out(n)
	if err != nil {
		return 0, err
	}
	in, err := f.in(n)
	return len(out) + len(in), err
}

// along reports whether the search from end i goes along the edges.
func (f *finder) along(i int) bool {
	switch f.opts.Direction {
	case Above:
		return false
	case Below:
		return true
	case In:
		return i == 1
	}
	return i == 0
}

// hops lists the hops from n, along the edges or against them.
func (f *finder) hops(n Node, along bool) ([]hop, error) {
	out, err := f.out(n)
	if err != nil {
		return nil, err
	}
	in, err := f.in(n)
	if err != nil {
		return nil, err
	}
	var hops []hop
	for _, e := range out {
		if f.leads(e, along) {
			hops = append(hops, hop{e, e.To})
		}
	}
	for _, e := range in {
		if f.leads(e, !along) {
			hops = append(hops, hop{e, e.From})
		}
	}
	return slices.DeleteFunc(hops, func(h hop) bool { return h.node == n }), nil
}

// leads reports whether a search may follow an edge from its From to its To, if it goes
// along the edges, or otherwise from To to From.
func (f *finder) leads(e Edge, along bool) bool {
	turned := !f.opts.Reversed.All() && f.opts.Reversed.Has(e.Kind)
	return f.opts.Allow.Has(e.Kind) && (f.opts.Direction == Both || along != turned)
}

// layer finds the nodes on the shortest paths, from the nodes where the sides met to both
// ends, and the hops between them.
func (f *finder) layer(meet []Node) error {
	length, at := f.sides[0].levels+f.sides[1].levels, f.sides[0].levels
	f.layers = make([][]Node, length+1)
	f.next, f.inner = map[Node][]hop{}, map[Node]int64{}
	f.layers[at] = meet
	for i := at; i > 0; i-- { // back to the first end
		found := map[Node]bool{}
		for _, n := range f.layers[i] {
			if err := f.link(n, 0, i-1, found); err != nil {
				return err
			}
		}
		f.layers[i-1] = sortedNodes(found)
	}
	for i := at; i < length; i++ { // on to the second end
		found := map[Node]bool{}
		for _, n := range f.layers[i] {
			if err := f.link(n, 1, length-i-1, found); err != nil {
				return err
			}
		}
		f.layers[i+1] = sortedNodes(found)
	}
	return f.weigh()
}

// link adds to next the hops between n and nodes nearer to end i, at a depth of its
// search.
func (f *finder) link(n Node, i, depth int, found map[Node]bool) error {
	hops, err := f.hops(n, !f.along(i))
	if err != nil {
		return err
	}
	for _, h := range hops {
		if d, ok := f.sides[i].depth[h.node]; !ok || d != depth {
			continue
		}
		found[h.node] = true
		from, to := n, h.node
		if i == 0 {
			from, to = h.node, n
		}
		f.next[from] = addHop(f.next[from], hop{h.Edge, to})
	}
	return nil
}

// addHop adds a hop to hops by node, or keeps the stronger of two hops to one node.
func addHop(hops []hop, h hop) []hop {
	at, found := slices.BinarySearchFunc(hops, h.node,
		func(x hop, n Node) int { return cmp.Compare(x.node, n) })
	switch {
	case !found:
		return slices.Insert(hops, at, h)
	case h.Weight*h.Confidence > hops[at].Weight*hops[at].Confidence:
		hops[at] = h
	}
	return hops
}

func sortedNodes(set map[Node]bool) []Node {
	nodes := make([]Node, 0, len(set))
	for n := range set {
		nodes = append(nodes, n)
	}
	slices.Sort(nodes)
	return nodes
}

// A cost ranks paths, by its fields in order; less is better. Its fields are integers, so
// that sums do not depend on their order.
type cost struct{ stands, weakness, degree int64 }

func (c cost) plus(d cost) cost {
	return cost{c.stands + d.stands, c.weakness + d.weakness, c.degree + d.degree}
}

func compareCosts(a, b cost) int {
	return cmp.Or(cmp.Compare(a.stands, b.stands), cmp.Compare(a.weakness, b.weakness),
		cmp.Compare(a.degree, b.degree))
}

// Units of a cost.
const (
	weaknessUnit = 1e6 // of -ln(weight * confidence)
	degreeUnit   = 1e3 // of log2(1 + edges)
)

// weigh computes the costs of inner nodes, and the cost of the best continuation from
// each node.
func (f *finder) weigh() error {
	f.rest = map[Node]cost{}
	last := len(f.layers) - 1
	for i := last; i >= 0; i-- {
		for _, n := range f.layers[i] {
			if i == last {
				f.rest[n] = cost{stands: int64(len(f.chain(1, n)))}
				continue
			}
			if i > 0 {
				degree, err := f.degree(n)
				if err != nil {
					return err
				}
				f.inner[n] = int64(degreeUnit * math.Log2(float64(1+degree)))
			}
			for j, h := range f.next[n] {
				if c := f.hopCost(h).plus(f.rest[h.node]); j == 0 ||
					compareCosts(c, f.rest[n]) < 0 {
					f.rest[n] = c
				}
			}
		}
	}
	return nil
}

func (f *finder) hopCost(h hop) cost {
	return cost{weakness: int64(math.Round(-weaknessUnit * math.Log(max(h.Weight*h.Confidence,
		1e-9)))), degree: f.inner[h.node]}
}

// chain lists the edges by which end i includes n, from the end.
func (f *finder) chain(i int, n Node) []Edge {
	var edges []Edge
	for e := f.sides[i].stands[n]; e.From != e.To; e = f.sides[i].stands[e.From] {
		edges = append(edges, e)
	}
	slices.Reverse(edges)
	return edges
}

// best completes paths in the order of their costs: since the remaining cost is known
// exactly, the cheapest partial path is part of the cheapest path.
func (f *finder) best() *Paths {
	var queue ways
	for _, n := range f.layers[0] {
		begun := cost{stands: int64(len(f.chain(0, n)))}
		queue = append(queue, way{nodes: []Node{n}, paid: begun, total: begun.plus(f.rest[n])})
	}
	heap.Init(&queue)
	res := &Paths{Total: f.total()}
	for queue.Len() > 0 && len(res.Found) < f.opts.MaxPaths {
		w := heap.Pop(&queue).(way)
		if len(w.hops) == len(f.layers)-1 {
			res.Found = append(res.Found, f.path(w))
			continue
		}
		for _, h := range f.next[w.nodes[len(w.nodes)-1]] {
			paid := w.paid.plus(f.hopCost(h))
			heap.Push(&queue, way{
				nodes: append(slices.Clip(w.nodes), h.node), hops: append(slices.Clip(w.hops), h),
				paid: paid, total: paid.plus(f.rest[h.node]),
			})
		}
	}
	return res
}

// path adds the edges from the ends to the members at which it starts and finishes.
func (f *finder) path(w way) Path {
	p := Path{Length: len(w.hops), Strength: 1}
	for _, h := range w.hops {
		p.Strength *= h.Weight * h.Confidence
	}
	down, up := f.chain(0, w.nodes[0]), f.chain(1, w.nodes[len(w.nodes)-1])
	for _, e := range down {
		p.Nodes, p.Edges = append(p.Nodes, e.From), append(p.Edges, e)
	}
	p.Turn = len(p.Nodes) + f.sides[0].levels
	p.Nodes = append(p.Nodes, w.nodes...)
	for _, h := range w.hops {
		p.Edges = append(p.Edges, h.Edge)
	}
	for _, e := range slices.Backward(up) {
		p.Nodes, p.Edges = append(p.Nodes, e.From), append(p.Edges, e)
	}
	return p
}

// total counts the paths through the layers.
func (f *finder) total() int {
	count := map[Node]int{}
	last := len(f.layers) - 1
	for _, n := range f.layers[last] {
		count[n] = 1
	}
	for i := last - 1; i >= 0; i-- {
		for _, n := range f.layers[i] {
			for _, h := range f.next[n] {
				count[n] = min(count[n]+count[h.node], math.MaxInt32)
			}
		}
	}
	sum := 0
	for _, n := range f.layers[0] {
		sum = min(sum+count[n], math.MaxInt32)
	}
	return sum
}

// A way is a partial path from the first end.
type way struct {
	nodes       []Node // one more than hops
	hops        []hop
	paid, total cost
}

// ways is a heap, the cheapest first.
type ways []way

func (w ways) Len() int { return len(w) }
func (w ways) Less(i, j int) bool {
	return cmp.Or(compareCosts(w[i].total, w[j].total), slices.Compare(w[i].nodes, w[j].nodes)) < 0
}
func (w ways) Swap(i, j int) { w[i], w[j] = w[j], w[i] }
func (w *ways) Push(x any)   { *w = append(*w, x.(way)) }
func (w *ways) Pop() any {
	old := *w
	last := old[len(old)-1]
	*w = old[:len(old)-1]
	return last
}
