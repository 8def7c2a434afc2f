package pipeline

import (
	"fmt"
	"strings"
)

// Range says which part of a pipeline to run.
type Range struct {
	From  string // id of the first step; empty: as the pipeline says
	Until string // id of the last step; empty: to the end
}

// A Stop says before which step a run ended.
type Stop struct {
	ID     string `json:"id"`
	Action string `json:"action,omitempty"` // empty when the file has no such step
	Reason string `json:"reason"`           // see the constants

	Line int    `json:"-"` // of the step, or of the next that names it
	Says string `json:"-"` // for people
}

// The reasons of a Stop.
const (
	StopForeign = "action_of_the_runtime" // the step is nothing that artifacts can answer
	StopMissing = "step_not_in_file"      // next names a step that the file does not have
)

// A Plan is the way through a pipeline: known before it is run.
type Plan struct {
	Pipeline *Pipeline
	Steps    []*Step // in the order of the run
	Stop     *Stop   // nil when the run goes to the end
	Warnings []string
}

// Plan follows the steps and checks each against the settings and the state
// that the run will begin with. The error is of type Problems.
func (p *Pipeline) Plan(state State, r Range) (*Plan, error) {
	plan := &Plan{Pipeline: p}
	var problems Problems
	first, problem := p.first(r.From)
	if problem != nil {
		return nil, Problems{*problem}
	}
	if r.Until != "" && p.Step(r.Until) == nil {
		return nil, Problems{p.problem(0, "", "--until", meant(r.Until, p.ids()), "no step "+r.Until)}
	}
	if problem := plan.follow(first, r.Until); problem != nil {
		return nil, Problems{*problem}
	}
	for i, s := range plan.Steps {
		before := begin{p, state, plan.Steps[:i]}
		s.action.ready(before, s, func(line int, key, remedy, format string, args ...any) {
			problems = append(problems, p.problem(line, s.ID, key, remedy, fmt.Sprintf(format, args...)))
		})
		for _, f := range s.action.fields {
			if f.ignored != "" && s.has(f.name) {
				plan.warn(s, f.name, "the runtime makes no use of it: "+f.ignored)
			}
		}
	}
	return plan, problems.err()
}

func (plan *Plan) warn(s *Step, key, says string) {
	plan.Warnings = append(plan.Warnings, plan.Pipeline.problem(s.line(key), s.ID, key, "", says).Error())
}

// first finds the step to begin with.
func (p *Pipeline) first(from string) (*Step, *Problem) {
	id, key, line := from, "--from", 0
	if from == "" {
		id, key, line = p.entry, "settings.entry_step_id", p.Settings["entry_step_id"].Line
	}
	if id == "" {
		return p.Steps[0], nil
	}
	if s := p.Step(id); s != nil {
		return s, nil
	}
	problem := p.problem(line, "", key, meant(id, p.ids()), "no step "+id)
	return nil, &problem
}

// follow walks from step to step.
func (plan *Plan) follow(s *Step, until string) *Problem {
	seen := map[*Step]bool{}
	for {
		if s.action.foreign {
			plan.Stop = &Stop{ID: s.ID, Action: s.Action, Reason: StopForeign, Line: s.Line, Says: s.Action + " is the runtime's own"}
			if len(plan.Steps) == 0 {
				plan.Stop.Says += "; begin behind it with --from"
			}
			return nil
		}
		if seen[s] {
			return plan.cycle(s)
		}
		seen[s] = true
		plan.Steps = append(plan.Steps, s)
		if s.ID == until || s.End || s.Next == "" {
			return nil
		}
		next := plan.Pipeline.Step(s.Next)
		if next == nil {
			plan.Stop = plan.missing(s)
			return nil
		}
		s = next
	}
}

func (plan *Plan) missing(s *Step) *Stop {
	says := "the file has no such step"
	if n := nearest(s.Next, plan.Pipeline.ids()); n != "" && n != s.ID {
		says += "; did you mean " + n + "?"
	}
	return &Stop{ID: s.Next, Reason: StopMissing, Line: s.next, Says: says}
}

// cycle says how the steps lead back to s.
func (plan *Plan) cycle(s *Step) *Problem {
	var way []string
	for _, x := range plan.Steps {
		if x == s || len(way) > 0 {
			way = append(way, x.ID)
		}
	}
	last := plan.Steps[len(plan.Steps)-1]
	problem := plan.Pipeline.problem(last.next, last.ID, "next", "end the way with a step without next, or run a part of it with --until",
		"the steps lead back and never end: "+strings.Join(append(way, s.ID), " -> "))
	return &problem
}
