package main

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/query/answer"
	"seedgraph/query/answer/listing"
	"seedgraph/query/answer/pattern"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// searchLimit is the default number of hits that search prints.
const searchLimit = 10

type searchOptions struct {
	filter  answer.Filter
	ranking rankingFlags
	found   retrievalFlags
	explain bool
	format  string
	regex   bool
}

var searchLong = `Search ranks the nodes of the index for a text: words, identifiers, or both.

Words are looked up in names, enclosing types, qualified names, paths, signatures, doc
comments and bodies (BM25F; a match in a name counts more). Identifiers are looked up
whole and in parts: userIDs finds user_id. Definitions named by an identifier in the
query rank first. So do nodes that contain a phrase of the query word for word: one in
double quotes, or the whole query if it has three or more words, such as an error
message.

The form of a text tells its kind, which --explain prints, and the kind chooses weights:
  symbol        one identifier
  words         one or two words
  change        a change to be made: "fix …", "parser: …"
  prose         what code does, in a person's words
  architecture  how parts work together: "how …", "… lifecycle"
  message       an error message or a stack trace
  report        a page, such as a bug report
  sentence      as many words as a page, in one line
In words, prose and questions of architecture, abbreviations and synonyms count (cfg for
configuration; --synonyms adds more), and so do other forms of a word (parser for parsing)
and words of the query in the names of files. The best nodes of a file raise the score
of its others, and good nodes raise those that edges connect with them. Where the index
was built with --history, so do commits whose subjects have words of the text. A request that
begins with a part of the system, as in "okhttp: keep connections", prefers files of
that part.

Tests, examples, generated and vendored code rank lower unless the query itself
mentions tests; see --tests. So do definitions of a database object that a later
script replaces; they are folded into the definition in force: "+ 9 older" in text,
the key older in JSON.

With --regex the text is a regular expression (RE2), looked for in names, then in every
line of source; case matters only if it has a capital letter. One word that ends with *
is the beginning of a name: OrderRep*, OrderService.Pl*. If nothing has the
name, the most similar names are suggested.

VECTORS
  --vectors names a file of vectors that any program made, with --query-vector that of the
  text: lines such as {"id": "…", "vector": [0.1, …]}, or raw 32-bit numbers with a file
  of ids (--vector-ids). --mode says what ranks:
    keyword   words alone (the default without vectors)
    semantic  vectors alone
    hybrid    a weighted sum of both (the default with vectors); see --vector-weight
    rrf       the sum of the reciprocal ranks in both
    rerank    the nearest by vectors, in the order of words

` + retrievalHelp + `

WEIGHTS
  --weights NAME=NUMBER,… changes weights of ranking for this search, for all kinds of
  text or, as in prose.stem=0.5, for one:
` + weightsHelp()

const searchExample = `  query search "retry when the connection is lost"
  query search OrderService.Place                definitions with this name rank first
  query search "bill order" --kind method,PROC --path 'src/**' --limit 20
  query search '"no such order" in the log'      nodes with the phrase rank first
  query search 'OrderRep*'                       names that begin with it
  query search --regex 'TODO|FIXME' --path src
  query search "bill order" --explain            print the words and fields of each score
  query search "bill order" --weights graph=0,prose.family=0.5
  query search "how are orders billed, and who pays" --widen 4
  query search "bill order" --rerank-with "python3 rank.py" --rerank-time 5s
  query search "bill order" --json | query expand -`

func newSearchCommand(g *globals) *cobra.Command {
	var o searchOptions
	c := &cobra.Command{
		Use:     "search TEXT…",
		Short:   "Find nodes for a text",
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
		"the text is a regular expression, looked for in names and in every line of source")
	c.Flags().BoolVar(&o.explain, "explain", false, "print how each score was computed")
	addFormatFlag(c, &o.format)
	help.Advanced(c, "feedback", "half-life", "log", "now", "mode", "query-vector", "rerank-most",
		"rerank-time", "rerank-with", "synonyms", "vector-ids", "vector-weight", "vectors", "weights")
	return c
}

// matches searches for a pattern: a regular expression, or a prefix of names.
func (s *session) matches(text string, o searchOptions) error {
	opts, err := o.filter.Options()
	if err != nil {
		return err
	}
	opts.Limit = s.limitOr(searchLimit)
	var a *pattern.Answer
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
	opts, err := o.filter.Options()
	if err != nil {
		return nil, err
	}
	ranking, err := o.ranking.read()
	if err != nil {
		return nil, err
	}
	if ranking.Feedback, err = o.found.feedback.read(s, text); err != nil {
		return nil, err
	}
	ranking.Apply(&opts)
	opts.Limit, opts.Explain = s.limitOr(searchLimit), o.explain || s.json
	opts.Text, opts.Edges = s.index.Text, s.index
	return s.retrieve(ctx, text, opts, o.found, t)
}
