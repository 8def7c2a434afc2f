package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
	"seedgraph/internal/help"
	"seedgraph/internal/mistake"
	"seedgraph/query/answer"
)

// program formats messages and selects exit codes.
var program = cli.Program{
	Name: "query",
	Classes: []cli.Class{
		{Err: errSomeUnknown, Code: cli.Skipped},
		{Err: answer.ErrNothingFound, Code: cli.NothingFound},
		{Err: answer.ErrNotKnown, Code: cli.NotKnown},
		{Err: errNothingFetched, Code: cli.NothingFound},
		{Err: answer.ErrUnknownID, Code: cli.UnknownID},
		{Err: artifacts.ErrNotFound, Code: cli.NoArtifacts,
			Hint: "build them with `indexer build`, or name their folder with --artifacts DIR"},
		{Err: artifacts.ErrVersion, Code: cli.UnknownFormat,
			Hint: "rebuild the artifacts with an indexer of this version"},
		{Err: artifacts.ErrCorrupt, Code: cli.Corrupt,
			Hint: "`indexer verify` reports what is damaged; rebuild the artifacts"},
	},
}

// version is set by the linker for releases.
var version = "dev"

// globals are the flags and streams of all commands.
type globals struct {
	ctx       context.Context // of the command line: linking may be interrupted
	streams   cli.Streams
	artifacts []string // folders, as DIR or NAME=DIR; none: see open.Find
	json      bool
	limit     int // of items; 0: the default of the command
	access    open.Access
	filters   []*filterFlags // of all commands
	completes bool           // for completion, which parses the flags twice
	groups    string         // file of groups of readers of linked --artifacts; empty: none
	leftOut   int            // indexes that could not be read, of several
	traced    *tracer        // with --log: the destination of messages to standard error
}

const rootLong = `query answers questions about a code base from the artifacts that indexer wrote. It searches
definitions, follows dependencies and prints source within a token budget. It does not read the
source tree.

An ID is any of these:
  csharp:Shop#OrderService.Place(Order)@k3v9x2m4qd   canonical ID; /2 selects its second part
  k3v9x2m4qd                                         handle, or its beginning as lists print it
  src/OrderService.cs:42                             innermost definition at a line
  OrderService.Place                                 end of a qualified name, if unique
  POST /api/orders/:id                               route, with parameters in any syntax
Among definitions of the same name, a command prefers those it applies to (writers: tables and types
mapped to them, handlers: messages, callers: functions), then code over tests, a table over its DbSet
or other mapped member, and a type over its members and over tables that no script creates; a note
names the choice. If several remain, the command lists them and fails.

A row has a handle, a name, and the file and line of the definition or use. Rows are grouped below
the path of their file or folder; .Place belongs to the type in the row above, or that names the file.

Artifacts are read from --artifacts, $SEEDGRAPH_ARTIFACTS or the nearest .seedgraph folder, upward from
the current folder. A warning reports that the tree has changed since it was indexed. Several --artifacts are
linked in memory, as by indexer link, which stores the result.

Access flags limit every answer to the nodes that a reader may see: query help access.`

const rootExample = `  query search "retry when the connection is lost"
  query show OrderService.Place
  query search OrderService --json | query expand - --max-depth 1
  query expand k3v9x2m4qd --json | query fetch - --budget-tokens 4000
  query context "how are orders billed" --budget-tokens 2000`

const exitHelp = `EXIT STATUS
  0 success, 1 failure or wrong usage, 3 some IDs are unknown (fetch) or an index was left out, 4 nothing found or nothing fits
  the budget, 6 not known (path, impact), 10 no artifacts, 11 unknown artifact format, 12 corrupt
  artifacts, 13 unknown or ambiguous ID, 130 interrupted`

func newRootCommand(g *globals) *cobra.Command {
	root := &cobra.Command{
		Use:           "query",
		Short:         "Answer questions about code from artifacts",
		Long:          rootLong + "\n\n" + exitHelp,
		Example:       rootExample,
		Version:       cli.Version(version),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetIn(g.streams.In)
	root.SetOut(g.streams.Out)
	root.SetErr(g.streams.Err)
	f := root.PersistentFlags()
	f.StringArrayVarP(&g.artifacts, "artifacts", "a", nil,
		"artifact `folder`, or a tree with one (default $"+open.Variable+", else the nearest "+
			open.Folder+"); several, as [NAME=]DIR, are linked in memory")
	f.StringVar(&g.groups, "access", "",
		"file of groups of readers for several --artifacts, as of indexer link")
	f.BoolVar(&g.json, "json", false, "print one JSON object")
	f.VarP((*count)(&g.limit), "limit", "n",
		"maximum number of items, 0 for all (the default depends on the command)")
	g.access.AddFlags(f)
	root.AddCommand(
		newSearchCommand(g), newExpandCommand(g), newFetchCommand(g), newContextCommand(g),
		newIndexCommand(g),
		newShowCommand(g), newCallersCommand(g), newCalleesCommand(g),
		newImpactCommand(g), newPathCommand(g), newListCommand(g), newUnusedCommand(g), newMapCommand(g), newEvalCommand(g),
		newRunCommand(g), newMCPCommand(g), newServeCommand(g), newFeedbackCommand(g),
	)
	root.AddCommand(newQuestionCommands(g)...)
	root.AddCommand(newGrepCommand(g), newBriefCommand(g), newHookCommand(g))
	root.AddCommand(newVersionCommand(g))
	root.AddCommand(newTopics(g)...)
	mistake.Explain(root)
	help.Add(root, func() {
		open.HideFlags(root.PersistentFlags())
		f.Lookup("access").Hidden = true // in the same topic
	})
	return root
}

// limitOr returns the limit, or other by default.
func (g *globals) limitOr(other int) int {
	if g.limit > 0 {
		return g.limit
	}
	return other
}

// treeOf returns the tree that contains the artifacts in dir, as an absolute path; ok
// is false if their folder does not determine it.
func treeOf(dir string) (root string, ok bool) {
	dir, err := filepath.Abs(dir)
	if err != nil || filepath.Base(dir) != open.Folder {
		return "", false
	}
	return filepath.Dir(dir), true
}

// folderIn returns the current folder relative to the tree that contains the
// artifacts in dir; empty if it is the root of the tree or not in it.
func folderIn(dir string) string {
	root, ok := treeOf(dir)
	if !ok {
		return ""
	}
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	rel, err := filepath.Rel(root, here)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// warn prints a message for the user at the terminal, or into the log.
func (g *globals) warn(format string, args ...any) {
	if g.traced != nil {
		g.traced.write(warningEvent{g.traced.ID, "warning", fmt.Sprintf(format, args...)})
		return
	}
	program.Message(g.streams.Err, format, args...)
}
