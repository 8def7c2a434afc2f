package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/query/answer"
	"seedgraph/query/answer/layout"
	"seedgraph/query/answer/questions"
	"seedgraph/query/render"
	"seedgraph/query/search"
)

// answerBudget is the default budget of a text answer, in tokens.
const answerBudget = 2000

// budgetFlags limit a text answer.
type budgetFlags struct {
	budget    int
	tokenizer string
	all       bool
}

func (b *budgetFlags) addFlags(c *cobra.Command) {
	c.Flags().IntVar(&b.budget, "budget-tokens", answerBudget,
		"token budget of the text; groups of rows that do not fit are summarized")
	addCounterFlag(c, &b.tokenizer)
	c.Flags().BoolVar(&b.all, "all", false, "print every row, regardless of the budget")
}

// tokens returns the budget, 0 for no limit.
func (b *budgetFlags) tokens(s *session) (int, error) {
	switch {
	case b.budget < 1:
		return 0, fmt.Errorf("--budget-tokens %d: it must be at least 1", b.budget)
	case b.all || s.limit > 0:
		return 0, nil
	}
	return b.budget, nil
}

// A questionHelp is the help of a question in addition to its sentence.
type questionHelp struct{ long, example string }

var questionHelps = map[string]questionHelp{
	"writers": {
		`Writers lists the code that inserts, updates, deletes or merges rows of a table, with lines and
operations, then the routes, jobs, commands and message handlers that reach it. An entity class or a
DbSet denotes its table. If there are specific uses, uses by generic code for any table are only
counted; --all lists them.`,
		`  query writers 'dbo.Order|TABLE'
  query writers Orders --lines
  query writers Order --json`},
	"readers": {
		`Readers lists the code that reads rows of a table or view, with lines, then the routes, jobs, commands
and message handlers that reach it. An entity class or a DbSet denotes its table. If there are
specific uses, uses by generic code for any table are only counted; --all lists them.`,
		`  query readers 'dbo.Order|TABLE'
  query readers Orders --all`},
	"tests": {
		`Tests lists the tests that reach a definition: directly, through other code, or through routes that a
test requests. The nearest come first, each with the definitions on its path.

If there are others, three kinds of tests are only counted; --all lists them: those that may execute a
mock, because their file mocks a type on the path, or calls an interface with a mocking library; those
that only enqueue a task; and those through code with five or more possible targets.

Without a test, calls that may use the definition or what uses it make the answer unknown (exit code 6).`,
		`  query tests OrderService.Place
  query tests OrderRepository --all
  query tests OrderService.Place --json`},
	"handlers": {
		`Handlers lists the handlers of a message: a request, notification, event, topic, queued task, signal
or route. For a service of a dependency injection container it lists the registered implementations.`,
		`  query handlers OrderPlaced
  query handlers 'POST /api/orders'
  query handlers IOrderStore`},
	"senders": {
		`Senders lists the code that sends a message, publishes an event, writes to a topic or enqueues a task,
with lines. Code that only creates the message is counted if there are senders; --all lists it.`,
		`  query senders OrderPlaced
  query senders OrderPlaced --json`},
	"requests": {
		`Requests lists the code that requests a route, with lines: links and forms of templates, HTTP clients
and tests. A handler denotes all of its routes.`,
		`  query requests 'POST /api/orders'
  query requests OrdersController.Create`},
	"changes": {
		`Changes lists the migrations and scripts that created, altered or dropped a database object or changed
its rows, latest first, each operation with its source line, then scripts outside of migrations that
alter it, and classes that migrations run. Other scripts that define the object are counted; --all
lists them. An entity class or a DbSet denotes its table.`,
		`  query changes 'dbo.Order|TABLE'
  query changes Orders --all`},
	"hierarchy": {
		`Hierarchy lists the supertypes of a type and, transitively, its subtypes and implementations, indented
below their base. A row also names the service that a type is registered for, or its role: job,
command or message handler. Types of tests are listed separately. For a member it lists the members
it overrides and those that override it.`,
		`  query hierarchy IOrderStore
  query hierarchy BaseController --all
  query hierarchy OrderStore.Save`},
}

// newQuestionCommands returns the commands of all questions.
func newQuestionCommands(g *globals) []*cobra.Command {
	var commands []*cobra.Command
	for _, q := range questions.All {
		commands = append(commands, newQuestionCommand(g, q))
	}
	return commands
}

func newQuestionCommand(g *globals, q questions.Question) *cobra.Command {
	var filter search.Selection
	var budget budgetFlags
	var sources bool
	c := &cobra.Command{
		Use:               q.Name + " " + q.Of + "…",
		Short:             "List " + q.Answers,
		Long:              questionHelps[q.Name].long,
		Example:           questionHelps[q.Name].example,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runQuestion(s, q, args, &filter, &budget, sources) })
		},
	}
	addLinesFlag(c, &sources)
	addUseFilterFlags(g, c, &filter)
	budget.addFlags(c)
	return c
}

func runQuestion(s *session, q questions.Question, args []string, filter *search.Selection,
	budget *budgetFlags, sources bool) error {
	tokens, err := budget.tokens(s)
	if err != nil {
		return err
	}
	nodes, err := s.names.For(q.Use, args...)
	if err != nil {
		return err
	}
	a, err := q.Find(s.index, nodes)
	if err != nil {
		return err
	}
	if s.json || tokens == 0 {
		if err := a.Complete(); err != nil {
			return err
		}
	}
	if err := a.Keep(s.index, filter.Filter.Admits); err != nil {
		return err
	}
	nothing := fmt.Errorf("%w: %s %s", answer.ErrNothingFound, q.Nothing, some(args))
	if a.Open > 0 {
		nothing = fmt.Errorf("%w: %s %s", answer.ErrNotKnown, q.Whether, some(args))
	}
	return s.printAnswer(a, sources, budget.tokenizer, tokens, nothing)
}

// printAnswer prints an answer: completely as JSON, or within a budget as text. Without
// rows it prints the calls that may give some, and returns the error nothing.
func (s *session) printAnswer(a *questions.Answer, sources bool, tokenizer string, budget int,
	nothing error) error {
	if s.limit > 0 {
		a.Limit(s.limit)
	}
	if s.json || sources {
		if err := a.ReadSources(s.index); err != nil {
			return err
		}
	}
	if s.json {
		if err := render.JSON(s.streams.Out, a); err != nil {
			return err
		}
	}
	var err error
	if !s.json && (a.Total > 0 || a.Open > 0) {
		err = s.printSheet(a.Sheet(), tokenizer, budget)
	}
	if err == nil && a.Total == 0 {
		return nothing
	}
	return err
}

// printSheet prints as much of a sheet as the budget allows, everything if it is 0.
func (s *session) printSheet(sheet *layout.Sheet, tokenizer string, budget int) error {
	sheet.Handles = s.index
	if budget == 0 {
		return s.print(sheet.Lines(nil, 0)...)
	}
	c, err := s.counter(tokenizer)
	if err != nil {
		return err
	}
	lines := sheet.Lines(c, budget)
	if len(lines) == 0 && len(sheet.Groups) > 0 {
		s.warn("not even the number of rows fits in %d tokens", budget)
	}
	return s.print(lines...)
}
