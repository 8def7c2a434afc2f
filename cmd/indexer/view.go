package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
	"seedgraph/query/export"
	"seedgraph/query/view"
)

// viewOptions are the flags of view.
type viewOptions struct {
	dir     string
	output  string
	maxSize string
	access  open.Access
}

const viewLong = `View writes one HTML page to look at the graph in a browser: a map of folders, packages and projects
with their dependencies and cycles, search, definitions with callers, callees and source, chains from
routes to tables, and lists of routes, tables, settings and messages. The page loads nothing from the
network and opens from disk. Addresses such as page.html#node=HANDLE can be shared.

Keys: / searches, Enter opens the first hit, j and k move between links, Escape leaves the search.

Texts are left out if the page would exceed --max-size, those of the least central nodes first. The page
has the source code that the reader of the access flags may see: protect it as you protect that.`

func newViewCommand(g *globals) *cobra.Command {
	var o viewOptions
	c := &cobra.Command{
		Use:               "view [DIR] --output FILE",
		Short:             "Write the graph as one HTML page",
		Long:              viewLong,
		Example:           "  indexer view --output graph.html\n  indexer view build.sg --output graph.html --max-size 50MB",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			var err error
			if o.output == "" {
				return hint.With(errors.New("no output file"), "name it with --output, as in --output graph.html")
			}
			if o.dir, err = artifactsDir(args); err != nil {
				return err
			}
			return runView(c.Context(), o, g.streams)
		},
	}
	c.Flags().StringVarP(&o.output, "output", "o", "", "output file")
	c.Flags().StringVar(&o.maxSize, "max-size", "20MB", "maximum size of the page")
	o.access.AddFlags(c.Flags())
	return c
}

func runView(ctx context.Context, o viewOptions, s cli.Streams) error {
	limit, err := view.ParseSize(o.maxSize)
	if err != nil {
		return fmt.Errorf("--max-size: %w", err)
	}
	r, err := artifacts.Open(o.dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if r, err = o.access.Restrict(r); err != nil {
		return err
	}
	left := 0
	err = export.WriteFile(o.output, func(w io.Writer) (err error) {
		left, err = view.Write(ctx, r, limit, w)
		return err
	})
	if err == nil && left > 0 {
		program.Message(s.Err, "%d texts are left out because of --max-size %s", left, o.maxSize)
	}
	return err
}
