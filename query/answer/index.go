package answer

import (
	"errors"
	"slices"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/query/expand"
	"seedgraph/query/search"
)

// Classes of errors of answers.
var (
	ErrNothingFound = errors.New("nothing found")
	// ErrNotKnown means that the answer may be yes or no, because of an open end on the
	// way.
	ErrNotKnown  = errors.New("not known")
	ErrUnknownID = errors.New("unknown id")
)

// ErrAmbiguousID is of class ErrUnknownID, for a name shared by several nodes.
var ErrAmbiguousID error = ambiguousID{}

type ambiguousID struct{}

func (ambiguousID) Error() string        { return "ambiguous id" }
func (ambiguousID) Is(target error) bool { return target == ErrUnknownID }

// An Index provides the data of opened artifacts for answers. It implements
// [search.Index]; see [Graph] for expansion. It is not safe for concurrent use.
type Index struct {
	*artifacts.Reader

	nodes     map[uint32]*graph.Node // cache of nodes read
	receivers map[uint32][]graph.Receiver
	short     map[string]string // abbreviated handles
}

// New returns the index of a reader, which the caller closes.
func New(r *artifacts.Reader) *Index {
	return &Index{Reader: r, nodes: map[uint32]*graph.Node{}, receivers: map[uint32][]graph.Receiver{},
		short: map[string]string{}}
}

// Node returns node n without the id of its parent; it must not be changed. It caches nodes,
// because an answer needs few nodes, but these often.
func (x *Index) Node(n uint32) (*graph.Node, error) {
	if node := x.nodes[n]; node != nil {
		return node, nil
	}
	node, err := x.Reader.NodeWithoutParent(n)
	if err == nil {
		x.nodes[n] = node
	}
	return node, err
}

// Abbreviate returns the abbreviated form of a handle for text. It caches them, because a row
// may be formatted several times to fit a budget.
func (x *Index) Abbreviate(handle string) string {
	short, ok := x.short[handle]
	if !ok {
		var err error
		if short, err = x.Reader.Abbreviate(handle); err != nil {
			short = handle // which is right, too
		}
		x.short[handle] = short
	}
	return short
}

// Receivers returns the receivers for which an edge applies, which must not be changed,
// or nil if they are unknown. It caches them: many edges share a set.
func (x *Index) Receivers(e graph.Edge) ([]graph.Receiver, error) {
	if e.Recv == 0 {
		return nil, nil
	}
	if set, ok := x.receivers[e.Recv]; ok {
		return set, nil
	}
	set, err := x.Reader.Receivers(e)
	if err == nil {
		x.receivers[e.Recv] = set
	}
	return set, err
}

// Postings lists the nodes that contain a term; it implements [search.Index].
func (x *Index) Postings(term string) (search.Postings, error) {
	list, err := x.Reader.Postings(term)
	return postings{list}, err
}

// FileNodes lists the nodes of a file.
func (x *Index) FileNodes(path string) ([]uint32, error) {
	nodes, err := x.PathNodes(path)
	out := make([]uint32, len(nodes))
	for i, n := range nodes {
		out[i] = n.Node
	}
	return out, err
}

// Named lists the nodes with a last name, ignoring case. The dictionary may have the name
// with or without its parameters. External symbols, which have no text, are not included.
func (x *Index) Named(last string) ([]uint32, error) {
	var found []uint32
	err := x.Symbols(last, func(name string, nodes []uint32) bool {
		if name == last {
			found = nodes
		}
		return false
	})
	if len(found) == 0 || err != nil {
		return nil, err
	}
	outside, err := x.ExternalSymbols()
	found = slices.DeleteFunc(slices.Clone(found), func(n uint32) bool {
		_, ok := slices.BinarySearch(outside, n)
		return ok
	})
	return found, err
}

// TargetText returns the text of a node or of one of its parts.
func (x *Index) TargetText(t Target) (string, error) {
	if t.Part > 0 {
		return x.PartText(t.Node, t.Part)
	}
	return x.Text(t.Node)
}

type postings struct{ list *artifacts.PostingList }

func (p postings) Len() int   { return p.list.Len() }
func (p postings) Err() error { return p.list.Err() }
func (p postings) Next() (uint32, *search.Frequencies, bool) {
	if !p.list.Next() {
		return 0, nil, false
	}
	return p.list.Node, &p.list.Freq, true
}

// Edges provides the stored edges of nodes.
type Edges interface {
	Out(n uint32) ([]graph.Edge, error)
	In(n uint32) ([]graph.Edge, error)
}

// Graph adapts stored edges to package expand.
func Graph(edges Edges) expand.Adjacency { return adjacency{edges} }

type adjacency struct{ edges Edges }

func (a adjacency) Out(n uint32) ([]expand.Edge, error) { return expandEdges(a.edges.Out(n)) }
func (a adjacency) In(n uint32) ([]expand.Edge, error)  { return expandEdges(a.edges.In(n)) }

func expandEdges(edges []graph.Edge, err error) ([]expand.Edge, error) {
	out := make([]expand.Edge, len(edges))
	for i, e := range edges {
		out[i] = expand.Edge{
			From: e.From, To: e.To, Kind: e.Kind.String(), Tier: e.Tier.String(), Line: e.Line,
			Weight: e.Kind.Weight(), Confidence: e.Confidence(),
		}
	}
	return out, err
}
