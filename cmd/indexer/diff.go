package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/artifacts/open"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
	"seedgraph/query/compare"
	"seedgraph/source/walk"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	old, new string
	format   string
	json     bool
	limit    int
	kinds    []string
	paths    []string
	failOn   []string
	access   open.Access
}

// The formats of diff.
const (
	diffText     = "text"
	diffJSON     = "json"
	diffMarkdown = "markdown"
)

// errRefused is the error class of a difference that --fail-on rejects.
var errRefused = errors.New("the difference is not accepted")

const diffLong = `Diff compares two builds of a tree: definitions and dependencies that were added, removed or changed,
and definitions that were moved or renamed. OLD and NEW are artifact folders, or trees with one.

Changes to a definition are reported part by part: signature, body, doc (the doc comment), format
(white space, preceding comments), flags (test, exported, …) and access. The body of a type or file is
its text outside its members or definitions. Position and rank are ignored.

A definition is moved if its file or container changed, and renamed if its name changed. Definitions
moved only with their container, and members of added or removed ones, are counted with the container
in text and Markdown. These list edges only between nodes of both builds; an edge is changed if its
tier or its operation (read, write) differs.

For --fail-on CHANGE:KIND, CHANGE is removed, added, renamed, moved or changed, and KIND a node or edge
kind, or * for any node.

EXIT STATUS
  0 success, 1 failure or wrong usage, 5 a change matches --fail-on, 10 no artifacts,
  11 unknown artifact format, 12 corrupt artifacts, 130 interrupted`

const diffExample = `  indexer diff base/.seedgraph .seedgraph
  indexer diff base.sg head.sg --format markdown --limit 50 > comment.md
  indexer diff base.sg head.sg --fail-on removed:TABLE,removed:method --path 'src/api/'
  indexer diff base.sg head.sg --kind class,Calls --json`

func newDiffCommand(g *globals) *cobra.Command {
	var o diffOptions
	c := &cobra.Command{
		Use:               "diff OLD NEW",
		Short:             "Compare two builds: additions, removals, changes, moves",
		Long:              diffLong,
		Example:           diffExample,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			o.old, o.new = args[0], args[1]
			return runDiff(c.Context(), o, g.streams)
		},
	}
	f := c.Flags()
	f.StringVar(&o.format, "format", diffText, "text, json or markdown")
	f.BoolVar(&o.json, "json", false, "print one JSON object, like --format json")
	f.IntVarP(&o.limit, "limit", "n", 0,
		"maximum number of nodes and of edges in text and Markdown (default all)")
	f.StringSliceVarP(&o.kinds, "kind", "k", nil, "only nodes and edges of these kinds")
	f.StringSliceVarP(&o.paths, "path", "p", nil,
		"only nodes and edges in matching paths, with patterns of .gitignore")
	f.StringSliceVar(&o.failOn, "fail-on", nil,
		"exit with code 5 on these changes: CHANGE:KIND, as in removed:TABLE")
	o.access.AddFlags(f)
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(
		[]string{diffText, diffJSON, diffMarkdown}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// plan parses the flags that need more than a type.
func (o *diffOptions) plan() (compare.Filter, []compare.Rule, error) {
	var f compare.Filter
	if o.json {
		o.format = diffJSON
	}
	if !slices.Contains([]string{diffText, diffJSON, diffMarkdown}, o.format) {
		return f, nil, hint.With(fmt.Errorf("--format %s is unknown", o.format),
			"give text, json or markdown")
	}
	if o.limit < 0 {
		return f, nil, fmt.Errorf("--limit is %d: it must not be negative", o.limit)
	}
	for _, k := range o.kinds {
		kind, err := compare.ParseKind(k)
		if err != nil {
			return f, nil, fmt.Errorf("--kind: %w", err)
		}
		f.Kinds = append(f.Kinds, kind)
	}
	if slices.Contains(f.Kinds, "*") {
		f.Kinds = nil
	}
	var patterns []walk.Pattern
	for _, p := range o.paths {
		pattern, err := walk.ParsePattern(p)
		if err != nil {
			return f, nil, fmt.Errorf("--path: %w", err)
		}
		patterns = append(patterns, pattern)
	}
	if len(patterns) > 0 {
		f.Path = func(path string) bool {
			return slices.ContainsFunc(patterns,
				func(p walk.Pattern) bool { return p.Match(path) })
		}
	}
	var rules []compare.Rule
	for _, s := range o.failOn {
		rule, err := compare.ParseRule(s)
		if err != nil {
			return f, nil, fmt.Errorf("--fail-on: %w", err)
		}
		rules = append(rules, rule)
	}
	return f, rules, nil
}

func runDiff(ctx context.Context, o diffOptions, s cli.Streams) error {
	filter, rules, err := o.plan()
	if err != nil {
		return err
	}
	old, err := o.open(o.old)
	if err != nil {
		return err
	}
	defer old.Close()
	new, err := o.open(o.new)
	if err != nil {
		return err
	}
	defer new.Close()
	d, err := compare.Compare(ctx, old, new)
	if err != nil {
		return err
	}
	warnOfOptions(old.Manifest(), new.Manifest(), s)
	r := compare.NewReport(d, filter)
	r.Old, r.New = buildOf(old.Manifest()), buildOf(new.Manifest())
	r.Check(d, filter, rules)
	if err := o.print(r, s); err != nil {
		return err
	}
	return refusal(r)
}

// open opens artifacts for the reader that the flags describe.
func (o *diffOptions) open(dir string) (*artifacts.Reader, error) {
	dir, err := open.Find(dir)
	if err != nil {
		return nil, err
	}
	r, err := artifacts.Open(dir)
	if err != nil {
		return nil, err
	}
	seen, err := o.access.Restrict(r)
	if err != nil {
		r.Close()
	}
	return seen, err
}

func buildOf(m *artifacts.Manifest) compare.Build {
	return compare.Build{Repository: m.Source.Repository, Commit: m.Source.Commit,
		Snapshot:    cmp.Or(m.Source.Snapshot, m.Source.Tag, m.Source.Branch),
		Fingerprint: m.Source.Fingerprint}
}

// warnOfOptions warns if the builds differ in more than the tree.
func warnOfOptions(old, new *artifacts.Manifest, s cli.Streams) {
	var differ []string
	if old.Tool != new.Tool {
		differ = append(differ, "program version")
	}
	names := map[string]bool{}
	for _, m := range []*artifacts.Manifest{old, new} {
		for name := range m.Settings {
			names[name] = true
		}
	}
	for name := range names {
		if old.Settings[name] != new.Settings[name] {
			differ = append(differ, name)
		}
	}
	if len(differ) > 0 {
		slices.Sort(differ)
		program.Message(s.Err, "the builds also differ in: %s", strings.Join(differ, ", "))
	}
}

func (o *diffOptions) print(r *compare.Report, s cli.Streams) error {
	var lines []string
	switch o.format {
	case diffJSON:
		return printJSON(s.Out, r)
	case diffMarkdown:
		lines = r.Markdown(o.limit)
	default:
		lines = r.Lines(o.limit)
	}
	_, err := fmt.Fprintln(s.Out, strings.Join(lines, "\n"))
	return err
}

// refusal returns the error of a difference that violates rules.
func refusal(r *compare.Report) error {
	if len(r.Broken) == 0 {
		return nil
	}
	var says []string
	for _, rule := range r.Broken {
		says = append(says, fmt.Sprintf("%s: %d, the first is %s", rule, rule.Count, rule.First))
	}
	return fmt.Errorf("%w: %s", errRefused, strings.Join(says, "; "))
}
