package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/answer"
	"seedgraph/graph"
	"seedgraph/search"
)

// A count is the value of a flag: a number of at least 1.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }
func (c *count) Type() string   { return "int" }
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return errors.New("it must be a number of at least 1")
	}
	*c = count(n)
	return nil
}

// list writes names for a help text.
func list(names []string) string { return strings.Join(names, ", ") }

// domainNames lists the values of --data-type.
func domainNames() string {
	var names []string
	for _, d := range graph.Domains {
		names = append(names, string(d))
	}
	return list(names)
}

// addFilterFlags adds the flags that select nodes.
func addFilterFlags(c *cobra.Command, f *answer.Filter) {
	flags := c.Flags()
	flags.StringSliceVarP(&f.Kinds, "kind", "k", nil,
		"only nodes of these kinds: class, method, TABLE, …")
	flags.StringSliceVarP(&f.Languages, "language", "l", nil,
		"only nodes in these languages: csharp, sql, …")
	flags.StringSliceVarP(&f.Paths, "path", "p", nil,
		"only nodes in paths that match one of these patterns: 'src/**/api', '*.sql'")
	flags.StringSliceVar(&f.Domains, "data-type", nil,
		"only nodes of these data types: "+domainNames())
	flags.StringVar(&f.Tests, "tests", string(search.Demote),
		"tests, examples, generated and vendored code: keep, demote or drop")
	completeFilters(c)
}

// The formats of an answer as text.
const (
	formatText  = "text"
	formatIndex = "index"
)

// addFormatFlag adds the flag that chooses the format of text.
func addFormatFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", formatText,
		"text, or index: one line per node, texts on demand")
	complete(c, "format", []string{formatText, formatIndex})
}

// checkFormat checks the flag --format.
func checkFormat(format string) error {
	if format != formatText && format != formatIndex {
		return fmt.Errorf("--format %s: unknown format: use text or index, or --json", format)
	}
	return nil
}
