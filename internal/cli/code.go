package cli

import (
	"context"
	"errors"
)

// Exit codes of both programs. Code 2 is left to the Go runtime.
const (
	OK            = 0
	Failed        = 1   // failure or incorrect usage
	Skipped       = 3   // done, but the index lacks some files or definitions
	NothingFound  = 4   // the query has no answer
	Refused       = 5   // the answer is not acceptable to the caller
	NotKnown      = 6   // unknown whether the answer is complete: something on the way is unresolved
	NoArtifacts   = 10  // no artifacts found
	UnknownFormat = 11  // artifacts of an unknown format
	Corrupt       = 12  // artifacts are damaged
	UnknownID     = 13  // unknown or ambiguous id
	Interrupted   = 130 // terminated by a signal
)

// ErrSkipped is the error class of a command that omitted some files.
var ErrSkipped = errors.New("the index is not complete")

// A Class maps the errors that wrap Err to an exit code. Hint, if not empty, is
// printed after a message that has no hint.
type Class struct {
	Err  error
	Code int
	Hint string
}

// classes are the error classes common to all programs.
var classes = []Class{
	{context.Canceled, Interrupted, ""},
	{ErrSkipped, Skipped, ""},
}

// classify finds the class of err, the program's own classes first.
func (p *Program) classify(err error) Class {
	for _, table := range [][]Class{p.Classes, classes} {
		for _, c := range table {
			if errors.Is(err, c.Err) {
				return c
			}
		}
	}
	return Class{Err: err, Code: Failed}
}
