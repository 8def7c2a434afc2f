package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/query/answer/listing"
	"seedgraph/query/answer/pattern"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// searchLimit is the default number of hits that search prints.
const searchLimit = 10

type searchOptions struct {
	filter  search.Selection
	ranking rankingFlags
	found   retrievalFlags
	explain bool
	format  string
	regex   bool
}

const searchLong = `Search ranks the nodes of the index for a text: words, identifiers, or both.

Words are matched against names, enclosing types, paths, signatures, doc comments and bodies (BM25F).
Identifiers match whole and in parts: userIDs finds user_id. Definitions named by an identifier of the
query rank first, and so do nodes that contain a phrase verbatim: one in double quotes, or a whole
query of three or more words, such as an error message.
A place in a file (cart.go:12, cart.py#L3-L9, Cart.cs(12,5), a link with lines) leads to the definition
there, and the name of a file to its definitions. Of an unknown qualified name, such as Cron.Never, the
type counts.

The form of the text determines its kind (--explain), which selects the weights:
  symbol        one identifier
  words         one or two words
  change        a change request: "fix …", "parser: …"
  prose         a description of code
  architecture  a question about structure: "how …", "… lifecycle"
  message       an error message or a stack trace
  report        a longer text, such as a bug report
  sentence      a text as long as a report, in one line
Some kinds count synonyms (cfg for configuration) and inflected forms. Good nodes raise other nodes of
their file and their neighbors, and so do commits with query words (build --history). A prefix as in
"okhttp: keep connections" prefers files of that part.

Answers to prose and questions about architecture are spread over files: further definitions of a file
rank lower, below the best one. Of a text of several lines, the first is its title, and weighs more.

Tests, examples, generated and vendored code rank lower unless the query, or its title, mentions tests.
Definitions of a database object replaced by a later script are folded into the current one:
"+ 9 older".

A --regex (RE2) is case-sensitive only if it contains an upper-case letter. A single word ending with *
is a prefix of a name: OrderRep*. Further help: query help retrieval, query help weights.`

const searchExample = `  query search "retry when the connection is lost"
  query search OrderService.Place             rank definitions with this name first
  query search "bill order" --kind method,PROC --path 'src/**' --limit 20
  query search '"no such order" in the log'   rank nodes with the phrase first
  query search 'OrderRep*'                    match a prefix of names
  query search --regex 'TODO|FIXME' --path src
  query search "bill order" --json | query expand -`

func newSearchCommand(g *globals) *cobra.Command {
	var o searchOptions
	c := &cobra.Command{
		Use:     "search TEXT…",
		Short:   "Search definitions by words, names or messages",
		Long:    searchLong,
		Example: searchExample,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error {
				return runSearch(c.Context(), s, strings.Join(args, " "), o)
			})
		},
	}
	addFilterFlags(g, c, &o.filter)
	o.ranking.addFlags(c)
	o.found.addFlags(c)
	c.Flags().BoolVar(&o.regex, "regex", false,
		"treat the text as a regular expression, matched against names and source lines")
	c.Flags().BoolVar(&o.explain, "explain", false, "explain each score")
	addFormatFlag(c, &o.format)
	help.Advanced(c, "feedback", "half-life", "log", "now", "mode", "query-vector", "rerank-most",
		"rerank-time", "embed-with", "rerank-with", "synonyms", "vector-ids", "vector-weight", "vectors", "weights")
	return c
}

// matches searches for a pattern: a regular expression, or a prefix of names.
func (s *session) matches(text string, o searchOptions) error {
	opts := search.Options{Selection: o.filter}
	opts.Limit = s.limitOr(searchLimit)
	var a *pattern.Answer
	var err error
	if o.regex {
		a, err = pattern.Find(s.index, text, pattern.Options{Options: opts})
	} else {
		a, err = pattern.Prefix(s.index, strings.TrimSuffix(text, "*"),
			pattern.Options{Options: opts})
	}
	if err != nil {
		return err
	}
	if s.json {
		err = render.JSON(s.streams.Out, a)
	} else {
		err = s.print(a.Lines()...)
	}
	if err == nil && len(a.Items) < a.Total && !s.json {
		s.warn("%d of %d hits; --limit prints more", len(a.Items), a.Total)
	}
	return cmp.Or(err, a.Nothing())
}

// isPrefix reports whether a text is a prefix pattern: one word followed by an
// asterisk.
func isPrefix(text string) bool {
	return len(text) > 1 && strings.IndexByte(text, '*') == len(text)-1 &&
		!strings.ContainsAny(text, " \t")
}

func runSearch(ctx context.Context, s *session, text string, o searchOptions) error {
	if err := checkFormat(o.format); err != nil {
		return err
	}
	if o.regex || isPrefix(text) {
		return s.matches(text, o)
	}
	if err := o.found.check(); err != nil {
		return err
	}
	t, err := s.newTracer(text, o.found.trace)
	if err != nil {
		return err
	}
	res, err := s.search(ctx, text, o, t)
	if err != nil {
		return err
	}
	t.reportAttempts()
	meant, err := s.names.Suggestions(text)
	if err != nil {
		return err
	}
	switch {
	case s.json:
		hits := listing.NewHits(text, res)
		hits.Trace, hits.Meant = &t.Trace, meant
		err = render.JSON(s.streams.Out, hits)
	case o.format == formatIndex:
		var lines []string
		if lines, err = listing.HitIndex(s.index, res); err == nil {
			err = s.print(lines...)
		}
	default:
		err = s.print(listing.HitLines(res, o.explain)...)
	}
	if err != nil {
		return err
	}
	t.done("search", len(res.Hits), map[string]int{"texts": textTokens(res)})
	if len(res.Hits) == 0 {
		return listing.NothingFor(text, res, meant)
	}
	if len(meant) > 0 && !s.json {
		s.warn("%s", listing.DidYouMean(meant))
	}
	return nil
}

// textTokens returns the total size of the texts of all hits.
func textTokens(res *search.Result) (sum int) {
	for _, h := range res.Hits {
		sum += h.Info.Tokens()
	}
	return sum
}

// search runs a search with the filters and the limit of the command line.
func (s *session) search(ctx context.Context, text string, o searchOptions,
	t *tracer) (*search.Result, error) {
	opts := search.Options{Selection: o.filter}
	ranking, err := o.ranking.read()
	if err != nil {
		return nil, err
	}
	s.warnSynonyms(text, ranking.Synonyms)
	if ranking.Feedback, err = o.found.feedback.read(s, text); err != nil {
		return nil, err
	}
	if err := o.found.vectors.apply(o.found.trace.command, s, &ranking); err != nil {
		return nil, err
	}
	ranking.Apply(&opts)
	opts.Limit, opts.Explain = s.limitOr(searchLimit), o.explain || s.json
	opts.Text, opts.Edges = s.index.Text, s.index
	return s.retrieve(ctx, text, opts, o.found, t)
}
