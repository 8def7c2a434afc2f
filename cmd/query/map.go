package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/outline"
	"seedgraph/query/answer/structure"
	"seedgraph/query/render"
	"seedgraph/query/search"
	"seedgraph/tokens"
)

// mapBudget is the default budget of map.
const mapBudget = 2000

type mapOptions struct {
	filter  search.Selection
	budget  int
	counter string
	format  string

	structure bool
	by        string // only with structure, like depth
	depth     int
}

const mapLong = `Map prints an outline of the repository within a token budget: the most central definitions, each with
its line number and signature, grouped by file; or with --structure its groups and their dependencies.

Centrality is the PageRank received from other files; fields, properties and constructors count for
their type. By default, definitions are types, functions, methods and database objects outside of
tests, examples, generated and vendored code.

--structure prints groups instead: folders, packages and namespaces (--by packages), or the folders of
project files (--by projects: .csproj, go.mod, package.json, pom.xml, build.gradle, pyproject.toml).
Then follow the dependencies between them, by the sum of edge weights, and the cycles, each with its
lightest dependency. The smallest groups that do not fit are left out.`

const mapExample = `  query map --budget-tokens 8000 --path 'src/billing/**'
  query map --data-type db_code --format index
  query map --structure
  query map --structure --by packages --depth 2 --format mermaid`

func newMapCommand(g *globals) *cobra.Command {
	var o mapOptions
	c := &cobra.Command{
		Use:     "map",
		Short:   "Outline the most central definitions, or the structure",
		Long:    mapLong,
		Example: mapExample,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.structure {
				return g.with(func(s *session) error { return runStructure(s, o) })
			}
			for _, name := range []string{"by", "depth"} {
				if c.Flags().Changed(name) {
					return fmt.Errorf("--%s needs --structure", name)
				}
			}
			return g.with(func(s *session) error { return runMap(s, o) })
		},
	}
	c.Flags().IntVarP(&o.budget, "budget-tokens", "b", mapBudget,
		"token budget of the whole text")
	addCounterFlag(c, &o.counter)
	filter := addFilterFlags(g, c, &o.filter)
	filter.Tests = string(search.Drop)
	c.Flags().Lookup("tests").DefValue = filter.Tests
	c.Flags().StringVar(&o.format, "format", formatText,
		"text, or index (one line per node); with --structure text or a diagram: "+
			"mermaid, dot")
	complete(c, "format", []string{formatText, formatIndex, render.Mermaid, render.Dot})
	c.Flags().BoolVar(&o.structure, "structure", false,
		"print folders, packages or projects, their dependencies and cycles")
	c.Flags().StringVar(&o.by, "by", structure.Folders,
		"with --structure: "+strings.Join(structure.By, ", "))
	complete(c, "by", structure.By)
	c.Flags().IntVar(&o.depth, "depth", 0,
		"with --structure: name components of a group (default chosen by size)")
	help.Advanced(c, "data-type", "language", "project")
	return c
}

// runStructure prints the structure of the repository.
func runStructure(s *session, o mapOptions) error {
	if o.budget < 0 {
		return fmt.Errorf("--budget-tokens is %d: it must not be negative", o.budget)
	}
	b := structure.Budget{Tokens: o.budget, Groups: s.limit}
	switch o.format {
	case formatText:
	case render.Mermaid, render.Dot:
		b.Format = o.format
	default:
		return fmt.Errorf("--format %s is unknown: use %s, %s or %s, or --json", o.format,
			formatText, render.Mermaid, render.Dot)
	}
	var err error
	if b.Counter, err = s.counter(o.counter); err != nil {
		return err
	}
	found, err := structure.Find(s.index, structure.Options{By: o.by, Depth: o.depth,
		Filter: o.filter})
	if err != nil {
		return err
	}
	a := found.Fit(b)
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else {
		_, err = fmt.Fprint(s.streams.Out, a.Text)
	}
	switch {
	case err != nil:
		return err
	case a.Total == 0:
		return s.nothingToMap()
	case len(a.Groups) < a.Total && !s.json:
		s.warn("%s; --budget-tokens and --limit select more", a.Share())
	}
	return nil
}

func runMap(s *session, o mapOptions) error {
	if o.budget < 0 {
		return fmt.Errorf("--budget-tokens is %d: it must not be negative", o.budget)
	}
	if err := checkFormat(o.format); err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	all, err := outline.Definitions(s.index, o.filter)
	if err != nil {
		return err
	}
	if o.format == formatIndex && !s.json {
		return s.printIndexOfMap(all, counter, o.budget)
	}
	a, err := outline.Pack(s.index, all, outline.Budget{Counter: counter, Tokens: o.budget,
		Items: s.limit})
	if err != nil {
		return err
	}
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else {
		_, err = fmt.Fprint(s.streams.Out, a.Map)
	}
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return s.nothingToMap()
	case len(a.Items) == 0:
		s.warn("no definition fits in %s", render.Count(o.budget, "token"))
	}
	return nil
}

// nothingToMap returns the error of a map without definitions.
func (s *session) nothingToMap() error {
	err := fmt.Errorf("%w to map", answer.ErrNothingFound)
	if s.index.NumNodes() == 0 {
		return err
	}
	return hint.With(err, "the filters exclude everything; a --path with a / starts at the root of the tree, and tests need --tests keep")
}

// printIndexOfMap lists definitions within a budget.
func (s *session) printIndexOfMap(all []outline.Definition, c *tokens.Counter,
	budget int) error {
	if len(all) == 0 {
		return s.nothingToMap()
	}
	var targets []answer.Target
	for _, d := range all[:min(len(all), s.limitOr(searchLimit))] {
		targets = append(targets, answer.Target{Node: d.Node})
	}
	return s.printIndexWithin(targets, c, budget)
}
