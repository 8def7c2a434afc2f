package main

import (
	"context"

	"seedgraph/graph"
	"seedgraph/history"
	"seedgraph/internal/hint"
)

// addHistory adds what commits say, if they are to be read.
func (o *buildOptions) addHistory(ctx context.Context, g *graph.Graph) error {
	if o.history == 0 {
		return nil
	}
	commits, err := history.Read(ctx, o.src, o.history)
	if err != nil {
		return hint.With(err, "leave out --history, or build from a work tree of git")
	}
	history.Apply(g, commits)
	return history.ApplyDefinitions(ctx, o.src, commits, g)
}
