package main

import (
	"github.com/spf13/cobra"

	"seedgraph/internal/cli"
	"seedgraph/query/render"
)

func newVersionCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version and the modules of the program",
		Example: "  query version --json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := cli.BuildOf("query", version)
			if g.json {
				return render.JSON(g.streams.Out, b)
			}
			return b.Print(g.streams.Out)
		},
	}
}
