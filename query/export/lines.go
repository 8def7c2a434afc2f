package export

import (
	"context"
	"io"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A NodeLine is a line of nodes.jsonl. Every line has all keys, so that readers can infer
// the columns from the first lines: null for a missing value, [] for an empty list.
type NodeLine struct {
	ID        graph.NodeID  `json:"id"`
	Kind      string        `json:"kind"`
	Name      string        `json:"name"`
	DataType  string        `json:"data_type"`
	Path      *string       `json:"path"`
	StartLine *uint32       `json:"start_line"`
	EndLine   *uint32       `json:"end_line"`
	NameLine  *uint32       `json:"name_line"`
	Tokens    int           `json:"tokens"`
	PageRank  float64       `json:"pagerank"`
	Language  *string       `json:"language"`
	Handle    string        `json:"handle"`
	Signature *string       `json:"signature"`
	Parent    *graph.NodeID `json:"parent_id"`
	Parts     int           `json:"parts"` // number of chunks of its text
	Flags     []string      `json:"flags"`
	Project   *string       `json:"project"`
	Role      *string       `json:"role"`           // of an entry point
	Distance  *int          `json:"entry_distance"` // nil if it is not reachable from an entry point
	TestsOnly bool          `json:"tests_only"`
	// of a route
	Attributes []graph.Attribute `json:"attributes"`
}

func writeNodes(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	if err := g.r.LoadProjects(); err != nil {
		return err
	}
	far, err := g.r.Reachability()
	if err != nil {
		return err
	}
	out := newEncoder(w)
	return g.Nodes(ctx, func(i uint32, n *graph.Node) error {
		at, reach := endOf(n), far.At(i)
		var distance *int
		if reach.Known {
			distance = &reach.Distance
		}
		return out.Encode(NodeLine{
			ID: n.ID, Kind: string(n.Kind), Name: n.Name, DataType: string(n.Domain()),
			Path: at.path, StartLine: at.start, EndLine: at.end, NameLine: given(n.NameLine), Tokens: n.Tokens(),
			PageRank: n.Rank,
			Language: given(n.Language), Handle: n.ID.Handle(), Signature: given(n.Signature),
			Parent: given(n.Parent), Parts: len(n.Parts), Flags: listed(artifacts.FlagNames(n.Flags)),
			Project: given(n.Project), Role: given(reach.Role.String()), Distance: distance,
			TestsOnly: reach.Tests, Attributes: listed(n.Attributes()),
		})
	})
}

// An end describes one end of an edge in edges.jsonl.
type end struct {
	id         graph.NodeID
	path       *string
	start, end *uint32
}

// endOf leaves path and lines nil where n has none.
func endOf(n *graph.Node) end {
	e := end{id: n.ID}
	if n.Path != "" {
		e.path = &n.Path
	}
	if n.Span.StartLine != 0 {
		e.start, e.end = &n.Span.StartLine, &n.Span.EndLine
	}
	return e
}

// An EdgeLine is a line of edges.jsonl. Like a [NodeLine], it has all keys on every line.
type EdgeLine struct {
	SrcID        graph.NodeID `json:"src_id"`
	SrcPath      *string      `json:"src_path"`
	SrcStartLine *uint32      `json:"src_start_line"`
	SrcEndLine   *uint32      `json:"src_end_line"`
	DstID        graph.NodeID `json:"dst_id"`
	DstPath      *string      `json:"dst_path"`
	DstStartLine *uint32      `json:"dst_start_line"`
	DstEndLine   *uint32      `json:"dst_end_line"`
	EdgeType     string       `json:"edge_type"`
	Tier         string       `json:"tier"`
	Confidence   float64      `json:"confidence"`
	Line         *uint32      `json:"line"`
	Op           any          `json:"op"` // a string, or a list of several
	Via          *string      `json:"via"`
	Parameter    *int         `json:"parameter"` // of Passes: position from 1
	Candidates   *uint16      `json:"candidates"`
}

func writeEdges(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	ends := make([]end, g.r.NumNodes())
	err := g.Nodes(ctx, func(n uint32, node *graph.Node) error {
		// keep only these fields, not the whole record
		ends[n] = endOf(&graph.Node{ID: node.ID, Path: node.Path, Span: node.Span})
		return nil
	})
	if err != nil {
		return err
	}
	out := newEncoder(w)
	return g.Edges(ctx, func(e graph.Edge) error {
		return out.Encode(edgeLine(ends[e.From], ends[e.To], e))
	})
}

func edgeLine(from, to end, e graph.Edge) EdgeLine {
	x := EdgeLine{
		SrcID: from.id, SrcPath: from.path, SrcStartLine: from.start, SrcEndLine: from.end,
		DstID: to.id, DstPath: to.path, DstStartLine: to.start, DstEndLine: to.end,
		EdgeType: e.Kind.String(), Tier: e.Tier.String(), Confidence: confidence(e),
		Line: given(e.Line), Via: given(e.Via.String()), Parameter: given(e.Parameter()),
	}
	switch ops := e.Operations(); len(ops) {
	case 0:
	case 1:
		x.Op = ops[0]
	default:
		x.Op = ops
	}
	if e.Share > 1 {
		x.Candidates = &e.Share
	}
	return x
}
