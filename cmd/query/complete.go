package main

import (
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/search"
)

// maxCompletions bounds what a shell is offered.
const maxCompletions = 100

// completeIDs offers names and paths of the artifacts as ids.
func completeIDs(g *globals) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		var out []string
		err := g.with(func(s *session) error {
			var err error
			out, err = s.complete(typed)
			return err
		})
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
}

// complete lists the paths and the qualified names that typed may become.
func (s *session) complete(typed string) ([]string, error) {
	var out []string
	err := s.Paths(typed, func(p string) bool {
		out = append(out, p)
		return len(out) < maxCompletions
	})
	if err != nil || typed == "" {
		return out, err
	}
	last := typed[strings.LastIndexByte(typed, '.')+1:]
	var nodes []uint32
	if err := s.Symbols(last, func(_ string, found []uint32) bool {
		nodes = append(nodes, found...)
		return len(nodes) < maxCompletions
	}); err != nil {
		return nil, err
	}
	for _, n := range nodes[:min(len(nodes), maxCompletions)] {
		node, err := s.Node(n)
		if err != nil {
			return nil, err
		}
		if name := completedName(node, typed); name != "" {
			out = append(out, name+"\t"+string(node.Kind)+" "+node.Path)
		}
	}
	return out, nil
}

// completedName is the shortest end of n's name that begins with typed, at a
// boundary; empty if there is none.
func completedName(n *graph.Node, typed string) string {
	for i := len(n.Name); i > 0; i-- {
		if i > 1 && strings.IndexByte("./#:", n.Name[i-2]) < 0 {
			continue
		}
		if rest := n.Name[i-1:]; len(rest) >= len(typed) && strings.EqualFold(rest[:len(typed)], typed) {
			return rest
		}
	}
	return ""
}

// completeFilters offers the values of the filter flags.
func completeFilters(c *cobra.Command) {
	fixed := func(flag string, values []string) {
		_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	var kinds, domains []string
	for _, k := range graph.NodeKinds() {
		kinds = append(kinds, string(k))
	}
	for _, d := range graph.Domains {
		domains = append(domains, string(d))
	}
	fixed("kind", kinds)
	fixed("data-type", domains)
	fixed("language", search.Languages)
	fixed("tests", []string{string(search.Demote), string(search.Keep), string(search.Drop)})
}
