package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

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
	streams   cli.Streams
	artifacts string // folder; empty: see find
	json      bool
	limit     int // of items; 0: the default of the command
	access    open.Access
	filters   []*answer.Filter // of all commands
	traced    *tracer          // with --log: the destination of messages to standard error
}

const rootLong = `query answers questions about a code base from the artifacts that indexer wrote. It
finds nodes for a text, expands them along dependencies, and prints their source within
a budget of tokens or characters. It never reads the source tree itself.

An ID, wherever a command takes one, is any of these:
  csharp:Shop#OrderService.Place(Order)@k3v9x2m4qd   a canonical id; with /2, its second part
  k3v9x2m4qd                                         a handle, as every answer prints it
  src/OrderService.cs:42                             the innermost definition at a line
  OrderService.Place                                 the end of a name, if it is unique
  POST /api/orders/:id                               a route, its parameters in any syntax
Of several definitions with that name, a command takes those that it has an answer for:
writers a table or what is mapped to it, handlers a message, callers a function. A task and its
function are one. Of what remains, code comes before tests, a table before the DbSet or
other member that stands for it, and the only type before members and before a table that no
script creates; a note on standard error says so. Otherwise the command lists them.

A row is a handle, a name, and the file and line of the name or of the use. Rows of one file
are below its path, where .Place is of the type of the row above.

The artifacts are read from --artifacts DIR, else from $SEEDGRAPH_ARTIFACTS, else from
the nearest folder .seedgraph in the current folder or one of its parents. If the tree
around that folder is at another commit, or files of it changed since it was indexed, a
warning on standard error says so.

Every command also takes flags that state what the reader may see: query help access.`

const rootExample = `  query search "retry when the connection is lost"
  query show OrderService.Place
  query search OrderService --json | query expand - --max-depth 1
  query expand k3v9x2m4qd --json | query fetch - --budget-tokens 4000
  query context "how are orders billed" --budget-tokens 2000`

const exitHelp = `EXIT STATUS
  0 success, 1 failure or wrong usage, 3 some of several ids are unknown (fetch),
  4 nothing found, or no text fits the budget (fetch), 10 no artifacts,
  11 unknown artifact format, 12 corrupt artifacts, 13 unknown or ambiguous id,
  130 interrupted`

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
	f.StringVarP(&g.artifacts, "artifacts", "a", "",
		"folder of the artifacts (default $"+open.Variable+", else the nearest "+
			open.Folder+"); or a tree with one")
	f.BoolVar(&g.json, "json", false, "print one JSON object")
	f.VarP((*count)(&g.limit), "limit", "n",
		"print at most this many items; 0: all (the default depends on the command)")
	g.access.AddFlags(f)
	root.AddCommand(
		newSearchCommand(g), newExpandCommand(g), newFetchCommand(g), newContextCommand(g),
		newIndexCommand(g),
		newShowCommand(g), newCallersCommand(g), newCalleesCommand(g),
		newImpactCommand(g), newPathCommand(g), newListCommand(g), newUnusedCommand(g), newMapCommand(g), newEvalCommand(g),
		newRunCommand(g), newMCPCommand(g), newFeedbackCommand(g),
	)
	root.AddCommand(newQuestionCommands(g)...)
	root.AddCommand(newGrepCommand(g), newBriefCommand(g), newHookCommand(g))
	root.AddCommand(newVersionCommand(g), newAccessTopic(g))
	mistake.Explain(root)
	help.Add(root, func() { open.HideFlags(root.PersistentFlags()) })
	return root
}

// newAccessTopic returns the help topic of the flags that specify the rights of the
// reader.
func newAccessTopic(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:   "access",
		Short: "Flags of every command that state what the reader may see",
		Long:  open.AccessHelp + "\n\nFLAGS\n" + strings.TrimRight(g.access.FlagUsages(), "\n"),
	}
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
