package main

import (
	"bufio"
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
	scores   map[string]float64 // by id, as they came
}

// A seed is a node to begin with.
type seed struct {
	target
	id    string // canonical, with the part if one was asked for
	score float64
}

// answerJSON is what is read of an answer of search, expand or context, and of a
// foreign pipeline's state.
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

// readInput reads ids from the arguments, or from standard input where an
// argument is "-" or there is none.
func (s *session) readInput(args []string) (*input, error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	in := &input{}
	for _, a := range args {
		if a != "-" {
			if err := in.add(s, a, 1); err != nil {
				return nil, err
			}
			continue
		}
		if f, ok := s.streams.In.(*os.File); ok && cli.IsTerminal(f) {
			return nil, cli.WithHint(errors.New("no ids"), "give ids as arguments, or on standard input")
		}
		raw, err := io.ReadAll(s.streams.In)
		if err != nil {
			return nil, fmt.Errorf("read standard input: %w", err)
		}
		if err := in.read(s, string(raw)); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// add adds a seed, once.
func (in *input) add(s *session, id string, score float64) error {
	t, err := s.resolve(id)
	if err != nil {
		return err
	}
	canonical, err := s.idOf(t)
	if err != nil {
		return err
	}
	for _, have := range in.seeds {
		if have.id == canonical {
			return nil
		}
	}
	in.seeds = append(in.seeds, seed{t, canonical, score})
	return nil
}

// read takes one id a line, the lines of an index, or the JSON of an answer.
func (in *input) read(s *session, text string) error {
	switch trimmed := strings.TrimSpace(text); {
	case strings.HasPrefix(trimmed, "["):
		return in.readHits(s, trimmed)
	case strings.HasPrefix(trimmed, "{") && !json.Valid([]byte(trimmed)):
		return in.readHits(s, trimmed) // one object a line
	case strings.HasPrefix(trimmed, "{"):
		return in.readJSON(s, trimmed)
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		id := strings.TrimSpace(lines.Text())
		if rest, ok := strings.CutPrefix(id, "- `"); ok {
			id, _, _ = strings.Cut(rest, "`")
		}
		if id == "" || strings.HasPrefix(id, "# ") {
			continue
		}
		if err := in.add(s, id, 1); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (in *input) readJSON(s *session, text string) error {
	var a answerJSON
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return fmt.Errorf("read standard input: %w", err)
	}
	in.scores = map[string]float64{}
	for _, it := range a.Items {
		in.scores[it.ID] = 1
		if it.Score != nil {
			in.scores[it.ID] = *it.Score
		}
	}
	seeds := a.GraphSeeds
	if len(seeds) == 0 {
		seeds = a.RetrievalSeeds
	}
	in.expanded = a.Expanded
	if len(in.expanded) == 0 {
		in.expanded = append(a.ChunkIDs, a.NodeKeys...)
	}
	in.edges = a.Edges
	if err := in.canonical(s); err != nil {
		return err
	}
	if len(seeds)+len(in.expanded) == 0 {
		for _, it := range a.Items {
			seeds = append(seeds, it.ID)
		}
	}
	for _, id := range seeds {
		if id = strings.TrimSpace(id); id == "" {
			continue
		}
		score, ok := in.scores[id]
		if !ok {
			score = 1
		}
		if err := in.add(s, id, score); err != nil {
			return err
		}
	}
	return nil
}

// canonical gives expanded nodes and the ends of edges the ids of the artifacts,
// so that they agree with those of the seeds.
func (in *input) canonical(s *session) error {
	known := map[string]string{}
	own := func(id *string) error {
		if _, ok := known[*id]; !ok {
			canonical, err := s.canonical(strings.TrimSpace(*id))
			if err != nil {
				return err
			}
			known[*id] = canonical
		}
		*id = known[*id]
		return nil
	}
	for i := range in.expanded {
		if err := own(&in.expanded[i]); err != nil {
			return err
		}
	}
	for i := range in.edges {
		if err := errors.Join(own(&in.edges[i].From), own(&in.edges[i].To)); err != nil {
			return err
		}
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
