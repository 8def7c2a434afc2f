package measure

import (
	"fmt"

	"seedgraph/query/answer/assemble"
)

// maxGiven is the maximum number of entries of a task that are given, one at a time.
const maxGiven = 4

// seeded makes tasks from those whose answers have two or more definitions: each of the
// first four is given once, and the entries that it does not cover are the gold.
func (e *evaluation) seeded(tasks []Task) ([]Task, error) {
	var out []Task
	for _, t := range tasks {
		var definitions []int
		for i, g := range t.Gold {
			if g.Name != "" {
				definitions = append(definitions, i)
			}
		}
		if len(definitions) < 2 {
			continue
		}
		for _, i := range definitions[:min(len(definitions), maxGiven)] {
			task, err := e.given(t, i)
			if err != nil {
				return nil, err
			}
			if len(task.Gold) > 0 {
				out = append(out, task)
			}
		}
	}
	return out, nil
}

// given returns a task whose i-th entry is given.
func (e *evaluation) given(t Task, i int) (Task, error) {
	g := &t.Gold[i]
	line := g.Start
	if len(g.Edits) > 0 {
		line = g.Edits[0][0]
	}
	n, ok, err := e.At(g.Path, line)
	if err != nil || !ok {
		return Task{}, err
	}
	task := Task{ID: fmt.Sprintf("%s/%d", t.ID, i+1), Query: t.Query, Kind: t.Kind, Split: t.Split,
		given: []uint32{n}}
	for j := range t.Gold {
		covering, err := e.covering(&t.Gold[j])
		if err != nil {
			return Task{}, err
		}
		if !covering[n] {
			task.Gold = append(task.Gold, t.Gold[j])
		}
	}
	return task, nil
}

// seedsOf converts nodes to seeds.
func seedsOf(nodes []uint32) []assemble.Seed {
	var out []assemble.Seed
	for _, n := range nodes {
		out = append(out, assemble.Seed{Node: n, Score: 1})
	}
	return out
}
