package expand

import (
	"cmp"
	"container/heap"
	"fmt"
	"math"
	"slices"
)

// A Scored is a node with an initial relevance from 0 to 1.
type Scored struct {
	Node  Node
	Score float64
}

// BestOptions configures an expansion by relevance. See Best.
type BestOptions struct {
	// Own returns the node's own relevance, from 0 to 1, and the factor applied to the
	// relevance that edges carry to it, less than 1 for nodes that queries rarely ask
	// for.
	Own func(Node) (own, factor float64, err error)
	// Share is the fraction of a node's relevance that all its edges together carry on.
	Share float64
	// Spread lets each edge of a node carry the whole share; otherwise the share carried
	// is normalized by the degree of both ends.
	Spread    bool
	Against   float64 // factor of the relevance carried against an edge; 0 means 1
	Allow     Allowlist
	Direction Direction       // empty means Both
	Admit     func(Node) bool // which nodes may be reached; nil means all
	MinScore  float64         // nodes with a lower score are left out
	MaxNodes  int             // nodes in the result
	// nodes with more edges are reached but not expanded, unless they are seeds; 0: no
	// limit
	MaxDegree int
	// maximum number of edges of one kind and direction followed from a node, to the most
	// relevant nodes; 0: no limit
	MaxKind int
	Enough  func(Found) (bool, error) // called for each node taken; true ends the expansion. nil: never
}

// A Found is a node of an expansion by relevance.
type Found struct {
	Node   Node
	Score  float64 // Own, plus the relevance carried by edges
	Own    float64
	Seed   bool // a seed that owes most of its relevance to itself
	Depth  int  // edges from a seed along parents; 0 for a seed
	Parent Node // the node whose edge carried most relevance to it; itself for a seed
	Via    Edge // that edge; zero for a seed
}

// Best expands seeds by relevance: it repeatedly takes the most relevant candidate,
// starting with the seeds and adding the neighbours of each node taken, until MaxNodes
// are taken or no candidate reaches MinScore. The relevance of a node is its own plus the
// relevance carried by the edges from taken nodes: a share of their relevance, by the
// weight and confidence of the edge.
//
// The result is in the order taken. Ties are broken by depth, then by node number.
func Best(g Adjacency, seeds []Scored, opts BestOptions) ([]Found, error) {
	b := &best{g: g, opts: opts, known: map[Node]*candidate{}, degree: map[Node]int{}}
	for _, s := range seeds {
		if b.known[s.Node] == nil {
			c := &candidate{Found: Found{Node: s.Node, Score: s.Score, Own: s.Score, Seed: true,
				Parent: s.Node}}
			b.known[s.Node] = c
			heap.Push(&b.queue, c)
		}
	}
	for len(b.taken) < opts.MaxNodes && b.queue.Len() > 0 {
		c := heap.Pop(&b.queue).(*candidate)
		if c.Score < opts.MinScore {
			break
		}
		b.take(c)
		if done, err := b.enough(); done || err != nil {
			return b.taken, err
		}
		if err := b.lead(b.taken[len(b.taken)-1]); err != nil {
			return nil, fmt.Errorf("expand node %d: %w", c.Node, err)
		}
	}
	return b.taken, nil
}

// take moves a candidate to the result. A seed that owes most of its relevance to edges
// counts as reached by them.
func (b *best) take(c *candidate) {
	c.at = -1
	if c.Seed = c.Seed && 2*c.Own >= c.Score; c.Seed {
		c.Depth, c.Parent, c.Via = 0, c.Node, Edge{}
	}
	b.taken = append(b.taken, c.Found)
}

func (b *best) enough() (bool, error) {
	if b.opts.Enough == nil {
		return false, nil
	}
	return b.opts.Enough(b.taken[len(b.taken)-1])
}

type best struct {
	g      Adjacency
	opts   BestOptions
	known  map[Node]*candidate
	degree map[Node]int
	queue  frontier
	taken  []Found
}

// A candidate is a node that was reached or is a seed.
type candidate struct {
	Found
	at      int // index in the queue; -1 once taken
	factor  float64
	carried float64
}

// A link is an edge that is followed from a node.
type link struct {
	Edge
	to          Node
	own, factor float64
}

// lead carries the relevance of a node to its neighbours.
func (b *best) lead(from Found) error {
	out, err := b.g.Out(from.Node)
	if err != nil {
		return err
	}
	in, err := b.g.In(from.Node)
	if err != nil {
		return err
	}
	degree := len(out) + len(in)
	b.degree[from.Node] = degree
	if b.opts.MaxDegree > 0 && degree > b.opts.MaxDegree && !from.Seed {
		return nil
	}
	if b.opts.Direction != In {
		if err := b.follow(from, degree, out, func(e Edge) Node { return e.To }); err != nil {
			return err
		}
	}
	if b.opts.Direction != Out {
		return b.follow(from, degree, in, func(e Edge) Node { return e.From })
	}
	return nil
}

// follow carries relevance along the edges of one direction, which are sorted by kind.
func (b *best) follow(from Found, degree int, edges []Edge, other func(Edge) Node) error {
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && edges[n].Kind == edges[0].Kind {
			n++
		}
		links, err := b.links(from.Node, edges[:n], other)
		if err != nil {
			return err
		}
		for _, l := range links {
			if err := b.carry(from, degree, l); err != nil {
				return err
			}
		}
		edges = edges[n:]
	}
	return nil
}

// links selects the edges of one kind to follow: those to the nodes with the highest own
// relevance, then the lowest numbers.
func (b *best) links(from Node, edges []Edge, other func(Edge) Node) ([]link, error) {
	if !b.opts.Allow.Has(edges[0].Kind) {
		return nil, nil
	}
	var links []link
	for _, e := range edges {
		l := link{Edge: e, to: other(e)}
		if l.to == from || b.opts.Admit != nil && !b.opts.Admit(l.to) {
			continue
		}
		var err error
		if l.own, l.factor, err = b.own(l.to); err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	if max := b.opts.MaxKind; max > 0 && len(links) > max {
		slices.SortStableFunc(links, func(x,
			y link) int {
			return cmp.Or(cmp.Compare(y.own, x.own), cmp.Compare(x.to, y.to))
		})
		links = links[:max]
	}
	return links, nil
}

// own returns the own relevance of a node. It calls Own at most once per node, and never
// for the relevance of a seed.
func (b *best) own(n Node) (own, factor float64, err error) {
	c := b.known[n]
	if c != nil && c.factor > 0 {
		return c.Own, c.factor, nil
	}
	own, factor, err = b.opts.Own(n)
	if c != nil {
		own, c.factor = c.Own, factor
	}
	return own, factor, err
}

// carry adds to the relevance of the link's target.
func (b *best) carry(from Found, degree int, l link) error {
	amount := b.opts.Share * from.Score * l.Weight * l.Confidence * l.factor
	if b.opts.Against > 0 && l.From != from.Node {
		amount *= b.opts.Against
	}
	if !b.opts.Spread {
		to, err := b.degreeOf(l.to)
		if err != nil {
			return err
		}
		amount /= math.Sqrt(float64(max(degree, 1)) * float64(max(to, 1)))
	}
	c := b.known[l.to]
	switch {
	case c == nil:
		c = &candidate{Found: Found{Node: l.to, Score: l.own, Own: l.own}, factor: l.factor}
		b.known[l.to] = c
		b.add(c, from, l, amount)
		heap.Push(&b.queue, c)
	case c.at >= 0:
		b.add(c, from, l, amount)
		heap.Fix(&b.queue, c.at)
	}
	return nil
}

// add adds an amount. With Spread, the best edge counts, not the sum.
func (b *best) add(c *candidate, from Found, l link, amount float64) {
	if amount > c.carried {
		c.carried = amount
		c.Depth, c.Parent, c.Via = from.Depth+1, from.Node, l.Edge
		if b.opts.Spread {
			c.Score = max(c.Score, (1-b.opts.Share)*c.Own+amount)
		}
	}
	if !b.opts.Spread {
		c.Score += amount
	}
}

func (b *best) degreeOf(n Node) (int, error) {
	if d, ok := b.degree[n]; ok {
		return d, nil
	}
	out, err := b.g.Out(n)
	if err != nil {
		return 0, err
	}
	in, err := b.g.In(n)
	b.degree[n] = len(out) + len(in)
	return b.degree[n], err
}

// frontier is a heap of candidates, the most relevant first.
type frontier []*candidate

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(f[j].Score, f[i].Score), cmp.Compare(f[i].Depth, f[j].Depth),
		cmp.Compare(f[i].Node, f[j].Node)) < 0
}
func (f frontier) Swap(i, j int) {
	f[i], f[j] = f[j], f[i]
	f[i].at, f[j].at = i, j
}
func (f *frontier) Push(x any) {
	c := x.(*candidate)
	c.at = len(*f)
	*f = append(*f, c)
}
func (f *frontier) Pop() any {
	old := *f
	c := old[len(old)-1]
	*f = old[:len(old)-1]
	return c
}
