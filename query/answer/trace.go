package answer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"seedgraph/tokens"
)

// A Trace describes how an answer was computed.
type Trace struct {
	// ID is the same for equal questions, parameters and artifacts; see TraceID.
	ID   string `json:"id"`
	Mode string `json:"mode"` // ranking method: keyword, semantic, hybrid, rrf or rerank
	// Reranked is set if an external program reordered the hits.
	Reranked bool      `json:"reranked,omitempty"`
	Attempts []Attempt `json:"attempts,omitempty"` // of widening, in order
	Errors   []Problem `json:"errors"`             // failures that left the answer partial
}

// A Problem is a failure that did not fail the command.
type Problem struct {
	Stage   string `json:"stage"`
	Message string `json:"message"`
}

// An Attempt is one of several searches made to find enough hits.
type Attempt struct {
	Number int      `json:"attempt"` // 0 for the search before any widening
	Change string   `json:"change"`  // the difference from the previous attempt
	Floor  float64  `json:"floor"`   // minimum share of the query that a hit has
	Parts  []string `json:"parts,omitempty"`
	Found  int      `json:"found"` // number of hits after the attempt
	Gain   int      `json:"gain"`  // number of hits that it added; 0: it changed nothing
}

// Fail records a problem.
func (t *Trace) Fail(stage string, err error) {
	t.Errors = append(t.Errors, Problem{stage, err.Error()})
}

// TraceID identifies a question: it is the hash of the artifacts as visible to the reader
// (the commit, and the numbers of nodes and of words by field), the command, its text and
// its parameters, in any order.
func (x *Index) TraceID(command, text string, parameters []string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %d", x.Manifest().Source.Commit, x.NumNodes())
	for f := range tokens.NumFields {
		n, err := x.TotalLength(f)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, " %d", n)
	}
	fmt.Fprintf(h, " %q %q %q", command, text, slices.Sorted(slices.Values(parameters)))
	return hex.EncodeToString(h.Sum(nil)[:traceBytes]), nil
}

// traceBytes is the size of a trace id, the same as in W3C Trace Context.
const traceBytes = 16
