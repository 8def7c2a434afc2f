// Package answertest opens small indexes for the tests of answers.
package answertest

import (
	"context"
	"path/filepath"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/testkit/sourceindex"
)

// Open writes an index with its PageRank scores and opens it until the end of the test.
func Open(t testing.TB, in artifacts.Index) *answer.Index {
	t.Helper()
	ranks, err := artifacts.Rank(in.Graph, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Graph.Nodes {
		in.Graph.Nodes[i].Rank = ranks[i]
	}
	dir := filepath.Join(t.TempDir(), "index.sg")
	if err := artifacts.Write(context.Background(), dir, in,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return answer.New(r)
}

// Shop opens [artifactstest.Shop].
func Shop(t testing.TB) *answer.Index { return Open(t, artifactstest.Shop()) }

// Sources opens the index of the files of a txtar archive.
func Sources(t testing.TB, archive string) *answer.Index {
	t.Helper()
	in, err := sourceindex.Archive(archive)
	if err != nil {
		t.Fatal(err)
	}
	return Open(t, in)
}

// Node returns the number of the only node with a qualified name.
func Node(t testing.TB, x *answer.Index, name string) uint32 {
	t.Helper()
	found, n := 0, uint32(0)
	err := x.Nodes(func(number uint32, node *graph.Node) error {
		if node.Name == name {
			found, n = found+1, number
		}
		return nil
	})
	if err != nil || found != 1 {
		t.Fatalf("%d nodes are called %s (%v)", found, name, err)
	}
	return n
}

// EdgeKinds returns a list of edge kinds.
func EdgeKinds(t *testing.T, names ...string) answer.EdgeKinds {
	t.Helper()
	kinds, err := answer.ParseEdgeKinds(names)
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}
