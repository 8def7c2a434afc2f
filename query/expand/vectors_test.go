package expand_test

import (
	"errors"
	"slices"
	"testing"

	"seedgraph/query/expand"
	"seedgraph/testkit/vectortest"
)

// A vector is one conformance case of the expand_dependency_tree contract.
type vector struct {
	Seeds []string
	Edges []struct {
		From string `json:"from_id"`
		To   string `json:"to_id"`
		Type string `json:"edge_type"`
	}
	MaxDepth  int `json:"max_depth"`
	MaxNodes  int `json:"max_nodes"`
	Allowlist []string
	Expect    struct {
		Error string
		Nodes []string
		Edges []struct {
			From string `json:"from_id"`
			To   string `json:"to_id"`
			Type string `json:"edge_type"`
		}
	}
}

// TestVectors runs the conformance cases: random graphs, seeds, limits and allow-lists
// with the result that the contract demands, order included.
func TestVectors(t *testing.T) {
	vectortest.Each(t, "testdata/vectors.jsonl.gz", func(n int, v vector) { runVector(t, n+1, v) })
}

func runVector(t *testing.T, line int, v vector) {
	t.Helper()
	names := map[string]expand.Node{}
	var byNumber []string
	number := func(s string) expand.Node {
		if _, ok := names[s]; !ok {
			names[s] = expand.Node(len(byNumber))
			byNumber = append(byNumber, s)
		}
		return names[s]
	}
	g := memory{out: map[expand.Node][]expand.Edge{}}
	for _, e := range v.Edges {
		from := number(e.From)
		g.out[from] = append(g.out[from], expand.Edge{From: from, To: number(e.To), Kind: e.Type})
	}
	var seeds []expand.Node
	for _, s := range v.Seeds {
		seeds = append(seeds, number(s))
	}
	r, err := expand.Expand(g, seeds, expand.Options{MaxDepth: v.MaxDepth, MaxNodes: v.MaxNodes,
		Allow: expand.Raw(v.Allowlist)})
	if v.Expect.Error != "" {
		if !errors.Is(err, expand.ErrLimits) {
			t.Errorf("line %d: err = %v, want %s", line, err, v.Expect.Error)
		}
		return
	}
	if err != nil {
		t.Errorf("line %d: %v", line, err)
		return
	}
	var nodes []string
	for _, s := range r.Steps {
		nodes = append(nodes, byNumber[s.Node])
	}
	if !slices.Equal(nodes, v.Expect.Nodes) {
		t.Errorf("line %d: nodes %v, want %v", line, nodes, v.Expect.Nodes)
		return
	}
	for i, e := range r.Edges {
		if i >= len(v.Expect.Edges) || byNumber[e.From] != v.Expect.Edges[i].From ||
			byNumber[e.To] != v.Expect.Edges[i].To || e.Kind != v.Expect.Edges[i].Type {
			t.Errorf("line %d: edge %d is %s -> %s (%s)", line, i, byNumber[e.From], byNumber[e.To],
				e.Kind)
			return
		}
	}
	if len(r.Edges) != len(v.Expect.Edges) {
		t.Errorf("line %d: %d edges, want %d", line, len(r.Edges), len(v.Expect.Edges))
		return
	}
}
