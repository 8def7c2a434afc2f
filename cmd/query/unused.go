package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/query/answer"
	"seedgraph/query/answer/inventory"
	"seedgraph/query/render"
)

const unusedLong = `Unused lists types, functions, methods, constants and database objects that nothing
in the index refers to, except they themselves and their own members. A member that
implements or overrides another is used if that is; tests are not listed, and what they
use is used.

Each is printed with the reasons to doubt it:
  exported      programs outside the tree may use it
  entry point   a main or init function, or the type that has a main method
  overrides     it overrides or implements a member that is not used either
  implemented   it is overridden or implemented
  base outside  it may override a member of a base type that is not in the tree, or is a
                type derived from one, which a framework may look for; in Go and Python, a
                public method may be called by a library that is given the object
  convention    the language uses members of that name: operators, GetEnumerator, __len__;
                or types, as the C# compiler uses those of System
  reflection    a property, field or accessor that is not private: serializers, binders
                and templates read it by name
  attribute     an attribute, annotation or decorator, its own or of its type, may
                register it
  template      markup may name it: the page of a code-behind file, the template of a
                component, or HTML that loads a script without imports and exports
  ambient       it declares what code outside the tree defines
  generated     a program wrote it
  named         its name is in the text of another definition, as in a string or in code
                that could not be resolved, or is that of a method that it may be called in
                place of, such as that of an interface or, in Python, of another class; only
                looked for where nothing above holds but exported
Files that are not indexed, such as templates and configuration, are not looked at.`

const unusedExample = `  query unused --path 'src/**'
  query unused --kind method --language csharp --json
  query unused --limit 500 --offset 500`

func newUnusedCommand(g *globals) *cobra.Command {
	var o inventory.Options
	var budget budgetFlags
	c := &cobra.Command{
		Use:     "unused",
		Short:   "List definitions that nothing refers to",
		Long:    unusedLong,
		Example: unusedExample,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return g.with(func(s *session) error { return runUnused(s, o, &budget) })
		},
	}
	addUseFilterFlags(g, c, &o.Filter)
	budget.addFlags(c)
	c.Flags().StringSliceVarP(&o.Filter.Languages, "language", "l", nil,
		"only nodes in these languages: csharp, sql, …")
	c.Flags().IntVar(&o.Offset, "offset", 0, "leave out this many nodes at the beginning")
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
		return fmt.Errorf("%w: everything that the filters admit is used", answer.ErrNothingFound)
	case o.Offset+len(a.Items) < a.Total && !s.json:
		s.warn("%d of %d; --limit and --offset select others", len(a.Items), a.Total)
	}
	return nil
}
