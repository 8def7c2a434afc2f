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

const listLong = `List prints all definitions of some kinds, sorted by kind, path and line. A KIND is a node kind, in
singular or plural (tables, routes, classes, PROC), or one of these:
  tests       test functions that nothing calls
  entries     functions without users in the index: entry points, callbacks of frameworks, public
              interfaces, dead code
  types       types of every kind
  packages    packages and namespaces, internal and external
  externals   symbols defined outside the tree, such as os.Getenv
  config      settings, with the files that set them and the code that reads them
  unset       settings that are read but never set
  unread      settings that are set but read neither by code nor by the platform
  commands    handlers of command-line commands of a framework
  entities    types mapped to a table, with the table
  handlers    message handlers: requests, events, queued tasks
  hubs        SignalR hubs and web socket gateways
  jobs        hosted services and scheduled jobs
  messages    message types, topics, queues and tasks, with their handlers
  migrations  database migrations, with the tables
  pages       components and templates with a route
  requests    code that requests routes of the tree, with the routes
  services    services of a container, with their implementations

Routes are listed with their handlers. JSON has these relations as ties.`

const listExample = `  query list tables routes
  query list tests --path 'tests/orders/**'
  query list packages externals --language go --name net/http
  query list unset unread
  query list methods --limit 500 --offset 500`

func newListCommand(g *globals) *cobra.Command {
	var o inventory.Options
	var budget budgetFlags
	c := &cobra.Command{
		Use:     "list KIND…",
		Short:   "List all definitions of a kind or role",
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
	filter := addProjectFlag(g, c, &o.Filter)
	f.StringSliceVarP(&filter.Languages, "language", "l", nil,
		"only nodes in these languages: csharp, sql, …")
	f.StringSliceVarP(&filter.Paths, "path", "p", nil,
		"only nodes in matching paths: 'src/**/api', '*.sql'")
	f.StringVar(&o.Name, "name", "", "only nodes whose qualified name contains this (case-insensitive)")
	f.IntVar(&o.Offset, "offset", 0, "skip this many nodes")
	f.StringVar(&filter.Tests, "tests", string(search.Keep),
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
			"the artifacts may have none, or the filters exclude them")
	case o.Offset >= a.Total:
		return hint.With(fmt.Errorf("%w: --offset %d is past the end", answer.ErrNothingFound, o.Offset),
			fmt.Sprintf("there are %d", a.Total))
	case o.Offset+len(a.Items) < a.Total && !s.json:
		s.warn("%d of %d; --limit and --offset select the page", len(a.Items), a.Total)
	}
	return nil
}
