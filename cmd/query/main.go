// Command query answers from artifacts that indexer wrote: it finds nodes for a
// text, expands them along dependencies, and prints their texts within a budget.
// Run `query help` for its commands.
package main

import (
	"context"
	"os"
	"runtime/debug"

	"seedgraph/internal/cli"
)

// gcPercent is how much the heap grows between two collections. With Go's default some
// queries take more than 20 MB; a lower one costs CPU, and saves little.
const gcPercent = 80

func main() {
	debug.SetGCPercent(gcPercent)
	os.Exit(program.Main(run))
}

// run executes one command line.
func run(ctx context.Context, args []string, s cli.Streams) error {
	g := &globals{streams: s}
	root := newRootCommand(g)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}
