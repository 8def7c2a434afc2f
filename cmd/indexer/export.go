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

const exportLong = `Export writes the graph of artifacts for other programs, in one of these formats:

%s

A format of one file goes to standard output or to the file given with --output; one of several
files needs a folder there, which is replaced if it holds an earlier export of the format.

SUBSETS
  --seeds selects nodes by id, handle, path:line or name, and what is at most --depth edges away
  from them in either direction. --kind and --path select among these, or among all nodes.
  Edges are written if both of their ends are, with --edges those of some kinds alone. Names
  of code outside the tree, and the edges to them, are written only with --externals; database
  objects always are.

LINES
  nodes.jsonl  id, kind, name, data_type, path, start_line, end_line, name_line (decorators
               may precede the name), tokens, pagerank, language, handle, signature,
               parent_id, parts, flags, project, attributes (of routes); role of an entry
               point, and entry_distance, the edges from the nearest one, 0 for itself, with
               tests_only where only tests lead there
  edges.jsonl  src_id, src_path, src_start_line, src_end_line, the same for dst, edge_type,
               tier, confidence, line; of data edges op (a string, or a list of several) and
               via; of Passes edges the parameter, from 1; candidates, if the edge is one of
               several possible ones
  Every line has all keys of its format: null where there is no value, [] where a list is
  empty. A name outside the tree has null for path and lines. Edge types are sorted in the order
  of the table of kinds, not alphabetically. docs/exports.md shows how to load each format.

` + open.AccessHelp + `
  Without these flags, edges that depend on other files than those of their ends are left out
  of artifacts with rules: who receives an export may see its nodes by these rules.`

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
	f.StringVar(&o.format, "format", "", "what to write: one of the formats above")
	f.StringVarP(&o.output, "output", "o", "", "file or folder to write to (default standard output)")
	f.BoolVar(&o.selection.Externals, "externals", false,
		"write the names that code uses from outside the tree, too, and the edges to them")
	f.StringArrayVar(&o.selection.Seeds, "seeds", nil, "only this node and those around it; repeatable")
	f.IntVar(&o.selection.Depth, "depth", 1, "edges from a seed to the farthest node")
	f.StringSliceVarP(&o.selection.Kinds, "kind", "k", nil,
		"only nodes of these kinds: class, method, TABLE, …")
	f.StringSliceVarP(&o.selection.Paths, "path", "p", nil,
		"only nodes in paths that match one of these patterns: 'src/**/api', '*.sql'")
	f.StringSliceVar(&o.selection.Edges, "edges", nil, "only edges of these kinds: Calls, ReadsFrom, …")
	f.StringVar(&o.TextKey, "text-key", export.PageContent,
		"documents: key of the text, "+export.PageContent+" (LangChain) or "+export.Content+" (Haystack)")
	f.BoolVar(&o.Undirected, "undirected", false, "graphml: one edge for each pair of nodes, for nano-graphrag")
	f.BoolVar(&o.Lexical, "lexical", false, "neo4j: chunks and documents, too")
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
		return hint.With(errors.New("--depth without --seeds"), "give the nodes to begin at with --seeds")
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
