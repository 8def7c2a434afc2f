// Package view writes the graph as one HTML page that needs no server and no network: a
// map of the parts of the tree, search, definitions with their edges and sources, and
// lists of routes, tables, settings and messages.
//
// Everything in a tree is untrusted. The data is JSON in an inert element, with every
// character escaped that could end it; the script puts texts into the page as text only;
// and a Content-Security-Policy allows the script and the style of this package by their
// hashes, and nothing else.
package view

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/answer/structure"
	"seedgraph/query/search"
)

//go:embed view.js
var script string

//go:embed view.css
var style string

// A page is the data of a page without texts. Nodes are indexes into its columns.
type page struct {
	Title     string                 `json:"title"`
	Commit    string                 `json:"commit"`
	Kinds     []string               `json:"kinds"` // of nodes
	EdgeKinds []edgeKind             `json:"edgeKinds"`
	Tiers     []string               `json:"tiers"`
	Paths     []string               `json:"paths"`
	Nodes     columns                `json:"nodes"`
	Edges     []uint32               `json:"edges"` // five numbers each: from, to, kind, tier, line
	Maps      []*structure.Structure `json:"maps"`
	Left      int                    `json:"left"` // texts that did not fit
}

// columns describe nodes, by id.
type columns struct {
	Handle     []string            `json:"handle"`
	Name       []string            `json:"name"`
	Kind       []int               `json:"kind"` // index of Kinds
	Path       []int               `json:"path"` // index of Paths, -1 without one
	Line       []uint32            `json:"line"`
	Flags      []uint16            `json:"flags"` // bit 0: test, bit 1: external symbol
	Parent     []int               `json:"parent"`
	Rank       []int               `json:"rank"` // position by centrality, from 0
	Signature  []string            `json:"signature"`
	Attributes map[uint32][]string `json:"attributes"` // of routes
}

// An edgeKind is a kind of edges; a number in Edges is its index.
type edgeKind struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Runs    bool   `json:"runs"` // execution, or data, goes from the origin to the target
}

// Write writes the page of the artifacts of r, of at most limit bytes. Texts are left out
// if they do not fit, those of the least central nodes first; left counts them. If the
// graph without texts does not fit, Write fails.
func Write(ctx context.Context, r *artifacts.Reader, limit int, w io.Writer) (left int, err error) {
	p, order, err := load(ctx, r)
	if err != nil {
		return 0, err
	}
	var frame bytes.Buffer
	if err := p.write(&frame, nil); err != nil {
		return 0, err
	}
	needed := frame.Len() + maxDigits
	if needed > limit {
		return 0, hint.With(fmt.Errorf("the graph without texts needs %d bytes, and --max-size is %d",
			needed, limit), fmt.Sprintf("give --max-size %dMB", needed>>20+1))
	}
	texts, err := someTexts(r, order, limit-needed)
	if err != nil {
		return 0, err
	}
	p.Left = len(order) - len(texts)
	return p.Left, p.write(w, texts)
}

// maxDigits is the number of digits that the count of texts left out may add.
const maxDigits = 10

// load reads everything but texts. It returns the nodes that have one, the most central
// first.
func load(ctx context.Context, r *artifacts.Reader) (*page, []uint32, error) {
	source := r.Manifest().Source
	title := source.Repository
	if title == artifacts.NoRepository {
		title = "code graph"
	}
	p := &page{Title: title, Commit: source.Commit,
		Edges: []uint32{}, Paths: []string{}, Nodes: columns{Attributes: map[uint32][]string{}}}
	for _, k := range graph.NodeKinds() {
		p.Kinds = append(p.Kinds, string(k))
	}
	for _, k := range graph.EdgeKinds() {
		p.EdgeKinds = append(p.EdgeKinds, edgeKind{k.Name, k.Meaning, runs(k)})
	}
	for _, t := range graph.Tiers() {
		p.Tiers = append(p.Tiers, t.String())
	}
	texts, err := p.addNodes(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if err := p.addEdges(ctx, r); err != nil {
		return nil, nil, err
	}
	for _, by := range structure.By {
		s, err := structure.Find(r, structure.Options{By: by,
			Filter: search.Selection{Tests: search.Drop}})
		if err != nil {
			continue // artifacts that do not record project files have no map by projects
		}
		p.Maps = append(p.Maps, s)
	}
	return p, texts, nil
}

// runs reports whether a chain from a route to a table may contain edges of a kind.
func runs(k graph.EdgeKindInfo) bool {
	switch k.Kind {
	case graph.Calls, graph.Creates, graph.Dispatches, graph.Passes:
		return true
	case graph.On, graph.ForeignKey, graph.SchemaChange, graph.DataChange, graph.Binds:
		return false
	}
	return k.Group == "data" || k.Group == "application"
}

func (p *page) addNodes(ctx context.Context, r *artifacts.Reader) (texts []uint32, err error) {
	c := &p.Nodes
	number := map[graph.NodeID]int{}
	paths := map[string]int{}
	var parents []graph.NodeID
	var ranks []float64
	err = r.Nodes(func(n uint32, node *graph.Node) error {
		number[node.ID] = int(n)
		c.Handle = append(c.Handle, node.ID.Handle())
		c.Name = append(c.Name, node.Name)
		c.Kind = append(c.Kind, slices.Index(p.Kinds, string(node.Kind)))
		at, ok := paths[node.Path]
		switch {
		case node.Path == "":
			at = -1
		case !ok:
			at = len(p.Paths)
			paths[node.Path] = at
			p.Paths = append(p.Paths, node.Path)
		}
		c.Path = append(c.Path, at)
		c.Line = append(c.Line, node.Span.StartLine)
		flags := uint16(0)
		if node.Flags.Has(graph.Test) {
			flags = 1
		}
		if node.Kind.IsExternal() || node.Flags.Has(graph.External) {
			flags |= 2
		}
		c.Flags = append(c.Flags, flags)
		c.Signature = append(c.Signature, node.Signature)
		for _, a := range node.Attributes() {
			c.Attributes[n] = append(c.Attributes[n], a.String())
		}
		parents, ranks = append(parents, node.Parent), append(ranks, node.Rank)
		if len(node.Parts) > 0 {
			texts = append(texts, n)
		}
		return ctx.Err()
	})
	for _, id := range parents {
		parent, ok := number[id]
		if !ok || id == "" {
			parent = -1
		}
		c.Parent = append(c.Parent, parent)
	}
	central := func(a, b uint32) int {
		switch {
		case ranks[a] > ranks[b]:
			return -1
		case ranks[a] < ranks[b]:
			return 1
		}
		return int(a) - int(b)
	}
	order := make([]uint32, len(ranks))
	for i := range order {
		order[i] = uint32(i)
	}
	slices.SortFunc(order, central)
	slices.SortFunc(texts, central)
	c.Rank = make([]int, len(ranks))
	for place, n := range order {
		c.Rank[n] = place
	}
	return texts, err
}

func (p *page) addEdges(ctx context.Context, r *artifacts.Reader) error {
	for n := range r.NumNodes() {
		if err := ctx.Err(); err != nil {
			return err
		}
		edges, err := r.Out(n)
		if err != nil {
			return err
		}
		outer, err := r.ExternalEdges(n)
		if err != nil {
			return err
		}
		for _, e := range slices.Concat(edges, outer) {
			kind := slices.IndexFunc(p.EdgeKinds, func(k edgeKind) bool { return k.Name == e.Kind.String() })
			p.Edges = append(p.Edges, e.From, e.To, uint32(kind),
				uint32(slices.Index(p.Tiers, e.Tier.String())), e.Line)
		}
	}
	return nil
}

// someTexts returns the texts of the first of the given nodes: as many as fit in room bytes.
func someTexts(r *artifacts.Reader, nodes []uint32, room int) (map[uint32]string, error) {
	texts := map[uint32]string{}
	for _, n := range nodes {
		text, err := r.Text(n)
		if err != nil {
			return nil, err
		}
		encoded, err := json.Marshal(text)
		if err != nil {
			return nil, err
		}
		if room -= len(encoded) + len(`"4294967295":,`); room < 0 {
			break
		}
		texts[n] = text
	}
	return texts, nil
}

// write writes the page. The title is the only text of the tree outside of the data. The
// texts, most of a large page, come after the script, which does not wait for them.
func (p *page) write(w io.Writer, texts map[uint32]string) error {
	policy := fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'",
		hashOf(script), hashOf(style))
	// JSON is safe within an element: <, > and & are escaped.
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	source, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>%s</title>
<style>%s</style>
</head>
<body>
<noscript>This page needs JavaScript. It loads nothing from elsewhere.</noscript>
<script type="application/json" id="data">%s</script>
<script>%s</script>
<script type="application/json" id="texts">%s</script>
</body>
</html>
`, policy, html.EscapeString(p.Title), style, data, script, source)
	return err
}

// hashOf returns the source expression of a Content-Security-Policy for a text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// ParseSize parses a number of bytes with an optional unit: 500KB, 20MB, 1GB.
func ParseSize(s string) (int, error) {
	number, scale := s, 1
	for i, unit := range []string{"KB", "MB", "GB"} {
		if text, ok := strings.CutSuffix(strings.ToUpper(s), unit); ok {
			number, scale = text, 1<<(10*(i+1))
		}
	}
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 || n > math.MaxInt32/scale {
		return 0, hint.With(fmt.Errorf("%q is not a size", s), "give bytes below 2GB, as in 20MB")
	}
	return n * scale, nil
}
