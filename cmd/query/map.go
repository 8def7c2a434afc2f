package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

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
	filter  answer.Filter
	budget  int
	counter string
	format  string

	structure bool
	by        string // only with structure, like depth
	depth     int
}

const mapLong = `Map prints an outline of the repository within a budget: its most central definitions,
each as its line number and signature, grouped by file. A definition's centrality is
the PageRank that flows into it from other files along dependencies; fields, properties
and constructors count for their type.

Files are ordered by their most central definition, definitions by line. A member is
indented under its type, which is printed with it. The budget is hard: the whole text
never has more tokens. A definition that does not fit is left out, and later ones may
still fit.

Types, functions, methods and database objects count as definitions; --kind selects
others. Tests, examples, generated and vendored code are excluded unless --tests says
otherwise.

With --structure, map prints the structure of the repository instead, in groups: its
folders; with --by packages its packages and namespaces; with --by projects the folders
that have a project file (.csproj, go.mod, package.json, pom.xml, build.gradle,
pyproject.toml), each without the projects inside it. A group has its files, lines,
definitions, languages, routes and the starts of programs. Then follow the ties between
groups, by weight (the sum of the weights of the edges' kinds), and the cycles, each with
its lightest tie. --depth says how many parts of a name make a group; by default, folders
that hold much of the tree are opened. The smallest groups that do not fit in the budget
are left out, with their ties.`

const mapExample = `  query map
  query map --budget-tokens 8000 --path 'src/billing/**'
  query map --data-type db_code --format index
  query map --json --limit 50
  query map --structure
  query map --structure --by packages --depth 2 --format mermaid`

func newMapCommand(g *globals) *cobra.Command {
	var o mapOptions
	c := &cobra.Command{
		Use:     "map",
		Short:   "Outline the most central definitions within a budget",
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
		"maximum tokens of the whole text")
	addCounterFlag(c, &o.counter)
	addFilterFlags(g, c, &o.filter)
	o.filter.Tests = string(search.Drop)
	c.Flags().Lookup("tests").DefValue = o.filter.Tests
	c.Flags().StringVar(&o.format, "format", formatText,
		"text, or index: one line per node, texts on demand; with --structure text, or a diagram: "+
			"mermaid, dot")
	complete(c, "format", []string{formatText, formatIndex, render.Mermaid, render.Dot})
	c.Flags().BoolVar(&o.structure, "structure", false,
		"folders, packages or projects, the ties among them and their cycles")
	c.Flags().StringVar(&o.by, "by", structure.Folders,
		"with --structure: "+strings.Join(structure.By, ", "))
	complete(c, "by", structure.By)
	c.Flags().IntVar(&o.depth, "depth", 0,
		"with --structure: parts of the name of a group (default as many as tell the tree apart)")
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
