package compare

import (
	"cmp"
	"context"
	"slices"

	"seedgraph/graph"
)

// A Change classifies the difference of a node or an edge.
type Change string

// The changes, in the order in which they are listed. A node that was moved or renamed
// may also have changed.
const (
	Removed Change = "removed"
	Added   Change = "added"
	Renamed Change = "renamed" // has another name; it may also have moved
	Moved   Change = "moved"   // is in another file or container
	Changed Change = "changed"
)

// Changes lists all changes.
var Changes = []Change{Removed, Added, Renamed, Moved, Changed}

// A Node is a node that differs. Old is nil for an added node, New for a removed one.
type Node struct {
	Change  Change
	Old     *graph.Node
	New     *graph.Node
	Aspects []Aspect // the aspects that changed

	// With is the container whose move or new name explains this move, or nil.
	With *graph.Node
}

// Is reports whether c applies to the node: a moved node may also have changed.
func (n *Node) Is(c Change) bool { return n.Change == c || c == Changed && len(n.Aspects) > 0 }

// Node returns the new node or, if it was removed, the old one.
func (n *Node) Node() *graph.Node { return cmp.Or(n.New, n.Old) }

// Follows reports whether the node only moved with its container.
func (n *Node) Follows() bool { return n.Change == Moved && n.With != nil && n.Aspects == nil }

// An Edge is an edge that differs, with its new or old ends.
type Edge struct {
	Change   Change
	Kind     graph.EdgeKind
	From, To *graph.Node
	Old, New *graph.Edge // their From and To are meaningless
	Implied  bool        // one of its ends was added or removed
}

// A Difference holds all differences between two indexes.
type Difference struct {
	Nodes []Node // by path, line, name and id
	Edges []Edge // by location of From, then kind, then location of To
}

// Compare compares two indexes.
func Compare(ctx context.Context, before, after Index) (*Difference, error) {
	old, err := read(ctx, before)
	if err != nil {
		return nil, err
	}
	new, err := read(ctx, after)
	if err != nil {
		return nil, err
	}
	p, err := pair(ctx, old, new)
	if err != nil {
		return nil, err
	}
	d := &Difference{}
	if d.Nodes, err = p.nodes(); err != nil {
		return nil, err
	}
	d.Edges, err = p.edges()
	return d, err
}

// nodes lists the nodes that differ.
func (p *pairs) nodes() ([]Node, error) {
	var out []Node
	for n, o := range p.from {
		if o == none {
			out = append(out, Node{Change: Added, New: &p.new.nodes[n]})
			continue
		}
		node := Node{Old: &p.old.nodes[o], New: &p.new.nodes[n]}
		var err error
		if node.Aspects, err = aspects(p.old, p.new, o, int32(n)); err != nil {
			return nil, err
		}
		node.Change, node.With = p.place(o, int32(n))
		if node.Change == "" && len(node.Aspects) > 0 {
			node.Change = Changed
		}
		if node.Change != "" {
			out = append(out, node)
		}
	}
	for o, n := range p.to {
		if n == none {
			out = append(out, Node{Change: Removed, Old: &p.old.nodes[o]})
		}
	}
	slices.SortFunc(out, func(a, b Node) int { return comparePlaces(a.Node(), b.Node()) })
	return out, nil
}

// place reports whether a node was moved or renamed, and the container with which it
// moved.
func (p *pairs) place(o, n int32) (Change, *graph.Node) {
	a, b := &p.old.nodes[o], &p.new.nodes[n]
	if a.Short != b.Short && a.Kind != graph.KindFile {
		return Renamed, nil
	}
	pa, pb := p.old.parent[o], p.new.parent[n]
	if a.Path == b.Path && a.Name == b.Name && p.joined(pa, pb) {
		return "", nil
	}
	if pa == none || !p.joined(pa, pb) {
		return Moved, nil
	}
	if change, _ := p.place(pa, pb); change == "" {
		return Moved, nil
	}
	return Moved, &p.new.nodes[pb]
}

// comparePlaces orders nodes by location.
func comparePlaces(a, b *graph.Node) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.StartLine, b.Span.StartLine),
		cmp.Compare(b.Span.EndLine, a.Span.EndLine),
		cmp.Compare(isFile(b), isFile(a)),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}

func isFile(n *graph.Node) int {
	if n.Kind == graph.KindFile {
		return 1
	}
	return 0
}

// An edgeKey identifies an edge by the numbers of its ends in the new index; removed ends
// have the old number, negative.
type edgeKey struct {
	from, to int32
	kind     graph.EdgeKind
}

// edges lists the edges that differ.
func (p *pairs) edges() ([]Edge, error) {
	known := map[edgeKey]graph.Edge{}
	end := func(o uint32) int32 {
		if n := p.to[o]; n != none {
			return n
		}
		return -int32(o) - 2
	}
	if err := p.old.Edges(func(e graph.Edge) error {
		known[edgeKey{end(e.From), end(e.To), e.Kind}] = e
		return nil
	}); err != nil {
		return nil, err
	}
	var out []Edge
	if err := p.new.Edges(func(e graph.Edge) error {
		key := edgeKey{int32(e.From), int32(e.To), e.Kind}
		was, ok := known[key]
		delete(known, key)
		edge := Edge{Kind: e.Kind, From: &p.new.nodes[e.From], To: &p.new.nodes[e.To], New: &e}
		switch {
		case !ok:
			edge.Change = Added
			edge.Implied = p.from[e.From] == none || p.from[e.To] == none
		case was.Tier != e.Tier || was.Ops != e.Ops || was.Via != e.Via:
			edge.Change, edge.Old = Changed, &was
		default:
			return nil
		}
		out = append(out, edge)
		return nil
	}); err != nil {
		return nil, err
	}
	for _, e := range known {
		out = append(out, Edge{Change: Removed, Kind: e.Kind, From: &p.old.nodes[e.From],
			To: &p.old.nodes[e.To], Old: &e,
			Implied: p.to[e.From] == none || p.to[e.To] == none})
	}
	slices.SortFunc(out, func(a, b Edge) int {
		return cmp.Or(comparePlaces(a.From, b.From), cmp.Compare(a.Kind, b.Kind),
			comparePlaces(a.To, b.To), cmp.Compare(a.Change, b.Change))
	})
	return out, nil
}
