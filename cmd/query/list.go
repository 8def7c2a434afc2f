package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

const listLong = `List prints all definitions of some kinds, sorted by kind, path and line. A KIND is a node
kind, in the singular or plural (tables, routes, classes, PROC), or one of these:
  tests    functions and methods of test code that nothing calls
  entries  functions, methods and procedures that nothing in the index uses: entry
           points, what a framework calls, public interfaces, dead code
  types    types of every kind
  packages packages and namespaces, of the tree and outside of it
  config   keys of settings, with the files that set them and the code that reads them
  unset    keys of settings that code reads and no file sets
  unread   keys that files set, and that neither code nor the platform reads

Or a role that definitions have, whatever their kind:
  commands   code that a command line of a framework runs
  entities   types whose objects are rows of a table, with the table
  handlers   functions that handle messages: requests, events, tasks of a queue
  hubs       hubs of SignalR and gateways of web sockets
  jobs       what a host starts with the program, and what a scheduler runs
  messages   types that are handled as messages, with their handlers
  migrations what changes the schema of a database, with the tables
  pages      components and templates that have a route, with it
  requests   code that makes requests which routes of the tree answer, with these
  services   types that a container provides, with what it provides

A route is listed with what handles it. JSON has what is listed beside a definition as
ties.

Externals are the names that code uses from outside the tree, such as os.Getenv; query
callers prints who uses one, or anything of a package.

--limit and --offset select a page.`

const listExample = `  query list tables routes
  query list tests --path 'tests/orders/**'
  query list packages externals --language go --name net/http
  query list entities migrations --path 'src/Orders/**'
  query list messages handlers jobs
  query list config --name Smtp
  query list unset unread
  query list classes --name Repository --language csharp --json
  query list methods --limit 500 --offset 500`

func newListCommand(g *globals) *cobra.Command {
	var o inventory.Options
	var budget budgetFlags
	c := &cobra.Command{
		Use:     "list KIND…",
		Short:   "List all definitions of a kind",
		Long:    listLong,
		Example: listExample,
		Args:    cobra.MinimumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string,
			cobra.ShellCompDirective) {
			words := inventory.Words()
			for _, k := range graph.NodeKinds() {
				words = append(words, string(k))
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runList(s, args, o, &budget) })
		},
	}
	f := c.Flags()
	f.StringSliceVarP(&o.Filter.Languages, "language", "l", nil,
		"only nodes in these languages: csharp, sql, …")
	f.StringSliceVarP(&o.Filter.Paths, "path", "p", nil,
		"only nodes in paths that match one of these patterns: 'src/**/api', '*.sql'")
	addProjectFlag(g, c, &o.Filter)
	f.StringVar(&o.Name, "name", "", "only nodes whose qualified name contains this, in any case")
	f.IntVar(&o.Offset, "offset", 0, "leave out this many nodes at the beginning")
	f.StringVar(&o.Filter.Tests, "tests", string(search.Keep),
		"tests, examples, generated and vendored code: keep or drop")
	budget.addFlags(c)
	completeFilters(g, c)
	complete(c, "tests", []string{string(search.Keep), string(search.Drop)})
	return c
}

func runList(s *session, args []string, o inventory.Options, budget *budgetFlags) error {
	tokens, err := budget.tokens(s)
	if err != nil {
		return err
	}
	o.Limit = s.limit
	a, err := inventory.Find(s.index, args, o)
	if err != nil {
		return err
	}
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else {
		err = s.printSheet(a.Sheet(), budget.tokenizer, tokens)
	}
	switch {
	case err != nil:
		return err
	case a.Total == 0:
		return hint.With(fmt.Errorf("%w: no %s", answer.ErrNothingFound, strings.Join(args, ", ")),
			"the artifacts may have none, or the filters exclude all")
	case o.Offset >= a.Total:
		return hint.With(fmt.Errorf("%w: --offset %d leaves out all", answer.ErrNothingFound, o.Offset),
			fmt.Sprintf("there are %d", a.Total))
	case o.Offset+len(a.Items) < a.Total && !s.json:
		s.warn("%d of %d; --limit and --offset select others", len(a.Items), a.Total)
	}
	return nil
}
