package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/query/answer"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/render"
)

const unusedLong = `Unused lists types, functions, methods, constants and database objects without references in the
index, except from themselves and their members, with the reasons why they may be used after all.

A member that implements or overrides a used member is used. Tests are not listed, and definitions used
by tests are used. Files that are not indexed are not searched for uses. The reasons:
  exported      other programs may use it
  entry point   main or init function, or the type with the main method
  overrides     overrides or implements an unused member
  implemented   is overridden or implemented
  base outside  may override a member of an external base type, or a framework may look for it; in Go
                and Python, a library may call a public method
  convention    used by the language: operators, GetEnumerator, __len__, types of System in C#
  reflection    non-private property, field or accessor
  attribute     an attribute, annotation or decorator may register it
  template      code-behind file, component, or script loaded by HTML
  ambient       declares an external definition
  generated     generated code
  dynamic name  code that looks up members by name may find it
  named         its name occurs in another definition, as in a string or unresolved code, or is the
                name of a method that it may replace; only checked without reasons except exported`

const unusedExample = `  query unused --path 'src/**'
  query unused --kind method --language csharp --json
  query unused --limit 500 --offset 500`

func newUnusedCommand(g *globals) *cobra.Command {
	var o inventory.Options
	var budget budgetFlags
	c := &cobra.Command{
		Use:     "unused",
		Short:   "List definitions without references",
		Long:    unusedLong,
		Example: unusedExample,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return g.with(func(s *session) error { return runUnused(s, o, &budget) })
		},
	}
	filter := addUseFilterFlags(g, c, &o.Filter)
	budget.addFlags(c)
	c.Flags().StringSliceVarP(&filter.Languages, "language", "l", nil,
		"only nodes in these languages: csharp, sql, …")
	c.Flags().IntVar(&o.Offset, "offset", 0, "skip this many nodes")
	return c
}

func runUnused(s *session, o inventory.Options, budget *budgetFlags) error {
	tokens, err := budget.tokens(s)
	if err != nil {
		return err
	}
	o.Limit = s.limit
	a, err := inventory.Unused(s.index, o)
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
		return fmt.Errorf("%w: all definitions that match the filters are used", answer.ErrNothingFound)
	case o.Offset+len(a.Items) < a.Total && !s.json:
		s.warn("%d of %d; --limit and --offset select the page", len(a.Items), a.Total)
	}
	return nil
}
