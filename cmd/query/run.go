package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/expand"
	"seedgraph/fetch"
	"seedgraph/graph"
	"seedgraph/pipeline"
	"seedgraph/render"
)

type runOptions struct {
	state, stateOut string
	set, settings   []string
	part            pipeline.Range
	name, root      string
	question        string
	counter, cost   string
	decisions       bool
}

const runLong = `Run runs the steps of a LocalAI-RAG pipeline over a state: search_nodes,
expand_dependency_tree, fetch_node_texts, render_context_blocks, set_variables.

The file has settings and steps, at the top or under YAMLpipeline, or is a list of
steps. A file with several pipelines, under YAMLpipelines, needs --pipeline NAME.
With extends: base.yaml, or base.yaml#name, a pipeline lays its settings over those
of another, key by key, and its steps, by id; new steps follow.

The run begins with the step that settings.entry_step_id names, else the first. A
step of the runtime's own, such as call_model, ends it, and so does a next that
names no step of the file; the answer says where, as stopped_at. --from goes on
behind such a step, with what it would have put into the state.

Before anything runs, the file is checked: unknown keys, wrong types and values,
settings that a step needs and that are not there, each with its line.

The state is JSON under the names of the runtime's fields. search_nodes searches
for last_model_response, which --question sets. Vectors come from outside: what a
vector store found may stand in the state as semantic_hits, the best first; then
semantic and hybrid search are possible, too.

Without --json, run prints what each step did, and the context if it was rendered.
With --json it prints the state, with steps, stopped_at and items beside it.`

const runExample = `  query run pipeline.yaml --question "how are orders billed"
  query run pipeline.yaml --state state.json --state-out state.json
  query run pipeline.yaml --from fetch_texts --setting max_context_tokens=4096 --json
  query search OrderService --json | query run pipeline.yaml --state - --from expand`

func newRunCommand(g *globals) *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:     "run PIPELINE.yaml",
		Short:   "Run the steps of a pipeline over a state",
		Long:    runLong + stepKeys(),
		Example: runExample,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return g.with(func(s *session) error { return runPipeline(c.Context(), s, args[0], o) })
		},
	}
	f := c.Flags()
	f.StringVar(&o.state, "state", "", "file of the state to begin with, JSON; - for standard input")
	f.StringVar(&o.stateOut, "state-out", "", "file to write the state to; - for standard output")
	f.StringArrayVar(&o.set, "set", nil, "key=value of the state, JSON or a text (repeatable)")
	f.StringArrayVar(&o.settings, "setting", nil, "key=value of the settings, YAML (repeatable)")
	f.StringVar(&o.name, "pipeline", "", "name of the pipeline, in a file that has several")
	f.StringVar(&o.root, "pipelines-root", "", "folder where extends looks for what is not beside the file (default: that of PIPELINE.yaml)")
	f.StringVar(&o.part.From, "from", "", "id of the step to begin with")
	f.StringVar(&o.part.Until, "until", "", "id of the last step to run")
	f.StringVarP(&o.question, "question", "q", "", "the question: sets last_model_response, user_query and user_question_neutral")
	f.StringVar(&o.cost, "cost", "", "what counts as tokens where a step does not say: text or block (default text)")
	f.BoolVar(&o.decisions, "decisions", false, "list in fetch_debug what became of every node, not of the first 80 alone")
	addCounterFlag(c, &o.counter)
	_ = c.RegisterFlagCompletionFunc("cost", cobra.FixedCompletions([]string{string(fetch.CostText), string(fetch.CostBlock)}, cobra.ShellCompDirectiveNoFileComp))
	c.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return c
}

// stepKeys lists the keys of the steps for the help, in lines of at most 84
// characters.
func stepKeys() string {
	var b strings.Builder
	b.WriteString("\n\nKeys of the steps, beside id, action, next and end:")
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
	run := &pipeline.Run{Plan: plan, State: state, Artifacts: s.pipelineArtifacts(), Options: pipeline.Options{
		Cost: fetch.Cost(o.cost), Decisions: o.decisions, Warn: func(says string) { s.warn("%s", says) },
	}}
	run.Artifacts.Count = counter
	reports, err := run.Run(ctx)
	if err != nil {
		return err
	}
	if stop := plan.Stop; stop != nil {
		s.warn("%s:%d: the run ends before step %s: %s", stop.At.File, stop.At.Line, stop.ID, stop.Says)
	}
	return s.printRun(run, reports, o)
}

// plan reads the pipeline and the state, and checks the one against the other.
func (s *session) plan(file string, o runOptions) (*pipeline.Plan, pipeline.State, error) {
	p, err := pipeline.Load(pipeline.Origin{File: file, Name: o.name, Root: o.root, Read: readPipeline})
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
	plan, err := p.Plan(state, o.part)
	return plan, state, err
}

// readPipeline reads a file, a little more of it than a pipeline may have.
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

// readState reads the state and what the flags set of it.
func (s *session) readState(o runOptions) (state pipeline.State, err error) {
	switch o.state {
	case "":
		state = pipeline.State{}
	case "-":
		state, err = pipeline.ReadState(s.streams.In)
	default:
		var f *os.File
		if f, err = os.Open(o.state); err == nil {
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

// pipelineArtifacts is the session as pipelines see it.
func (s *session) pipelineArtifacts() pipeline.Artifacts {
	source := s.Manifest().Source
	a := pipeline.Artifacts{
		Index: index{s}, Graph: adjacency{s}, Nodes: pipelineNodes{s},
		Repository: source.Repository, MissingKinds: s.missingKinds,
	}
	revision := source.Commit
	if revision == "" {
		revision = source.Fingerprint
	}
	a.SnapshotID = pipeline.SnapshotID(source.Repository, revision)
	for _, name := range []string{a.SnapshotID, source.Snapshot, source.Commit, source.Fingerprint, source.Tag, source.Branch} {
		if name != "" {
			a.Snapshots = append(a.Snapshots, name)
		}
	}
	return a
}

// missingKinds lists those kinds that were asked for and that the artifacts have
// no edge of at all.
func (s *session) missingKinds(entries []string, res *expand.Result) ([]string, error) {
	missing, err := s.kindsWithoutEdge(entries, res)
	var names []string
	for _, row := range graph.EdgeKinds() {
		if missing[row.Kind] {
			names = append(names, row.Name)
		}
	}
	return names, err
}

// pipelineNodes is the session as pipelines find nodes: by canonical ids, also
// those of LocalAI-RAG if they are of this repository and snapshot, and by
// handles. Names and places are for people.
type pipelineNodes struct{ s *session }

func (p pipelineNodes) Find(id string) (pipeline.Ref, bool, error) {
	if parts := strings.SplitN(id, "::", 4); len(parts) == 4 {
		a := p.s.pipelineArtifacts()
		if !strings.EqualFold(parts[0], a.Repository) || parts[1] != a.SnapshotID {
			return pipeline.Ref{ID: id}, false, nil
		}
		id = parts[3]
	}
	missing := pipeline.Ref{ID: id}
	own, part := graph.SplitChunk(id)
	n, ok, err := p.s.Lookup(own)
	if err == nil && !ok && graph.IsHandle(string(own)) {
		n, ok, err = p.s.LookupHandle(string(own))
	}
	if err != nil || !ok {
		return missing, false, err
	}
	t := target{n, part}
	if id, err = p.s.idOf(t); err != nil {
		return pipeline.Ref{}, false, err
	}
	node, err := p.s.Node(n)
	if err != nil || part > max(len(node.Parts), 1) {
		return missing, false, err
	}
	return pipeline.Ref{Node: n, Part: part, ID: id}, true, nil
}

func (p pipelineNodes) Text(r pipeline.Ref) (string, error) {
	return p.s.textOf(target{r.Node, r.Part})
}

func (p pipelineNodes) Unknown(id string) error { return p.s.unknown(id) }

// printRun prints the answer of a run and writes its state.
func (s *session) printRun(run *pipeline.Run, reports []pipeline.Report, o runOptions) error {
	run.State["steps"], run.State["stopped_at"] = reports, run.Plan.Stop
	if o.stateOut != "" && o.stateOut != "-" {
		if err := writeState(o.stateOut, run.State); err != nil {
			return err
		}
	}
	items, err := s.runItems(run.State)
	if err != nil {
		return err
	}
	if s.json || o.stateOut == "-" {
		run.State["items"] = items
		return render.JSON(s.streams.Out, run.State)
	}
	for i, r := range reports {
		if err := s.print(fmt.Sprintf("%2d. %s  %s: %s", i+1, r.ID, r.Action, r.Says)); err != nil {
			return err
		}
	}
	if text, ok := run.State["context_string"].(string); ok && text != "" {
		_, err = io.WriteString(s.streams.Out, "\n"+text)
	}
	return err
}

func writeState(path string, state pipeline.State) error {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("--state-out: %w", err)
	}
	err = render.JSON(f, state)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// runItem is a node in the answer of run.
type runItem struct {
	render.Item
	IsSeed   bool    `json:"is_seed"`
	Depth    int     `json:"depth"`
	ParentID *string `json:"parent_id"`
}

// runItems describes the nodes that a run ended with: those of the texts, else
// of the expansion, else of the search.
func (s *session) runItems(state pipeline.State) ([]runItem, error) {
	nodes, err := state.Nodes()
	if err != nil {
		return nil, err
	}
	items := []runItem{}
	for _, n := range nodes {
		ref, ok, err := pipelineNodes{s}.Find(n.ID)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		it, _, err := s.itemOf(target{ref.Node, ref.Part}, n.Score)
		if err != nil {
			return nil, err
		}
		if n.Tokens > 0 {
			it.Tokens = n.Tokens
		}
		items = append(items, runItem{it, n.IsSeed, n.Depth, n.ParentID})
	}
	return items[:min(len(items), s.limitOr(len(items)))], nil
}
