package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/internal/section"
	"seedgraph/query/answer"
	"seedgraph/query/answer/brief"
	"seedgraph/query/render"
	"seedgraph/tokens"
)

const briefLong = `Brief describes the code base within a token budget: languages, projects, entry points, routes,
tables, tests with the commands that run them, and the most central definitions.

--into FILE writes the description, with a guide for agents, to the section of a Markdown file that
indexer init created. The rest of the file is not changed.`

const briefExample = `  query brief
  query brief --budget-tokens 500
  query brief --into AGENTS.md`

// briefBudget is the default budget of a brief, in tokens.
const briefBudget = 1200

func newBriefCommand(g *globals) *cobra.Command {
	var budget int
	var counter, into string
	c := &cobra.Command{
		Use:     "brief",
		Short:   "Describe the code base in a few hundred tokens",
		Long:    briefLong,
		Example: briefExample,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return g.with(func(s *session) error { return runBrief(s, budget, counter, into) })
		},
	}
	c.Flags().IntVarP(&budget, "budget-tokens", "b", briefBudget, "token budget of the text")
	addCounterFlag(c, &counter)
	c.Flags().StringVar(&into, "into", "", "replace the section of this Markdown file")
	return c
}

func runBrief(s *session, budget int, counter, into string) error {
	if budget < 0 {
		return fmt.Errorf("--budget-tokens is %d: it must not be negative", budget)
	}
	c, err := s.counter(counter)
	if err != nil {
		return err
	}
	b, err := s.brief()
	if err != nil {
		return err
	}
	switch {
	case into != "":
		return writeSection(into, b.Text(c, budget)+"\n"+section.Guide)
	case s.json:
		return render.JSON(s.streams.Out, b)
	}
	_, err = fmt.Fprint(s.streams.Out, b.Text(c, budget))
	return err
}

// brief describes the code base, with the projects of its files.
func (s *session) brief() (*brief.Brief, error) {
	if err := s.index.LoadProjects(); err != nil {
		return nil, err
	}
	return brief.Make(s.index)
}

// writeSection replaces the section of a file, which may not exist.
func writeSection(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--into: %w", err)
	}
	if err := os.WriteFile(file, []byte(section.Agents.Replace(string(old), text)), 0o666); err != nil {
		return fmt.Errorf("--into: %w", err)
	}
	return nil
}

const hookLong = `Hook prints an introduction for a coding agent at the start of a session, as Markdown of at most 400
tokens: a description of the code base, the main commands, and whether the index is up to date. It
does not read standard input. Without artifacts it prints nothing and succeeds, so it can be
registered for every tree.`

const hookExample = `  query hook
  {"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "query hook"}]}]}}`

// hookBudget is the maximum number of tokens that a hook prints.
const hookBudget = 400

func newHookCommand(g *globals) *cobra.Command {
	return &cobra.Command{
		Use:     "hook",
		Short:   "Print an introduction for a coding agent",
		Long:    hookLong,
		Example: hookExample,
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			err := runHook(g)
			if errors.Is(err, artifacts.ErrNotFound) {
				return nil
			}
			return err
		},
	}
}

// oriented is the JSON output of hook.
type oriented struct {
	Text string `json:"text"`
}

const hookAsk = "- ask before reading files: `query search TEXT`, `query context TASK -b 4000`, " +
	"`query callers|tests|impact NAME`, `query writers TABLE`, `query grep TEXT`; " +
	"names and `path:line` work as ids; `query --help` lists all\n"

func runHook(g *globals) error {
	in, err := g.find()
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
	s := &session{globals: g, index: answer.New(r), from: in}
	b, err := s.brief()
	if err != nil {
		return err
	}
	tail := hookAsk
	if r == all { // a restricted reader must not learn how many files changed
		tail += freshness(r, in)
	}
	c, err := tokens.ByName(tokens.O200k)
	if err != nil {
		return err
	}
	text := b.Text(c, hookBudget-c.Count(tail)-1) + tail
	if g.json {
		return render.JSON(g.streams.Out, oriented{text})
	}
	_, err = fmt.Fprint(g.streams.Out, text)
	return err
}

// freshness reports whether the indexes are up to date with the trees around them.
func freshness(r *artifacts.Reader, in places) string {
	if in.linked() {
		var out strings.Builder
		for _, line := range olderTrees(r, in) {
			fmt.Fprintf(&out, "- %s\n", line)
		}
		return out.String()
	}
	report := glanceAt(r, in.dir())
	switch {
	case report == nil:
		return ""
	case report.Current():
		return "- the index is up to date\n"
	}
	return fmt.Sprintf("- the index is older than the tree: %s; `indexer build` updates it\n", report)
}
