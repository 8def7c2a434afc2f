package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/answer"
	"seedgraph/answer/listing"
	"seedgraph/internal/hint"
	"seedgraph/render"
)

type indexOptions struct {
	filter answer.Filter
	search string
}

const indexLong = `Index lists nodes, one per line, without their texts:

  - ` + "`handle` · kind · `path:line`" + ` — signature — first sentence of its comment

A reader picks handles from the list and fetches only those texts: query fetch HANDLE.
The nodes are those named by IDs, as arguments or on standard input ("-"); those that a
search finds; or those in paths, ordered by path and line.`

const indexExample = `  query index --search "bill order" --limit 50
  query index --path 'src/billing/**' --kind class,method
  query expand OrderService.Place --json | query index -
  query index --path src | grep -i refund`

func newIndexCommand(g *globals) *cobra.Command {
	var o indexOptions
	c := &cobra.Command{
		Use:               "index [ID…]",
		Short:             "List nodes, one per line, to fetch on demand",
		Long:              indexLong,
		Example:           indexExample,
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runIndex(s, args, o) })
		},
	}
	c.Flags().StringVarP(&o.search, "search", "s", "", "list the hits of a search for this text")
	addFilterFlags(g, c, &o.filter)
	return c
}

func runIndex(s *session, args []string, o indexOptions) error {
	targets, err := o.targets(s, args)
	if err != nil {
		return err
	}
	total := len(targets)
	targets = targets[:min(total, s.limitOr(total))]
	if s.json {
		err = s.printIndexJSON(targets, total)
	} else if total > 0 {
		err = s.printIndex(targets)
	}
	if err == nil && total == 0 {
		err = fmt.Errorf("%w to list", answer.ErrNothingFound)
	}
	if err == nil && len(targets) < total {
		s.warn("%d of %d nodes; --limit prints more", len(targets), total)
	}
	return err
}

// targets finds the nodes to list.
func (o *indexOptions) targets(s *session, args []string) ([]answer.Target, error) {
	switch {
	case len(args) > 0:
		in, err := s.readSeeds(args, seedOptions{})
		if err != nil {
			return nil, err
		}
		return in.All()
	case o.search != "":
		res, err := s.search(o.search, searchOptions{filter: o.filter})
		if err != nil {
			return nil, err
		}
		return listing.Targets(res.Hits), nil
	case len(o.filter.Paths) > 0:
		return listing.ByPath(s.index, o.filter)
	}
	return nil, hint.With(errors.New("nothing to list"),
		"give IDs, --search TEXT or --path PATTERN")
}

func (s *session) printIndexJSON(targets []answer.Target, total int) error {
	a, err := listing.List(s.index, targets, total)
	if err != nil {
		return err
	}
	return render.JSON(s.streams.Out, a)
}
