package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	dir  string
	json bool
}

const verifyLong = `Verify checks artifacts as far as possible without the source tree: the sizes and hashes
of all files, the order and form of ids, that edges have both ends and agree in both
directions, that every text can be read and is the one that was indexed, that ranks sum
to 1, and that the bundles agree with the graph.

It prints one line per problem, or one line if there is none.

EXIT STATUS
  0 sound, 10 no artifacts, 11 unknown artifact format, 12 corrupt`

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
			return runVerify(c.Context(), o, g.streams)
		},
	}
	c.Flags().BoolVar(&o.json, "json", false, "print one JSON object")
	return c
}

// A verifyReport is what verify --json prints.
type verifyReport struct {
	OK       bool                `json:"ok"`
	Findings []artifacts.Finding `json:"findings"`
}

func runVerify(_ context.Context, o verifyOptions, s cli.Streams) error {
	findings, err := artifacts.Verify(o.dir)
	if err != nil {
		return err
	}
	if o.json {
		err = printJSON(s.Out, verifyReport{len(findings) == 0,
			append([]artifacts.Finding{}, findings...)})
	} else {
		err = printFindings(s.Out, o.dir, findings)
	}
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		err := fmt.Errorf("verify %s: %w: %d findings", o.dir, artifacts.ErrCorrupt, len(findings))
		return hint.With(err, "rebuild the artifacts")
	}
	return nil
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
