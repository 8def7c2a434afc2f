package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/artifacts/graphstore"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/testkit/longtest"
)

// writeRanked writes an index with the ranks of its graph.
func writeRanked(t *testing.T, dir string, in artifacts.Index) string {
	t.Helper()
	ranks, err := artifacts.Rank(in.Graph, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range in.Graph.Nodes {
		in.Graph.Nodes[i].Rank = ranks[i]
	}
	if err := artifacts.Write(context.Background(), dir, in,
		graphstore.Create, artifacts.Options{}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// edited returns an index in which some nodes are removed and some texts are
// changed.
func edited(r *rand.Rand, in artifacts.Index) artifacts.Index {
	gone := map[graph.NodeID]bool{}
	for _, n := range in.Graph.Nodes {
		gone[n.ID] = n.Path != "" && n.Layout == nil && r.IntN(6) == 0
	}
	g := &graph.Graph{}
	number := map[uint32]uint32{}
	for i, n := range in.Graph.Nodes {
		if gone[n.ID] {
			continue
		}
		number[uint32(i)] = uint32(len(g.Nodes))
		if r.IntN(5) == 0 && len(n.Parts) == 1 && n.Layout == nil {
			n.Parts = []graph.Part{artifactstest.Part(n.Parts[0].Text+"more\n",
				n.Parts[0].StartLine, n.Parts[0].EndLine)}
		}
		if gone[n.Parent] {
			n.Parent = ""
		}
		var layout []graph.Segment
		for _, s := range n.Layout {
			if gone[s.Child] {
				s = graph.Segment{Own: s.Own + s.Skip}
			}
			layout = append(layout, s)
		}
		n.Layout = layout
		g.Nodes = append(g.Nodes, n)
	}
	for _, e := range in.Graph.Edges {
		from, to := in.Graph.Nodes[e.From].ID, in.Graph.Nodes[e.To].ID
		if gone[from] || gone[to] || e.Kind != graph.Contains && r.IntN(6) == 0 {
			continue
		}
		e.From, e.To = number[e.From], number[e.To]
		g.Edges = append(g.Edges, e)
	}
	in.Graph = g
	return in
}

// TestDiffLeavesNoTrace checks that the output of diff for a reader of two builds is
// the same as for builds without the files hidden from that reader.
func TestDiffLeavesNoTrace(t *testing.T) {
	longtest.NotRaced(t)
	dir := t.TempDir()
	differed := 0
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 11))
		full := artifactstest.Guarded(r, []graph.Access{{Allow: []string{"hr"}}, {Level: 10},
			{Labels: []string{"secret"}}})
		builds := map[string]artifacts.Index{"old": full, "new": edited(r, full)}
		visitor := graph.Visitor{Checked: true, Groups: []string{"hr"}}
		flags := []string{"--acl-any", "hr"}
		if seed%2 == 0 {
			visitor, flags = graph.Visitor{Checked: true, Level: 10}, []string{"--clearance", "10"}
		}
		var seen, left []string
		for _, name := range []string{"old", "new"} {
			part := builds[name]
			part.Graph, _ = artifactstest.Without(part.Graph, visitor)
			at := filepath.Join(dir, fmt.Sprint(name, seed))
			seen = append(seen, writeRanked(t, at, builds[name]))
			left = append(left, writeRanked(t, at+"part", part))
		}
		for _, format := range []string{"text", "json", "markdown"} {
			args := []string{"diff", "--format", format, "--fail-on", "removed,added:Calls"}
			got := outcomeOf(append(append(args[:len(args):len(args)], flags...), seen...))
			want := outcomeOf(append(args[:len(args):len(args)], left...))
			if got != want {
				t.Fatalf("seed %d, %s: with what is hidden\n%s\nwithout\n%s", seed, format, got, want)
			}
			if strings.Contains(got, "removed") {
				differed++
			}
		}
	}
	if differed < 10 {
		t.Errorf("only %d answers had differences", differed)
	}
}

// outcomeOf runs indexer and returns all its output.
func outcomeOf(args []string) string {
	var out, messages bytes.Buffer
	err := run(context.Background(), args, cli.Streams{Out: &out, Err: &messages})
	code := program.Exit(err, args, &messages)
	return fmt.Sprintf("exit %d\n%s%s", code, &out, &messages)
}
