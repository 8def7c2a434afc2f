package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/query/answer/about"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// showLimit is the default number of nodes per group that show lists.
const showLimit = 20

const showLong = `Show prints the location, signature and doc comment of a node, and its related nodes in groups: the
most central first, tests last, --limit per group. --group, --path and --tests select the groups and
the nodes in them.`

const showExample = `  query show OrderService.Place
  query show src/OrderService.cs:42
  query show OrderService.Place --group callers,tests --path 'src/api/**'
  query show 'dbo.Order|TABLE' --limit 100 --json`

// showOptions are the flags of show.
type showOptions struct {
	groups []string
	filter search.Selection
}

func newShowCommand(g *globals) *cobra.Command {
	var o showOptions
	c := &cobra.Command{
		Use:               "show ID…",
		Short:             "Describe nodes and their relationships",
		Long:              showLong,
		Example:           showExample,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runShow(s, args, o) })
		},
	}
	f := c.Flags()
	f.StringSliceVarP(&o.groups, "group", "g", nil,
		"only these groups: callers, callees, tests, reads, written_by, …")
	filter := g.addFilter(&o.filter)
	f.StringSliceVarP(&filter.Paths, "path", "p", nil,
		"only related nodes in matching paths")
	f.StringVar(&filter.Tests, "tests", string(search.Demote),
		"related tests, examples, generated and vendored code: keep, demote or drop")
	complete(c, "group", about.Groups())
	complete(c, "tests", []string{string(search.Demote), string(search.Keep), string(search.Drop)})
	_ = c.RegisterFlagCompletionFunc("path", completePaths(g))
	return c
}

// options parses the flags.
func (o *showOptions) options(limit int) (about.Options, error) {
	out := about.Options{Limit: limit}
	for _, name := range o.groups {
		group, err := about.ParseGroup(name)
		if err != nil {
			return out, fmt.Errorf("--group: %w", err)
		}
		out.Groups = append(out.Groups, group)
	}
	if len(o.filter.Filter.Paths) > 0 || o.filter.Tests == search.Drop {
		out.Admit = o.filter.Admits
	}
	return out, nil
}

func runShow(s *session, args []string, o showOptions) error {
	opts, err := o.options(s.limitOr(showLimit))
	if err != nil {
		return err
	}
	if err := s.index.LoadProjects(); err != nil {
		return err
	}
	refs, err := s.names.ResolveAll(args)
	if err != nil {
		return err
	}
	var items []*about.Item
	for _, ref := range refs {
		it, err := about.Describe(s.index, ref.Target, opts)
		if err != nil {
			return err
		}
		items = append(items, it)
	}
	if s.json {
		return render.JSON(s.streams.Out, map[string]any{"items": items})
	}
	for _, it := range items {
		if err := s.print(it.Lines()...); err != nil {
			return err
		}
	}
	return nil
}
