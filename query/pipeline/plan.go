package pipeline

import (
	"fmt"
	"strings"
)

// A Range specifies the part of a pipeline to run.
type Range struct {
	From  string // id of the first step; empty: the pipeline's first step
	Until string // id of the last step; empty: to the end

	// the artifacts have vectors of nodes, so that semantic search needs no hits in the state
	Vectors  bool
	AnyState bool // the state is not known yet: it may have any key
}

// A Stop describes where a run ended before the end of the pipeline.
type Stop struct {
	ID     string `json:"id"`
	Action string `json:"action,omitempty"` // empty if the file has no such step
	Reason string `json:"reason"`           // see the constants

	At      Place  `json:"-"` // location of the step, or of the reference to it
	Message string `json:"-"` // for human readers
}

// The reasons of a Stop.
const (
	StopForeign = "action_of_the_runtime" // the step belongs to the runtime
	StopMissing = "step_not_in_file"      // next of the only step names another
)

// A Plan is the sequence of steps to run, computed before the run.
type Plan struct {
	Pipeline *Pipeline
	Steps    []*Step // in execution order
	Stop     *Stop   // nil if the run reaches the end
	Warnings []string
	Vectors  bool // see Range
}

// Plan follows the steps and checks each against the settings and the initial state. The
// error is of type Problems.
func (p *Pipeline) Plan(state State, r Range) (*Plan, error) {
	plan := &Plan{Pipeline: p, Vectors: r.Vectors}
	for _, w := range p.warnings {
		plan.Warnings = append(plan.Warnings, w.Error())
	}
	var problems Problems
	first, problem := p.first(r.From)
	if problem != nil {
		return nil, Problems{*problem}
	}
	if r.Until != "" && p.Step(r.Until) == nil {
		return nil, Problems{p.problem(Place{}, "", "--until", meant(r.Until, p.ids()),
			"no step "+r.Until)}
	}
	if problem := plan.follow(first, r.Until); problem != nil {
		return nil, Problems{*problem}
	}
	for i, s := range plan.Steps {
		before := stepContext{p, state, plan.Steps[:i], r.Vectors, r.AnyState}
		s.action.ready(before, s, func(at Place, key, remedy, format string, args ...any) {
			problems = append(problems, p.problem(at, s.ID, key, remedy,
				fmt.Sprintf(format, args...)))
		})
		for _, f := range s.action.fields {
			if f.ignored != "" && s.has(f.name) {
				plan.warn(s, f.name, "the runtime ignores it: "+f.ignored)
			}
		}
	}
	return plan, problems.err()
}

func (plan *Plan) warn(s *Step, key, says string) {
	plan.Warnings = append(plan.Warnings, plan.Pipeline.problem(s.at(key), s.ID, key, "",
		says).Error())
}

// first finds the first step to run.
func (p *Pipeline) first(from string) (*Step, *Problem) {
	id, key, at := from, "--from", Place{}
	if from == "" {
		v := p.Settings["entry_step_id"]
		t, ok := v.Value.(string)
		key, at, id = "settings.entry_step_id", v.At, strings.TrimSpace(t)
		if !ok && v.Value != nil {
			problem := p.problem(at, "", key, "write the id of a step, in quotes",
				"is "+show(v.Value))
			return nil, &problem
		}
	}
	if id == "" {
		return p.Steps[0], nil
	}
	if s := p.Step(id); s != nil {
		return s, nil
	}
	problem := p.problem(at, "", key, meant(id, p.ids()), "no step "+id)
	return nil, &problem
}

// entrySteps lists the steps at which to continue after the steps of the runtime: steps that
// run here and are not the successor of another such step.
func (p *Pipeline) entrySteps() string {
	led := map[string]bool{}
	for _, s := range p.Steps {
		if !s.action.foreign && !s.End {
			led[s.Next] = true
		}
	}
	var ids []string
	for _, s := range p.Steps {
		if !s.action.foreign && !led[s.ID] {
			ids = append(ids, s.ID)
		}
	}
	if len(ids) == 0 {
		return ", and so do all other steps"
	}
	return "; continue after it with --from " + orList(ids)
}

// follow follows the steps from s.
func (plan *Plan) follow(s *Step, until string) *Problem {
	seen := map[*Step]bool{}
	for {
		if s.action.foreign {
			plan.Stop = &Stop{ID: s.ID, Action: s.Action, Reason: StopForeign, At: s.At,
				Message: s.Action +
					" belongs to the runtime"}
			if len(plan.Steps) == 0 {
				plan.Stop.Message += plan.Pipeline.entrySteps()
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
			plan.Stop = &Stop{ID: s.Next, Reason: StopMissing, At: s.next,
				Message: "the file has no such step"}
			return nil
		}
		s = next
	}
}

// cycle reports a cycle of steps through s.
func (plan *Plan) cycle(s *Step) *Problem {
	var way []string
	for _, x := range plan.Steps {
		if x == s || len(way) > 0 {
			way = append(way, x.ID)
		}
	}
	last := plan.Steps[len(plan.Steps)-1]
	problem := plan.Pipeline.problem(last.next, last.ID, "next",
		"end with a step without next, or run only a part with --until",
		"the steps form a cycle: "+strings.Join(append(way, s.ID), " -> "))
	return &problem
}
