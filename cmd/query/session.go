package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"seedgraph/artifacts"
	"seedgraph/internal/cli"
	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/listing"
	"seedgraph/query/answer/names"
	"seedgraph/tokens"
)

// A session is one command running on opened artifacts.
type session struct {
	*globals
	index *answer.Index
	from  places
	names *names.Resolver
}

// with opens the artifacts for the duration of f.
func (g *globals) with(f func(*session) error) error {
	if err := g.parseFilters(); err != nil {
		return err
	}
	in, err := g.find()
	if errors.Is(err, artifacts.ErrNotFound) {
		if here, dirErr := os.Getwd(); dirErr == nil {
			return offer(err, here)
		}
	}
	if err != nil {
		return err
	}
	r, err := g.open(in)
	if err != nil {
		return err
	}
	defer r.Close()
	all := r
	if r, err = g.access.Restrict(r); err != nil {
		return err
	}
	if r == all {
		warn := g.glance(r, in)
		defer warn()
	}
	if slices.ContainsFunc(g.filters, func(f *filterFlags) bool { return len(f.Projects) > 0 }) {
		if err := r.LoadProjects(); err != nil {
			return err
		}
	}
	x := answer.New(r)
	for _, f := range g.filters {
		if err := checkRepos(r.Manifest(), "--repo", f.Repos); err != nil {
			return err
		}
		if err := f.Check(x, &f.to.Filter); err != nil {
			return err
		}
	}
	aside := func(note string) { g.warn("%s", note) }
	err = f(&session{globals: g, index: x, from: in,
		names: &names.Resolver{Index: x, Here: folderIn(in.dir()), Note: aside}})
	if err == nil && g.leftOut > 0 {
		return hint.With(fmt.Errorf("%w: %d of %d indexes left out", cli.ErrSkipped, g.leftOut, len(in)),
			"build them again, or ask without them")
	}
	return err
}

// checkRepos reports names that are not names of repositories of the index.
func checkRepos(m *artifacts.Manifest, flag string, names []string) error {
	members := m.Members()
	for _, name := range names {
		switch {
		case !m.Linked():
			return hint.With(fmt.Errorf("%s %s: the index is of one repository", flag, name),
				"omit the flag, or ask a linked index: indexer link")
		case !slices.Contains(members, name):
			return hint.With(fmt.Errorf("%s %s: the linked index has no such repository", flag, name),
				"choose one of "+strings.Join(members, ", "))
		}
	}
	return nil
}

// glance compares artifacts in folders of trees with these trees, concurrently with the
// command. The returned function waits for the result and warns.
//
// A restricted reader is not warned: the number of changed files discloses files that
// it may not see.
func (g *globals) glance(r *artifacts.Reader, in places) (warn func()) {
	done := make(chan []string, 1)
	go func() { done <- olderTrees(r, in) }()
	return func() {
		for _, line := range <-done {
			g.warn("warning: %s", line)
		}
	}
}

// print prints lines of the result.
func (s *session) print(lines ...string) error {
	if len(lines) == 0 {
		return nil
	}
	screen := cli.NewScreen(s.streams.Out)
	for i := range lines {
		lines[i] = screen.Line(lines[i])
	}
	_, err := fmt.Fprintln(s.streams.Out, strings.Join(lines, "\n"))
	return err
}

// printIndex prints nodes as an index, one per line.
func (s *session) printIndex(targets []answer.Target) error {
	lines, err := listing.Lines(s.index, targets)
	if err != nil {
		return err
	}
	return s.print(lines...)
}

// printIndexWithin prints as many nodes as a budget allows as an index.
func (s *session) printIndexWithin(targets []answer.Target, c *tokens.Counter, budget int) error {
	lines, err := listing.LinesWithin(s.index, targets, c, budget)
	if err != nil {
		return err
	}
	if shown := max(len(lines)-1, 0); shown < len(targets) {
		s.warn("%d of %d nodes fit in %d tokens", shown, len(targets), budget)
	}
	return s.print(lines...)
}

// counter returns the token counter with a name, or the one with which the
// index was built.
func (s *session) counter(name string) (*tokens.Counter, error) {
	if name == "" {
		name = s.index.Manifest().Tokens
	}
	c, err := tokens.ByName(name)
	if err != nil {
		return nil, fmt.Errorf("--tokens: %w", err)
	}
	return c, nil
}
