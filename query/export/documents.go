package export

import (
	"context"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io"

	"seedgraph/graph"
)

// A document is a line of documents, in the format of Document of LangChain (id,
// page_content, metadata: langchain_core/documents/base.py) or of Haystack (id, content,
// meta: haystack/dataclasses/document.py).
type document struct {
	ID          string            `json:"id"`
	PageContent *string           `json:"page_content,omitempty"`
	Content     *string           `json:"content,omitempty"`
	Metadata    *documentMetadata `json:"metadata,omitempty"`
	Meta        *documentMetadata `json:"meta,omitempty"`
}

// documentMetadata has all keys on every line.
type documentMetadata struct {
	UUID      string       `json:"uuid"` // for stores whose ids are UUIDs
	Node      graph.NodeID `json:"node"`
	Handle    string       `json:"handle"`
	Kind      string       `json:"kind"`
	Name      string       `json:"name"`
	Language  *string      `json:"language"`
	Path      *string      `json:"path"`
	StartLine *uint32      `json:"start_line"`
	EndLine   *uint32      `json:"end_line"`
	Part      int          `json:"part"` // from 1
	Parts     int          `json:"parts"`
	Tokens    int          `json:"tokens"`
	Hash      string       `json:"hash"`
	PageRank  float64      `json:"pagerank"`
	Commit    *string      `json:"commit"`
}

// The values of Options.TextKey.
const (
	PageContent = "page_content"
	Content     = "content"
)

func writeDocuments(ctx context.Context, g *Graph, w io.Writer, o Options) error {
	out := newEncoder(w)
	commit := given(g.r.Manifest().Source.Commit)
	return g.Chunks(ctx, func(c *Chunk) error {
		meta := documentOf(c)
		meta.Commit = commit
		d := document{ID: c.ID(), PageContent: &c.Text, Metadata: meta}
		if o.TextKey == Content {
			d = document{ID: c.ID(), Content: &c.Text, Meta: meta}
		}
		return out.Encode(d)
	})
}

func documentOf(c *Chunk) *documentMetadata {
	n, of := c.Node, c.Of()
	return &documentMetadata{UUID: uuidOf(c.ID()), Node: n.ID, Handle: n.ID.Handle(), Kind: string(n.Kind),
		Name: n.Name, Language: given(n.Language), Path: given(n.Path), StartLine: given(of.StartLine),
		EndLine: given(of.EndLine), Part: c.Part, Parts: len(n.Parts), Tokens: of.Tokens,
		Hash: of.Hash.String(), PageRank: n.Rank}
}

// urlNamespace is the namespace of UUIDs derived from URLs (RFC 9562, section 6.6).
var urlNamespace = [16]byte{0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f,
	0xd4, 0x30, 0xc8}

// uuidOf returns the version 5 UUID of an id in the URL namespace (RFC 9562, section
// 5.5).
func uuidOf(id string) string {
	sum := sha1.Sum(append(urlNamespace[:], id...))
	u := sum[:16]
	u[6] = u[6]&0x0f | 0x50
	u[8] = u[8]&0x3f | 0x80
	h := hex.EncodeToString(u)
	return fmt.Sprintf("%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
}

// A textLine is a line of texts.
type textLine struct {
	ID     string `json:"id"`
	Hash   string `json:"hash"`
	Tokens int    `json:"tokens"`
	Text   string `json:"text"`
}

func writeTexts(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	out := newEncoder(w)
	return g.Chunks(ctx, func(c *Chunk) error {
		of := c.Of()
		return out.Encode(textLine{ID: c.ID(), Hash: of.Hash.String(), Tokens: of.Tokens, Text: c.Text})
	})
}
