package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"seedgraph/answer"
	"seedgraph/answer/questions"
	"seedgraph/render"
)

// answerBudget is how many tokens an answer as text has by default.
const answerBudget = 2000

// budgetFlags bound an answer as text.
type budgetFlags struct {
	budget    int
	tokenizer string
	all       bool
}

func (b *budgetFlags) addFlags(c *cobra.Command) {
	c.Flags().IntVar(&b.budget, "budget-tokens", answerBudget,
		"most tokens of the text; groups of rows that do not fit are summarised")
	addCounterFlag(c, &b.tokenizer)
	c.Flags().BoolVar(&b.all, "all", false, "print every row, whatever the budget")
}

// tokens returns the budget, 0 for none.
func (b *budgetFlags) tokens(s *session) (int, error) {
	switch {
	case b.budget < 1:
		return 0, fmt.Errorf("--budget-tokens %d: it must be at least 1", b.budget)
	case b.all || s.limit > 0:
		return 0, nil
	}
	return b.budget, nil
}

// A question is a command that answers with rows in groups.
type question struct {
	name, arg, short, long, example string
	nothing                         string // the error without rows, before the names asked about
	find                            func(questions.Index, []uint32) (*questions.Answer, error)
}

var allQuestions = []question{
	{"writers", "TABLE…", "List what writes a table, and the entry points that reach it",
		`Writers lists the statements that insert, update, delete or merge rows of a table, each with
its operation and its line of source, then the routes, jobs, commands and message handlers
from which one of them can be reached. An entity class or a DbSet means its table.`,
		`  query writers 'dbo.Order|TABLE'
  query writers Orders --all
  query writers Order --json`,
		"nothing writes", questions.Writers},
	{"readers", "TABLE…", "List what reads a table, and the entry points that reach it",
		`Readers lists the statements that read rows of a table or view, each with its line of
source, then the routes, jobs, commands and message handlers from which one of them can be
reached. An entity class or a DbSet means its table.`,
		`  query readers 'dbo.Order|TABLE'
  query readers Orders --all`,
		"nothing reads", questions.Readers},
	{"tests", "ID…", "List the tests that execute a definition, nearest first",
		`Tests lists the tests from which a definition can be reached: directly, through other
code, and through routes that a test requests. The nearest come first, each with the
definitions on the way.

Tests that come to the definition through an interface or base member, from a file that uses
a mocking library, may execute a mock instead; they are listed apart.`,
		`  query tests OrderService.Place
  query tests OrderRepository --all
  query tests OrderService.Place --json`,
		"no test executes", questions.Tests},
	{"handlers", "MESSAGE…", "List what handles a message, event, signal, command or route",
		`Handlers lists the definitions that handle a message: a request or notification, an event,
a topic, a task of a queue, a signal, or the requests to a route. For a service of a
dependency injection container it lists the registered implementations.`,
		`  query handlers OrderPlaced
  query handlers 'POST /api/orders'
  query handlers IOrderStore`,
		"nothing handles", questions.Handlers},
	{"senders", "MESSAGE…", "List what sends or publishes a message",
		`Senders lists the code that sends a message, publishes an event or writes to a topic, each
with its line of source. Code that only creates the message is listed apart.`,
		`  query senders OrderPlaced
  query senders OrderPlaced --json`,
		"nothing sends", questions.Senders},
	{"requests", "ROUTE…", "List the pages, clients and tests that request a route",
		`Requests lists what makes requests to a route: templates with links and forms, clients in
code, and tests, each with its line of source. A handler means all of its routes.`,
		`  query requests 'POST /api/orders'
  query requests OrdersController.Create`,
		"nothing requests", questions.Requests},
	{"changes", "TABLE…", "List the migrations and scripts that changed a table, last first",
		`Changes lists the migrations and scripts that created, altered or dropped a database object
or changed its rows, in their order, the last first, each with its line of source; then its
other definitions in scripts. An entity class or a DbSet means its table.`,
		`  query changes 'dbo.Order|TABLE'
  query changes Orders --all`,
		"no migration changes", questions.Changes},
	{"hierarchy", "TYPE…", "List what extends, implements or overrides a definition",
		`Hierarchy lists the bases of a type and everything that extends or implements it,
transitively: subtypes follow their base, indented. Each is noted with the service that it is
registered for, or as a job, command or message handler. Types of tests are listed apart. For
a member it lists what it overrides and what overrides it.`,
		`  query hierarchy IOrderStore
  query hierarchy BaseController --all
  query hierarchy OrderStore.Save`,
		"nothing extends, implements or overrides", questions.Hierarchy},
}

// newQuestionCommands returns the commands of all questions.
func newQuestionCommands(g *globals) []*cobra.Command {
	var commands []*cobra.Command
	for _, q := range allQuestions {
		commands = append(commands, newQuestionCommand(g, q))
	}
	return commands
}

func newQuestionCommand(g *globals, q question) *cobra.Command {
	var filter answer.Filter
	var budget budgetFlags
	c := &cobra.Command{
		Use:               q.name + " " + q.arg,
		Short:             q.short,
		Long:              q.long,
		Example:           q.example,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: completeIDs(g),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runQuestion(s, q, args, &filter, &budget) })
		},
	}
	addUseFilterFlags(g, c, &filter)
	budget.addFlags(c)
	return c
}

func runQuestion(s *session, q question, args []string, filter *answer.Filter,
	budget *budgetFlags) error {
	tokens, err := budget.tokens(s)
	if err != nil {
		return err
	}
	opts, err := filter.Options()
	if err != nil {
		return err
	}
	nodes, err := s.meant(args)
	if err != nil {
		return err
	}
	a, err := q.find(s.index, nodes)
	if err != nil {
		return err
	}
	if err := a.Keep(s.index, opts.Filter.Admits); err != nil {
		return err
	}
	return s.printAnswer(a, budget.tokenizer, tokens, q.nothing+" "+some(args))
}

// printAnswer prints an answer: as JSON whole, as text within a budget. Without rows the error
// says nothing.
func (s *session) printAnswer(a *questions.Answer, tokenizer string, budget int,
	nothing string) error {
	if s.limit > 0 {
		a.Limit(s.limit)
	}
	if s.json {
		if err := render.JSON(s.streams.Out, a); err != nil {
			return err
		}
	}
	if a.Total == 0 {
		return fmt.Errorf("%w: %s", answer.ErrNothingFound, nothing)
	}
	if s.json {
		return nil
	}
	c, err := s.counter(tokenizer)
	if err != nil {
		return err
	}
	lines := a.Lines(c, budget)
	if len(lines) == 0 {
		s.warn("%d rows, and not even their number fits in %d tokens", a.Total, budget)
	}
	return s.print(lines...)
}

// meant resolves names. Types of one name in several projects, such as the copies of an event
// that services exchange, are all meant, with a note on standard error.
func (s *session) meant(args []string) ([]uint32, error) {
	var out []uint32
	for _, arg := range args {
		nodes, err := s.names.Candidates(arg)
		if err != nil {
			return nil, err
		}
		types := len(nodes) > 1
		for _, n := range nodes {
			node, err := s.index.Node(n)
			if err != nil {
				return nil, err
			}
			types = types && node.Kind.IsType() && !node.Kind.IsOutside()
		}
		if !types {
			if nodes, err = s.names.Overloads(arg); err != nil {
				return nil, err
			}
		} else {
			s.warn("%d types have the name %s: all are meant", len(nodes), arg)
		}
		out = append(out, nodes...)
	}
	return out, nil
}
