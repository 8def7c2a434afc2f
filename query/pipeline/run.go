package pipeline

import (
	"context"
	"errors"
	"fmt"

	"seedgraph/graph"
	"seedgraph/query/answer"
	"seedgraph/query/fetch"
)

// Options configures a run.
type Options struct {
	Cost fetch.Cost // default for steps; empty means fetch.CostText
	// record the decisions on all candidates of fetch_node_texts, not only the
	// first
	Decisions bool
	Warn      func(string) // receives warnings; nil drops them

	// Around, if set, must call run once, and return its error.
	Around func(step string, run func() error) error
	// After, if set, is called with the state after step n, from 1.
	After func(n int, step string, state State) error
}

// A Run is one run of a plan.
type Run struct {
	Plan      *Plan
	State     State
	Artifacts Artifacts
	Options   Options

	step     *Step
	warnings []string
	problems []answer.Problem
}

// Problems returns the failures so far that did not end the run, such as unknown ids; not nil.
func (r *Run) Problems() []answer.Problem { return append([]answer.Problem{}, r.problems...) }

// isUnknown reports whether a state names an id that the artifacts do not have, and lists it.
func (r *Run) isUnknown(ref answer.Ref) bool {
	if ref.Known {
		return false
	}
	err := r.Artifacts.Unknown(ref.ID)
	r.problems = append(r.problems, answer.Problem{Stage: r.step.ID, Message: err.Error()})
	r.warn("left out: %v", err)
	return true
}

// A Report summarizes one step.
type Report struct {
	ID       string   `json:"id"`
	Action   string   `json:"action"`
	Summary  string   `json:"summary"`
	Warnings []string `json:"warnings,omitempty"`
}

// Run runs the steps of the plan over the state. After an error, the state is as the
// failing step left it.
func (r *Run) Run(ctx context.Context) ([]Report, error) {
	reports := []Report{}
	trace := []string{}
	if name := r.Plan.Pipeline.Name; name != "" {
		r.State["pipeline_name"] = name
	}
	for _, s := range r.Plan.Steps {
		if err := ctx.Err(); err != nil {
			return reports, err
		}
		r.step, r.warnings = s, nil
		r.takeMessages(s)
		trace = append(trace, s.ID)
		r.State["step_trace"], r.State["steps_used"] = trace, len(trace)
		report, err := r.runStep(s)
		if err != nil {
			return reports, r.located(s, err)
		}
		report.ID, report.Action, report.Warnings = s.ID, s.Action, r.warnings
		reports = append(reports, report)
		if r.Options.After != nil {
			if err := r.Options.After(len(reports), s.ID, r.State); err != nil {
				return reports, err
			}
		}
	}
	return reports, nil
}

// runStep runs the action of a step.
func (r *Run) runStep(s *Step) (report Report, err error) {
	if r.Options.Around == nil {
		return s.action.run(r, s)
	}
	err = r.Options.Around(s.ID, func() error {
		report, err = s.action.run(r, s)
		return err
	})
	return report, err
}

// located adds the step to an error. Problems already have it.
func (r *Run) located(s *Step, err error) error {
	var problem Problem
	if errors.As(err, &problem) {
		return err
	}
	return fmt.Errorf("%s:%d: step %s: %w", s.At.File, s.At.Line, s.ID, err)
}

// warn reports a warning.
func (r *Run) warn(format string, args ...any) {
	says := fmt.Sprintf(format, args...)
	r.warnings = append(r.warnings, says)
	if r.Options.Warn != nil {
		r.Options.Warn(r.Plan.Pipeline.problem(r.step.At, r.step.ID, "", "", says).Error())
	}
}

// problem describes an error in the running step.
func (r *Run) problem(key, remedy, format string, args ...any) error {
	return r.Plan.Pipeline.problem(r.step.at(key), r.step.ID, key, remedy,
		fmt.Sprintf(format, args...))
}

// setting returns a setting that is text, trimmed; otherwise "".
func (p *Pipeline) setting(name string) string {
	t, _ := p.Settings[name].Value.(string)
	return State{"": t}.text("")
}

// takeMessages moves the messages for a step from the inbox to the key that the step
// reads. A state without an inbox is not changed.
func (r *Run) takeMessages(s *Step) {
	inbox, ok := r.State["inbox"].([]any)
	if !ok {
		return
	}
	taken, left := []any{}, []any{}
	for _, m := range inbox {
		if message, ok := m.(map[string]any); ok && textOf(message["target_step_id"]) == s.ID {
			taken = append(taken, m)
		} else {
			left = append(left, m)
		}
	}
	r.State["inbox"], r.State["inbox_last_consumed"] = left, taken
}

// node returns the node of a known ref.
func (r *Run) node(ref answer.Ref) (*graph.Node, error) { return r.Artifacts.Index.Node(ref.Node) }
