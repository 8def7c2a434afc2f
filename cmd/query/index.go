package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/internal/cli"
	"seedgraph/render"
	"seedgraph/search"
)

type indexOptions struct {
	filter filterOptions
	search string
}

const indexLong = `Index lists nodes, one a line, without their texts:

  - ` + "`handle` · kind · `path:line`" + ` — signature — first sentence of its comment

A reader picks handles from it and fetches these texts alone: query fetch HANDLE.
The nodes are those given as IDs or on standard input ("-"), those that a search
finds, or those of paths, in the order of paths and lines.`

const indexExample = `  query index --search "bill order" --limit 50
  query index --path 'src/billing/**' --kind class,method
  query expand OrderService.Place --json | query index -
  query index --path src | grep -i refund`

func newIndexCommand(g *globals) *cobra.Command {
	var o indexOptions
	c := &cobra.Command{
		Use:               "index [ID…]",
		Short:             "List nodes, one a line, to fetch on demand",
		Long:              indexLong,
		Example:           indexExample,
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runIndex(s, args, o) })
		},
	}
	c.Flags().StringVarP(&o.search, "search", "s", "", "list what a search for this text finds")
	o.filter.addFlags(c)
	return c
}

// indexAnswer is the JSON of index.
type indexAnswer struct {
	Total int         `json:"total"` // nodes listed or not
	Items []indexItem `json:"items"`
}

type indexItem struct {
	render.Item
	Abstract string `json:"abstract"`
	Line     string `json:"line"` // as printed without --json
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
		err = fmt.Errorf("%w to list", cli.ErrNothingFound)
	}
	if err == nil && len(targets) < total {
		s.warn("%d of %d nodes; --limit gives more", len(targets), total)
	}
	return err
}

// targets finds the nodes to list.
func (o *indexOptions) targets(s *session, args []string) ([]target, error) {
	switch {
	case len(args) > 0:
		in, err := s.readInput(args)
		if err != nil {
			return nil, err
		}
		return in.all(s)
	case o.search != "":
		res, err := s.search(o.search, o.filter, s.limitOr(searchLimit), false)
		if err != nil {
			return nil, err
		}
		return hitTargets(res.Hits), nil
	case len(o.filter.paths) > 0:
		return s.nodesOfPaths(o.filter)
	}
	return nil, cli.WithHint(errors.New("nothing to list"), "give ids, --search TEXT or --path PATTERN")
}

// all lists the seeds and then what expansion added.
func (in *input) all(s *session) ([]target, error) {
	out := in.targets()
	seen := map[target]bool{}
	for _, t := range out {
		seen[t] = true
	}
	for _, id := range in.expanded {
		t, err := s.resolve(id)
		if err != nil {
			return nil, err
		}
		if !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out, nil
}

// nodesOfPaths lists the nodes of the paths that the filter admits, by path and
// line. Only paths that can fit are looked at.
func (s *session) nodesOfPaths(filter filterOptions) ([]target, error) {
	opts, err := filter.options()
	if err != nil {
		return nil, err
	}
	var paths []string
	if err := s.Paths("", func(p string) bool {
		if (search.Filter{Paths: opts.Filter.Paths}).Admits(&graph.Node{Path: p}) {
			paths = append(paths, p)
		}
		return true
	}); err != nil {
		return nil, err
	}
	var out []target
	for _, p := range paths {
		nodes, err := s.PathNodes(p)
		if err != nil {
			return nil, err
		}
		for _, pn := range nodes {
			n, err := s.Node(pn.Node)
			if err != nil {
				return nil, err
			}
			if len(n.Parts) > 0 && opts.Admits(n) {
				out = append(out, target{node: pn.Node})
			}
		}
	}
	return out, nil
}

// printIndex prints a line that says how to go on, then one line a node.
func (s *session) printIndex(targets []target) error {
	if err := s.print(fmt.Sprintf("# %d nodes; texts on demand: query fetch HANDLE", len(targets))); err != nil {
		return err
	}
	for _, t := range targets {
		it, err := s.indexItem(t)
		if err != nil {
			return err
		}
		if err := s.print(it.Line); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) printIndexJSON(targets []target, total int) error {
	a := indexAnswer{Total: total, Items: []indexItem{}}
	for _, t := range targets {
		it, err := s.indexItem(t)
		if err != nil {
			return err
		}
		rank, err := s.Rank(t.node)
		if err != nil {
			return err
		}
		it.Score = round(rank)
		a.Items = append(a.Items, it)
	}
	return render.JSON(s.streams.Out, a)
}

// indexItem is the line of a node in an index, and what it is made of. Its score
// is 0: no line says it.
func (s *session) indexItem(t target) (indexItem, error) {
	it, n, err := s.itemOf(t, 0)
	if err != nil {
		return indexItem{}, err
	}
	doc, err := s.Doc(t.node)
	if err != nil {
		return indexItem{}, err
	}
	abstract := render.Abstract(n, doc)
	return indexItem{it, abstract, strings.TrimRight(render.IndexLine(it, abstract), " ")}, nil
}
