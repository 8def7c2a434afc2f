// Package export writes the graph of artifacts in formats that other programs read. A
// format is one file of this package and one row of [Formats].
//
// A format gets a [Graph]: nodes, texts and edges in a fixed order, already restricted to
// the nodes that the reader of the artifacts may see and the caller selected. It keeps at
// most a small record of each node in memory, never texts, edges or output. The same
// artifacts give the same bytes.
package export

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"seedgraph/internal/hint"
)

// A Format is a file format in which another program reads a graph. Exactly one of its
// functions is set.
type Format struct {
	Name        string   // of --format
	Description string   // one line: its content and its consumers
	Options     []string // names of the format-specific flags that it has

	stream func(ctx context.Context, g *Graph, w io.Writer, o Options) error
	files  func(ctx context.Context, g *Graph, d *Dir, o Options) error
}

// Options holds the format-specific options.
type Options struct {
	TextKey    string // documents: the key of the text
	Undirected bool   // graphml: one edge per pair of nodes
	Lexical    bool   // neo4j: chunks and documents, too
}

// Formats lists the formats in the order of the help.
var Formats = []Format{
	{Name: "nodes.jsonl", Description: "JSON lines of nodes, sorted by id", stream: writeNodes},
	{Name: "edges.jsonl", Description: "JSON lines of edges, sorted by (src_id, edge_type, dst_id)",
		stream: writeEdges},
	{Name: "documents", Description: "JSON lines of texts: LangChain, Haystack, Qdrant, Weaviate",
		Options: []string{"text-key"}, stream: writeDocuments},
	{Name: "texts", Description: "JSON lines of texts: id, hash, tokens, text", stream: writeTexts},
	{Name: "graphml", Description: "GraphML: NetworkX, Gephi, yEd, nano-graphrag",
		Options: []string{"undirected"}, stream: writeGraphML},
	{Name: "dot", Description: "Graphviz digraph", stream: writeDOT},
	{Name: "mermaid", Description: "Mermaid flowchart of at most 500 edges", stream: writeMermaid},
	{Name: "neo4j", Description: "CSV and scripts: Neo4j, FalkorDB, Memgraph", Options: []string{"lexical"},
		files: writeNeo4j},
	{Name: "graphrag", Description: "Microsoft GraphRAG tables: Parquet and CSV", files: writeGraphRAG},
	{Name: "lightrag", Description: "LightRAG custom knowledge graph", stream: writeLightRAG},
	{Name: "llamaindex", Description: "JSON lines of a LlamaIndex property graph", files: writeLlamaIndex},
	{Name: "cognee", Description: "Enola snapshot of facts, for Cognee", files: writeCognee},
	{Name: "ladybug", Description: "CSV and schema for Ladybug or Kuzu", files: writeLadybug},
	{Name: "sqlite", Description: "SQLite database with full-text search", stream: writeSQLite},
	{Name: "parquet", Description: "Parquet tables: DuckDB, pandas, pgvector", files: writeParquet},
	{Name: "scip", Description: "SCIP index, for Sourcegraph", stream: writeSCIP},
}

// ByName finds a format. The error lists the available formats.
func ByName(name string) (*Format, error) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	switch {
	case name == "":
		return nil, hint.With(fmt.Errorf("--format is missing"), "give "+Names())
	case i < 0:
		return nil, hint.With(fmt.Errorf("--format %s is unknown", name), "give "+Names())
	}
	return &Formats[i], nil
}

// Names lists the names of all formats in a sentence.
func Names() string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Table describes the formats, one per line.
func Table() string {
	width := 0
	for _, f := range Formats {
		width = max(width, len(f.Name))
	}
	var b strings.Builder
	for _, f := range Formats {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, f.Name, f.Description)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// HasFiles reports whether the format has several files, and is therefore written to a
// folder.
func (f *Format) HasFiles() bool { return f.files != nil }

// Has reports whether the format has the option of a flag.
func (f *Format) Has(flag string) bool { return slices.Contains(f.Options, flag) }

// Write writes g to w. The format must be a single-file format.
func (f *Format) Write(ctx context.Context, g *Graph, w io.Writer, o Options) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if err := f.stream(ctx, g, out, o); err != nil {
		return err
	}
	return out.Flush()
}

// newEncoder returns an encoder that writes one JSON value per line.
func newEncoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

// given returns a pointer to v, or nil for a zero value.
func given[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// listed returns the list, or an empty one instead of nil.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
