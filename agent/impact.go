package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"seedgraph/answer"
	"seedgraph/answer/changes"
	"seedgraph/answer/impact"
	"seedgraph/search"
)

type impactArgs struct {
	Nodes    []string `json:"node_names,omitempty" jsonschema:"handles, names or path:line of what changes"`
	Diff     string   `json:"diff,omitempty" jsonschema:"instead of node_names: the output of git diff, whose definitions change"`
	MaxDepth int      `json:"max_depth,omitempty" jsonschema:"at most this many steps (default 4, with until as many as there are)"`
	MaxNodes int      `json:"max_nodes,omitempty" jsonschema:"at most this many definitions (default 500)"`
	Until    string   `json:"until,omitempty" jsonschema:"only these: tests, routes, entries, tables, or nodes of a kind"`
	Filters
	Common
}

func findImpact(_ context.Context, r *request, a *impactArgs) (string, error) {
	start, notes, err := r.changed(a)
	if err != nil {
		return "", err
	}
	o := impact.Options{MaxNodes: 500, Until: a.Until, Filter: a.filter(search.Keep),
		Exactly: a.Diff != ""}
	if a.MaxDepth > 0 {
		o.MaxDepth = a.MaxDepth
	}
	if a.MaxNodes > 0 {
		o.MaxNodes = a.MaxNodes
	}
	found, err := impact.Find(r.Index, start, o)
	if err != nil {
		return "", err
	}
	return r.page("", append(notes, found.Lines()...)), nil
}

// changed returns the definitions that change, and what is to be said of a diff.
func (r *request) changed(a *impactArgs) (start []uint32, notes []string, err error) {
	named := a.named(a.Nodes...)
	if (len(named) == 0) == (a.Diff == "") {
		return nil, nil, errors.New("give what changes either as node_names or ids, or as a diff")
	}
	if a.Diff == "" {
		start, err = r.nodes(named)
		return start, nil, err
	}
	files, err := changes.Parse(strings.NewReader(a.Diff))
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
		notes = append(notes, "in another state in the artifacts, definitions may be missed: "+p)
	}
	if len(found.Nodes) == 0 {
		err = fmt.Errorf("%w: the diff changes no definition of the artifacts", answer.ErrNothingFound)
	}
	return found.Nodes, notes, err
}
