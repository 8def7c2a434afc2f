package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"seedgraph/build"
	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/internal/progress"
)

const watchLong = `Watch builds the artifacts of SRC (default: the current folder), and again whenever a file that a build
reads, or a rule about which files it reads, changes. It prints one line per build and ends with Ctrl-C.
Queries answer from the previous artifacts until the new ones replace them in one step.

It waits for the kernel to report changes. If the kernel cannot watch all folders, or with --poll, it looks
at the tree at intervals. A build that fails leaves the previous artifacts intact; watch reports it and goes
on. Options are those of build.

EXIT STATUS
  0 ended by Ctrl-C; 1 the first build failed`

const watchExample = `  indexer watch                        keep .seedgraph up to date
  indexer watch ~/src/shop --out shop.sg
  indexer watch --poll 5s              for file systems without notifications`

func newWatchCommand(g *globals) *cobra.Command {
	var o build.Options
	var poll time.Duration
	c := &cobra.Command{
		Use:               "watch [SRC]",
		Short:             "Build whenever the source tree changes",
		Long:              watchLong,
		Example:           watchExample,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			if poll < 0 {
				return hint.With(fmt.Errorf("--poll %s", poll), "give a positive duration such as 5s")
			}
			if err := completeOptions(c, g, &o, args); err != nil {
				return err
			}
			return runWatch(c.Context(), g, o, poll)
		},
	}
	rare := addBuildFlags(c, &o)
	c.Flags().DurationVar(&poll, "poll", 0, "look at the tree at this interval instead of waiting for the kernel")
	help.Advanced(c, rare...)
	return c
}

// completeOptions completes the options of a build from the arguments and the configuration.
func completeOptions(c *cobra.Command, g *globals, o *build.Options, args []string) error {
	o.Src = "."
	if len(args) > 0 {
		o.Src = args[0]
	}
	given := func(name string) bool {
		return name == "src" && len(args) > 0 || c.Flags().Changed(name)
	}
	if err := o.Complete(given); err != nil {
		return err
	}
	for _, line := range o.Found.Messages(!g.quiet) {
		program.Message(g.streams.Err, "%s", line)
	}
	return nil
}

func runWatch(ctx context.Context, g *globals, o build.Options, poll time.Duration) error {
	w := build.Watcher{Options: o, Poll: poll,
		Host: &build.Host{Progress: progress.New(&program, g.streams.Err, true), Tool: g.tool(), ReadDir: g.readDir,
			Phase: g.phase},
		Warn: func(err error) { program.Message(g.streams.Err, "warning: %s", withHint(err)) }}
	w.Built = func(report *build.Report, took time.Duration, err error) {
		if line := watchLine(report, took, err); !g.quiet || err != nil {
			fmt.Fprintf(g.streams.Out, "%s  %s\n", time.Now().Format(time.TimeOnly), line)
		}
	}
	return w.Run(ctx)
}

// watchLine describes one build in a line.
func watchLine(report *build.Report, took time.Duration, err error) string {
	var line string
	switch {
	case err != nil:
		return "failed: " + withHint(err)
	case report.Current:
		line = fmt.Sprintf("up to date: %d files", report.Files)
	case report.Index.Graph == nil: // strict
		return fmt.Sprintf("failed: %s; the previous artifacts are kept", strictError(report.Failed))
	default:
		line = fmt.Sprintf("built in %s: %d files, %d nodes, %d edges", took.Round(10*time.Millisecond),
			report.Files, len(report.Index.Graph.Nodes), len(report.Index.Graph.Edges))
	}
	if n := len(report.Failed); n > 0 {
		line += "; " + incomplete(report.Failed, report.Files)
	}
	return line
}

// withHint returns an error with its hint in one line.
func withHint(err error) string {
	if text := hint.Of(err); text != "" {
		return err.Error() + " (" + text + ")"
	}
	return err.Error()
}
