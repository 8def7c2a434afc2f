package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/query/export"
)

// exportOptions are the flags of export.
type exportOptions struct {
	dir       string
	format    string
	output    string
	access    open.Access
	selection export.Selection
	export.Options
}

const exportLong = `Export writes the graph for other programs, in one of these formats:

%s

Formats of one file are written to standard output or to --output; formats of several files require a
folder there, which is replaced if it contains an earlier export of the format. docs/exports.md shows
how to load each format, docs/schema describes the lines of nodes.jsonl and edges.jsonl.

--seeds selects nodes by ID, handle, path:line or name, and the nodes within --depth edges in either
direction. --kind and --path select among these, or among all nodes. Edges between selected nodes are
written. External database objects are always included, other external symbols with --externals.

In nodes.jsonl, name_line differs from start_line after decorators, entry_distance is the number of
edges from the nearest entry point, and tests_only marks nodes reachable only from tests. In
edges.jsonl, candidates marks one of several possible targets. Missing values are null.

Without access flags (indexer help access), the export of artifacts with access rules omits edges that
depend on files other than those of their ends.`

const exportExample = `  indexer export .seedgraph --format edges.jsonl --output edges.jsonl
  indexer export .seedgraph --format nodes.jsonl | jq -r 'select(.kind=="TABLE").name'`

func newExportCommand(g *globals) *cobra.Command {
	var o exportOptions
	c := &cobra.Command{
		Use:               "export [DIR] --format FORMAT",
		Short:             "Write the graph for other programs",
		Long:              fmt.Sprintf(exportLong, export.Table()),
		Example:           exportExample,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			f, err := export.ByName(o.format)
			if err != nil {
				return err
			}
			if err := o.validate(c, f); err != nil {
				return err
			}
			if o.dir, err = artifactsDir(args); err != nil {
				return err
			}
			return runExport(c.Context(), o, f, g.streams)
		},
	}
	o.addFlags(c)
	return c
}

// formatFlags are the flags that apply only to some formats.
var formatFlags = []string{"text-key", "undirected", "lexical"}

func (o *exportOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.format, "format", "", "format: one of the list in indexer help export")
	f.StringVarP(&o.output, "output", "o", "", "output file or folder (default standard output)")
	f.BoolVar(&o.selection.Externals, "externals", false,
		"include external symbols and the edges to them")
	f.StringArrayVar(&o.selection.Seeds, "seeds", nil, "only this node and its neighborhood (repeatable)")
	f.IntVar(&o.selection.Depth, "depth", 1, "maximum number of edges from a seed")
	f.StringSliceVarP(&o.selection.Kinds, "kind", "k", nil,
		"only nodes of these kinds: class, method, TABLE, …")
	f.StringSliceVarP(&o.selection.Paths, "path", "p", nil,
		"only nodes in matching paths: 'src/**/api', '*.sql'")
	f.StringSliceVar(&o.selection.Edges, "edges", nil, "only edges of these kinds: Calls, ReadsFrom, …")
	f.StringVar(&o.TextKey, "text-key", export.PageContent,
		"documents: key of the text, "+export.PageContent+" (LangChain) or "+export.Content+" (Haystack)")
	f.BoolVar(&o.Undirected, "undirected", false, "graphml: one edge per pair of nodes, for nano-graphrag")
	f.BoolVar(&o.Lexical, "lexical", false, "neo4j: include chunks and documents")
	o.access.AddFlags(f)
	help.Advanced(c, append(open.FlagNames(), formatFlags...)...)
	var names, kinds, edges []string
	for _, format := range export.Formats {
		names = append(names, format.Name)
	}
	for _, kind := range graph.NodeKinds() {
		kinds = append(kinds, string(kind))
	}
	for _, info := range graph.EdgeKinds() {
		edges = append(edges, info.Name)
	}
	for flag, values := range map[string][]string{"format": names, "kind": kinds, "edges": edges} {
		_ = c.RegisterFlagCompletionFunc(flag,
			cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// validate reports conflicting flags.
func (o *exportOptions) validate(c *cobra.Command, f *export.Format) error {
	for _, flag := range formatFlags {
		if c.Flags().Changed(flag) && !f.Has(flag) {
			return fmt.Errorf("--%s does not apply to format %s", flag, f.Name)
		}
	}
	switch {
	case o.TextKey != export.PageContent && o.TextKey != export.Content:
		return hint.With(fmt.Errorf("--text-key %s is unknown", o.TextKey),
			"give "+export.PageContent+" or "+export.Content)
	case f.HasFiles() && o.output == "":
		return hint.With(fmt.Errorf("format %s has several files", f.Name),
			"give a folder with --output")
	case c.Flags().Changed("depth") && len(o.selection.Seeds) == 0:
		return hint.With(errors.New("--depth without --seeds"), "give start nodes with --seeds")
	case o.selection.Depth < 0:
		return fmt.Errorf("--depth is %d: it must not be negative", o.selection.Depth)
	}
	return nil
}

func runExport(ctx context.Context, o exportOptions, f *export.Format, s cli.Streams) error {
	r, err := artifacts.Open(o.dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if r, err = o.access.Restrict(r); err != nil {
		return err
	}
	r = r.Exportable() // for other programs, which filter an edge only by the access of its ends
	g, err := export.Select(ctx, r, o.selection)
	if err != nil {
		return err
	}
	if f.HasFiles() {
		return f.WriteFolder(ctx, g, o.output, o.Options)
	}
	write := func(w io.Writer) error { return f.Write(ctx, g, w, o.Options) }
	if o.output == "" {
		return write(s.Out)
	}
	return export.WriteFile(o.output, write)
}
