// Command query answers from artifacts that indexer wrote: it finds nodes for a
// text, expands them along dependencies, and prints their texts within a budget.
// Run `query help` for its commands.
package main

import (
	"context"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"seedgraph/internal/cli"
	"seedgraph/internal/mistake"
)

// gcPercent is how much the heap grows between two collections, of which a search that
// starts cold spends a fifth of its time in at 80 percent. At 200 percent some queries take
// more than 20 MB, and little time less.
const gcPercent = 150

func main() {
	debug.SetGCPercent(gcPercent)
	os.Exit(program.Main(run))
}

// run executes one command line.
func run(ctx context.Context, args []string, s cli.Streams) error {
	g := &globals{streams: s}
	root := newRootCommand(g)
	if !slices.Contains(args, cobra.ShellCompRequestCmd) &&
		!slices.Contains(args, cobra.ShellCompNoDescRequestCmd) { // a completion reads them twice
		mistake.Once(root)
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}
