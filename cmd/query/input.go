package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"seedgraph/internal/cli"
)

// An input is the seeds of a command and, for fetch, what expansion added.
type input struct {
	seeds    []seed
	expanded []string
	edges    []edgeJSON
	scores   map[string]float64 // by id, as they came; of a seed by its canonical id
	have     map[string]bool    // the ids of seeds
	found    int                // results of programs, see addFound
	leftOut  int                // those that are no nodes
}

// A seed is a node to begin with.
type seed struct {
	target
	id    string // canonical, with the part if one was asked for
	score float64
}

// answerJSON is what is read of an answer of search or expand, and of a foreign
// pipeline's state.
type answerJSON struct {
	Items []struct {
		ID    string   `json:"id"`
		Score *float64 `json:"score"`
	} `json:"items"`
	RetrievalSeeds []string   `json:"retrieval_seed_nodes"`
	GraphSeeds     []string   `json:"graph_seed_nodes"`
	Expanded       []string   `json:"graph_expanded_nodes"`
	ChunkIDs       []string   `json:"expanded_chunk_ids"`
	NodeKeys       []string   `json:"expanded_node_keys"`
	Edges          []edgeJSON `json:"graph_edges"`
}

func newInput() *input { return &input{scores: map[string]float64{}, have: map[string]bool{}} }

// readInput reads ids from the arguments, or from standard input where an
// argument is "-" or there is none.
func (s *session) readInput(args []string) (*input, error) {
	return s.readSeeds(args, seedOptions{})
}

// readSeeds reads ids or rows from a file, the arguments and standard input,
// which is also read where neither of the others is given.
func (s *session) readSeeds(args []string, o seedOptions) (*input, error) {
	in := newInput()
	if o.file != "" {
		raw, err := os.ReadFile(o.file)
		if err != nil {
			return nil, fmt.Errorf("--seeds: %w", err)
		}
		if err := in.read(s, inputText(raw), o.rows); err != nil {
			return nil, fmt.Errorf("--seeds %s: %w", o.file, err)
		}
	} else if len(args) == 0 {
		args = []string{"-"}
	}
	for _, a := range args {
		switch {
		case a == "-":
			text, err := s.readStandardInput()
			if err != nil {
				return nil, err
			}
			if err := in.read(s, text, o.rows); err != nil {
				return nil, err
			}
		case o.rows:
			if err := in.addRows(s, parseRows(a)); err != nil {
				return nil, err
			}
		default:
			if err := in.add(s, a, 1); err != nil {
				return nil, err
			}
		}
	}
	return in, in.checkFound(s)
}

func (s *session) readStandardInput() (string, error) {
	if f, ok := s.streams.In.(*os.File); ok && cli.IsTerminal(f) {
		return "", cli.WithHint(errors.New("no ids"), "give ids as arguments, or on standard input")
	}
	raw, err := io.ReadAll(s.streams.In)
	if err != nil {
		return "", fmt.Errorf("read standard input: %w", err)
	}
	return inputText(raw), nil
}

// add adds a seed, once.
func (in *input) add(s *session, id string, score float64) error {
	t, err := s.resolve(strings.TrimSpace(id))
	if err != nil {
		return err
	}
	canonical, err := s.idOf(t)
	if err != nil || in.have[canonical] {
		return err
	}
	in.have[canonical] = true
	in.scores[canonical] = score
	in.seeds = append(in.seeds, seed{t, canonical, score})
	return nil
}

// addFound adds a seed that a program found. What the artifacts do not have is left
// out: a retriever need not know what its user may see, nor of which build it is.
func (in *input) addFound(s *session, id string, score float64) error {
	in.found++
	m, err := s.match(strings.TrimSpace(id))
	if err != nil {
		return err
	}
	if len(m.Nodes) == 0 {
		in.leftOut++
		return nil
	}
	return in.add(s, id, score)
}

// checkFound tells how many results were left out; all are too many.
func (in *input) checkFound(s *session) error {
	switch {
	case in.leftOut == 0:
		return nil
	case in.leftOut == in.found:
		return cli.WithHint(fmt.Errorf("%w: no result of %d is in the artifacts", cli.ErrUnknownID, in.found), "they must be of the same build as these artifacts")
	}
	s.warn("left out what is not in the artifacts: %d of %d results", in.leftOut, in.found)
	return nil
}

// read takes ids or rows from what a file or standard input holds.
func (in *input) read(s *session, text string, rows bool) error {
	values, isJSON, err := jsonValues(text)
	if err != nil {
		return err
	}
	if !isJSON {
		return in.readText(s, text, rows)
	}
	for _, v := range values {
		if !rows && isState(v) {
			err = in.readState(s, v)
		} else {
			err = in.readResults(s, v, rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readText takes ids or rows from lines of text, or from a table.
func (in *input) readText(s *session, text string, rows bool) error {
	hits, isTable, err := parseTable(text)
	switch {
	case err != nil:
		return err
	case isTable:
		return in.addResults(s, hits, rows)
	case rows:
		return in.addFoundRows(s, parseRows(text))
	}
	for _, h := range parseLines(text) { // as typed
		if err := in.add(s, h.id, h.score); err != nil {
			return err
		}
	}
	return nil
}

// readResults reads the results of a retriever.
func (in *input) readResults(s *session, raw json.RawMessage, rows bool) error {
	hits, err := parseResults(raw)
	if err != nil {
		return err
	}
	return in.addResults(s, hits, rows)
}

// readState reads the answer of expand or search, or the state of a pipeline.
func (in *input) readState(s *session, raw json.RawMessage) error {
	var a answerJSON
	if err := json.Unmarshal(raw, &a); err != nil {
		return fmt.Errorf("read JSON: %w", err)
	}
	scores := map[string]float64{}
	for _, it := range a.Items {
		scores[it.ID] = 1
		if it.Score != nil {
			scores[it.ID] = *it.Score
		}
	}
	seeds := a.GraphSeeds
	if len(seeds) == 0 {
		seeds = a.RetrievalSeeds
	}
	expanded := a.Expanded
	if len(expanded) == 0 {
		expanded = append(a.ChunkIDs, a.NodeKeys...)
	}
	if len(seeds)+len(expanded) == 0 {
		for _, it := range a.Items {
			seeds = append(seeds, it.ID)
		}
	}
	for _, id := range seeds {
		if strings.TrimSpace(id) == "" {
			continue
		}
		score, ok := scores[id]
		if !ok {
			score = 1
		}
		if err := in.addFound(s, id, score); err != nil {
			return err
		}
	}
	return in.addExpanded(s, expanded, a.Edges, scores)
}

// addExpanded adds what an expansion found. Here an id that nothing is known by is
// no error: fetch reports it as missing.
func (in *input) addExpanded(s *session, ids []string, edges []edgeJSON, scores map[string]float64) error {
	canonical := map[string]string{}
	for _, id := range ids {
		known, err := s.canonical(strings.TrimSpace(id))
		if err != nil {
			return err
		}
		canonical[id] = known
		in.expanded = append(in.expanded, known)
		if score, ok := scores[id]; ok && !in.have[known] {
			in.scores[known] = score
		}
	}
	for _, e := range edges {
		for _, end := range []*string{&e.From, &e.To} {
			known, ok := canonical[*end]
			if !ok {
				var err error
				if known, err = s.canonical(strings.TrimSpace(*end)); err != nil {
					return err
				}
				canonical[*end] = known
			}
			*end = known
		}
		in.edges = append(in.edges, e)
	}
	return nil
}

// targets lists the nodes of the seeds.
func (in *input) targets() []target {
	out := make([]target, len(in.seeds))
	for i, s := range in.seeds {
		out[i] = s.target
	}
	return out
}
