package artifacts_test

import (
	"slices"
	"testing"

	"seedgraph/artifacts"
	"seedgraph/artifacts/artifactstest"
	"seedgraph/graph"
)

// TestFormatQuotesOutside compares the examples in FORMAT.md that are not from the main
// fixture with newly written artifacts.
func TestFormatQuotesOutside(t *testing.T) {
	r := open(t, write(t, artifactstest.WithExternalSymbols(), artifacts.Options{}))
	if n := artifacts.CheckQuotes(t, r, "outside"); n < 4 {
		t.Errorf("only %d values are quoted", n)
	}
}

// TestOuter checks that edges to external symbols are separate from the others, and found
// from both ends.
func TestOuter(t *testing.T) {
	r := open(t, write(t, artifactstest.WithExternalSymbols(), artifacts.Options{}))
	m, err := r.Resolve("Console.WriteLine")
	if err != nil || len(m.Nodes) != 1 {
		t.Fatalf("Console.WriteLine means %v, %v", m, err)
	}
	in, err := r.In(m.Nodes[0])
	if err != nil || len(in) != 2 {
		t.Fatalf("its edges are %v, %v", in, err)
	}
	calls := in[slices.IndexFunc(in, func(e graph.Edge) bool { return e.Kind == graph.Calls })]
	outer, err := r.ExternalEdges(calls.From)
	if err != nil || !slices.Contains(outer, calls) {
		t.Errorf("the edges out of the tree are %v, %v", outer, err)
	}
	out, err := r.Out(calls.From)
	if err != nil || slices.Contains(out, calls) {
		t.Errorf("the edges of the tree are %v, %v", out, err)
	}
	if lines, err := r.Lines(calls); err != nil || !slices.Equal(lines, []uint32{31, 33}) {
		t.Errorf("lines %v, %v", lines, err)
	}
	if rank, err := r.Rank(m.Nodes[0]); err != nil || rank != 0 {
		t.Errorf("its rank is %g, %v", rank, err)
	}
}
