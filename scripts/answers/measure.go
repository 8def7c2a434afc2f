package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"seedgraph/testkit/benchtree"
	"seedgraph/tokens"
)

// errNoClone reports that the repository of a set is missing.
var errNoClone = errors.New("no clone")

// A measuredSet is a set with the results of its questions, in their order.
type measuredSet struct {
	repository, commit string
	tokenizer          string
	results            []result
}

// measure returns the results of a set.
func (c *config) measure(s *set) (*measuredSet, error) {
	git, err := benchtree.Clone(c.repos, s.Repository)
	if err != nil {
		return nil, fmt.Errorf("%w in %s", errNoClone, c.repos)
	}
	p := &benchtree.Place{Dir: filepath.Join(c.cache, strings.ReplaceAll(s.Repository, "/", "+")),
		Git: git, Commit: s.Commit}
	if err := c.prepare(p); err != nil {
		return nil, fmt.Errorf("%s: %w", s.file, err)
	}
	t := newTree(p.Tree())
	if err := s.checkPlaces(t); err != nil {
		return nil, err
	}
	m := &measuredSet{repository: s.Repository, commit: s.Commit, tokenizer: c.tokens}
	if m.tokenizer == "" {
		if m.tokenizer, err = tokenizerOf(p.Artifacts()); err != nil {
			return nil, err
		}
	}
	counter, err := tokens.ByName(m.tokenizer)
	if err != nil {
		return nil, err
	}
	for _, q := range s.Questions {
		r, err := c.answer(q, p, t, counter)
		if err != nil {
			return nil, fmt.Errorf("%s: question %s: %w", s.file, q.ID, err)
		}
		m.results = append(m.results, r)
	}
	return m, nil
}

// prepare checks out the commit as a git work tree, and builds the index. Files whose
// content the clone lacks are skipped.
func (c *config) prepare(p *benchtree.Place) error {
	files, err := p.Files()
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(f benchtree.File) bool { return !f.HasText() })
	missing, err := p.Missing(files)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		log.Printf("%s lacks %d files of %s: %s", p.Git, len(missing), p.Commit, strings.Join(missing, ", "))
	}
	var paths []string
	for _, f := range files {
		if !slices.Contains(missing, f.Path) {
			paths = append(paths, f.Path)
		}
	}
	if err := p.CheckOut(paths); err != nil {
		return err
	}
	if err := p.Link(); err != nil {
		return err
	}
	if err := p.Track(); err != nil {
		return err
	}
	return p.Index(c.indexer)
}

// tokenizerOf returns the tokenizer of an index.
func tokenizerOf(artifacts string) (string, error) {
	file := filepath.Join(artifacts, "manifest.json")
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	var manifest struct{ Tokens string }
	if err := json.Unmarshal(text, &manifest); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return manifest.Tokens, nil
}

// answer runs the command of a question, and its grep commands.
func (c *config) answer(q *question, p *benchtree.Place, t *tree, counter *tokens.Counter) (result, error) {
	a, err := c.ask(p.Artifacts(), q.query)
	if err != nil {
		return result{}, err
	}
	r := q.score(a.stdout, t)
	r.exit, r.tokens = a.exit, counter.Count(a.stdout+a.stderr)
	return r, q.searched(&r, t, counter)
}

// searched adds the results of the grep commands to a result.
func (q *question) searched(r *result, t *tree, counter *tokens.Counter) error {
	var found []place
	for _, g := range q.grep {
		out, err := g.run(t.dir)
		if err != nil {
			return err
		}
		r.grepTokens += counter.Count(out)
		found = append(found, g.foundBy(out, t)...)
	}
	if len(q.grep) > 0 {
		r.grepItems, r.grepFound = len(q.Truth), q.byGrep(found, t)
	}
	return nil
}

// A said has the output of a program.
type said struct {
	stdout, stderr string
	exit           int
}

// The exit codes of query that count as answers.
const (
	exitNothing = 4  // nothing found
	exitUnknown = 6  // path: unknown
	exitNoName  = 13 // an id is unknown or ambiguous
)

// ask runs query.
func (c *config) ask(artifacts string, args []string) (said, error) {
	cmd := exec.Command(c.query, slices.Concat([]string{"-a", artifacts}, args)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	a := said{stdout: stdout.String(), stderr: stderr.String()}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		a.exit = exit.ExitCode()
		switch a.exit {
		case exitNothing, exitUnknown, exitNoName:
			err = nil
		}
	}
	if err != nil {
		return a, fmt.Errorf("query %s: %w: %s", strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return a, nil
}
