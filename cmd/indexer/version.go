package main

import (
	"github.com/spf13/cobra"

	"seedgraph/internal/cli"
)

func newVersionCommand(g *globals) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version and the modules of the program",
		Example: "  indexer version --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := cli.BuildOf("indexer", version)
			if asJSON {
				return printJSON(g.streams.Out, b)
			}
			return b.Print(g.streams.Out)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}
