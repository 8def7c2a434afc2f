// Package rerank reorders the hits of a search with an external program chosen by the
// user. The program reads a line of JSON for each hit from standard input,
//
//	{"query": "…", "id": "…", "name": "…", "path": "…", "score": 12.5, "text": "…"}
//
// and writes a line for each hit that it scores, in any order, with higher scores for
// better hits:
//
//	{"id": "…", "score": 0.93}
package rerank

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"seedgraph/query/answer/program"
	"seedgraph/query/search"
)

// Options specifies the program to run.
type Options struct {
	Command []string // the program and its arguments
	Most    int      // maximum number of hits passed to it, from the first
	Time    time.Duration
}

// A candidate is a line that the program reads.
type candidate struct {
	Query string  `json:"query"`
	ID    string  `json:"id"`
	Name  string  `json:"name"`
	Path  string  `json:"path"`
	Score float64 `json:"score"`
	Text  string  `json:"text"`
}

// A scored is a line that the program writes. Other keys are ignored.
type scored struct {
	ID    string   `json:"id"`
	Score *float64 `json:"score"`
}

// Hits sorts the first hits by the program's scores; hits without a score follow in their
// old order, then the remaining hits. After an error the result is unchanged.
func Hits(ctx context.Context, res *search.Result, query string, o Options,
	text func(n uint32) (string, error)) error {
	head := res.Hits[:min(len(res.Hits), o.Most)]
	if len(head) == 0 {
		return nil
	}
	var in bytes.Buffer
	places := map[string]int{}
	enc := json.NewEncoder(&in)
	enc.SetEscapeHTML(false)
	for i, h := range head {
		t, err := text(h.Node)
		if err != nil {
			return err
		}
		places[string(h.Info.ID)] = i
		if err := enc.Encode(candidate{query, string(h.Info.ID), h.Info.Name, h.Info.Path, h.Score,
			t}); err != nil {
			return err
		}
	}
	out, err := program.Run(ctx, o.Command, o.Time, &in)
	if err != nil {
		return err
	}
	scores, err := readScores(out, places)
	if err != nil {
		return err
	}
	reorder(head, scores)
	return nil
}

// errNoScore is the error of a program without output.
var errNoScore = errors.New("no scores")

// readScores parses the output of the program; the result is keyed by index of the hit.
func readScores(raw []byte, places map[string]int) (map[int]float64, error) {
	scores := map[int]float64{}
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, len(raw)+1)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var s scored
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			return nil, fmt.Errorf("line %d of its output: %w", n, err)
		}
		i, ok := places[s.ID]
		switch {
		case !ok:
			return nil, fmt.Errorf("line %d of its output: unknown id %q", n, s.ID)
		case s.Score == nil || math.IsInf(*s.Score, 0):
			return nil, fmt.Errorf("line %d of its output: no score", n)
		}
		scores[i] = *s.Score
	}
	if len(scores) == 0 {
		return nil, errNoScore
	}
	return scores, lines.Err()
}

// reorder sorts hits by their scores. Hits without a score get the last score, or 0 if
// that is less.
func reorder(hits []search.Hit, scores map[int]float64) {
	last := 0.0
	for _, s := range scores {
		last = min(last, s)
	}
	order := make([]int, len(hits))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, scored := scores[a]
		y, scored2 := scores[b]
		if scored != scored2 {
			if scored {
				return -1
			}
			return 1
		}
		return cmp.Compare(y, x)
	})
	before := slices.Clone(hits)
	for to, from := range order {
		h := before[from]
		s, ok := scores[from]
		how := "the score of the reranker"
		if !ok {
			s, how = last, "not scored by the reranker"
		}
		h.ScoreNote = fmt.Sprintf("%s; before, rank %d with %.2f", how, from+1, h.Score)
		h.Score = s
		hits[to] = h
	}
}
