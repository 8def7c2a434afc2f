package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/stale"
	"seedgraph/build"
	"seedgraph/internal/hint"
	"seedgraph/internal/progress"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	dir    string
	source string // the tree to compare with, or empty
	// compare with a build of the tree
	rebuild bool
	json    bool
}

// errStale is the error class of artifacts that are not up to date with the tree.
var errStale = errors.New("the source tree has changed")

const verifyLong = `Verify checks artifacts without the source tree: sizes and hashes of all files, order and form of IDs,
that edges have both ends and agree in both directions, that every text is readable and the one
indexed, that ranks sum to 1, and that the bundles agree with the graph. It prints one line per
problem, or one line if there are none.

With --source SRC it also compares the artifacts with the source tree: the checked-out commit, and
every file that a build with the same options would read. Nothing is parsed, so this is much faster
than a build. Inputs outside the tree, such as access rules and libraries, are not compared.

With --rebuild it also builds SRC into a temporary folder, without a cache, and compares every byte:
incremental builds must equal full ones.

EXIT STATUS
  0 sound, 5 sound but not up to date with SRC or not what a build of it gives, 10 no artifacts, 11 unknown artifact format,
  12 corrupt`

func newVerifyCommand(g *globals) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:               "verify [DIR]",
		Short:             "Check that artifacts are complete and intact",
		Long:              verifyLong,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			var err error
			if o.dir, err = artifactsDir(args); err != nil {
				return err
			}
			if o.rebuild && o.source == "" {
				return hint.With(errors.New("--rebuild without --source"), "give the tree: --source SRC --rebuild")
			}
			return runVerify(c.Context(), o, g)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	c.Flags().StringVar(&o.source, "source", "",
		"also compare the artifacts with this source tree")
	c.Flags().BoolVar(&o.rebuild, "rebuild", false, "also compare them with a build of that tree without a cache")
	return c
}

// A verifyReport is the output of verify --json.
type verifyReport struct {
	OK       bool                `json:"ok"`
	Findings []artifacts.Finding `json:"findings"`
	Source   *stale.Report       `json:"source,omitempty"` // with --source

	// with --rebuild: files in which the artifacts differ from a build, sorted; nil if they were not compared
	Rebuilt *[]string `json:"rebuilt,omitempty"`
}

func runVerify(ctx context.Context, o verifyOptions, g *globals) error {
	s := g.streams
	findings, err := artifacts.Verify(o.dir)
	if err != nil {
		return err
	}
	report := verifyReport{OK: len(findings) == 0, Findings: append([]artifacts.Finding{}, findings...)}
	if o.source != "" && report.OK {
		if report.Source, err = compareSource(ctx, o); err != nil {
			return err
		}
	}
	if o.rebuild && report.OK && report.Source.Current() {
		differing, err := compareRebuilt(ctx, o, g)
		if err != nil {
			return err
		}
		report.Rebuilt = &differing
	}
	if o.json {
		err = printJSON(s.Out, report)
	} else {
		err = printVerified(s.Out, o, report)
	}
	switch {
	case err != nil:
		return err
	case !report.OK:
		err := fmt.Errorf("verify %s: %w: %d findings", o.dir, artifacts.ErrCorrupt, len(findings))
		return hint.With(err, "rebuild the artifacts")
	case report.Source != nil && !report.Source.Current():
		return fmt.Errorf("verify %s: %w: %s", o.dir, errStale, report.Source)
	case report.Rebuilt != nil && len(*report.Rebuilt) > 0:
		err := fmt.Errorf("verify %s: %w in %d files", o.dir, errDiffers, len(*report.Rebuilt))
		return hint.With(err, "report this, with the artifacts; indexer build --force --no-cache replaces them")
	}
	return nil
}

// errDiffers is the error class of artifacts that a build of their tree does not give.
var errDiffers = errors.New("a build of the tree differs")

// compareRebuilt builds the tree without a cache, and returns the files in which the artifacts differ.
func compareRebuilt(ctx context.Context, o verifyOptions, g *globals) ([]string, error) {
	options, tool, err := optionsOf(o)
	if err != nil {
		return nil, fmt.Errorf("verify %s: %w", o.dir, err)
	}
	if tool != g.tool() {
		err := fmt.Errorf("verify %s: built by version %s, this is %s", o.dir, tool, g.tool())
		return nil, hint.With(err, "use that version, or build again with this one")
	}
	temp, err := os.MkdirTemp("", "verify")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	options.Out, options.Twin, options.Force = filepath.Join(temp, "artifacts"), o.dir, true
	host := build.Host{Progress: progress.New(&program, g.streams.Err, g.quiet), Tool: tool, ReadDir: g.readDir}
	defer host.Progress.Done()
	if _, err := build.Run(ctx, options, &host); err != nil {
		return nil, err
	}
	return artifacts.Differing(o.dir, options.Out)
}

// optionsOf returns the options of the build of the artifacts, and the version of the program.
func optionsOf(o verifyOptions) (build.Options, string, error) {
	r, err := artifacts.Open(o.dir)
	if err != nil {
		return build.Options{}, "", err
	}
	defer r.Close()
	options, err := build.OptionsOf(r.Manifest(), o.source)
	return options, r.Manifest().Tool, err
}

// compareSource compares valid artifacts with a source tree.
func compareSource(ctx context.Context, o verifyOptions) (*stale.Report, error) {
	if _, err := build.SourceFolder(o.source); err != nil {
		return nil, err
	}
	r, err := artifacts.Open(o.dir)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	now, err := build.HashTree(ctx, o.source, r.Manifest().Settings)
	if err != nil {
		return nil, err
	}
	return stale.Compare(r, o.source, now)
}

// maxListed limits the files that are listed as changed, added or removed.
const maxListed = 20

// printVerified prints the findings, followed by the differences from the tree.
func printVerified(w io.Writer, o verifyOptions, v verifyReport) error {
	if err := printFindings(w, o.dir, v.Findings); err != nil || v.Source == nil {
		return err
	}
	if v.Source.Current() {
		if _, err := fmt.Fprintf(w, "%s is up to date with %s\n", o.dir, o.source); err != nil || v.Rebuilt == nil {
			return err
		}
		return printRebuilt(w, o, *v.Rebuilt)
	}
	for _, group := range []struct {
		verb  string
		paths []string
	}{{"changed", v.Source.Changed}, {"new", v.Source.Added}, {"removed", v.Source.Removed}} {
		for i, path := range group.paths {
			if i == maxListed {
				fmt.Fprintf(w, "%s: and %d more\n", group.verb, len(group.paths)-maxListed)
				break
			}
			if _, err := fmt.Fprintf(w, "%s: %s\n", group.verb, printable(path)); err != nil {
				return err
			}
		}
	}
	return nil
}

// printRebuilt prints the files that a build writes otherwise.
func printRebuilt(w io.Writer, o verifyOptions, differing []string) error {
	for _, path := range differing {
		if _, err := fmt.Fprintf(w, "differs from a build of %s: %s\n", o.source, path); err != nil {
			return err
		}
	}
	if len(differing) > 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s has the bytes of a build of %s without a cache\n", o.dir, o.source)
	return err
}

func printFindings(w io.Writer, dir string, findings []artifacts.Finding) error {
	for _, f := range findings {
		if _, err := fmt.Fprintln(w, f); err != nil {
			return err
		}
	}
	if len(findings) == 0 {
		_, err := fmt.Fprintf(w, "%s is sound\n", dir)
		return err
	}
	return nil
}

// printJSON writes one indented object.
func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// printable returns a path in a form that can be printed on one line, quoted if
// necessary.
func printable(path string) string {
	if quoted := strconv.Quote(path); quoted[1:len(quoted)-1] != path {
		return quoted
	}
	return path
}
