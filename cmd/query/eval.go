package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/query/answer"
	"seedgraph/query/answer/assemble"
	"seedgraph/query/answer/measure"
	"seedgraph/query/render"
)

type evalOptions struct {
	measure.Options
	split   string
	ranking rankingFlags
	counter string
	queries string
	each    bool
	intent  string
	signals []string
}

const evalLong = `Eval runs a search for every task in a file and compares the results with the expected answers. A task
is one line of JSON, with "query_file" instead of "query" for a file in --queries:

  {"id": "…", "query": "…", "split": "tune",
   "gold": [{"path": "src/a.cs", "start": 10, "end": 40, "edits": [[12, 14]]}]}

A node hits a gold entry if its text contains a line of edits, otherwise a line from start to end,
otherwise if it has the path. With --seeded, a task with two or more definitions (entries with a name)
becomes up to four tasks, each with one given and the rest to find. With --needs the answers are the
definitions that the edited lines call, create or execute.

Measures are averaged over all tasks, and per "kind" of task:
  F@k, C@10  share of the gold files in the first k files, of the entries hit by the first 10 nodes
  nDCG@10    nDCG of the nodes that hit an entry for the first time; fnDCG@10: of distinct files
  MRR        reciprocal rank of the first node that hits an entry
  Hit@10     1 if a gold file is among the first 10 files; MAP@10: their average precision
  B4k, X4k   share of the entries hit within 4,000 tokens of texts, and with --context of context`

const evalExample = `  query eval tasks.jsonl
  query eval tasks.jsonl --split tune --weights name=8,k1=2
  query eval tasks.jsonl --context --json`

func newEvalCommand(g *globals) *cobra.Command {
	var o evalOptions
	c := &cobra.Command{
		Use:     "eval TASKS.jsonl",
		Short:   "Measure search and context on tasks with known answers",
		Long:    evalLong,
		Example: evalExample,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runEval(s, args[0], o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.split, "split", "", "only the tasks of this split")
	f.StringVar(&o.queries, "queries", "", "folder of query files (default that of the tasks)")
	f.BoolVar(&o.Seeded, "seeded", false,
		"give one definition of each answer and search for the rest")
	f.BoolVar(&o.NoSeeds, "no-seeds", false, "with --seeded: search without the given definition")
	f.BoolVar(&o.Needs, "needs", false,
		"search for the callees of the edited lines; contexts start from the edited definitions")
	f.StringVar(&o.intent, "intent", string(assemble.Auto), "of contexts: "+list(assemble.Intents))
	f.StringSliceVar(&o.signals, "signals", nil,
		"of contexts: weights of relevance, NAME=NUMBER: "+assemble.SignalNames)
	f.BoolVar(&o.Context, "context", false, "also measure contexts")
	o.ranking.addFlags(c)
	f.BoolVar(&o.each, "each", false, "also print a row per task")
	complete(c, "intent", assemble.Intents)
	addFilterFlags(g, c, &o.Filter)
	addCounterFlag(c, &o.counter)
	help.Advanced(c, "data-type", "kind", "language", "path", "project", "queries", "signals", "synonyms",
		"tests")
	return c
}

func runEval(s *session, path string, o evalOptions) error {
	o.Intent = assemble.Intent(o.intent)
	if !slices.Contains(assemble.Intents, o.intent) {
		return fmt.Errorf("--intent %s: use one of %s", o.intent, list(assemble.Intents))
	}
	if o.Needs && (o.Seeded || !o.Context) {
		return errors.New("--needs requires --context and excludes --seeded")
	}
	signals, err := assemble.ParseSignals(o.signals)
	if err != nil {
		return fmt.Errorf("--signals %w", err)
	}
	o.Signals = &signals
	if o.Ranking, err = o.ranking.read(); err != nil {
		return err
	}
	if o.Counter, err = s.counter(o.counter); err != nil {
		return err
	}
	tasks, err := readTasks(path, o.split, o.queries)
	if err != nil {
		return err
	}
	if len(tasks) == 0 {
		return fmt.Errorf("%w: no tasks in %s", answer.ErrNothingFound, path)
	}
	a, err := measure.Measure(s.index, tasks, o.Options)
	if err != nil {
		return err
	}
	if s.json {
		return render.JSON(s.streams.Out, a)
	}
	return s.print(a.Lines(o.each)...)
}

func readTasks(path, split, queries string) ([]measure.Task, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read tasks: %w", err)
	}
	defer f.Close()
	return measure.ReadTasks(f, path, split, cmp.Or(queries, filepath.Dir(path)))
}
