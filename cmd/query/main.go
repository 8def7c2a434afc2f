// Command query answers from artifacts that indexer wrote: it finds nodes for a
// text, expands them along dependencies, and prints their texts within a budget.
// Run `query help` for its commands.
package main

import (
	"context"
	"os"

	"seedgraph/internal/cli"
)

func main() {
	os.Exit(program.Main(run))
}

// run executes one command line.
func run(ctx context.Context, args []string, s cli.Streams) error {
	g := &globals{streams: s}
	root := newRootCommand(g)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}
