package cli

import (
	"context"
	"errors"
)

// Exit codes of both programs. Code 2 is left to the Go runtime.
const (
	OK            = 0
	Failed        = 1   // failure or wrong usage
	Skipped       = 3   // done, but the index lacks some files or definitions
	NothingFound  = 4   // the question has no answer
	Refused       = 5   // the answer is not one that the caller accepts
	NotKnown      = 6   // whether it holds is not known: something is open on the way
	NoArtifacts   = 10  // no artifacts there
	UnknownFormat = 11  // artifacts of a format that is not understood
	Corrupt       = 12  // artifacts are damaged
	UnknownID     = 13  // unknown or ambiguous id
	Interrupted   = 130 // ended by a signal
)

// ErrSkipped is the error class of a command that left some files out.
var ErrSkipped = errors.New("the index is not complete")

// A Class maps the errors that wrap Err to an exit code. Hint, where not
// empty, is printed after a message that brings no hint of its own.
type Class struct {
	Err  error
	Code int
	Hint string
}

// classes is the table of the classes that every program has.
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
