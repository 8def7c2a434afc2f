package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"seedgraph/artifacts"
	"seedgraph/internal/cli"
)

// seedOptions say where seeds come from beside the arguments.
type seedOptions struct {
	file string
	rows bool
}

func (o *seedOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.file, "seeds", "", "file of IDs, or of the results of a retriever, as on standard input")
	f.BoolVar(&o.rows, "rows", false, "IDs are row numbers of unified_metadata.jsonl, as vector stores and other indexes return them")
}

// readSeeds reads ids or rows from the arguments, a file and standard input.
func (s *session) readSeeds(args []string, o seedOptions) (*input, error) {
	in := &input{}
	if o.file != "" {
		raw, err := os.ReadFile(o.file)
		if err != nil {
			return nil, fmt.Errorf("--seeds: %w", err)
		}
		if err := in.readAny(s, string(raw), o.rows); err != nil {
			return nil, fmt.Errorf("--seeds %s: %w", o.file, err)
		}
		if len(args) == 0 {
			return in, nil
		}
	}
	if !o.rows && o.file == "" {
		return s.readInput(args)
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	for _, a := range args {
		if a == "-" {
			raw, err := io.ReadAll(s.streams.In)
			if err != nil {
				return nil, fmt.Errorf("read standard input: %w", err)
			}
			a = string(raw)
		}
		if err := in.readAny(s, a, o.rows); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// readAny reads ids, or rows.
func (in *input) readAny(s *session, text string, rows bool) error {
	if rows {
		return in.readRows(s, text)
	}
	return in.read(s, text)
}

// readRows reads numbers, one a line or in JSON: lists of numbers, or objects
// with row_id and, where there is one, score.
func (in *input) readRows(s *session, text string) error {
	hits, err := parseHits(text)
	if err != nil {
		return err
	}
	var rows []int
	for _, h := range hits {
		if h.row == nil {
			return cli.WithHint(fmt.Errorf("--rows: %s is no row", h.says), "give numbers, or objects with row_id")
		}
		rows = append(rows, *h.row)
	}
	ids, err := s.Rows(rows)
	if errors.Is(err, artifacts.ErrRow) {
		return cli.WithHint(fmt.Errorf("%w: %w", cli.ErrUnknownID, err), "rows are counted from 0; they must be of the same build as these artifacts")
	}
	if err != nil {
		return err
	}
	for i, id := range ids {
		if err := in.add(s, id, hits[i].score); err != nil {
			return err
		}
	}
	return nil
}

// readHits reads the results of a retriever.
func (in *input) readHits(s *session, text string) error {
	hits, err := parseHits(text)
	if err != nil {
		return err
	}
	for _, h := range hits {
		if h.id == "" {
			return cli.WithHint(fmt.Errorf("%s has no id", h.says), "give objects with id, or with row_id and --rows")
		}
		if err := in.add(s, h.id, h.score); err != nil {
			return err
		}
	}
	return nil
}

// A foreignHit is one result of a retriever: a node by id or by row.
type foreignHit struct {
	id    string
	row   *int
	score float64
	says  string // the result as it came
}

// hitLists are the keys under which retrievers put their results.
var hitLists = []string{"items", "retrieval_hits", "hits", "results", "matches", "rows", "row_ids"}

// idKeys are the keys under which a result has its id.
var idKeys = []string{"chunk_id", "node_key", "id", "node_id"}

// parseHits reads results: words between white space and commas, or one JSON
// value after the other.
func parseHits(text string) ([]foreignHit, error) {
	text = strings.TrimSpace(text)
	var hits []foreignHit
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) }) {
			hits = append(hits, hitOf(word))
		}
		return hits, nil
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	for {
		var v any
		if err := dec.Decode(&v); errors.Is(err, io.EOF) {
			return hits, nil
		} else if err != nil {
			return nil, fmt.Errorf("read results: %w", err)
		}
		hits = append(hits, flatten(v)...)
	}
}

// flatten lists the results in a JSON value.
func flatten(v any) []foreignHit {
	var hits []foreignHit
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			hits = append(hits, flatten(x)...)
		}
		return hits
	case map[string]any:
		for _, key := range hitLists {
			if list, ok := v[key].([]any); ok {
				return flatten(list)
			}
		}
		return []foreignHit{objectHit(v)}
	case string:
		return []foreignHit{hitOf(v)}
	case json.Number:
		return []foreignHit{hitOf(v.String())}
	}
	raw, _ := json.Marshal(v)
	return []foreignHit{{says: string(raw), score: 1}}
}

func hitOf(word string) foreignHit {
	h := foreignHit{id: word, says: strconv.Quote(word), score: 1}
	if n, err := strconv.Atoi(word); err == nil {
		h.row = &n
	}
	return h
}

func objectHit(v map[string]any) foreignHit {
	raw, _ := json.Marshal(v)
	h := foreignHit{says: string(raw), score: 1}
	if n, ok := v["row_id"].(json.Number); ok {
		if row, err := strconv.Atoi(n.String()); err == nil {
			h.row = &row
		}
	}
	for _, key := range idKeys {
		if id, ok := v[key].(string); ok && h.id == "" {
			h.id = id
		}
	}
	if n, ok := v["score"].(json.Number); ok {
		h.score, _ = n.Float64()
	}
	return h
}
