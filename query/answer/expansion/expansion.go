// Package expansion describes the result of an expansion: the dependencies or dependents of
// nodes.
//
// The score of a node is its seed's score times the weight and confidence of each edge on
// the path to it. A [Tally] counts the nodes and edges of an expansion by kind and depth;
// [Diagnostics] adds the effects of the limits.
package expansion

import (
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/expand"
	"seedgraph/query/render"
)

// A Seed is a node from which an expansion started.
type Seed struct {
	Node  uint32
	Score float64
}

// An Answer describes an expansion.
type Answer struct {
	Seeds []string `json:"graph_seed_nodes"`
	// in order of discovery, the seeds first
	Expanded    []string      `json:"graph_expanded_nodes"`
	ChunkIDs    []string      `json:"expanded_chunk_ids"` // the chunk ids among Expanded
	NodeKeys    []string      `json:"expanded_node_keys"` // the node keys among Expanded
	Items       []Item        `json:"items"`
	Edges       []answer.Edge `json:"graph_edges"` // in the order walked
	Debug       Debug         `json:"graph_debug"`
	Diagnostics Diagnostics   `json:"diagnostics"`
}

// An Item is a node of an expansion.
type Item struct {
	render.Item
	IsSeed bool `json:"is_seed"`
	Depth  int  `json:"depth"`
	answer.Link
}

// Debug is a summary with the field names of LocalAI-RAG.
type Debug struct {
	Reason        string `json:"reason"`
	SeedCount     int    `json:"seed_count"`
	ExpandedCount int    `json:"expanded_count"`
	EdgesCount    int    `json:"edges_count"`
	Truncated     bool   `json:"truncated"`
}

// A Tally counts nodes and edges.
type Tally struct {
	NodesByDepth []int          `json:"nodes_by_depth"`
	NodesByKind  map[string]int `json:"nodes_by_kind"`
	EdgesByKind  map[string]int `json:"edges_by_kind"`
	// by kind, for the edges walked from nodes of each depth
	EdgesByDepth []map[string]int `json:"edges_by_depth"`
}

// NewTally returns an empty tally.
func NewTally() Tally {
	return Tally{[]int{}, map[string]int{}, map[string]int{}, []map[string]int{}}
}

// Node counts a node.
func (t *Tally) Node(depth int, kind string) {
	for len(t.NodesByDepth) <= depth {
		t.NodesByDepth = append(t.NodesByDepth, 0)
	}
	t.NodesByDepth[depth]++
	t.NodesByKind[kind]++
}

// Edge counts an edge.
func (t *Tally) Edge(e expand.Edge) {
	t.EdgesByKind[e.Kind]++
	for len(t.EdgesByDepth) <= e.Depth {
		t.EdgesByDepth = append(t.EdgesByDepth, map[string]int{})
	}
	t.EdgesByDepth[e.Depth][e.Kind]++
}

// Diagnostics summarizes an expansion and the effects of its limits.
type Diagnostics struct {
	Tally
	MaxDepth  int  `json:"max_depth"`
	MaxNodes  int  `json:"max_nodes"`
	Truncated bool `json:"truncated"` // an edge was not walked because of max_nodes
	Cut       int  `json:"cut"`       // number of nodes with such edges
	// number of nodes at max_depth, whose edges were not walked
	NotExpanded int `json:"not_expanded"`
	// number of edges excluded by the allow-list, by kind
	Filtered map[string]int `json:"filtered_edges"`
}

// Describe describes an expansion from seeds. It lists the first limit nodes as
// items.
func Describe(x answer.Nodes, seeds []Seed, res *expand.Result, opts expand.Options,
	limit int) (*Answer, error) {
	a := &Answer{
		Seeds: []string{}, Expanded: []string{}, ChunkIDs: []string{}, NodeKeys: []string{},
		Items: []Item{}, Edges: []answer.Edge{},
		Diagnostics: Diagnostics{
			Tally: NewTally(), MaxDepth: opts.MaxDepth, MaxNodes: opts.MaxNodes,
			Truncated: res.Truncated, Cut: res.AtCap, NotExpanded: res.AtDepth,
			Filtered: res.Filtered,
		},
	}
	if err := a.addNodes(x, seeds, res.Steps, limit); err != nil {
		return nil, err
	}
	for _, e := range res.Edges {
		edge, err := answer.NewEdge(x, e)
		if err != nil {
			return nil, err
		}
		a.Edges = append(a.Edges, edge)
		a.Diagnostics.Edge(e)
	}
	a.Debug = Debug{"ok", len(a.Seeds), len(a.Expanded), len(a.Edges), res.Truncated}
	if len(a.Seeds) == 0 {
		a.Debug.Reason = "no_seeds"
	}
	return a, nil
}

// addNodes adds the nodes of an expansion.
func (a *Answer) addNodes(x answer.Nodes, seeds []Seed, steps []expand.Step, limit int) error {
	scores := make(map[uint32]float64, len(steps))
	for _, seed := range seeds {
		scores[seed.Node] = max(scores[seed.Node], seed.Score)
	}
	for i, step := range steps {
		if step.Parent != step.Node {
			scores[step.Node] = scores[step.Parent] * step.Via.Weight * step.Via.Confidence
		}
		it, err := newItem(x, step, scores[step.Node])
		if err != nil {
			return err
		}
		a.add(it)
		if i < limit {
			a.Items = append(a.Items, it)
		}
	}
	return nil
}

// add adds a node to the lists of ids and to the counts.
func (a *Answer) add(it Item) {
	a.Expanded = append(a.Expanded, it.ID)
	if it.IsSeed {
		a.Seeds = append(a.Seeds, it.ID)
	}
	if graph.NodeID(it.ID).IsKey() {
		a.NodeKeys = append(a.NodeKeys, it.ID)
	} else {
		a.ChunkIDs = append(a.ChunkIDs, it.ID)
	}
	a.Diagnostics.Node(it.Depth, it.Kind)
}

// newItem describes a node of an expansion.
func newItem(x answer.Nodes, step expand.Step, score float64) (Item, error) {
	it, _, err := answer.NewItem(x, answer.Target{Node: step.Node}, score)
	out := Item{Item: it, IsSeed: step.Depth == 0, Depth: step.Depth}
	if err != nil || step.Parent == step.Node {
		return out, err
	}
	out.Link, err = answer.NewLink(x, step.Parent, step.Via)
	return out, err
}
