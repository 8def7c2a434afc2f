package export

import (
	"cmp"
	"context"
	"io"

	"github.com/parquet-go/parquet-go"

	"seedgraph/artifacts"
	"seedgraph/graph"
)

// A parquetWriter writes rows in groups, so that a table is never completely in memory.
type parquetWriter[T any] struct {
	w *parquet.GenericWriter[T]
	n int
}

// parquetGroup is the number of rows written at once.
const parquetGroup = 10_000

// newParquet writes a Parquet file (https://parquet.apache.org/docs/file-format), with a
// compression that all readers support.
func newParquet[T any](w io.Writer) *parquetWriter[T] {
	return &parquetWriter[T]{w: parquet.NewGenericWriter[T](w, parquet.Compression(&parquet.Snappy))}
}

func (p *parquetWriter[T]) add(row T) error {
	_, err := p.w.Write([]T{row})
	if p.n++; err == nil && p.n%parquetGroup == 0 {
		err = p.w.Flush()
	}
	return err
}

func (p *parquetWriter[T]) end() error { return p.w.Close() }

// The rows of nodes.parquet, edges.parquet and chunks.parquet: the data of nodes.jsonl,
// edges.jsonl and texts under the same names.

type nodeRow struct {
	ID        string   `parquet:"id"`
	Kind      string   `parquet:"kind,dict"`
	Name      string   `parquet:"name"`
	DataType  string   `parquet:"data_type,dict"`
	Path      *string  `parquet:"path,optional,dict"`
	StartLine *int32   `parquet:"start_line,optional"`
	EndLine   *int32   `parquet:"end_line,optional"`
	NameLine  *int32   `parquet:"name_line,optional"`
	Tokens    int64    `parquet:"tokens"`
	PageRank  float64  `parquet:"pagerank"`
	Language  *string  `parquet:"language,optional,dict"`
	Handle    string   `parquet:"handle"`
	Signature *string  `parquet:"signature,optional"`
	Doc       *string  `parquet:"doc,optional"`
	Parent    *string  `parquet:"parent_id,optional"`
	Parts     int32    `parquet:"parts"`
	Flags     []string `parquet:"flags,list"`
}

type edgeRow struct {
	Src        string   `parquet:"src_id"`
	Dst        string   `parquet:"dst_id"`
	Type       string   `parquet:"edge_type,dict"`
	Tier       string   `parquet:"tier,dict"`
	Confidence float64  `parquet:"confidence"`
	Weight     float64  `parquet:"weight"`
	Line       *int32   `parquet:"line,optional"`
	Op         []string `parquet:"op,list"`
	Via        *string  `parquet:"via,optional,dict"`
}

type chunkRow struct {
	ID        string  `parquet:"id"`
	Node      string  `parquet:"node_id"`
	Part      int32   `parquet:"part"`
	Path      *string `parquet:"path,optional,dict"`
	StartLine *int32  `parquet:"start_line,optional"`
	EndLine   *int32  `parquet:"end_line,optional"`
	Tokens    int64   `parquet:"tokens"`
	Hash      string  `parquet:"hash"`
	Text      string  `parquet:"text"`
}

// signed converts a line to a column value, nil for 0.
func signed(line uint32) *int32 { return given(int32(line)) }

func writeParquet(ctx context.Context, g *Graph, d *Dir, _ Options) error {
	ids, err := parquetNodes(ctx, g, d)
	if err != nil {
		return err
	}
	f, err := d.Create("edges.parquet")
	if err != nil {
		return err
	}
	edges := newParquet[edgeRow](f)
	err = g.Edges(ctx, func(e graph.Edge) error {
		return edges.add(edgeRow{string(ids[e.From]), string(ids[e.To]), e.Kind.String(), e.Tier.String(), confidence(e),
			weight(e), signed(e.Line), listed(e.Operations()), given(e.Via.String())})
	})
	if err = cmp.Or(err, edges.end()); err != nil {
		return err
	}
	if f, err = d.Create("chunks.parquet"); err != nil {
		return err
	}
	chunks := newParquet[chunkRow](f)
	err = g.Chunks(ctx, func(c *Chunk) error {
		of := c.Of()
		return chunks.add(chunkRow{c.ID(), string(c.Node.ID), int32(c.Part), given(c.Node.Path), signed(of.StartLine),
			signed(of.EndLine), int64(of.Tokens), of.Hash.String(), c.Text})
	})
	return cmp.Or(err, chunks.end())
}

func parquetNodes(ctx context.Context, g *Graph, d *Dir) ([]graph.NodeID, error) {
	f, err := d.Create("nodes.parquet")
	if err != nil {
		return nil, err
	}
	out, ids := newParquet[nodeRow](f), make([]graph.NodeID, g.r.NumNodes())
	err = g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		ids[num] = n.ID
		doc, err := g.r.Doc(num)
		if err != nil {
			return err
		}
		return out.add(nodeRow{ID: string(n.ID), Kind: string(n.Kind), Name: n.Name, DataType: string(n.Domain()),
			Path: given(n.Path), StartLine: signed(n.Span.StartLine), EndLine: signed(n.Span.EndLine),
			NameLine: signed(n.NameLine), Tokens: int64(n.Tokens()), PageRank: n.Rank, Language: given(n.Language),
			Handle: n.ID.Handle(), Signature: given(n.Signature), Doc: given(doc), Parent: given(string(n.Parent)),
			Parts: int32(len(n.Parts)), Flags: listed(artifacts.FlagNames(n.Flags))})
	})
	return ids, cmp.Or(err, out.end())
}
