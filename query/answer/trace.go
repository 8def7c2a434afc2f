package answer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"seedgraph/tokens"
)

// A Trace says how an answer came about, apart from what it is.
type Trace struct {
	// ID is the same for the same question, parameters and artifacts; see TraceID.
	ID   string `json:"id"`
	Mode string `json:"mode"` // what ranked: keyword, semantic, hybrid, rrf or rerank
	// Reranked is set if a program of the user put the hits in order.
	Reranked bool      `json:"reranked,omitempty"`
	Attempts []Attempt `json:"attempts,omitempty"` // of widening, in order
	Errors   []Problem `json:"errors"`             // what failed, and left the answer partial
}

// A Problem is something that failed without failing the command.
type Problem struct {
	Stage   string `json:"stage"`
	Message string `json:"message"`
}

// An Attempt is one search of several that were made to find enough.
type Attempt struct {
	Number int      `json:"attempt"` // 0 for the search before any widening
	Change string   `json:"change"`  // what is different from the attempt before
	Floor  float64  `json:"floor"`   // the least share of the query that a hit has
	Parts  []string `json:"parts,omitempty"`
	Found  int      `json:"found"` // hits after the attempt
	Gain   int      `json:"gain"`  // hits that it added; 0: it changed nothing
}

// Fail notes a problem.
func (t *Trace) Fail(stage string, err error) {
	t.Errors = append(t.Errors, Problem{stage, err.Error()})
}

// TraceID identifies a question: the hash of the artifacts as far as the reader sees
// them (the commit, and the numbers of nodes and of words by field), the command, its
// text and its parameters, in any order.
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

// traceBytes is the size of a trace id, that of the W3C's trace contexts.
const traceBytes = 16
