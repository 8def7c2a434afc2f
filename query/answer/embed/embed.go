// Package embed computes the vector of a text with an external program chosen by the user. The program
// reads a line of JSON from standard input and writes one:
//
//	{"id": "query", "text": "…"}
//	{"id": "query", "vector": [0.12, -0.5, …]}
package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"seedgraph/query/answer/program"
	"seedgraph/query/answer/vectors"
)

// MaxTime bounds the time of the program.
const MaxTime = 30 * time.Second

// queryID is the id of the text.
const queryID = "query"

// A line is what the program reads; vectors.ReadQuery reads what it writes.
type line struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// Text returns the vector of a text, computed by a program with its arguments.
func Text(ctx context.Context, command []string, text string) ([]float32, error) {
	in, err := json.Marshal(line{queryID, text})
	if err != nil {
		return nil, err
	}
	out, err := program.Run(ctx, command, MaxTime, bytes.NewReader(append(in, '\n')))
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(out))
	for dec.More() {
		var answer struct {
			ID     string          `json:"id"`
			Vector json.RawMessage `json:"vector"`
		}
		if err := dec.Decode(&answer); err != nil {
			return nil, fmt.Errorf("its output: %w", err)
		}
		if answer.ID == queryID {
			return vectors.ReadQuery(answer.Vector)
		}
	}
	return nil, errors.New("its output has no vector for the id query")
}
