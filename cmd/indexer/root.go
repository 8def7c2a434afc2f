package main

import (
	"cmp"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
	"seedgraph/internal/help"
	"seedgraph/internal/mistake"
)

// program formats messages and defines the exit codes.
var program = cli.Program{
	Name:    "indexer",
	Classes: artifactClasses,
}

// version is set by the linker for releases.
var version = "dev"

// globals has the state that all commands share.
type globals struct {
	streams cli.Streams
	quiet   bool // no progress and no summary

	// Hooks of tests; nil otherwise.
	readDir func(dir string) ([]fs.DirEntry, error) // replaces os.ReadDir in the walk
	version string                                  // replaces the version of the program
	phase   func(name string)                       // called when a phase of a build begins
}

const rootLong = `indexer compiles a source tree into artifacts for code search and retrieval-augmented generation: text
chunks and a dependency graph. The program query answers questions from the artifacts.

EXIT STATUS
  0 success, 1 failure or wrong usage, 3 success with an incomplete index,
  5 refused by check, diff --fail-on or verify --source, 10 no artifacts, 11 unknown artifact format,
  12 corrupt artifacts, 130 interrupted`

func newRootCommand(g *globals) *cobra.Command {
	root := &cobra.Command{
		Use:           "indexer",
		Short:         "Compile a source tree into artifacts",
		Long:          rootLong,
		Version:       cli.Version(version),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetIn(g.streams.In)
	root.SetOut(g.streams.Out)
	root.SetErr(g.streams.Err)
	root.PersistentFlags().BoolVarP(&g.quiet, "quiet", "q", false,
		"print no progress and no summary")
	root.AddCommand(newBuildCommand(g), newInspectCommand(g), newVerifyCommand(g),
		newStatsCommand(g), newExportCommand(g), newDiffCommand(g), newLinkCommand(g), newCheckCommand(g),
		newInitCommand(g), newModelsCommand(g), newWatchCommand(g), newViewCommand(g), newVersionCommand(g))
	mistake.Explain(root)
	root.AddCommand(newAccessTopic())
	help.Add(root, nil)
	return root
}

// newAccessTopic returns the help topic about access rules and the rights of readers.
func newAccessTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "access",
		Short: "Access rules, and access flags: the rights of the reader",
		Long: accessHelp + "\n\n" + open.AccessHelp + "\n\nFLAGS\n" +
			strings.TrimRight(new(open.Access).FlagUsages(), "\n"),
	}
}

// tool returns the version of the program, for the manifest.
func (g *globals) tool() string { return cmp.Or(g.version, cli.Version(version)) }
