package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
)

// exportOptions are the flags of export.
type exportOptions struct {
	dir    string
	format string
	output string
	// names of code outside the tree, and the edges that lead there
	externals bool
}

// The formats of export.
const (
	formatNodes = "nodes.jsonl"
	formatEdges = "edges.jsonl"
)

const exportLong = `Export writes the nodes or the edges of artifacts, one JSON object per line. Every line has
all keys of its format: null where there is no value, [] where a list is empty.

  nodes.jsonl  sorted by id: id, kind, name, data_type, path, start_line, end_line,
               name_line (decorators may precede the name), tokens, pagerank, language,
               handle, signature, parent_id, parts, flags, project, attributes (of routes);
               role of an entry point, and entry_distance, the edges from the nearest one,
               0 for itself, with tests_only where only tests lead there
  edges.jsonl  sorted by (src_id, edge_type, dst_id): src_id, src_path, src_start_line,
               src_end_line, the same for dst, edge_type, tier, confidence, line; of data
               edges op (a string, or a list of several) and via; of Passes edges the
               parameter, from 1; candidates, if the edge is one of several possible ones

A name outside the tree has null for path and lines. Names that code uses, and the
edges to them, are written only with --externals; database objects always are. Edge types
are sorted in the order of the table of kinds, not alphabetically.`

const exportExample = `  indexer export .seedgraph --format edges.jsonl --output edges.jsonl
  indexer export .seedgraph --format nodes.jsonl | jq -r 'select(.kind=="TABLE").name'`

func newExportCommand(g *globals) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:               "export [DIR] --format FORMAT",
		Short:             "Write nodes or edges as JSON lines",
		Long:              exportLong,
		Example:           exportExample,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.validate(); err != nil {
				return err
			}
			var err error
			if o.dir, err = artifactsDir(args); err != nil {
				return err
			}
			return runExport(c.Context(), o, g.streams)
		},
	}
	c.Flags().StringVar(&o.format, "format", "", "what to write: "+formatNodes+" or "+formatEdges)
	c.Flags().StringVarP(&o.output, "output", "o", "", "file to write to (default standard output)")
	c.Flags().BoolVar(&o.externals, "externals", false,
		"write the names that code uses from outside the tree, too, and the edges to them")
	_ = c.RegisterFlagCompletionFunc("format",
		cobra.FixedCompletions([]string{formatNodes, formatEdges},
			cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (o *exportOptions) validate() error {
	switch o.format {
	case formatNodes, formatEdges:
		return nil
	case "":
		return hint.With(fmt.Errorf("--format is missing"), "give "+formatNodes+" or "+formatEdges)
	}
	return hint.With(fmt.Errorf("--format %s is unknown", o.format),
		"give "+formatNodes+" or "+formatEdges)
}

func runExport(ctx context.Context, o exportOptions, s cli.Streams) error {
	r, err := artifacts.Open(o.dir)
	if err != nil {
		return err
	}
	defer r.Close()
	r = r.Shared() // for other programs, which go by who sees its ends
	write := exportNodes
	if o.format == formatEdges {
		write = exportEdges
	}
	if o.output == "" {
		return write(ctx, r, s.Out, o.externals)
	}
	return writeFile(o.output,
		func(w io.Writer) error { return write(ctx, r, w, o.externals) })
}

// writeFile fills a new file that takes the place of path when all went well;
// after an error nothing is left of it.
func writeFile(path string, fill func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return writeInto(path, fill) // a pipe or a device stays what it is
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	err = fill(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

func writeInto(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = fill(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// A lineWriter writes JSON values, one a line.
type lineWriter struct {
	w   *bufio.Writer
	enc *json.Encoder
}

func newLineWriter(w io.Writer) *lineWriter {
	l := &lineWriter{w: bufio.NewWriterSize(w, 1<<16)}
	l.enc = json.NewEncoder(l.w)
	l.enc.SetEscapeHTML(false)
	return l
}

// An exportedNode is a line of nodes.jsonl. Every line has all keys, so that readers that infer
// columns from the first lines know them: null where a node has no value, [] where it has none of a
// list.
type exportedNode struct {
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
	Parts     int           `json:"parts"` // chunks of its text
	Flags     []string      `json:"flags"`
	Project   *string       `json:"project"`
	Role      *string       `json:"role"`           // of an entry point
	Distance  *int          `json:"entry_distance"` // nil where nothing leads to it
	TestsOnly bool          `json:"tests_only"`
	// of a route
	Attributes []graph.Attribute `json:"attributes"`
}

func exportNodes(ctx context.Context, r *artifacts.Reader, w io.Writer, externals bool) error {
	if err := r.LoadProjects(); err != nil {
		return err
	}
	far, err := r.Reaching()
	if err != nil {
		return err
	}
	out := newLineWriter(w)
	err = r.Nodes(func(i uint32, n *graph.Node) error {
		if err := ctx.Err(); err != nil || n.Kind.IsOutside() && !externals {
			return err
		}
		at, reach := endOf(n), far.At(i)
		var distance *int
		if reach.Known {
			distance = &reach.Distance
		}
		return out.enc.Encode(exportedNode{
			ID: n.ID, Kind: string(n.Kind), Name: n.Name, DataType: string(n.Domain()),
			Path: at.path, StartLine: at.start, EndLine: at.end, NameLine: given(n.NameLine), Tokens: n.Tokens(),
			PageRank: n.Rank,
			Language: given(n.Language), Handle: n.ID.Handle(), Signature: given(n.Signature),
			Parent: given(n.Parent), Parts: len(n.Parts), Flags: listed(artifacts.FlagNames(n.Flags)),
			Project: given(n.Project), Role: given(reach.Role.String()), Distance: distance,
			TestsOnly: reach.Tests, Attributes: listed(n.Attributes()),
		})
	})
	if err != nil {
		return err
	}
	return out.w.Flush()
}

// given returns nil for a zero value.
func given[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// listed returns a list that is not nil.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// An end is what a line of edges.jsonl says of either end.
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

// An exportedEdge is a line of edges.jsonl, with all keys on every line as an [exportedNode].
type exportedEdge struct {
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

func exportEdges(ctx context.Context, r *artifacts.Reader, w io.Writer, externals bool) error {
	ends := make([]end, 0, r.NumNodes())
	err := r.Nodes(func(_ uint32, n *graph.Node) error {
		// not the whole record
		ends = append(ends, endOf(&graph.Node{ID: n.ID, Path: n.Path, Span: n.Span}))
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	out := newLineWriter(w)
	x := exportedEdges(r, externals)
	for n := range r.NumNodes() {
		edges, err := x(n)
		if err != nil {
			return err
		}
		for _, e := range edges {
			if err := out.enc.Encode(exportEdge(ends[e.From], ends[e.To], e)); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return out.w.Flush()
}

// exportedEdges returns what lists the edges of a node to export, by (Kind, To).
func exportedEdges(r *artifacts.Reader, externals bool) func(n uint32) ([]graph.Edge, error) {
	if !externals {
		return r.Out
	}
	return func(n uint32) ([]graph.Edge, error) {
		edges, err := r.Out(n)
		if err != nil {
			return nil, err
		}
		outer, err := r.Outer(n)
		edges = append(edges, outer...)
		slices.SortFunc(edges, func(a, b graph.Edge) int {
			return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To))
		})
		return edges, err
	}
}

func exportEdge(from, to end, e graph.Edge) exportedEdge {
	x := exportedEdge{
		SrcID: from.id, SrcPath: from.path, SrcStartLine: from.start, SrcEndLine: from.end,
		DstID: to.id, DstPath: to.path, DstStartLine: to.start, DstEndLine: to.end,
		EdgeType: e.Kind.String(), Tier: e.Tier.String(),
		Confidence: math.Round(e.Confidence()*1e6) / 1e6,
		Via:        given(e.Via.String()), Parameter: given(e.Parameter()),
	}
	if e.Line != 0 {
		x.Line = &e.Line
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
