package main

import (
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts/open"
	"seedgraph/query/search"
)

const filtersHelp = `Filter and output flags of many commands. Each command lists the flags it has.

Patterns of --path with a slash start at the root of the tree; those without match a file or folder
name at any depth. A pattern that matches a folder selects its contents; {a,b} is either of two.`

const weightsTopic = `Ranking weights of search, set with --weights NAME=NUMBER,… for all kinds of text, or with
KIND.NAME=NUMBER for one (prose.stem=0.5). The kinds are those of query help search, the defaults:

`

// newTopics returns the help topics: texts and flags that commands share.
func newTopics(g *globals) []*cobra.Command {
	return []*cobra.Command{
		{
			Use:   "access",
			Short: "Access flags: the rights of the reader",
			Long:  open.AccessHelp + groupsHelp + flagsSection(g.access.FlagUsages()),
		},
		newTopic("filters", "Filter and output flags", filtersHelp, func(g *globals, c *cobra.Command) {
			var filter search.Selection
			addFilterFlags(g, c, &filter)
			var budget budgetFlags
			budget.addFlags(c)
			addLinesFlag(c, new(bool))
		}),
		newTopic("retrieval", "Retrieval flags of search and context", retrievalHelp,
			func(_ *globals, c *cobra.Command) {
				new(rankingFlags).addFlags(c)
				new(retrievalFlags).addFlags(c)
			}),
		newTopic("seeds", "Forms of seeds: IDs, answers, states, retrieval results", seedsHelp,
			func(_ *globals, c *cobra.Command) { new(seedOptions).addFlags(c) }),
		{
			Use:   "weights",
			Short: "Ranking weights of search",
			Long:  weightsTopic + weightsHelp(),
		},
	}
}

// newTopic returns a help topic with the flags that add declares.
func newTopic(name, short, long string, add func(*globals, *cobra.Command)) *cobra.Command {
	c := &cobra.Command{Use: name}
	add(&globals{}, c)
	return &cobra.Command{Use: name, Short: short, Long: long + flagsSection(c.Flags().FlagUsages())}
}

func flagsSection(usages string) string {
	return "\n\nFLAGS\n" + strings.TrimRight(usages, "\n")
}

// groupsHelp describes --access.
const groupsHelp = `

Groups of several --artifacts are named NAME:group. --access FILE states other ones, one per line, as
for indexer link: GROUP = NAME:group, NAME:group, …`
