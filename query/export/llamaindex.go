package export

import (
	"context"
	"encoding/json"
	"strings"

	"seedgraph/graph"
)

// The arguments of EntityNode, ChunkNode and Relation of LlamaIndex (llama-index-core:
// graph_stores/types.py), one object per line. An entity is identified by its name, in
// which EntityNode.id replaces quotes by spaces.

type entityNode struct {
	Name       string         `json:"name"`
	Label      string         `json:"label"`
	Properties nodeProperties `json:"properties"`
}

type nodeProperties struct {
	ID          graph.NodeID `json:"seedgraph_id"`
	Handle      string       `json:"handle"`
	Kind        string       `json:"kind"`
	Qualified   string       `json:"qualified_name"`
	Path        *string      `json:"path"`
	StartLine   *uint32      `json:"start_line"`
	EndLine     *uint32      `json:"end_line"`
	Language    *string      `json:"language"`
	Description string       `json:"description"`
	PageRank    float64      `json:"pagerank"`
}

type chunkNode struct {
	Text       string            `json:"text"`
	ID         string            `json:"id_"`
	Label      string            `json:"label"`
	Properties *documentMetadata `json:"properties"`
}

type relation struct {
	Label      string             `json:"label"`
	Source     string             `json:"source_id"`
	Target     string             `json:"target_id"`
	Properties relationProperties `json:"properties"`
}

type relationProperties struct {
	Description *string  `json:"description"`
	Tier        *string  `json:"tier"`
	Confidence  *float64 `json:"confidence"`
	Line        *uint32  `json:"line"`
	Op          []string `json:"op"`
	Via         *string  `json:"via"`
}

func (l label) entity() string { return strings.ReplaceAll(l.title(), `"`, " ") }

func writeLlamaIndex(ctx context.Context, g *Graph, d *Dir, _ Options) error {
	var out [3]*json.Encoder
	for i, name := range []string{"nodes.jsonl", "chunks.jsonl", "relations.jsonl"} {
		f, err := d.Create(name)
		if err != nil {
			return err
		}
		out[i] = newEncoder(f)
	}
	nodes, chunks, relations := out[0], out[1], out[2]
	commit := given(g.r.Manifest().Source.Commit)
	labels := make([]label, g.r.NumNodes())
	err := g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		labels[num] = label{n.ID, n.Name}
		name := labels[num].entity()
		text, err := g.describe(num, n)
		if err != nil {
			return err
		}
		at := endOf(n)
		err = nodes.Encode(entityNode{name, camel(n.Kind), nodeProperties{ID: n.ID, Handle: n.ID.Handle(),
			Kind: string(n.Kind), Qualified: n.Name, Path: at.path, StartLine: at.start, EndLine: at.end,
			Language: given(n.Language), Description: text, PageRank: n.Rank}})
		if err != nil {
			return err
		}
		return g.chunksOf(num, n, func(c *Chunk) error {
			meta := documentOf(c)
			meta.Commit = commit
			if err := chunks.Encode(chunkNode{c.Text, c.ID(), "text_chunk", meta}); err != nil {
				return err
			}
			return relations.Encode(relation{"MENTIONS", c.ID(), name, relationProperties{Op: []string{}}})
		})
	})
	if err != nil {
		return err
	}
	return g.Edges(ctx, func(e graph.Edge) error {
		from, to := labels[e.From], labels[e.To]
		tier, sure, text := e.Tier.String(), confidence(e), sentence(from.name, to.name, e)
		return relations.Encode(relation{snake(e.Kind), from.entity(), to.entity(), relationProperties{
			Description: &text, Tier: &tier, Confidence: &sure, Line: given(e.Line),
			Op: listed(e.Operations()), Via: given(e.Via.String())}})
	})
}
