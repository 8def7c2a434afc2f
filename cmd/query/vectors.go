package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/internal/hint"
	"seedgraph/query/answer"
	"seedgraph/query/answer/embed"
	"seedgraph/query/answer/vectors"
	"seedgraph/query/search"
)

// vectorFlags are the flags for vectors from other programs.
type vectorFlags struct {
	file, ids, query string
	program          string // computes the vector of the text
	mode             string
	weight           float64
}

func (v *vectorFlags) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&v.file, "vectors", "", "file with the vectors of nodes, by ID")
	f.StringVar(&v.ids, "vector-ids", "", "file of IDs, if --vectors has raw 32-bit floats")
	f.StringVar(&v.query, "query-vector", "",
		"file with the vector of the text: a JSON list or raw 32-bit floats")
	f.StringVar(&v.program, "embed-with", "",
		"program that computes the vector of the text, with space-separated arguments")
	f.StringVar(&v.mode, "mode", "",
		list(vectors.Modes)+" (default hybrid if there are vectors, otherwise keyword)")
	f.Float64Var(&v.weight, "vector-weight", vectors.DefaultWeight,
		"weight of vectors in the mode hybrid, 0 to 1")
	complete(c, "mode", vectors.Modes)
}

// ranks reports whether vectors order the hits after a search, or come from a file.
func (v *vectorFlags) ranks() bool {
	return v.file != "" || v.mode != "" && v.mode != string(vectors.Keyword)
}

// modeOf returns the name of the ranking: without a mode hybrid if there are vectors.
func (v *vectorFlags) modeOf(s *session) (vectors.Mode, error) {
	switch {
	case v.mode != "":
		mode, err := vectors.ParseMode(v.mode)
		if err != nil {
			return "", fmt.Errorf("--%w", err)
		}
		return mode, nil
	case v.file != "" || s.index.Manifest().HasEmbeddings():
		return vectors.Hybrid, nil
	}
	return vectors.Keyword, nil
}

// apply sets the weight of vectors in a search.
func (v *vectorFlags) apply(c *cobra.Command, s *session, ranking *answer.Ranking) error {
	if !(v.weight >= 0 && v.weight <= 1) {
		return fmt.Errorf("--vector-weight %g: it must be from 0 to 1", v.weight)
	}
	given := c.Flags().Changed("vector-weight")
	if given && v.file == "" && !s.index.Manifest().HasEmbeddings() {
		return errors.New(
			"--vector-weight requires --vectors, or artifacts built with --embeddings")
	}
	weight := v.weight
	switch {
	case v.mode == string(vectors.Keyword):
		weight = 0
	case v.file == "" && !given:
		return nil
	}
	ranking.Weights = ranking.Weights.Clone()
	return ranking.Weights.Set("embedding", weight)
}

// searchVectors ranks by vectors, with or without words.
func (s *session) searchVectors(ctx context.Context, text string, opts search.Options,
	v vectorFlags, mode vectors.Mode, t *tracer) (*search.Result, error) {
	if mode == vectors.Keyword {
		return search.Search(s.index, text, opts)
	}
	cosines, err := s.cosines(ctx, text, v, t)
	if err != nil {
		return nil, err
	}
	if cosines == nil { // the program failed, or no word is known
		t.Mode = string(vectors.Keyword)
		return search.Search(s.index, text, opts)
	}
	if mode == vectors.Hybrid {
		opts.Cosines = make([]float32, s.index.NumNodes())
		for n, c := range cosines {
			opts.Cosines[n] = float32(c)
		}
		return search.Search(s.index, text, opts)
	}
	o := vectors.Options{Mode: mode, Limit: opts.Limit, Admit: opts.Admits}
	opts.Weights = opts.Weights.Clone()
	if err := opts.Weights.Set("embedding", 0); err != nil {
		return nil, err
	}
	opts.Limit, opts.Explain = max(vectors.Candidates, o.Limit), false
	res, err := search.Search(s.index, text, opts)
	if err != nil {
		return nil, err
	}
	return res, vectors.Rank(s.index, res, cosines, o)
}

// cosines returns the cosines of nodes with the text: from the vectors of --vectors, or of the
// artifacts. It returns nil, with a warning, if the text has no vector.
func (s *session) cosines(ctx context.Context, text string, v vectorFlags,
	t *tracer) (map[uint32]float64, error) {
	if v.file == "" && s.index.Manifest().HasEmbeddings() {
		list, err := s.index.Cosines(text)
		if err != nil {
			return nil, err
		}
		if list == nil {
			s.warn("no word of the text has a vector, the search is by words alone")
			return nil, nil
		}
		return vectors.Map(list), nil
	}
	query, err := s.queryVector(ctx, text, v, t)
	if query == nil || err != nil {
		return nil, err
	}
	set, err := s.readVectors(v, t)
	if err != nil {
		return nil, err
	}
	return set.Cosines(query)
}

// queryVector returns the vector of the text: of --query-vector, or computed by --embed-with; nil, with a
// warning, if the program fails.
func (s *session) queryVector(ctx context.Context, text string, v vectorFlags, t *tracer) ([]float32, error) {
	switch {
	case v.file == "":
		return nil, hint.With(errors.New("there are no vectors"),
			"build with --embeddings, give --vectors and --query-vector or --embed-with, or use "+
				"--mode keyword")
	case v.query == "" && v.program == "":
		return nil, hint.With(errors.New("the text has no vector"),
			"give --query-vector or --embed-with with --vectors, or use --mode keyword")
	case v.query != "":
		raw, err := os.ReadFile(v.query)
		if err != nil {
			return nil, fmt.Errorf("--query-vector: %w", err)
		}
		query, err := vectors.ReadQuery(raw)
		if err != nil {
			return nil, fmt.Errorf("--query-vector %s: %w", v.query, err)
		}
		return query, nil
	}
	query, err := embed.Text(ctx, strings.Fields(v.program), text)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		s.warn("the embedder failed, the search is by words alone: %v", err)
		t.Fail("embed", err)
		return nil, nil
	}
	return query, nil
}

// readVectors reads the vectors of the nodes.
func (s *session) readVectors(v vectorFlags, t *tracer) (*vectors.Set, error) {
	raw, err := os.ReadFile(v.file)
	if err != nil {
		return nil, fmt.Errorf("--vectors: %w", err)
	}
	var set *vectors.Set
	if v.ids == "" {
		set, err = vectors.ReadLines(s.names, raw)
	} else {
		var ids []byte
		if ids, err = os.ReadFile(v.ids); err != nil {
			return nil, fmt.Errorf("--vector-ids: %w", err)
		}
		set, err = vectors.ReadRaw(s.names, raw, ids)
	}
	if err != nil {
		return nil, fmt.Errorf("--vectors %s: %w", v.file, err)
	}
	if set.Skipped > 0 {
		err := fmt.Errorf("skipped %d vectors of nodes that are not in the artifacts", set.Skipped)
		s.warn("%v", err)
		t.Fail("vectors", err)
	}
	return set, nil
}
