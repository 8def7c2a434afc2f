package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
	"seedgraph/query/check"
	"seedgraph/query/export"
)

// checkOptions are the flags of check.
type checkOptions struct {
	rules    string
	dir      string
	format   string
	json     bool
	limit    int
	baseline string
	write    bool
	access   open.Access
}

// errBroken is the error class of a graph that breaks the rules of check.
var errBroken = errors.New("the rules are broken")

const checkLong = `Check compares the graph with the rules of an architecture, as a gate in CI. RULES.yaml has one or more
of these keys:

  layers          a list from the upper to the lower layer, "- web: src/web/**": no definition may
                  depend on one of a layer above its own
  forbid          a list of {name, from, to, edges}: no such edge may exist. edges are the static
                  dependencies unless given
  no_new_cycles   folders, packages or projects: no group may depend on itself through others
  routes_require  authorization, or {attribute: authorization, except: [names], anonymous: true}: HTTP
                  routes must state who may call them; anonymous accepts routes declared as open
  single_writer   folders, packages or projects, or {by, tables: [names], except: [names]}: code of only
                  one group may write a table

A layer, from and to are patterns of paths, or {paths, kinds, names}; * in a name matches any text.
Static dependencies are all edges but those of structure, history, tests and run time: a lower layer
may call an upper one through an interface or a message. Test code is not checked.

An edge is as certain as its tier, which the report states. A route whose authorization is not known
breaks routes_require; list those that other means protect in except, or in the baseline.

--write-baseline accepts all present violations in the file of --baseline; later runs report only
others. A cycle in the baseline may shrink, but not grow.

EXIT STATUS
  0 success, 1 failure or wrong usage, 5 the graph breaks a rule, 10 no artifacts,
  11 unknown artifact format, 12 corrupt artifacts, 130 interrupted`

const checkExample = `  indexer check architecture.yaml
  indexer check architecture.yaml --baseline accepted.json --write-baseline
  indexer check architecture.yaml --baseline accepted.json --format markdown > comment.md`

func newCheckCommand(g *globals) *cobra.Command {
	var o checkOptions
	c := &cobra.Command{
		Use:     "check RULES.yaml",
		Short:   "Compare the graph with rules of an architecture",
		Long:    checkLong,
		Example: checkExample,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			o.rules = args[0]
			return runCheck(c.Context(), o, g.streams)
		},
	}
	f := c.Flags()
	f.StringVarP(&o.dir, "artifacts", "a", "", "artifact folder, or a tree with one (default the nearest)")
	f.StringVar(&o.format, "format", diffText, "text, json or markdown")
	f.BoolVar(&o.json, "json", false, "print one JSON object, like --format json")
	f.IntVarP(&o.limit, "limit", "n", 0, "maximum number of violations in text and Markdown (default all)")
	f.StringVar(&o.baseline, "baseline", "", "file with violations that are accepted")
	f.BoolVar(&o.write, "write-baseline", false, "accept all violations: write them to the file of --baseline")
	o.access.AddFlags(f)
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(
		[]string{diffText, diffJSON, diffMarkdown}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// validate reports wrong and conflicting flags.
func (o *checkOptions) validate() error {
	if o.json {
		o.format = diffJSON
	}
	switch {
	case !slices.Contains([]string{diffText, diffJSON, diffMarkdown}, o.format):
		return hint.With(fmt.Errorf("--format %s is unknown", o.format), "give text, json or markdown")
	case o.limit < 0:
		return fmt.Errorf("--limit is %d: it must not be negative", o.limit)
	case o.write && o.baseline == "":
		return hint.With(errors.New("--write-baseline without --baseline"), "name the file with --baseline")
	}
	return nil
}

// load reads the rules and the baseline, which is nil unless it is given and not written.
func (o *checkOptions) load() (*check.Rules, *check.Baseline, error) {
	text, err := os.ReadFile(o.rules)
	if err != nil {
		return nil, nil, err
	}
	rules, err := check.Parse(o.rules, string(text))
	if err != nil || o.baseline == "" || o.write {
		return rules, nil, err
	}
	raw, err := os.ReadFile(o.baseline)
	if err != nil {
		return nil, nil, hint.With(err, "write it with --write-baseline")
	}
	baseline, err := check.ParseBaseline(o.baseline, raw)
	return rules, baseline, err
}

func runCheck(ctx context.Context, o checkOptions, s cli.Streams) error {
	if err := o.validate(); err != nil {
		return err
	}
	rules, baseline, err := o.load()
	if err != nil {
		return err
	}
	dir, err := open.Find(o.dir)
	if err != nil {
		return err
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		return err
	}
	defer r.Close()
	if r, err = o.access.Restrict(r); err != nil {
		return err
	}
	found, unmatched, err := check.Check(ctx, r, rules)
	if err != nil {
		return err
	}
	if o.write {
		baseline = check.NewBaseline(found)
		if err := writeBaseline(o.baseline, baseline); err != nil {
			return err
		}
	}
	report := check.NewReport(found, unmatched, baseline)
	if err := o.print(report, s.Out); err != nil {
		return err
	}
	if len(report.Violations) > 0 {
		return fmt.Errorf("%w: %s", errBroken, report.Summary())
	}
	return nil
}

func writeBaseline(file string, b *check.Baseline) error {
	return export.WriteFile(file, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(b)
	})
}

func (o *checkOptions) print(r *check.Report, w io.Writer) error {
	var lines []string
	switch o.format {
	case diffJSON:
		return printJSON(w, r)
	case diffMarkdown:
		lines = r.Markdown(o.limit)
	default:
		lines = r.Lines(o.limit)
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}
