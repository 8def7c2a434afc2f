package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/seeds"
	"seedgraph/query/answer/texts"
	"seedgraph/query/fetch"
	"seedgraph/query/render"
)

// defaultContext is the default size of a model's context; the implicit budget is
// 70 % of it.
const defaultContext = 8192

type fetchOptions struct {
	mode       string
	maxChars   int
	budget     int
	fromKey    string
	settings   string
	maxContext int
	cost       string
	counter    string
	decisions  bool
	full       bool
	signature  bool
	lines      string
	with       []string
	provenance bool
	expanded   []string
	edges      []string
	seeds      seedOptions
}

const fetchLong = `Fetch prints the source of nodes within a budget. Texts that do not fit are skipped, and smaller ones
after them may still fit.

Nodes are IDs, as arguments or on standard input (query help seeds). The JSON of expand and the state
of a pipeline distinguish seeds from nodes added by an expansion; otherwise --expanded and --edge do.
--prioritization orders them, added nodes by depth, then ID:
  balanced     alternate seeds and added nodes
  seed_first   all seeds, then the added nodes
  graph_first  each seed, followed by the nodes reached from it

The budget is one of --max-chars, --budget-tokens and --budget-from-settings, by default 70 % of
--max-context-tokens. The text of a type omits the bodies of its members, which are separate nodes.
Unknown or ambiguous IDs are reported and the others printed: the exit code is 3, or 13 if no ID is
known, 4 if no text fits.

In JSON, node_texts has the keys of LocalAI-RAG and items those of query. Nodes without text and
unknown nodes are "missing", those that do not fit "skipped".`

const fetchExample = `  query fetch k3v9x2m4qd src/OrderService.cs:42
  query fetch OrderService --full
  query fetch src/OrderService.cs --lines 10-40
  query fetch OrderService.Place --with callers,tests --signature
  query expand OrderService.Place --json | query fetch - --budget-tokens 900`

func newFetchCommand(g *globals) *cobra.Command {
	var o fetchOptions
	c := &cobra.Command{
		Use:               "fetch [ID…]",
		Short:             "Print the source of nodes within a budget",
		Long:              fetchLong,
		Example:           fetchExample,
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			choose, err := o.chooser(c)
			if err != nil {
				return err
			}
			form, err := o.form()
			if err != nil {
				return err
			}
			return g.with(func(s *session) error { return runFetch(s, args, o, form, choose) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.mode, "prioritization", string(fetch.Balanced),
		"order of the nodes: seed_first, graph_first or balanced")
	f.IntVar(&o.maxChars, "max-chars", 0, "budget in characters of text")
	f.IntVarP(&o.budget, "budget-tokens", "b", 0, "budget in tokens")
	f.StringVar(&o.fromKey, "budget-from-settings", "",
		"setting with the token budget")
	f.StringVar(&o.settings, "settings", "",
		"YAML or JSON file of settings, such as max_context_tokens")
	f.IntVar(&o.maxContext, "max-context-tokens", 0,
		fmt.Sprintf("context size of the model (default from the settings, otherwise %d)", defaultContext))
	f.StringVar(&o.cost, "cost", "",
		"cost of a node in tokens: text, or block with header (default block, with --json text)")
	f.BoolVar(&o.decisions, "decisions", false, "print why each node was included or left out")
	f.StringArrayVar(&o.expanded, "expanded", nil,
		"ID of a node added by an expansion (repeatable)")
	f.StringArrayVar(&o.edges, "edge", nil,
		"edge of the expansion, as two IDs: 'FROM TO' (repeatable)")
	f.BoolVar(&o.full, "full", false, "complete sources: types with their members, whole files")
	f.BoolVar(&o.signature, "signature", false, "print only signatures")
	f.StringVar(&o.lines, "lines", "", "print only these lines of the file: A-B")
	f.StringSliceVar(&o.with, "with", nil,
		"also print related nodes: "+list(seeds.Relations))
	f.BoolVar(&o.provenance, "provenance", false,
		"print lines, revision and hash of each text")
	c.MarkFlagsMutuallyExclusive("full", "signature", "lines")
	complete(c, "with", seeds.Relations)
	addCounterFlag(c, &o.counter)
	o.seeds.addFlags(c)
	complete(c, "prioritization", []string{string(fetch.SeedFirst), string(fetch.GraphFirst),
		string(fetch.Balanced)})
	complete(c, "cost", []string{string(fetch.CostText), string(fetch.CostBlock)})
	help.Advanced(c, "budget-from-settings", "cost", "decisions", "edge", "expanded",
		"prioritization", "rows", "settings", "max-context-tokens", "tokens")
	return c
}

// costOr returns the value of the flag --cost, or other if it is not set.
func (o *fetchOptions) costOr(other fetch.Cost) (fetch.Cost, error) {
	switch c := fetch.Cost(o.cost); c {
	case "":
		return other, nil
	case fetch.CostText, fetch.CostBlock:
		return c, nil
	}
	return "", fmt.Errorf("--cost %s: use text or block", o.cost)
}

// form parses the flags that determine how much of each source is printed.
func (o *fetchOptions) form() (texts.Form, error) {
	form := texts.Form{Full: o.full, Signature: o.signature}
	for _, r := range o.with {
		if !slices.Contains(seeds.Relations, r) {
			return form, hint.With(fmt.Errorf("--with: relation %q is unknown", r),
				"use "+list(seeds.Relations))
		}
	}
	var err error
	if o.lines != "" {
		if form.Lines, err = texts.ParseRange(o.lines); err != nil {
			err = fmt.Errorf("--lines: %w", err)
		}
	}
	return form, err
}

func runFetch(s *session, args []string, o fetchOptions, form texts.Form,
	choose func() (fetch.Budget, error)) error {
	other := fetch.CostBlock
	if s.json {
		other = fetch.CostText
	}
	cost, err := o.costOr(other)
	if err != nil {
		return err
	}
	in, err := s.readFetched(args, o)
	if err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	req := fetch.Request[answer.Ref]{
		Expanded: in.Added, Edges: in.Edges, ModeName: o.mode, Cost: cost, MaxItems: s.limit,
		Choose: choose,
	}
	for _, seed := range in.Seeds {
		req.Seeds = append(req.Seeds, seed.Key())
	}
	if s.json { // which includes the projects
		if err := s.index.LoadProjects(); err != nil {
			return err
		}
	}
	revision, err := s.index.Revision()
	if err != nil {
		return err
	}
	source := texts.Source{Index: s.index, Form: form}
	if o.provenance {
		source.Revision = revision
	}
	res, err := fetch.Fetch(source, counter, req)
	if err != nil {
		return err
	}
	if cost == fetch.CostBlock && !s.json {
		texts.KeepWhole(res, counter)
	}
	if err := s.printFetched(res, o.decisions, texts.Options{
		Score: in.Score, Decisions: o.decisions, Tokenizer: counter.Name(), Cost: cost,
		Form: form, Revision: revision, Errors: idErrors(in.Unknown),
	}); err != nil {
		return err
	}
	if len(in.Unknown) > 0 {
		return s.unknown(in)
	}
	if res.NoNodes {
		return fmt.Errorf("%w: no nodes to fetch", answer.ErrNothingFound)
	}
	return s.nothingFetched(res)
}

// errNothingFetched is the error class of a fetch without any text of the nodes.
var errNothingFetched = errors.New("no text")

// A nothingFetched is the reason for that.
type nothingFetched string

func (n nothingFetched) Error() string { return string(n) }

func (nothingFetched) Is(target error) bool { return target == errNothingFetched }

// nothingFetched returns the error of an answer without any text; nil otherwise.
func (s *session) nothingFetched(res *texts.Result) error {
	says := texts.Nothing(res)
	if says == "" {
		return nil
	}
	advice := ""
	if skipped, _ := texts.LeftOut(res); len(skipped) > 0 {
		budget := "--budget-tokens"
		if res.Budget.Chars > 0 {
			budget = "--max-chars"
		}
		advice = "raise " + budget + ", or print less with --signature or --lines"
	}
	return hint.With(nothingFetched(says), advice)
}

// idErrors converts unknown ids to errors.
func idErrors(list []seeds.Unknown) []texts.IDError {
	var out []texts.IDError
	for _, u := range list {
		out = append(out, texts.IDError{ID: u.ID, Message: u.Err.Error(), Hint: hint.Of(u.Err)})
	}
	return out
}

// unknown reports the ids that are not in the artifacts: the last one as the error of
// the command, whose class depends on whether others were found.
func (s *session) unknown(in *seeds.Input) error {
	last := in.Unknown[len(in.Unknown)-1]
	if !s.json {
		for _, u := range in.Unknown[:len(in.Unknown)-1] {
			s.warn("%v", u.Err)
		}
	}
	if len(in.Seeds)+len(in.Added) == 0 {
		return last.Err
	}
	if s.json {
		what := "1 id is"
		if n := len(in.Unknown); n != 1 {
			what = fmt.Sprintf("%d ids are", n)
		}
		return fmt.Errorf("%s unknown or ambiguous: %w", what, errSomeUnknown)
	}
	return hint.With(someUnknown{last.Err}, hint.Of(last.Err))
}

// errSomeUnknown is the error class of a fetch that found only some of the ids.
var errSomeUnknown = errors.New("see errors")

// A someUnknown is the error of one id of several.
type someUnknown struct{ error }

func (someUnknown) Is(target error) bool { return target == errSomeUnknown }

// readFetched reads the nodes to fetch. With only --expanded, standard input is
// not read.
func (s *session) readFetched(args []string, o fetchOptions) (*seeds.Input, error) {
	in := seeds.New(s.names, s.index)
	o.seeds.lenient = true
	if len(args) > 0 || o.seeds.file != "" || len(o.expanded) == 0 {
		var err error
		if in, err = s.readSeeds(args, o.seeds); err != nil {
			return nil, err
		}
	}
	for _, id := range o.expanded {
		ref, err := s.names.Resolve(strings.TrimSpace(id))
		if err != nil {
			return nil, fmt.Errorf("--expanded: %w", err)
		}
		in.Add(ref)
	}
	for _, e := range o.edges {
		ends := strings.Fields(e)
		if len(ends) != 2 {
			return nil, fmt.Errorf("--edge: %q: give two IDs separated by a space", e)
		}
		refs, err := s.names.ResolveAll(ends)
		if err != nil {
			return nil, fmt.Errorf("--edge: %w", err)
		}
		in.AddEdge(refs[0], refs[1])
	}
	return in, in.AddRelated(s.index, o.with)
}

func (s *session) printFetched(res *texts.Result, decisions bool, o texts.Options) error {
	if s.json {
		a, err := texts.Describe(s.index, res, o)
		if err != nil {
			return err
		}
		return render.JSON(s.streams.Out, a)
	}
	if _, err := fmt.Fprint(s.streams.Out, texts.Blocks(res)); err != nil {
		return err
	}
	if decisions {
		for _, d := range res.Decisions {
			s.warn("%s: %s, %d tokens, %d characters", d.ID, d.Reason, d.Tokens, d.Chars)
		}
	}
	_, missing := texts.LeftOut(res)
	for _, id := range missing {
		s.warn("%s has no text", id)
	}
	if says := texts.Shortfall(res); says != "" && len(res.Items)+len(o.Errors) > 0 {
		s.warn("%s", says)
	}
	return nil
}
