package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"seedgraph/internal/help"
	"seedgraph/internal/hint"
	"seedgraph/internal/regular"
	"seedgraph/query/answer"
	"seedgraph/query/fetch"
	"seedgraph/query/pipeline"
	"seedgraph/query/render"
)

type runOptions struct {
	state, stateOut string
	set, settings   []string
	part            pipeline.Range
	name, root      string
	question        string
	counter, cost   string
	decisions       bool
	check           bool
	stateDir        string
	trace           traceFlags
}

const runLong = `Run executes the retrieval steps of a LocalAI-RAG pipeline on a state. docs/pipelines.md has examples.

The file has settings and steps, at the top level or under YAMLpipeline, or is a list of steps. A file
with several pipelines, under YAMLpipelines, requires --pipeline. With extends: base.yaml#name, a
pipeline overrides the settings of another by key and its steps by id.

A run starts at settings.entry_step_id, otherwise at the first step. It stops before a step of the
runtime, such as call_model, and after the only step of a file; stopped_at reports where.
--from continues after such a step, given a state with its results.

Semantic and hybrid search require the results of a vector store, best first, as semantic_hits in the
state. With --json, run prints the state, extended by steps, stopped_at, items and trace.
IDs in the state that the artifacts do not have are left out, with a warning, and listed in trace.errors.`

const runExample = `  query run pipeline.yaml --question "how are orders billed"
  query run pipeline.yaml --check
  query run pipeline.yaml --from fetch_texts --setting max_context_tokens=4096 --json
  query search OrderService --json | query run pipeline.yaml --state - --from expand`

func newRunCommand(g *globals) *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:     "run PIPELINE.yaml",
		Short:   "Run the retrieval steps of a pipeline over a state",
		Long:    runLong + stepKeys(),
		Example: runExample,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runPipeline(c.Context(), s, args[0], o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.state, "state", "", "JSON file of the initial state; - for standard input")
	f.StringVar(&o.stateOut, "state-out", "", "file to write the state to; - for standard output")
	f.StringVar(&o.stateDir, "state-dir", "",
		"existing folder to write the state to after each step, as N-STEP.json")
	o.trace.addFlags(c)
	f.StringArrayVar(&o.set, "set", nil,
		"set KEY=VALUE in the state; the value is JSON or text (repeatable)")
	f.StringArrayVar(&o.settings, "setting", nil,
		"override the setting KEY=VALUE; the value is YAML (repeatable)")
	f.StringVar(&o.name, "pipeline", "", "name of the pipeline in a file with several")
	f.StringVar(&o.root, "pipelines-root", "",
		"further folder for files of extends (default that of PIPELINE.yaml)")
	f.StringVar(&o.part.From, "from", "", "id of the first step to run")
	f.StringVar(&o.part.Until, "until", "", "id of the last step to run")
	f.StringVarP(&o.question, "question", "q", "",
		"the question: sets last_model_response, user_query and user_question_neutral")
	f.StringVar(&o.cost, "cost", "",
		"cost of a node in tokens, unless set in the step: text or block (default text)")
	f.BoolVar(&o.decisions, "decisions", false,
		"list the decisions for all nodes in fetch_debug, not only the first 80")
	f.BoolVar(&o.check, "check", false,
		"check and list the steps, but run none; needs no question")
	addCounterFlag(c, &o.counter)
	help.Advanced(c, "cost", "decisions", "pipelines-root")
	complete(c, "cost", []string{string(fetch.CostText), string(fetch.CostBlock)})
	c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string,
		cobra.ShellCompDirective) {
		return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return c
}

// stepKeys returns the keys of the steps for the help, in lines of at most 84
// columns.
func stepKeys() string {
	var b strings.Builder
	b.WriteString("\n\nKeys of each action, in addition to id, action, next and end:")
	for _, a := range pipeline.Keys() {
		b.WriteString("\n  " + a.Action)
		line := "\n   "
		for i, key := range a.Keys {
			if i < len(a.Keys)-1 {
				key += ","
			}
			if len(line)+len(key) > 84 {
				b.WriteString(line)
				line = "\n   "
			}
			line += " " + key
		}
		b.WriteString(line)
	}
	return b.String()
}

func runPipeline(ctx context.Context, s *session, file string, o runOptions) error {
	if c := fetch.Cost(o.cost); c != "" && c != fetch.CostText && c != fetch.CostBlock {
		return fmt.Errorf("--cost %s: use text or block", o.cost)
	}
	if o.check && (s.json || o.stateOut != "") {
		return hint.With(errors.New("--check prints neither JSON nor a state"), "leave out --json and --state-out")
	}
	if err := o.trace.check(); err != nil {
		return err
	}
	plan, state, err := s.plan(file, o)
	if err != nil {
		return err
	}
	counter, err := s.counter(o.counter)
	if err != nil {
		return err
	}
	for _, w := range plan.Warnings {
		s.warn("%s", w)
	}
	if err := s.index.LoadProjects(); err != nil {
		return err
	}
	arts, err := pipeline.NewArtifacts(s.index, s.names.Unknown, counter)
	if err != nil {
		return err
	}
	if o.check {
		return printPlan(s.streams.Out, plan)
	}
	trace, err := s.newTracer(file+"\x00"+o.question, o.trace)
	if err != nil {
		return err
	}
	run := &pipeline.Run{
		Plan: plan, State: state, Artifacts: arts,
		Options: pipeline.Options{
			Cost: fetch.Cost(o.cost), Decisions: o.decisions,
			Warn:   func(says string) { s.warn("%s", says) },
			Around: trace.stage,
			After:  o.writeStep,
		},
	}
	reports, err := run.Run(ctx)
	trace.Errors = run.Problems()
	if err != nil {
		return err
	}
	if stop := plan.Stop; stop != nil {
		s.warn("%s:%d: the run ends before step %s: %s", stop.At.File, stop.At.Line, stop.ID,
			stop.Message)
	}
	trace.done("run", len(reports), map[string]int{})
	run.State["trace"] = runTrace{trace.ID, trace.Errors}
	return s.printRun(run, reports, o)
}

// A runTrace is the key trace of the JSON output.
type runTrace struct {
	ID     string           `json:"id"`
	Errors []answer.Problem `json:"errors"` // ids that were left out
}

// writeStep writes the state after a step to the folder of --state-dir.
func (o *runOptions) writeStep(n int, step string, state pipeline.State) error {
	if o.stateDir == "" {
		return nil
	}
	name := strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_' // also of separators and dots: the name must stay in the folder
	}, step)
	err := writeState("--state-dir", filepath.Join(o.stateDir, fmt.Sprintf("%d-%.100s.json", n, name)), state)
	if errors.Is(err, fs.ErrNotExist) {
		return hint.With(err, "create the folder "+o.stateDir)
	}
	return err
}

// printPlan lists the steps of a run, and the step before which it ends.
func printPlan(w io.Writer, plan *pipeline.Plan) error {
	var b strings.Builder
	for i, step := range plan.Steps {
		fmt.Fprintf(&b, "%2d. %s: %s\n", i+1, step.ID, step.Action)
	}
	if stop := plan.Stop; stop != nil {
		fmt.Fprintf(&b, "ends before step %s: %s\n", stop.ID, stop.Message)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plan reads the pipeline and the state, and validates them against each other.
func (s *session) plan(file string, o runOptions) (*pipeline.Plan, pipeline.State, error) {
	p, err := pipeline.Load(pipeline.Origin{File: file, Name: o.name, Root: o.root,
		Read: readPipeline})
	if err != nil {
		return nil, nil, err
	}
	for _, pair := range o.settings {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return nil, nil, fmt.Errorf("--setting %s: write key=value", pair)
		}
		if err := p.Settings.Set(key, value); err != nil {
			return nil, nil, fmt.Errorf("--setting %s: %w", pair, err)
		}
	}
	state, err := s.readState(o)
	if err != nil {
		return nil, nil, err
	}
	o.part.Vectors = s.index.Manifest().HasEmbeddings()
	// A pipeline can be checked, in CI for example, before there is a question.
	o.part.AnyState = o.check && len(state) == 0
	plan, err := p.Plan(state, o.part)
	return plan, state, err
}

// readPipeline reads a file, at most one byte more than the largest pipeline.
func readPipeline(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read pipeline: %w", err)
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, pipeline.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read pipeline: %w", err)
	}
	return raw, nil
}

// readState reads the state, and sets the keys given by flags.
func (s *session) readState(o runOptions) (state pipeline.State, err error) {
	switch o.state {
	case "":
		state = pipeline.State{}
	case "-":
		state, err = pipeline.ReadState(s.streams.In)
	default:
		var f *os.File
		if f, err = regular.Open(o.state); err == nil {
			defer f.Close()
			state, err = pipeline.ReadState(f)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("--state %s: %w", o.state, err)
	}
	if o.question != "" {
		for _, key := range []string{"last_model_response", "user_query", "user_question_neutral"} {
			state[key] = o.question
		}
	}
	for _, pair := range o.set {
		key, value, ok := strings.Cut(pair, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("--set %s: write key=value", pair)
		}
		state.Set(key, value)
	}
	return state, nil
}

// printRun prints the reports or the state of a run, and writes its state.
func (s *session) printRun(run *pipeline.Run, reports []pipeline.Report, o runOptions) error {
	run.State["steps"], run.State["stopped_at"] = reports, run.Plan.Stop
	if o.stateOut != "" && o.stateOut != "-" {
		if err := writeState("--state-out", o.stateOut, run.State); err != nil {
			return err
		}
	}
	items, err := run.Items()
	if err != nil {
		return err
	}
	items = items[:min(len(items), s.limitOr(len(items)))]
	if s.json || o.stateOut == "-" {
		run.State["items"] = items
		return render.JSON(s.streams.Out, run.State)
	}
	for i, r := range reports {
		if err := s.print(fmt.Sprintf("%2d. %s  %s: %s", i+1, r.ID, r.Action, r.Summary)); err != nil {
			return err
		}
	}
	if text, ok := run.State["context_string"].(string); ok && text != "" {
		_, err = io.WriteString(s.streams.Out, "\n"+text)
	}
	return err
}

// writeState writes a state to the file of a flag.
func writeState(flag, path string, state pipeline.State) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	err = render.JSON(f, state)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}
