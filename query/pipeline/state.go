package pipeline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A State is the data that steps read and write, by the names of the runtime's fields.
// Values are JSON values (nil, bool, json.Number, string, []any, map[string]any), or
// values that marshal to these.
type State map[string]any

// ErrState is the class of errors of states that a step cannot work with.
var ErrState = errors.New("invalid state")

// reported lists the keys of a run's output that are not state: they are removed from a
// state that was such an output.
var reported = []string{"items", "steps", "stopped_at", "trace"}

// ReadState parses a state from JSON.
func ReadState(r io.Reader) (State, error) {
	dec := json.NewDecoder(r)
	dec.UseNumber()
	var s State
	if err := dec.Decode(&s); err != nil {
		return nil, fmt.Errorf("%w: it must be one JSON object: %w", ErrState, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: there is more than one JSON object", ErrState)
	}
	if s == nil {
		s = State{}
	}
	for _, key := range reported {
		delete(s, key)
	}
	return s, nil
}

// Set sets a key to a value: parsed as JSON if it is JSON, otherwise the text itself.
func (s State) Set(key, value string) {
	dec := json.NewDecoder(strings.NewReader(value))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) == nil && !dec.More() {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			s[key] = v
			return
		}
	}
	s[key] = value
}

// plain returns the value of a key as a JSON value.
func (s State) plain(key string) (any, error) {
	switch v := s[key].(type) {
	case nil, bool, string, json.Number, []any, map[string]any:
		return v, nil
	}
	var v any
	err := s.read(key, &v)
	return v, err
}

// read unmarshals the value of a key into a Go value.
func (s State) read(key string, into any) error {
	raw, err := json.Marshal(s[key])
	if err != nil {
		return err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrState, key, err)
	}
	return nil
}

// ids returns a list of ids: trimmed, without blank and duplicate ones.
func (s State) ids(key string) ([]string, error) {
	var list []string
	if err := s.read(key, &list); err != nil {
		return nil, fmt.Errorf("%w: %s must be a list of ids", ErrState, key)
	}
	return distinctIDs(list), nil
}

func distinctIDs(list []string) []string {
	out := []string{}
	seen := map[string]bool{}
	for _, id := range list {
		if id = strings.TrimSpace(id); id != "" && !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}

// text returns a text, trimmed; any other value counts as missing.
func (s State) text(key string) string {
	t, _ := s[key].(string)
	return strings.TrimSpace(t)
}

// textsOf returns a text or a list of texts as a list.
func textsOf(v any) []string {
	switch v := v.(type) {
	case []any:
		var list []string
		for _, x := range v {
			if t, ok := scalarText(x); ok {
				list = append(list, t)
			}
		}
		return distinct(list)
	case []string:
		return distinct(v)
	}
	if t, ok := scalarText(v); ok {
		return distinct([]string{t})
	}
	return nil
}

// scalarText formats a text, number or truth value.
func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool, int, float64, json.Number:
		return fmt.Sprint(v), true
	}
	return "", false
}

// A Node is a node in the result of a run.
type Node struct {
	ID       string  `json:"id"`
	NodeID   string  `json:"node_id"` // the same, for states that have it under this name
	IsSeed   bool    `json:"is_seed"`
	Depth    int     `json:"depth"`
	ParentID *string `json:"parent_id"`
	Tokens   int     `json:"tokens"` // number of charged tokens; may be 0
	Score    float64 `json:"score"`  // of the search; 0 if it did not find the node
}

// Nodes lists the nodes of the texts in the state in their order; failing these, those of
// the expansion; failing these, the seeds.
func (s State) Nodes() ([]Node, error) {
	var nodes []Node
	if err := s.read("node_texts", &nodes); err != nil {
		return nil, err
	}
	seeds, err := s.ids("retrieval_seed_nodes")
	if err != nil {
		return nil, err
	}
	if len(nodes) == 0 {
		ids, err := s.ids("graph_expanded_nodes")
		if err != nil {
			return nil, err
		}
		if len(ids) == 0 {
			ids = seeds
		}
		for _, id := range ids {
			nodes = append(nodes, Node{ID: id, IsSeed: slices.Contains(seeds, id)})
		}
	}
	var hits []Hit
	if err := s.read("retrieval_hits", &hits); err != nil {
		return nil, err
	}
	for i := range nodes {
		nodes[i].ID = cmp.Or(nodes[i].ID, nodes[i].NodeID)
		for _, h := range hits {
			if h.ID == nodes[i].ID {
				nodes[i].Score = h.Score
			}
		}
	}
	return nodes, nil
}
