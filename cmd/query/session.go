package main

import (
	"fmt"
	"strconv"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/expand"
	"seedgraph/fetch"
	"seedgraph/graph"
	"seedgraph/render"
	"seedgraph/search"
)

// A session is one command at work on opened artifacts. It is what the packages
// of the verbs know the artifacts by.
type session struct {
	*artifacts.Reader
	*globals

	nodes map[uint32]*graph.Node // that were read
	here  string                 // the folder that the program runs in, below that of the artifacts; or empty
}

// Node returns node n, which must not be changed. A command asks for few nodes,
// but for these often.
func (s *session) Node(n uint32) (*graph.Node, error) {
	if node := s.nodes[n]; node != nil {
		return node, nil
	}
	node, err := s.Reader.Node(n)
	if err == nil {
		s.nodes[n] = node
	}
	return node, err
}

// ID returns the id of node n.
func (s *session) ID(n uint32) (graph.NodeID, error) {
	node, err := s.Node(n)
	if err != nil {
		return "", err
	}
	return node.ID, nil
}

// index is the session as search sees it.
type index struct{ *session }

func (x index) Postings(term string) (search.Postings, error) {
	list, err := x.Reader.Postings(term)
	return postings{list}, err
}

func (x index) FileNodes(path string) ([]uint32, error) {
	nodes, err := x.PathNodes(path)
	out := make([]uint32, len(nodes))
	for i, n := range nodes {
		out[i] = n.Node
	}
	return out, err
}

// Named lists the nodes under one last name. The name may stand in the
// dictionary with or without its parameters.
func (x index) Named(last string) ([]uint32, error) {
	var found []uint32
	err := x.Symbols(last, func(name string, nodes []uint32) bool {
		if name == last {
			found = nodes
		}
		return false
	})
	return found, err
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

// adjacency is the session as expand sees it.
type adjacency struct{ *session }

func (a adjacency) Out(n uint32) ([]expand.Edge, error) { return edgesOf(a.Reader.Out(n)) }
func (a adjacency) In(n uint32) ([]expand.Edge, error)  { return edgesOf(a.Reader.In(n)) }

func edgesOf(edges []graph.Edge, err error) ([]expand.Edge, error) {
	out := make([]expand.Edge, len(edges))
	for i, e := range edges {
		out[i] = expand.Edge{
			From: e.From, To: e.To, Kind: e.Kind.String(), Tier: e.Tier.String(), Line: e.Line,
			Weight: e.Kind.Weight(), Confidence: e.Confidence(),
		}
	}
	return out, err
}

// texts is the session as fetch sees it: ids are canonical, also of parts.
type texts struct{ *session }

func (t texts) Text(id string) (fetch.Text, bool, error) {
	m, err := t.Resolve(id)
	if err != nil || len(m.Nodes) != 1 {
		return fetch.Text{}, false, err
	}
	n, err := t.Node(m.Nodes[0])
	if err != nil || len(n.Parts) == 0 {
		return fetch.Text{}, false, err
	}
	text, err := t.textOf(target{node: m.Nodes[0], part: m.Part})
	return fetch.Text{Text: text, Path: n.Path, Language: n.Language}, err == nil, err
}

// textOf returns the text of a node or of one of its parts.
func (s *session) textOf(t target) (string, error) {
	if t.part > 0 {
		return s.PartText(t.node, t.part)
	}
	return s.Text(t.node)
}

// itemOf describes a node for an answer.
func (s *session) itemOf(t target, score float64) (render.Item, *graph.Node, error) {
	n, err := s.Node(t.node)
	if err != nil {
		return render.Item{}, nil, err
	}
	it := render.NewItem(n, t.part)
	it.Score = round(score)
	return it, n, nil
}

// round keeps six significant digits: enough to compare by, few to read.
func round(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	return y
}

// print writes lines of the result.
func (s *session) print(lines ...string) error {
	_, err := fmt.Fprintln(s.streams.Out, strings.Join(lines, "\n"))
	return err
}
