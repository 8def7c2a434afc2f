package export

import (
	"cmp"
	"context"
	"math"
	"slices"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A Graph is the exported part of artifacts: the selected nodes, and the edges between
// them. Nodes are identified by number, as in an [artifacts.Reader].
type Graph struct {
	r         *artifacts.Reader
	externals bool
	keep      []bool                  // by number
	kinds     map[graph.EdgeKind]bool // nil means all
}

// A Chunk is a stored text of a node.
type Chunk struct {
	Node *graph.Node
	Num  uint32 // of the node
	Part int    // from 1
	Text string
}

// ID returns the canonical id of the chunk.
func (c *Chunk) ID() string { return c.Node.ID.Part(c.Part) }

// Handle returns a short id without commas and quotes: the handle of the node, with the
// suffix "/2" for its second part and so on.
func (c *Chunk) Handle() string { return chunkHandle(c.Node.ID, c.Part) }

// Of returns the metadata of the text.
func (c *Chunk) Of() graph.Part { return c.Node.Parts[c.Part-1] }

// Nodes calls f for each node, sorted by id, until it returns an error. The node has its
// rank, and is valid during the call.
func (g *Graph) Nodes(ctx context.Context, f func(n uint32, node *graph.Node) error) error {
	return g.r.Nodes(func(n uint32, node *graph.Node) error {
		if err := ctx.Err(); err != nil || !g.keep[n] {
			return err
		}
		return f(n, node)
	})
}

// Chunks calls f for each text, sorted by (id of the node, part), until it returns an
// error. The chunk is valid during the call.
func (g *Graph) Chunks(ctx context.Context, f func(c *Chunk) error) error {
	return g.Nodes(ctx, func(n uint32, node *graph.Node) error {
		return g.chunksOf(n, node, f)
	})
}

func (g *Graph) chunksOf(n uint32, node *graph.Node, f func(c *Chunk) error) error {
	for i := range node.Parts {
		text, err := g.r.PartText(n, i+1)
		if err == nil {
			err = f(&Chunk{Node: node, Num: n, Part: i + 1, Text: text})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Out returns the edges of g that leave node n, by (Kind, To).
func (g *Graph) Out(n uint32) ([]graph.Edge, error) {
	edges, err := g.r.Out(n)
	if err != nil {
		return nil, err
	}
	if g.externals {
		outer, err := g.r.ExternalEdges(n)
		if err != nil {
			return nil, err
		}
		edges = append(edges, outer...)
		slices.SortFunc(edges, func(a, b graph.Edge) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
		})
	}
	return slices.DeleteFunc(edges, func(e graph.Edge) bool { return !g.joins(e) }), nil
}

// joins reports whether an edge belongs to g.
func (g *Graph) joins(e graph.Edge) bool {
	return g.keep[e.From] && g.keep[e.To] && (g.kinds == nil || g.kinds[e.Kind])
}

// Edges calls f for each edge, by (From, Kind, To), until it returns an error.
func (g *Graph) Edges(ctx context.Context, f func(e graph.Edge) error) error {
	for n := range g.r.NumNodes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !g.keep[n] {
			continue
		}
		edges, err := g.Out(n)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if err := f(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// confidence returns the confidence of an edge.
func confidence(e graph.Edge) float64 { return round(e.Confidence()) }

// weight returns the weight of an edge: the weight of its kind times its confidence.
func weight(e graph.Edge) float64 { return round(e.Kind.Weight() * e.Confidence()) }

// round rounds to six decimal places.
func round(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// chunkOf returns the part of a node, from 1, that contains an edge: 1 if that is not
// known, 0 for a node without text.
func chunkOf(n *graph.Node, e graph.Edge) int {
	if len(n.Parts) == 0 {
		return 0
	}
	for i, p := range n.Parts {
		if p.StartLine <= e.Line && e.Line <= p.EndLine {
			return i + 1
		}
	}
	return 1
}
