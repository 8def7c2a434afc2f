package build

import (
	"context"
	"fmt"

	"seedgraph/artifacts"
	"seedgraph/graph"
	"seedgraph/internal/hint"
	"seedgraph/source/git"
	"seedgraph/source/history"
)

// addHistory adds facts from commits to the graph, if history is enabled, and gaps in
// the history to the diagnostics of src.
func (o *Options) addHistory(ctx context.Context, g *graph.Graph, src *sources) error {
	if o.History == 0 {
		return nil
	}
	r, err := git.Open(o.Src)
	if err != nil {
		return hint.With(fmt.Errorf("read the history of %s: %w", o.Src, err),
			"omit --history, or build from a git work tree")
	}
	defer r.Close()
	commits, err := history.Read(ctx, r, o.History)
	if err != nil {
		return err
	}
	history.Apply(g, commits)
	if err := history.ApplyDefinitions(ctx, r, commits, g); err != nil {
		return err
	}
	for _, gap := range r.Gaps() {
		src.diagnostics = append(src.diagnostics, artifacts.Diagnostic{Type: artifacts.History,
			Reason: gap.Reason, Count: len(commits),
			Detail: fmt.Sprintf("%s (%d commits read)", gap.Detail, len(commits))})
	}
	return nil
}
