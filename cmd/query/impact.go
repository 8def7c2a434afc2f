package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/changes"
	"seedgraph/query/answer/impact"
	"seedgraph/query/answer/openends"
	"seedgraph/query/render"
	"seedgraph/query/search"
	"seedgraph/source/git"
)

type impactOptions struct {
	impact.Options
	until         string
	diff          string // revision, or - for standard input; or empty
	diffRepo      string // repository of the diff in a linked index
	writes, reads string // tables
	budget        budgetFlags
	format        string
}

const impactLong = `Impact lists the definitions that a change may affect: all direct and indirect users of the changed
definitions, along calls, creations, data accesses and member uses.

A call of an interface or base member is affected by a change of any of its targets. A type includes
its members.

Affected routes, entry points (definitions without users) and tests come first, then all affected
definitions by depth and file, each with its edge toward the change and the lines, and last those
reached only through messages.

--diff takes the uncommitted changes of the tree, the changes since a revision (or A..B, A...B), or
with "-" the output of git diff on standard input. Programs configured by the repository are not run;
files that need a filter, such as Git LFS, are listed. The artifacts may be of the state before or after
the change; files that match neither are reported.

--until has no depth limit; tables are the database objects that affected definitions read, write or
execute. A limit that stops the search is reported.`

const impactExample = `  query impact OrderRepository.Save
  query impact --writes dbo.Order --until routes    routes that change its rows
  query impact --diff main --until tests            tests to run for a branch
  query impact --diff main --format markdown        routes and tests, for a merge request
  git diff HEAD~3 | query impact --diff -`

func newImpactCommand(g *globals) *cobra.Command {
	var o impactOptions
	c := &cobra.Command{
		Use:     "impact ID… | --diff [REV | -] | --writes TABLE | --reads TABLE",
		Short:   "List the definitions that a change may affect",
		Long:    impactLong,
		Example: impactExample,
		Args: func(c *cobra.Command, args []string) error {
			switch {
			case o.writes+o.reads != "":
				return cobra.NoArgs(c, args)
			case o.diff == "":
				return cobra.MinimumNArgs(1)(c, args)
			}
			return cobra.MaximumNArgs(1)(c, args)
		},
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			if c.Flags().Changed("max-depth") && o.MaxDepth == 0 { // 0 is not a number of steps
				return impact.ErrDepth
			}
			return g.with(func(s *session) error { return runImpact(c.Context(), s, args, o) })
		},
	}
	f := c.Flags()
	f.IntVarP(&o.MaxDepth, "max-depth", "d", 0,
		"maximum number of steps from the change (default 4, unlimited with --until)")
	f.IntVarP(&o.MaxNodes, "max-nodes", "m", 500, "maximum number of affected definitions")
	f.StringVar(&o.diff, "diff", "",
		"start from the definitions changed since revision `REV`, or by a diff on standard input (-)")
	f.StringVar(&o.diffRepo, "diff-repo", "",
		"repository of the diff, in a linked index")
	f.Lookup("diff").NoOptDefVal = "HEAD" // REV may also follow as an argument
	f.StringVar(&o.writes, "writes", "", "start from the writers of `TABLE`")
	f.StringVar(&o.reads, "reads", "", "start from the readers of `TABLE`")
	c.MarkFlagsMutuallyExclusive("writes", "reads", "diff")
	f.StringVar(&o.until, "until", "",
		"print only tests, routes, entries, tables, or nodes of a kind")
	addDiagramFlag(c, &o.format, formatMarkdown)
	addUseFilterFlags(g, c, &o.Filter)
	o.budget.addFlags(c)
	c.MarkFlagsMutuallyExclusive("format", "budget-tokens") // a diagram is not cut
	complete(c, "until", impact.Untils)
	help.Advanced(c, "kind", "max-nodes", "project")
	return c
}

// addUseFilterFlags adds the flags that filter the nodes of an answer about uses.
func addUseFilterFlags(g *globals, c *cobra.Command, to *search.Selection) *filterFlags {
	f := addProjectFlag(g, c, to)
	f.Tests = string(search.Keep)
	flags := c.Flags()
	flags.StringSliceVarP(&f.Kinds, "kind", "k", nil,
		"only nodes of these kinds: class, method, TABLE, …")
	flags.StringSliceVarP(&f.Paths, "path", "p", nil,
		"only nodes in matching paths: 'src/**/api', '*.sql'")
	completeFilters(g, c)
	return f
}

func runImpact(ctx context.Context, s *session, args []string, o impactOptions) error {
	if err := s.checkDiagram(o.format, formatMarkdown); err != nil {
		return err
	}
	tokens, err := o.budget.tokens(s)
	if err != nil {
		return err
	}
	if o.Until, err = impact.ParseUntil(o.until); err != nil {
		return err
	}
	var start []uint32
	switch {
	case o.diff != "":
		o.Exactly = true
		start, err = s.changed(ctx, append(args, o.diff)[0], o.diffRepo)
	case o.writes != "":
		o.Uses = impact.UsesWrites
		start, err = s.definitions([]string{o.writes})
	case o.reads != "":
		o.Uses = impact.UsesReads
		start, err = s.definitions([]string{o.reads})
	default:
		start, err = s.definitions(args)
	}
	if err != nil {
		return err
	}
	a, err := impact.Find(s.index, start, o.Options)
	if err != nil {
		return err
	}
	if s.limit > 0 {
		a.Limit(s.limit)
	}
	switch {
	case s.json:
		err = render.JSON(s.streams.Out, a)
	case o.format == formatMarkdown:
		err = s.print(a.Markdown(s.limitOr(0))...)
	case isDiagram(o.format) && a.Answer == openends.Yes:
		err = s.printDiagram(ctx, a.Diagram(), o.format)
	default:
		err = s.printSheet(a.Sheet(), o.budget.tokenizer, tokens)
	}
	switch {
	case err != nil:
		return err
	case a.Answer == openends.No:
		return fmt.Errorf("%w: nothing is affected", answer.ErrNothingFound)
	case a.Answer == openends.Unknown:
		return fmt.Errorf("%w: whether anything is affected", answer.ErrNotKnown)
	}
	return nil
}

// definitions resolves IDs; a name with several overloads refers to all of them.
func (s *session) definitions(args []string) ([]uint32, error) {
	var out []uint32
	for _, arg := range args {
		nodes, err := s.names.Overloads(arg)
		if err != nil {
			return nil, err
		}
		out = append(out, nodes...)
	}
	return out, nil
}

// changed finds the definitions that a diff changes, of a repository if the index is a linked one.
func (s *session) changed(ctx context.Context, rev, repo string) ([]uint32, error) {
	repo, err := s.diffRepository(repo)
	if err != nil {
		return nil, err
	}
	raw, err := s.readDiff(ctx, rev, repo)
	if err != nil {
		return nil, err
	}
	files, err := changes.Parse(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%w: the diff changes no file", answer.ErrNothingFound)
	}
	if repo != "" {
		files = changes.Below(repo, files)
	}
	found, err := changes.Find(s.index, files)
	if err != nil {
		return nil, err
	}
	if len(found.Missing) > 0 {
		s.warn("%s not in the artifacts: %s",
			render.Count(len(found.Missing), "changed file"), some(found.Missing))
	}
	if len(found.Stale) > 0 {
		s.warn("%s indexed in another state, definitions may be missed: %s",
			render.Count(len(found.Stale), "changed file"), some(found.Stale))
	}
	if len(found.Nodes) == 0 {
		return nil, fmt.Errorf("%w: the diff changes no definition of the artifacts",
			answer.ErrNothingFound)
	}
	return found.Nodes, nil
}

// some formats the first of many names.
func some(names []string) string {
	const shown = 3
	text := strings.Join(names[:min(len(names), shown)], ", ")
	if len(names) > shown {
		text += ", …"
	}
	return text
}

// diffRepository returns the repository of a diff in a linked index, which is the one whose tree has the
// current folder unless it is named; empty for other indexes.
func (s *session) diffRepository(repo string) (string, error) {
	m := s.index.Manifest()
	if repo == "" && m.Linked() {
		name, _, err := s.memberHere()
		if err == nil && name == "" {
			err = hint.With(errors.New("--diff needs --diff-repo: the index has several repositories"),
				"name the repository of the diff: "+strings.Join(m.Members(), ", "))
		}
		return name, err
	}
	if repo == "" {
		return "", nil
	}
	return repo, checkRepos(m, "--diff-repo", []string{repo})
}

// readDiff reads a diff from standard input, or gets it from git; of a repository if the index is a linked one.
func (s *session) readDiff(ctx context.Context, rev, repo string) ([]byte, error) {
	if rev == "-" {
		raw, err := io.ReadAll(s.streams.In)
		if err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
		return raw, nil
	}
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("--diff %s: not a revision", rev)
	}
	root, err := s.tree(repo)
	if err != nil {
		return nil, err
	}
	out, err := s.gitDiff(ctx, root, rev)
	if err != nil {
		return nil, hint.With(fmt.Errorf("git diff %s: %s", rev, render.OneLine(err.Error())),
			"run it in the tree that was indexed, or give a diff on standard input with --diff -")
	}
	return out, nil
}

// gitDiff returns the differences between a revision and the work tree, or between two revisions.
func (s *session) gitDiff(ctx context.Context, root, rev string) ([]byte, error) {
	r, err := git.Open(root)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	from, to, err := r.Revision(ctx, rev)
	if err != nil {
		return nil, err
	}
	if to == "" {
		var left []git.Incomparable
		if to, left, err = r.WorkTree(ctx, nil); err != nil {
			return nil, err
		}
		if len(left) > 0 {
			s.warn("%s not comparable with a commit: %s", render.Count(len(left), "file"),
				incomparable(left))
		}
	}
	var out bytes.Buffer
	err = r.Diff(ctx, from, to, func(in io.Reader) error {
		_, err := io.Copy(&out, in)
		return err
	}, []string{"-M"}, nil)
	return out.Bytes(), err
}

// incomparable formats the first of many files, each with the reason.
func incomparable(list []git.Incomparable) string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = fmt.Sprintf("%s (%s)", f.Path, f.Reason)
	}
	return some(names)
}

// tree returns the root of the indexed tree, or of a repository: the folder of .seedgraph or, as a guess,
// the current folder.
func (s *session) tree(repo string) (string, error) {
	if repo != "" {
		return s.treeOfMember(repo)
	}
	if root, ok := treeOf(s.from.dir()); ok {
		return root, nil
	}
	return ".", nil
}
