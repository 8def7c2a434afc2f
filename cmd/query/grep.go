package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/query/answer"
	"seedgraph/query/answer/questions"
	"seedgraph/query/search"
)

const grepLong = `Grep lists the lines of the indexed source that contain a text, grouped by their innermost definition.
The text is matched literally, or with --regex as a Go regular expression. Comments and strings are
searched, too; files that are not indexed are not.`

const grepExample = `  query grep 'SaveChangesAsync('
  query grep --regex 'TODO|FIXME' --path 'src/**'
  query grep -i connectionstring --all`

func newGrepCommand(g *globals) *cobra.Command {
	var p questions.Pattern
	var filter search.Selection
	var budget budgetFlags
	c := &cobra.Command{
		Use:     "grep PATTERN",
		Short:   "List the source lines that contain a text, with their definitions",
		Long:    grepLong,
		Example: grepExample,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			p.Text = args[0]
			return g.with(func(s *session) error { return runGrep(s, p, &filter, &budget) })
		},
	}
	c.Flags().BoolVarP(&p.Regex, "regex", "E", false, "treat the pattern as a regular expression")
	c.Flags().BoolVarP(&p.IgnoreCase, "ignore-case", "i", false, "ignore case")
	addUseFilterFlags(g, c, &filter)
	budget.addFlags(c)
	return c
}

func runGrep(s *session, p questions.Pattern, filter *search.Selection, budget *budgetFlags) error {
	tokens, err := budget.tokens(s)
	if err != nil {
		return err
	}
	a, err := questions.Grep(s.index, p, filter.Filter.Admits)
	if err != nil {
		return err
	}
	return s.printAnswer(a, false, budget.tokenizer, tokens,
		fmt.Errorf("%w: no line contains %q", answer.ErrNothingFound, p.Text))
}
