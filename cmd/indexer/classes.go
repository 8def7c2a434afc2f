package main

import (
	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
)

// artifactClasses are the error classes of package artifacts.
var artifactClasses = []cli.Class{
	{Err: artifacts.ErrNotFound, Code: cli.NoArtifacts, Hint: "make them with `indexer build`"},
	{Err: artifacts.ErrVersion, Code: cli.UnknownFormat,
		Hint: "use the version of the program that made them, or build them again"},
	{Err: artifacts.ErrCorrupt, Code: cli.Corrupt,
		Hint: "build them again; `indexer verify` lists all that is wrong"},
	{Err: errRefused, Code: cli.Refused},
	{Err: errStale, Code: cli.Refused, Hint: "build again"},
	{Err: artifacts.ErrTarget, Code: cli.Failed,
		Hint: "give an empty folder, or one that holds artifacts, with --out"},
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
