package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/search"
)

// A count is the value of --limit: 0 if the flag is not given, and noLimit if it is
// given as 0.
type count int

// noLimit is larger than any list. Sums with it do not overflow.
const noLimit = math.MaxInt32

func (c *count) String() string { return strconv.Itoa(int(*c)) }
func (c *count) Type() string   { return "int" }
func (c *count) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return errors.New("it must be a whole number of at least 0")
	}
	if n == 0 || n > noLimit {
		n = noLimit
	}
	*c = count(n)
	return nil
}

// list formats names for a help text.
func list(names []string) string { return strings.Join(names, ", ") }

// domainNames returns the values of --data-type.
func domainNames() string {
	var names []string
	for _, d := range graph.Domains {
		names = append(names, string(d))
	}
	return list(names)
}

// A filterFlags is a filter as written in flags, with the selection to set.
type filterFlags struct {
	answer.Filter
	to *search.Selection
}

// parseFilters parses the filters of all commands.
func (g *globals) parseFilters() error {
	for _, f := range g.filters {
		var err error
		if *f.to, err = f.Parse(); err != nil {
			return err
		}
	}
	return nil
}

// addFilterFlags adds the flags that select nodes.
func addFilterFlags(g *globals, c *cobra.Command, to *search.Selection) *filterFlags {
	flags, f := c.Flags(), addProjectFlag(g, c, to)
	flags.StringSliceVarP(&f.Kinds, "kind", "k", nil,
		"only nodes of these kinds: class, method, TABLE, …")
	flags.StringSliceVarP(&f.Languages, "language", "l", nil,
		"only nodes in these languages: csharp, sql, …")
	flags.StringSliceVarP(&f.Paths, "path", "p", nil,
		"only nodes in matching paths: 'src/**/api', '*.sql'")
	flags.StringSliceVar(&f.Domains, "data-type", nil,
		"only nodes of these data types: "+domainNames())
	flags.StringVar(&f.Tests, "tests", string(search.Demote),
		"tests, examples, generated and vendored code: keep, demote or drop")
	completeFilters(g, c)
	return f
}

// addProjectFlag adds the flags that select nodes by project and by repository. The filter
// that it returns takes further flags.
func addProjectFlag(g *globals, c *cobra.Command, to *search.Selection) *filterFlags {
	f := g.addFilter(to)
	c.Flags().StringSliceVar(&f.Projects, "project", nil,
		"only nodes of these projects (names in .csproj, package.json, go.mod, …)")
	c.Flags().StringSliceVar(&f.Repos, "repo", nil,
		"only nodes of these linked repositories")
	return f
}

// addFilter registers a selection whose flags are yet to be added.
func (g *globals) addFilter(to *search.Selection) *filterFlags {
	f := &filterFlags{to: to}
	g.filters = append(g.filters, f)
	return f
}

// rankingFlags are the flags that affect the ranking of search.
type rankingFlags struct {
	weights  []string
	synonyms string // file
}

func (r *rankingFlags) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVar(&r.weights, "weights", nil,
		"ranking weights, NAME=NUMBER or KIND.NAME=NUMBER (query help weights)")
	f.StringVar(&r.synonyms, "synonyms", "",
		"file of synonyms in addition to the built-in ones, a set per line, for all kinds of text")
}

// weightsHelp returns the weights with their defaults, in two columns.
func weightsHelp() string {
	var lines []string
	for _, row := range search.WeightRows() {
		lines = append(lines, fmt.Sprintf("  %-12s %-5g %s", row.Name, row.Default, row.Description))
	}
	return strings.Join(lines, "\n")
}

// read parses the flags.
func (r *rankingFlags) read() (answer.Ranking, error) {
	var out answer.Ranking
	var err error
	if len(r.weights) > 0 {
		if out.Weights, err = answer.ParseWeights(r.weights); err != nil {
			return out, fmt.Errorf("--weights %w", err)
		}
	}
	if r.synonyms == "" {
		return out, nil
	}
	raw, err := os.ReadFile(r.synonyms)
	if err != nil {
		return out, fmt.Errorf("--synonyms: %w", err)
	}
	out.Synonyms = search.Synonyms{}
	out.Synonyms.Read(string(raw))
	if len(out.Synonyms) == 0 {
		return out, fmt.Errorf("--synonyms: %s has no set of two words and more", r.synonyms)
	}
	return out, nil
}

// warnSynonyms warns if the synonyms of the user have no effect on a search for the text.
func (s *session) warnSynonyms(text string, synonyms search.Synonyms) {
	if len(synonyms) > 0 && !synonyms.Concern(text) {
		s.warn("--synonyms has no effect: none of its sets has a word of the text")
	}
}

// The text formats of an answer.
const (
	formatText  = "text"
	formatIndex = "index"
)

// addFormatFlag adds the flag that selects the text format.
func addFormatFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", formatText,
		"text, or index (one line per node)")
	complete(c, "format", []string{formatText, formatIndex})
}

// addLinesFlag adds the flag that prints the source lines of uses.
func addLinesFlag(c *cobra.Command, lines *bool) {
	c.Flags().BoolVar(lines, "lines", false, "print the source line of every use")
}

// checkFormat checks the flag --format.
func checkFormat(format string) error {
	if format != formatText && format != formatIndex {
		return fmt.Errorf("--format %s is unknown: use text or index, or --json", format)
	}
	return nil
}
