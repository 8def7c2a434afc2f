package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/cli"
	"seedgraph/render"
	"seedgraph/search"
	"seedgraph/tokens"
)

// searchLimit is how many hits search prints by default.
const searchLimit = 10

// filterOptions are the flags that say which nodes may be found.
type filterOptions struct {
	kinds, languages, paths, types []string
	tests                          string
}

func (o *filterOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringSliceVarP(&o.kinds, "kind", "k", nil, "only nodes of these kinds: class, method, TABLE, …")
	f.StringSliceVarP(&o.languages, "language", "l", nil, "only nodes of these languages: csharp, sql, …")
	f.StringSliceVarP(&o.paths, "path", "p", nil, "only nodes of paths that match one of these patterns: 'src/**/api', '*.sql'")
	f.StringSliceVar(&o.types, "data-type", nil, "only nodes of these domains: regular_code, db_code, frontEnd, …")
	f.StringVar(&o.tests, "tests", "demote", "what to do with tests, examples, generated and vendored code: keep, demote or drop")
	completeFilters(c)
}

// options reads the flags.
func (o *filterOptions) options() (search.Options, error) {
	var opts search.Options
	var err error
	if opts.Tests, err = search.ParseTreatment(o.tests); err != nil {
		return opts, err
	}
	for _, l := range o.languages {
		languages, err := search.ParseLanguages(l)
		if err != nil {
			return opts, err
		}
		opts.Filter.Languages = append(opts.Filter.Languages, languages...)
	}
	for _, k := range o.kinds {
		kind, err := search.ParseKind(k)
		if err != nil {
			return opts, err
		}
		opts.Filter.Kinds = append(opts.Filter.Kinds, kind)
	}
	for _, t := range o.types {
		domain, err := search.ParseDomain(t)
		if err != nil {
			return opts, err
		}
		opts.Filter.Domains = append(opts.Filter.Domains, domain)
	}
	for _, p := range o.paths {
		opts.Filter.Paths = append(opts.Filter.Paths, search.Glob(p))
	}
	return opts, nil
}

type searchOptions struct {
	filter  filterOptions
	explain bool
	format  string
}

const searchLong = `Search ranks the nodes of the index for a text: words, identifiers, or both.

The words of the text are looked up in names, enclosing types, qualified names,
paths, signatures, doc comments and bodies (BM25F; what stands in a name counts
more). Identifiers are looked up whole and in parts: userIDs finds user_id. A
word that looks like an identifier puts what it names on top, and so does a phrase
that stands in a text word for word: one in double quotes, or the whole of three
words and more, such as a message of an error.

Tests, examples, generated and vendored code count less, unless the text itself
speaks of tests; see --tests.`

const searchExample = `  query search "retry when the connection is lost"
  query search OrderService.Place                what has this name comes first
  query search "bill order" --kind method,PROC --path 'src/**' --limit 20
  query search '"no such order" in the log'      what has the phrase comes first
  query search "bill order" --explain            which words and fields made the score
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
			return g.with(func(s *session) error { return runSearch(s, strings.Join(args, " "), o) })
		},
	}
	o.filter.addFlags(c)
	c.Flags().BoolVar(&o.explain, "explain", false, "say what each score is made of")
	addFormatFlag(c, &o.format)
	return c
}

// searchAnswer is the JSON of search.
type searchAnswer struct {
	Query   string         `json:"query"`
	Terms   []string       `json:"terms"`
	Symbols []string       `json:"symbols,omitempty"`
	Matched int            `json:"matched"` // nodes with a term of the query
	Seeds   []string       `json:"retrieval_seed_nodes"`
	Hits    []retrievalHit `json:"retrieval_hits"`
	Items   []searchItem   `json:"items"`
}

type retrievalHit struct {
	ID    string  `json:"id"`
	Score float64 `json:"score"`
	Rank  int     `json:"rank"`
}

type searchItem struct {
	render.Item
	Signature string     `json:"signature,omitempty"`
	Why       scoreTerms `json:"why"`
}

// scoreTerms says what a score is made of: (text * coverage + file) * factor +
// bonus.
type scoreTerms struct {
	Text     float64     `json:"text"`
	Coverage float64     `json:"coverage"` // less than 1 where words of the query are missing
	File     float64     `json:"file"`     // for other nodes of the file that fit
	Factor   float64     `json:"factor"`
	Demoted  []string    `json:"demoted,omitempty"` // what the factor is for
	Bonus    float64     `json:"bonus,omitempty"`
	Phrase   string      `json:"phrase,omitempty"` // what the bonus is for: words of the query that follow each other in the text
	Symbol   string      `json:"symbol,omitempty"` // or this
	Match    string      `json:"match,omitempty"`
	Terms    []termScore `json:"terms,omitempty"` // the parts of text
}

type termScore struct {
	Term   string             `json:"term"`
	Score  float64            `json:"score"`
	Fields map[string]float64 `json:"fields"`
}

func runSearch(s *session, text string, o searchOptions) error {
	if err := checkFormat(o.format); err != nil {
		return err
	}
	res, err := s.search(text, o.filter, s.limitOr(searchLimit), o.explain || s.json)
	if err != nil {
		return err
	}
	switch {
	case s.json:
		err = render.JSON(s.streams.Out, searchJSON(text, res))
	case o.format == formatIndex:
		err = s.printIndex(hitTargets(res.Hits))
	default:
		err = s.printHits(res.Hits, o.explain)
	}
	if err == nil && len(res.Hits) == 0 {
		err = nothingFor(text, res)
	}
	return err
}

// search runs a search with the filters of the command line.
func (s *session) search(text string, filter filterOptions, limit int, explain bool) (*search.Result, error) {
	opts, err := filter.options()
	if err != nil {
		return nil, err
	}
	opts.Limit, opts.Explain, opts.Text = limit, explain, s.Text
	return search.Search(index{s}, text, opts)
}

func nothingFor(text string, res *search.Result) error {
	err := fmt.Errorf("%w for %q", cli.ErrNothingFound, text)
	switch {
	case len(res.Terms) == 0:
		return cli.WithHint(err, "the text has no word of two letters or more")
	case res.Matched > 0:
		return cli.WithHint(err, fmt.Sprintf("the filters left out all %d nodes that have a word of it", res.Matched))
	}
	return cli.WithHint(err, "no node has a word of it; try other words, or parts of them")
}

func hitTargets(hits []search.Hit) []target {
	out := make([]target, len(hits))
	for i, h := range hits {
		out[i] = target{node: h.Node}
	}
	return out
}

func searchJSON(text string, res *search.Result) searchAnswer {
	a := searchAnswer{
		Query: text, Terms: res.Terms, Symbols: res.Symbols, Matched: res.Matched,
		Seeds: []string{}, Hits: []retrievalHit{}, Items: []searchItem{},
	}
	for i, h := range res.Hits {
		it := render.NewItem(h.Info, 0)
		it.Score = round(h.Score)
		a.Seeds = append(a.Seeds, it.ID)
		a.Hits = append(a.Hits, retrievalHit{it.ID, it.Score, i + 1})
		a.Items = append(a.Items, searchItem{it, h.Info.Signature, scoreTermsOf(h)})
	}
	return a
}

func scoreTermsOf(h search.Hit) scoreTerms {
	w := scoreTerms{
		Text: round(h.Text), Coverage: round(h.Coverage), File: round(h.File),
		Factor: round(h.Factor), Demoted: h.Why, Bonus: round(h.Bonus), Match: h.Match.String(),
	}
	if w.Phrase = h.Phrase; h.Bonus > 0 {
		w.Symbol = h.Symbol
	}
	for _, t := range h.Terms {
		fields := map[string]float64{}
		for f, score := range t.Fields {
			if score > 0 {
				fields[tokens.Field(f).String()] = round(score)
			}
		}
		w.Terms = append(w.Terms, termScore{t.Term, round(t.Score), fields})
	}
	return w
}

// printHits prints two lines a hit: what it is, and where.
func (s *session) printHits(hits []search.Hit, explain bool) error {
	for i, h := range hits {
		it := render.NewItem(h.Info, 0)
		lines := []string{
			fmt.Sprintf("%2d. %s  %s %s", i+1, it.Handle, it.Kind, it.Name),
			fmt.Sprintf("    %s  score %.2f  %d tokens%s", render.Range(it), h.Score, it.Tokens, reasons(h)),
		}
		if sig := render.OneLine(h.Info.Signature); sig != "" {
			lines = append(lines, "    "+render.Cut(sig, 120))
		}
		if explain {
			lines = append(lines, explainLines(h)...)
		}
		if err := s.print(lines...); err != nil {
			return err
		}
	}
	return nil
}

// reasons says in a few words what moved a hit.
func reasons(h search.Hit) string {
	var out string
	if b := bonusText(h); b != "" {
		out += "  " + b
	}
	for _, why := range h.Why {
		if why != string(h.Info.Kind) {
			out += "  demoted: " + why
		}
	}
	return out
}

// bonusText says what a hit has its bonus for; empty if it has none.
func bonusText(h search.Hit) string {
	var says []string
	if h.Phrase != "" {
		says = append(says, fmt.Sprintf("has %q", render.Cut(h.Phrase, 60)))
	}
	if h.Bonus > 0 && h.Match != search.NoMatch {
		says = append(says, fmt.Sprintf("%s match of %s", h.Match, h.Symbol))
	}
	return strings.Join(says, ", ")
}

func explainLines(h search.Hit) []string {
	sum := fmt.Sprintf("    = (text %.2f * coverage %.2f + file %.2f)", h.Text, h.Coverage, h.File)
	if h.Factor != 1 {
		sum += fmt.Sprintf(" * %.2g (%s)", h.Factor, strings.Join(h.Why, ", "))
	}
	if h.Bonus > 0 {
		sum += fmt.Sprintf(" + %.2f (%s)", h.Bonus, bonusText(h))
	}
	out := []string{sum}
	for _, t := range h.Terms {
		line := fmt.Sprintf("      %-16s %6.2f ", t.Term, t.Score)
		for f, score := range t.Fields {
			if score > 0 {
				line += fmt.Sprintf(" %s %.2f", tokens.Field(f), score)
			}
		}
		out = append(out, line)
	}
	return out
}

// The formats of an answer for people.
const (
	formatText  = "text"
	formatIndex = "index"
)

func addFormatFlag(c *cobra.Command, format *string) {
	c.Flags().StringVar(format, "format", formatText, "text, or index: one line a node, texts on demand")
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{formatText, formatIndex}, cobra.ShellCompDirectiveNoFileComp))
}

var errFormat = errors.New("no such format")

func checkFormat(format string) error {
	if format != formatText && format != formatIndex {
		return fmt.Errorf("--format %s: %w: use text or index, or --json", format, errFormat)
	}
	return nil
}
