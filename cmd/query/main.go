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

// gcPercent is the growth of the heap between two collections: at 80 percent a cold
// search spends a fifth of its time on collections. At 200 percent some queries take
// more than 20 MB, and hardly less time.
const gcPercent = 150

func main() {
	debug.SetGCPercent(gcPercent)
	os.Exit(program.Main(run))
}

// run executes one command line.
func run(ctx context.Context, args []string, s cli.Streams) error {
	g := &globals{ctx: ctx, streams: s}
	root := newRootCommand(g)
	g.completes = slices.Contains(args, cobra.ShellCompRequestCmd) ||
		slices.Contains(args, cobra.ShellCompNoDescRequestCmd)
	if !g.completes {
		mistake.Once(root)
	}
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}
