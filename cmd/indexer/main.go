// Command indexer compiles a source tree into artifacts, and checks, counts and
// exports the contents of artifacts. Run `indexer help` for its commands.
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
	return execute(ctx, args, &globals{streams: s})
}

func execute(ctx context.Context, args []string, g *globals) error {
	root := newRootCommand(g)
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}
