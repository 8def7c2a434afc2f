package export

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"seedgraph/graph"
)

// The argument of ainsert_custom_kg of LightRAG (lightrag/lightrag.py). It identifies
// chunks by the hash of their text, so each chunk begins with its location, and entities
// by name; it has one undirected relationship per pair of entities.

type lightChunk struct {
	Content  string `json:"content"`
	SourceID string `json:"source_id"`
	FilePath string `json:"file_path"`
	Order    int    `json:"chunk_order_index"` // within its node
}

type lightEntity struct {
	Name        string `json:"entity_name"`
	Type        string `json:"entity_type"`
	Description string `json:"description"`
	SourceID    string `json:"source_id"`
	FilePath    string `json:"file_path"`
}

type lightRelationship struct {
	Source      string  `json:"src_id"`
	Target      string  `json:"tgt_id"`
	Description string  `json:"description"`
	Keywords    string  `json:"keywords"`
	Weight      float64 `json:"weight"`
	SourceID    string  `json:"source_id"`
	FilePath    string  `json:"file_path"`
}

// LightRAG's values for a missing chunk or file.
const (
	lightNoChunk = "UNKNOWN"
	lightNoFile  = "custom_kg"
)

// A lightPlace describes the source node of relationships.
type lightPlace struct {
	label
	path string
	text bool
}

func (p *lightPlace) source() (chunk, file string) {
	chunk, file = lightNoChunk, lightNoFile
	if p.text {
		chunk = p.id.Handle()
	}
	if p.path != "" {
		file = p.path
	}
	return chunk, file
}

func writeLightRAG(ctx context.Context, g *Graph, w io.Writer, _ Options) error {
	places := make([]lightPlace, g.r.NumNodes())
	labels := make([]label, g.r.NumNodes())
	list := jsonLists{w: w}
	list.begin("chunks")
	err := g.Chunks(ctx, func(c *Chunk) error {
		of, path := c.Of(), c.Node.Path
		if path == "" {
			path = lightNoFile
		}
		return list.add(lightChunk{fmt.Sprintf("// %s:%d-%d\n%s", path, of.StartLine, of.EndLine, c.Text),
			c.Handle(), path, c.Part - 1})
	})
	if err != nil {
		return err
	}
	list.begin("entities")
	err = g.Nodes(ctx, func(num uint32, n *graph.Node) error {
		labels[num] = label{n.ID, n.Name}
		places[num] = lightPlace{labels[num], n.Path, len(n.Parts) > 0}
		text, err := g.describe(num, n)
		if err != nil {
			return err
		}
		chunk, file := places[num].source()
		return list.add(lightEntity{title(n), string(n.Kind), text, chunk, file})
	})
	if err != nil {
		return err
	}
	list.begin("relationships")
	err = g.pairs(ctx, func(p *pair) error {
		chunk, file := places[p.edges[0].From].source()
		return list.add(lightRelationship{labels[p.a].title(), labels[p.b].title(), p.describe(labels),
			strings.Join(p.kinds(), ", "), p.weight(), chunk, file})
	})
	if err != nil {
		return err
	}
	return list.end()
}

// jsonLists writes an object of lists, one value per line.
type jsonLists struct {
	w     io.Writer
	lists int
	full  bool // the current list has a value
}

func (l *jsonLists) begin(name string) {
	between := "{\n"
	if l.lists > 0 {
		between = "\n],\n"
	}
	fmt.Fprintf(l.w, "%s%q: [", between, name)
	l.lists++
	l.full = false
}

func (l *jsonLists) add(v any) error {
	if l.full {
		io.WriteString(l.w, ",")
	}
	l.full = true
	io.WriteString(l.w, "\n")
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(l.w, strings.TrimSuffix(b.String(), "\n"))
	return err
}

func (l *jsonLists) end() error {
	_, err := io.WriteString(l.w, "\n]\n}\n")
	return err
}
