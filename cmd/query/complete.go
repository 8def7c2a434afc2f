package main

import (
	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/internal/help"
	"seedgraph/query/answer/names"
	"seedgraph/query/search"
	"seedgraph/tokens"
)

// A completer completes the argument or the value of a flag.
type completer = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// completeIDs completes ids with names and paths in the artifacts.
func completeIDs(g *globals) completer {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		var found []names.Completion
		err := g.with(func(s *session) error {
			var err error
			found, err = s.names.Complete(typed)
			return err
		})
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var out []string
		for _, c := range found {
			if c.Note != "" {
				c.Name += "\t" + c.Note
			}
			out = append(out, c.Name)
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// completePaths completes folders and files in the artifacts.
func completePaths(g *globals) completer {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		var found []string
		err := g.with(func(s *session) error {
			var err error
			found, err = s.names.CompletePath(typed)
			return err
		})
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return found, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// complete adds completion of fixed values to a flag, which must exist.
func complete(c *cobra.Command, flag string, values []string) {
	_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values,
		cobra.ShellCompDirectiveNoFileComp))
}

// completeFilters completes the values of the filter flags.
func completeFilters(g *globals, c *cobra.Command) {
	_ = c.RegisterFlagCompletionFunc("path", completePaths(g))
	var kinds, domains []string
	for _, k := range graph.NodeKinds() {
		kinds = append(kinds, string(k))
	}
	for _, d := range graph.Domains {
		domains = append(domains, string(d))
	}
	complete(c, "kind", kinds)
	complete(c, "data-type", domains)
	complete(c, "language", search.Languages)
	complete(c, "tests", []string{string(search.Demote), string(search.Keep), string(search.Drop)})
}

// completeEdges completes edge kinds.
func completeEdges(c *cobra.Command) {
	var kinds []string
	for _, row := range graph.EdgeKinds() {
		kinds = append(kinds, row.Name+"\t"+row.Meaning)
	}
	complete(c, "edges", kinds)
}

// addCounterFlag adds the flag that names a tokenizer.
func addCounterFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "tokens", "",
		"tokenizer: "+list(tokens.Names())+" (default that of the index)")
	help.Advanced(c, "tokens")
	complete(c, "tokens", tokens.Names())
}
