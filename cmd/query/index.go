package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/listing"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

type indexOptions struct {
	filter search.Selection
	search string
	after  string
	budget int // -1: no budget
	tokens string
}

const indexLong = `Index lists nodes, one per line, without their texts:

  - ` + "`handle` · kind · `path:line`" + ` · tokens — signature — first sentence of the doc comment

The nodes are IDs, as arguments or on standard input ("-"), the hits of --search, or the nodes in
--path, ordered by path and line; query fetch HANDLE prints their texts. --limit and --budget-tokens (a
hard limit) end the list early, --after HANDLE continues it.`

const indexExample = `  query index --search "bill order" --limit 50
  query index --path 'src/billing/**' --kind class,method
  query index --path src --budget-tokens 4000 --after k3v9x2m4qd`

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
	f := c.Flags()
	f.StringVarP(&o.search, "search", "s", "", "list the hits of a search for this text")
	f.IntVarP(&o.budget, "budget-tokens", "b", -1, "token budget of the whole text")
	f.Lookup("budget-tokens").DefValue = "no limit" // -1 would tell nobody
	f.StringVar(&o.after, "after", "", "list only the nodes after the node with this ID")
	addCounterFlag(c, &o.tokens)
	addFilterFlags(g, c, &o.filter)
	return c
}

func runIndex(s *session, args []string, o indexOptions) error {
	all, open, err := o.targets(s, args)
	if err != nil {
		return err
	}
	rest, err := o.page(s, all)
	if err != nil {
		return err
	}
	page, err := o.cut(s, rest)
	if err != nil {
		return err
	}
	total := len(all)
	if open {
		total = 0
	}
	a, err := listing.List(s.index, page, total)
	if err != nil {
		return err
	}
	if n := len(page); n > 0 && (open || n < len(rest)) {
		a.After = a.Items[n-1].Handle
	}
	if err := s.printListed(a, len(rest), o.budget); err != nil || len(all) > 0 {
		return err
	}
	return fmt.Errorf("%w to list", answer.ErrNothingFound)
}

// printListed prints a page of a list, and reports on standard error how to
// continue it.
func (s *session) printListed(a *listing.Answer, rest, budget int) error {
	var err error
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else if len(a.Items) > 0 {
		err = s.print(a.Lines()...)
	}
	switch {
	case err != nil:
		return err
	case len(a.Items) == 0 && rest > 0:
		s.warn("0 of %d nodes fit in %d tokens", rest, budget)
	case a.After != "" && a.Total == 0:
		s.warn("%d nodes and more; --after %s continues", len(a.Items), a.After)
	case a.After != "":
		s.warn("%d of %d nodes; --after %s continues", len(a.Items), a.Total, a.After)
	}
	return nil
}

// page returns the targets after --after.
func (o *indexOptions) page(s *session, targets []answer.Target) ([]answer.Target, error) {
	if o.after == "" {
		return targets, nil
	}
	last, err := s.names.Resolve(o.after)
	if err != nil {
		return nil, err
	}
	rest, ok := listing.After(targets, last.Target)
	if !ok {
		return nil, fmt.Errorf("--after: %s is not in the list", o.after)
	}
	return rest, nil
}

// cut returns as many of the targets as --limit and the budget allow. A page of a
// search has the same length as the output of search.
func (o *indexOptions) cut(s *session, targets []answer.Target) ([]answer.Target, error) {
	most := len(targets)
	if o.search != "" {
		most = searchLimit
	}
	targets = targets[:min(len(targets), s.limitOr(most))]
	if o.budget < 0 {
		return targets, nil
	}
	c, err := s.counter(o.tokens)
	if err != nil {
		return nil, err
	}
	lines, err := listing.LinesWithin(s.index, targets, c, o.budget)
	return targets[:max(len(lines)-1, 0)], err
}

// targets returns the nodes of all pages; open reports that there may be more: the
// first page of a search does not search beyond its end, which is ten times as fast.
func (o *indexOptions) targets(s *session, args []string) (all []answer.Target, open bool,
	err error) {
	switch {
	case len(args) > 0:
		in, err := s.readSeeds(args, seedOptions{})
		if err != nil {
			return nil, false, err
		}
		all, err = in.All()
		return all, false, err
	case o.search != "":
		res, err := o.hits(s)
		if err != nil {
			return nil, false, err
		}
		open = o.after == "" && len(res.Hits) == s.limitOr(searchLimit) &&
			len(res.Hits) < res.Matched
		return listing.Targets(res.Hits), open, nil
	case len(o.filter.Filter.Paths) > 0:
		all, err = listing.ByPath(s.index, o.filter)
		return all, false, err
	}
	return nil, false, hint.With(errors.New("nothing to list"),
		"give IDs, --search TEXT or --path PATTERN")
}

// hits searches for the text; for all results if a list continues.
func (o *indexOptions) hits(s *session) (*search.Result, error) {
	opts := search.Options{Selection: o.filter}
	opts.Limit = s.limitOr(searchLimit)
	if o.after != "" {
		opts.Limit = max(int(s.index.NumNodes()), 1)
	}
	opts.Text, opts.Edges = s.index.Text, s.index
	return search.Search(s.index, o.search, opts)
}
