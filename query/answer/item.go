package answer

import (
	"strconv"

	"seedgraph/graph"
	"seedgraph/query/expand"
	"seedgraph/query/render"
)

// A Target is a node, or one part of it, by number.
type Target struct {
	Node uint32
	Part int // counted from 1; 0: the whole node
}

// A Ref is a target with its canonical id.
type Ref struct {
	Target
	ID    string // canonical, including the part if any
	Known bool   // otherwise the artifacts have no such node, and Target is zero
}

// String returns the id.
func (r Ref) String() string { return r.ID }

// Key returns the ref to which the id resolves, so that two keys are equal if and only if
// their ids are: a node's first part has the id of the node.
func (r Ref) Key() Ref {
	if r.Part == 1 {
		r.Part = 0
	}
	return r
}

// Nodes provides the nodes of an index.
type Nodes interface {
	Node(n uint32) (*graph.Node, error)
}

// RefTo returns the ref of a target.
func RefTo(nodes Nodes, t Target) (Ref, error) {
	n, err := nodes.Node(t.Node)
	if err != nil {
		return Ref{}, err
	}
	ref := Ref{Target: t, ID: string(n.ID), Known: true}
	if t.Part > 0 {
		ref.ID = n.ID.Part(t.Part)
	}
	return ref, nil
}

// NewItem describes a target in an answer.
func NewItem(nodes Nodes, t Target, score float64) (render.Item, *graph.Node, error) {
	n, err := nodes.Node(t.Node)
	if err != nil {
		return render.Item{}, nil, err
	}
	it := render.NewItem(n, t.Part)
	it.Score = Round(score)
	return it, n, nil
}

// An Edge is an edge in an answer.
type Edge struct {
	From       string  `json:"from_id"`
	To         string  `json:"to_id"`
	Type       string  `json:"edge_type"`
	Tier       string  `json:"tier,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
	Line       uint32  `json:"line,omitempty"` // in the file of from_id
}

// NewEdge describes an edge in an answer.
func NewEdge(nodes Nodes, e expand.Edge) (Edge, error) {
	from, err := nodes.Node(e.From)
	if err != nil {
		return Edge{}, err
	}
	to, err := nodes.Node(e.To)
	if err != nil {
		return Edge{}, err
	}
	return Edge{string(from.ID), string(to.ID), e.Kind, e.Tier, Round(e.Confidence), e.Line}, nil
}

// A Link describes how a walk reached a node: the previous node, and the edge between the
// two. For a start node both are empty.
type Link struct {
	ParentID *string `json:"parent_id"`
	Via      *Edge   `json:"via"`
}

// NewLink describes the edge by which a walk continued from a parent.
func NewLink(nodes Nodes, parent uint32, via expand.Edge) (Link, error) {
	n, err := nodes.Node(parent)
	if err != nil {
		return Link{}, err
	}
	e, err := NewEdge(nodes, via)
	if err != nil {
		return Link{}, err
	}
	id := string(n.ID)
	return Link{&id, &e}, nil
}

// Round rounds to six significant digits.
func Round(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return y
}
