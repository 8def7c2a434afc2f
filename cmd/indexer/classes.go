package main

import (
	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
)

// artifactClasses are the error classes of package artifacts.
var artifactClasses = []cli.Class{
	{Err: artifacts.ErrNotFound, Code: cli.NoArtifacts, Hint: "create them with `indexer build`"},
	{Err: artifacts.ErrVersion, Code: cli.UnknownFormat,
		Hint: "use the program version that wrote them, or rebuild them"},
	{Err: artifacts.ErrCorrupt, Code: cli.Corrupt,
		Hint: "rebuild them; `indexer verify` lists all problems"},
	{Err: errBroken, Code: cli.Refused},
	{Err: errRefused, Code: cli.Refused},
	{Err: errStale, Code: cli.Refused, Hint: "rebuild the artifacts"},
	{Err: errDiffers, Code: cli.Refused},
	{Err: artifacts.ErrTarget, Code: cli.Failed,
		Hint: "give an empty folder or an artifact folder with --out"},
}

// artifactsDir finds the artifacts given by the only argument or, without one,
// the nearest artifacts.
func artifactsDir(args []string) (string, error) {
	if len(args) > 0 {
		return open.Find(args[0])
	}
	return open.Find("")
}

// completeDirs completes folders in the shell.
func completeDirs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}
