package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
)

func newVersionCommand(g *globals) *cobra.Command {
	asJSON := false
	dir := ""
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version and the modules of the program",
		Long: `Version prints the version of the program and the modules linked into it. With --artifacts it prints
the version that wrote artifacts, their format and the state of the tree instead.

EXIT STATUS
  0 success, 1 failure or wrong usage, 10 no artifacts, 11 this program cannot read the artifacts,
  12 corrupt artifacts`,
		Example: "  indexer version --json\n  indexer version --artifacts .seedgraph",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if dir != "" {
				return printWriter(g.streams, dir, asJSON)
			}
			b := cli.BuildOf("indexer", version)
			if asJSON {
				return printJSON(g.streams.Out, b)
			}
			return b.Print(g.streams.Out)
		},
	}
	c.Flags().StringVar(&dir, "artifacts", "", "print the version of these artifacts, or of a tree with some")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// A writer is the output of version --artifacts --json.
type writer struct {
	Tool     string `json:"tool"` // the program version that wrote the artifacts
	Format   int    `json:"format"`
	Features int    `json:"features"`
	Commit   string `json:"commit"` // of the tree, or empty
	Dirty    bool   `json:"dirty"`  // the tree differed from the commit
}

// printWriter prints which version wrote artifacts.
func printWriter(s cli.Streams, dir string, asJSON bool) error {
	dir, err := open.Find(dir)
	if err != nil {
		return err
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	m := r.Manifest()
	w := writer{m.Tool, m.Version, m.Features, m.Source.Commit, m.Source.Dirty}
	if asJSON {
		return printJSON(s.Out, w)
	}
	state := w.Commit
	if state == "" {
		state = "without a commit"
	}
	if w.Dirty {
		state += " with changes"
	}
	_, err = fmt.Fprintf(s.Out, "%s: written by %s, format %d, features %d, tree %s\n", dir, w.Tool, w.Format,
		w.Features, state)
	return err
}
