package main

import (
	"github.com/spf13/cobra"

	"seedgraph/answer/about"
	"seedgraph/render"
)

// showLimit is how many nodes per group show lists by default.
const showLimit = 20

const showLong = `Show prints what the index knows of a node: its location, signature and doc comment,
and, in groups, the nodes it is related to. Each group lists the most central nodes
first and tests last; --limit sets how many.`

const showExample = `  query show OrderService.Place
  query show src/OrderService.cs:42
  query show 'dbo.Order|TABLE' --limit 100 --json`

func newShowCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:               "show ID…",
		Short:             "Describe nodes and what they are related to",
		Long:              showLong,
		Example:           showExample,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runShow(s, args) })
		},
	}
}

func runShow(s *session, args []string) error {
	refs, err := s.names.ResolveAll(args)
	if err != nil {
		return err
	}
	var items []*about.Item
	for _, ref := range refs {
		it, err := about.Describe(s.index, ref.Target, s.limitOr(showLimit))
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
