package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"seedgraph/build"
	"seedgraph/internal/hint"
)

const modelsLong = `Models are descriptions of libraries in YAML: the routes, requests, messages, settings, tables, services
and entry points that calls, annotations and base types of a library state. build reads those of
--models DIR, and of the key models of the configuration, in addition to the built-in ones.
docs/models.md has the format.

  check DIR                      check the .yaml files in DIR
  test DIR                       test them on the small programs in the archives (.txtar) of DIR
  list [--models DIR] [--json]   list the built-in ones, and those of folders`

const modelsCheckLong = `Check reads the .yaml files in DIR and the folders in it, and reports the first error with its file, line
and remedy: an unknown key, a value of a wrong type, keys that do not fit together, a repeated row or name.

EXIT STATUS
  0 all are valid; 1 one is not, or DIR has none`

const modelsTestLong = `Test builds each archive (.txtar) in DIR with the models of DIR, and compares the graph with the lines of
its file want. An archive is text: a line "-- NAME --" begins each file of a small source tree. Lines are
  edge FROM --KIND--> TO TIER    an edge, by the names of definitions, routes, topics and tables
  !edge FROM --KIND--> TO        no such edge
  only KIND                      no other edges of the kind
Nothing is written.

EXIT STATUS
  0 all lines hold; 1 one does not, or DIR has no archive`

func newModelsCommand(g *globals) *cobra.Command {
	c := &cobra.Command{Use: "models", Short: "Check, test and list descriptions of libraries", Long: modelsLong,
		Args: cobra.NoArgs, RunE: func(c *cobra.Command, _ []string) error { return c.Help() }}
	c.AddCommand(newModelsCheckCommand(g), newModelsListCommand(g), newModelsTestCommand(g))
	return c
}

func newModelsCheckCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use: "check DIR", Short: "Check descriptions of libraries", Long: modelsCheckLong, Args: cobra.ExactArgs(1),
		Example:           "  indexer models check models",
		ValidArgsFunction: completeDirs,
		RunE: func(_ *cobra.Command, args []string) error {
			m, err := build.ReadModels(args)
			if err == nil {
				_, err = fmt.Fprintf(g.streams.Out, "no errors; libraries: %d, files: %d\n", len(m.Libraries), len(m.Files))
			}
			return err
		},
	}
}

// modelRow is a library in the output of models list.
type modelRow struct {
	Library  string   `json:"library"`
	Language string   `json:"language"`
	Modules  []string `json:"modules"`
	Facts    []string `json:"facts"`
	Source   string   `json:"source"` // FILE:LINE, or built-in
}

// modelList is the output of models list --json.
type modelList struct {
	Libraries []modelRow `json:"libraries"`
}

func newModelsListCommand(g *globals) *cobra.Command {
	var dirs []string
	var asJSON bool
	c := &cobra.Command{
		Use: "list", Short: "List the built-in descriptions of libraries, and those of folders", Args: cobra.NoArgs,
		Long: "List the built-in descriptions of libraries, and those of folders. Libraries that need more than a\n" +
			"description are not among them: docs/support.md lists all.",
		Example: "  indexer models list\n  indexer models list --models models --json",
		RunE: func(*cobra.Command, []string) error {
			list, err := listModels(dirs)
			switch {
			case err != nil:
				return err
			case asJSON:
				return printJSON(g.streams.Out, list)
			}
			return list.print(g.streams.Out)
		},
	}
	c.Flags().StringArrayVar(&dirs, "models", nil, "also list the descriptions in this folder (repeatable)")
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

// listModels lists the built-in libraries by name, and after them those of folders.
func listModels(dirs []string) (*modelList, error) {
	out := &modelList{Libraries: []modelRow{}}
	own, err := build.ReadModels(dirs)
	if err != nil {
		return nil, err
	}
	for _, l := range append(build.BuiltIn(), own.Libraries...) {
		row := modelRow{Library: l.Name, Language: l.Language, Modules: append([]string{}, l.Modules...), Facts: l.Facts(),
			Source: "built-in"}
		if l.File != "" {
			row.Source = fmt.Sprintf("%s:%d", l.File, l.Line)
		}
		out.Libraries = append(out.Libraries, row)
	}
	return out, nil
}

func (l *modelList) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, r := range l.Libraries {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.Library, r.Language, strings.Join(r.Facts, ", "), r.Source)
	}
	return t.Flush()
}

func newModelsTestCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use: "test DIR", Short: "Test descriptions of libraries on small programs", Long: modelsTestLong, Args: cobra.ExactArgs(1),
		Example:           "  indexer models test models",
		ValidArgsFunction: completeDirs,
		RunE:              func(c *cobra.Command, args []string) error { return testModels(c.Context(), args[0], g.streams.Out) },
	}
}

// errModels is the error of archives with lines that do not hold.
var errModels = errors.New("expectations do not hold")

func testModels(ctx context.Context, dir string, w io.Writer) error {
	tests, err := build.TestModels(ctx, dir)
	if err != nil {
		return err
	}
	failed := 0
	for _, t := range tests {
		if len(t.Problems) == 0 {
			fmt.Fprintf(w, "ok    %s (%d lines)\n", t.Path, t.Checked)
			continue
		}
		failed++
		fmt.Fprintf(w, "FAIL  %s\n      %s\n", t.Path, strings.Join(t.Problems, "\n      "))
		fmt.Fprintf(w, "      found:\n        %s\n", strings.Join(t.Found, "\n        "))
	}
	if failed > 0 {
		return hint.With(fmt.Errorf("%w: %d of %d archives", errModels, failed, len(tests)),
			"correct the description, or the lines of the file want")
	}
	return nil
}
