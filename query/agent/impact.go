package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"seedgraph/query/answer"
	"seedgraph/query/answer/changes"
	"seedgraph/query/answer/impact"
	"seedgraph/query/search"
)

type impactArgs struct {
	Nodes    []string `json:"node_names,omitempty" jsonschema:"the changed definitions, as ids"`
	Diff     string   `json:"diff,omitempty" jsonschema:"or: output of git diff"`
	Writes   string   `json:"writes,omitempty" jsonschema:"or: a table, to start from its writers"`
	Reads    string   `json:"reads,omitempty" jsonschema:"or: a table, to start from its readers"`
	MaxDepth int      `json:"max_depth,omitempty" jsonschema:"default 4, unlimited with until"`
	MaxNodes int      `json:"max_nodes,omitempty" jsonschema:"default 500"`
	Until    string   `json:"until,omitempty" jsonschema:"only tests, routes, entries, tables or a kind"`
	Filters
	Common
}

func findImpact(_ context.Context, r *request, a *impactArgs) (result, error) {
	filter, err := r.filter(a.Filters, search.Keep)
	if err != nil {
		return result{}, err
	}
	until, err := impact.ParseUntil(a.Until)
	if err != nil {
		return result{}, err
	}
	start, notes, err := r.changed(a)
	if err != nil {
		return result{}, err
	}
	o := impact.Options{MaxDepth: max(a.MaxDepth, 0), MaxNodes: 500, Until: until, Filter: filter,
		Exactly: a.Diff != ""}
	if a.MaxNodes > 0 {
		o.MaxNodes = a.MaxNodes
	}
	switch {
	case a.Writes != "":
		o.Uses = impact.UsesWrites
	case a.Reads != "":
		o.Uses = impact.UsesReads
	}
	found, err := impact.Find(r.Index, start, o)
	if err != nil {
		return result{}, err
	}
	sheet := found.Sheet()
	sheet.Head = append(notes, sheet.Head...)
	return r.sheet(sheet, &data{Answer: found.Answer, Total: found.Affected, OpenEnds: found.OpenEnds,
		Open: found.Open, Stopped: found.StoppedAt})
}

// changed returns the changed definitions, and notes about a diff.
func (r *request) changed(a *impactArgs) (start []uint32, notes []string, err error) {
	named := a.named(a.Nodes...)
	ways := 0
	for _, given := range []bool{len(named) > 0, a.Diff != "", a.Writes != "", a.Reads != ""} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		return nil, nil, errors.New("give the change in one way: node_names or ids, a diff, or a " +
			"table as writes or reads")
	}
	if a.Diff == "" {
		if table := a.Writes + a.Reads; table != "" {
			named = []string{table}
		}
		start, err = r.nodes(named)
		return start, nil, err
	}
	return r.changedBy(a.Diff)
}

// changedBy returns the definitions that a diff changes, and notes about the diff.
func (r *request) changedBy(diff string) (start []uint32, notes []string, err error) {
	files, err := changes.Parse(strings.NewReader(diff))
	if err != nil {
		return nil, nil, err
	}
	found, err := changes.Find(r.Index, files)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range found.Missing {
		notes = append(notes, "not in the artifacts: "+p)
	}
	for _, p := range found.Stale {
		notes = append(notes, "indexed in another state, definitions may be missed: "+p)
	}
	if len(found.Nodes) == 0 {
		err = fmt.Errorf("%w: the diff changes no definition of the artifacts", answer.ErrNothingFound)
	}
	return found.Nodes, notes, err
}
